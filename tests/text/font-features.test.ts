import fc from "fast-check";
import { expect, test } from "vitest";
import { displayList } from "../../golden/cases.js";
import type { GlyphsOp, Op } from "../../ir/ir.js";
import { runs, seed } from "../support/runs.js";
import { ran } from "../support/started.js";
import { fontFile, has, needs } from "../support/tools.js";

/* Glyphs and advances of OpenType features are those of hb-shape (decisions §8.7). */
const haveHbShape = needs("hb-shape (libharfbuzz-bin)", has("hb-shape"));
type Features = Readonly<Record<string, number>>;

const body = (request: object): Uint8Array => new TextEncoder().encode(JSON.stringify(request));
const page = (...elements: readonly object[]): object => ({ pages: [{ width: 900, height: 200, elements }] });
const text = (content: unknown, style: object): object => ({ type: "text", layout: { left: 5, top: 5 }, content, style });

function* glyphsIn(ops: readonly Op[]): Generator<GlyphsOp> {
  for (const op of ops) {
    if (op.op === "glyphs") yield op;
    else if ("children" in op) yield* glyphsIn(op.children);
  }
}
const glyphsOf = async (request: object): Promise<readonly GlyphsOp[]> =>
  (await displayList(body(request))).pages.flatMap((p) => [...glyphsIn(p.ops)]);
/** Glyphs and their advances, 1/1000 em. */
function hbShape(file: string, content: string, features: Features): readonly unknown[] {
  const list = Object.entries(features).map(([tag, value]) => `${tag}=${value}`);
  const args = [fontFile(file), "--font-size=1000", "--no-glyph-names", "--output-format=json", `--features=${list.join(",")}`];
  const { stdout } = ran("hb-shape", ...args, `--text=${content}`);
  return (JSON.parse(stdout) as readonly { readonly g: number; readonly ax: number }[]).map(({ g, ax }) => [g, ax]);
}

const FACES = [
  ["Noto Sans", "NotoSans-Regular.ttf"],
  ["Noto Sans Arabic", "NotoSansArabic-Regular.ttf"],
  ["Noto Sans Devanagari", "NotoSansDevanagari-Regular.ttf"],
] as const;
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "Noto Sans": ["office 1/2 007", "AVATAR fi ffl", "10/25 Hamburg 1st", "Iıİ ŞŢ", "x0 y1"],
  "Noto Sans Arabic": ["السلام عليكم", "محمد"],
  "Noto Sans Devanagari": ["क्षत्रिय", "हिन्दी"],
};
const TAGS = [
  "liga",
  "kern",
  "tnum",
  "pnum",
  "onum",
  "lnum",
  "zero",
  "frac",
  "smcp",
  "c2sc",
  "sups",
  "subs",
  "ss01",
  "ss03",
  "salt",
  "ordn",
  "calt",
  "ccmp",
  "init",
];
const given = fc.constantFrom(...FACES).chain(([family, file]) =>
  fc.record({
    family: fc.constant(family),
    file: fc.constant(file),
    content: fc.constantFrom(...TEXTS[family]!),
    features: fc.dictionary(fc.constantFrom(...TAGS), fc.integer({ min: 0, max: 2 }), { maxKeys: 6 }),
  }),
);

test.runIf(haveHbShape)("glyphs and advances are those of hb-shape", async () => {
  await fc.assert(
    fc.asyncProperty(given, async ({ family, file, content, features }) => {
      const ops = await glyphsOf(page(text(content, { font_family: family, font_size: 100, font_features: features })));
      const runsOfLine = [...ops].sort((a, b) => a.x - b.x);
      const found = runsOfLine.flatMap(({ run }) => [...run.ids].map((id, i) => [id, run.advances[i]]));
      expect(found).toEqual(hbShape(file, content, features));
    }),
    { numRuns: runs(150), seed },
  );
});
