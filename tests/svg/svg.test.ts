import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { Engine } from "../../runtime/engine/engine.js";
import { referenced, unlike } from "../support/svg-references.js";
import { has, needs, testData } from "../support/tools.js";
import { digest, keep, recall, versionOf, type Question } from "../support/verdicts.js";

/* Against references: within 2 % of pixels (above 32 of 255), refused by name, or listed with the reason. */
const havePoppler = needs("pdftocairo (poppler-utils)", has("pdftocairo"));
const data = testData("resvg-tests");
/** filters have their own files */
const FOLDERS = ["masking", "paint-servers", "shapes", "structure"];

const SNAPPED = "the reference rounds the size of a pattern's tiles to whole pixels, a PDF has them as they are";
const SVG2 = "the reference is by SVG 1.1, which forbids what SVG 2 and every browser do";
const FONTS = "set in another cut of the font";
const DIFFERENT: Readonly<Record<string, string>> = {
  "paint-servers/pattern/invalid-patternUnits-and-patternContentUnits.svg": SNAPPED,
  "paint-servers/pattern/out-of-order-referencing.svg": SNAPPED,
  "paint-servers/pattern/pattern-on-child.svg": SNAPPED,
  "paint-servers/pattern/patternContentUnits-with-viewBox.svg": SNAPPED,
  "paint-servers/pattern/patternContentUnits=objectBoundingBox.svg": SNAPPED,
  "paint-servers/pattern/patternUnits=objectBoundingBox-with-percent.svg": SNAPPED,
  "paint-servers/pattern/patternUnits=objectBoundingBox.svg": SNAPPED,
  "paint-servers/pattern/patternUnits=userSpaceOnUse-with-percent.svg": SNAPPED,
  "paint-servers/pattern/recursive-on-child.svg": SNAPPED,
  "paint-servers/pattern/self-recursive-on-child.svg": SNAPPED,
  "paint-servers/pattern/self-recursive.svg": SNAPPED,
  "paint-servers/pattern/text-child.svg": SNAPPED,
  "paint-servers/pattern/with-x-and-y.svg": SNAPPED,
  "structure/style-attribute/non-presentational-attribute.svg": SVG2,
  "structure/style/non-presentational-attribute.svg": SVG2,
  "structure/svg/not-UTF-8-encoding.svg": FONTS,
  "structure/symbol/with-transform.svg": SVG2,
};

const MM = 25.4 / 72;
/** share of pixels below which results are remembered */
const ALIKE = 0.01;
const here = digest(readFileSync(import.meta.filename));

async function shares(
  svgs: readonly string[],
  { dpi, blur }: { readonly dpi: number; readonly blur: number | undefined } = { dpi: 72, blur: undefined },
): Promise<{ readonly shares: ReadonlyMap<string, number>; readonly refused: ReadonlyMap<string, string> }> {
  const engine = new Engine();
  const dir = mkdtempSync(path.join(tmpdir(), "platen-svg-"));
  const refused = new Map<string, string>();
  const pages: object[] = [];
  const drawn: { readonly file: string; readonly width: number; readonly height: number; readonly question: Question }[] = [];
  const out = new Map<string, number>();
  for (const file of svgs) {
    const { width: w, height: h } = await sharp(file.replace(/svg$/, "png")).metadata();
    const [width, height] = [(w * 72) / dpi, (h * 72) / dpi];
    const source = { kind: "base64", format: "svg", payload: readFileSync(file).toString("base64") };
    const element = { type: "image", layout: { left: 0, top: 0 }, width: width * MM, height: height * MM, source };
    const page = { width: Math.max(10.3, width * MM), height: Math.max(10.3, height * MM), elements: [element] };
    try {
      const { pdf } = await engine.renderLater({ pages: [page] });
      const reference = digest(readFileSync(file.replace(/svg$/, "png")));
      const question = { tool: [versionOf("pdftocairo"), here, String(dpi), String(blur), reference], of: pdf };
      const known = recall(question);
      out.set(file, Number(known));
      if (known !== null) continue;
      pages.push(page);
      drawn.push({ file, width: w, height: h, question });
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      refused.set(file, e.message);
    }
  }
  if (drawn.length === 0) return { shares: out, refused };
  writeFileSync(path.join(dir, "all.pdf"), (await engine.renderLater({ pages })).pdf);
  execFileSync("pdftocairo", ["-r", String(dpi), "-png", path.join(dir, "all.pdf"), path.join(dir, "p")], { stdio: "pipe" });
  const pngs = readdirSync(dir)
    .filter((f) => f.endsWith(".png"))
    .sort();
  for (const [i, { file, width, height, question }] of drawn.entries()) {
    const share = await unlike(path.join(dir, pngs[i]!), { reference: file.replace(/svg$/, "png"), width, height, blur });
    out.set(file, share);
    if (share < ALIKE) keep(question, String(share));
  }
  return { shares: out, refused };
}

test.runIf(havePoppler)("drawn like the reference, or refused by name, or listed", async () => {
  const name = (file: string): string => path.relative(data, file);
  const { shares: found, refused } = await shares(FOLDERS.flatMap((folder) => referenced(path.join(data, folder))).sort());
  const different = [...found].filter(([, share]) => share >= 0.02).map(([file]) => name(file));
  expect(different.filter((f) => !DIFFERENT[f])).toEqual([]);
  const plain = [...found].filter(
    ([file]) => DIFFERENT[name(file)] !== SVG2 && !/<filter|<mask|filter=|mask=/.test(readFileSync(file, "utf8")),
  );
  expect(plain.filter(([, share]) => share < 0.02).length / plain.length).toBeGreaterThanOrEqual(0.97);
  for (const [file, message] of refused)
    expect([name(file), message]).toEqual([name(file), expect.stringMatching(/^pages\[0\]\.elements\[0\]\.source\.payload: .{10,}/)]);
  const reasons = [...refused.values()].filter((m) => !/nothing outside the file is read|has elements in it|invalid size/.test(m));
  expect(reasons.length).toBeLessThan(14);
  expect(found.size).toBeGreaterThan(590);
});

/* Against a browser (tests/svg/pictures/README.md), blurred by three points: within 1 % of pixels. */
test.runIf(havePoppler)("drawn like a browser draws them", async () => {
  const { shares: found, refused } = await shares(referenced(path.join(import.meta.dirname, "pictures")).sort(), { dpi: 144, blur: 6 });
  expect([...refused]).toEqual([]);
  expect(found.size).toBeGreaterThanOrEqual(10);
  // thick lines along letters: usvg and the browser differ in their height
  const most = (file: string): number => (path.basename(file) === "decorations.svg" ? 0.035 : 0.01);
  expect([...found].filter(([file, share]) => share >= most(file)).map(([file, share]) => [path.basename(file), share])).toEqual([]);
});
