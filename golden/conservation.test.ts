import fc from "fast-check";
import { expect, test } from "vitest";
import { renderText } from "../backends/text/text.js";
import { collect } from "../compiler/compile.js";
import { compileNow } from "../tests/support/at-once.js";
import { RenderError } from "../compiler/core/fail.js";
import { engine } from "./cases.js";
import { enough, runs } from "../tests/support/runs.js";

/* Frames conserve text when they wrap, paginate, shrink or use columns. Only an ellipsis replaces text, visibly. */
const LATIN = ["office", "a", "Zürich", "to", "naïve", "supercalifragilisticexpialidocious", "fi", "1,234.50", "x-y", "Привет", "λόγος"];
const OTHER = ["骨付き鳥", "한국어", "ใบแจ้งหนี้", "हिन्दी", "বাংলা", "العربية", "مرحبا", "بالعالم", "日本語。", "नमस्ते"];
const words = (from: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 120 }).map((w) => w.join(" "));
const paragraphs = (from: readonly string[]): fc.Arbitrary<string[]> => fc.array(words(from), { minLength: 1, maxLength: 5 });

const frame = fc.record(
  {
    width: fc.integer({ min: 12, max: 90 }),
    height: fc.integer({ min: 8, max: 70 }),
    columns: fc.integer({ min: 1, max: 3 }),
    column_gap: fc.integer({ min: 0, max: 3 }),
    overflow: fc.constantFrom("visible", "paginate", "ellipsis"),
    shrink_to_fit: fc.boolean(),
    vertical_align: fc.constantFrom("top", "middle", "bottom"),
  },
  { requiredKeys: ["width"] },
);
const look = fc.record({ size: fc.integer({ min: 5, max: 16 }), align: fc.constantFrom("left", "center", "right", "justify") });
type Frame = (typeof frame extends fc.Arbitrary<infer T> ? T : never) & object;

/** In reading order, without white space and hyphenation; null if refused. */
function shown(texts: readonly string[], f: Partial<Frame>, l: { readonly size: number; readonly align: string }): string | null {
  const { size, align } = l;
  const request = {
    pages: [
      {
        width: 100,
        height: 80,
        elements: [
          {
            type: "text",
            layout: { left: 5, top: 5 },
            content: { blocks: texts.map((text) => ({ type: "paragraph", inlines: [{ type: "text", text }] })) },
            frame: f,
            defaults: { run: { font_size: size }, paragraph: { align } },
          },
        ],
      },
    ],
  };
  try {
    return bare(renderText(collect(compileNow(request, engine.world()))));
  } catch (e) {
    if (e instanceof RenderError) return null;
    throw e;
  }
}
const bare = (s: string): string => s.normalize("NFC").replace(/\s+/g, "");
function leavesOutOnlyAt(parts: readonly string[], whole: string): boolean {
  if (!whole.startsWith(parts[0]!)) return false;
  let at = parts[0]!.length;
  for (const part of parts.slice(1, -1)) {
    const found = whole.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return whole.endsWith(parts.at(-1)!) && whole.length - parts.at(-1)!.length > at;
}
function isSubsequence(part: readonly string[], whole: string): boolean {
  let at = 0;
  for (const c of whole) if (c === part[at]) at++;
  return at === part.length;
}
const sorted = (s: string): string => [...s].sort().join("");

test.each([
  ["left to right, in order", LATIN, true],
  ["every script, character by character", [...LATIN, ...OTHER], false],
])("frames keep their text: %s", (_name, from, inOrder) => {
  const folded = (s: string): string => (inOrder ? s : sorted(s));
  let kept = 0;
  let cut = 0;
  fc.assert(
    fc.property(paragraphs(from), frame, look, (texts, f, l) => {
      const got = shown(texts, f, l);
      if (got === null) return;
      const all = bare(texts.join(" "));
      if (f.overflow === "ellipsis" && got.includes("…")) {
        cut++;
        // each ellipsis replaces text; in mixed directions only repetitions are excluded
        if (inOrder) expect(leavesOutOnlyAt(got.split("…"), all)).toBe(true);
        else expect(isSubsequence([...sorted(got.replaceAll("…", ""))], sorted(all))).toBe(true);
        return;
      }
      kept++;
      expect(folded(got)).toBe(folded(all));
    }),
    { numRuns: runs(400) },
  );
  expect(kept).toBeGreaterThan(enough(100));
  expect(cut).toBeGreaterThan(enough(5));
});

test("containers keep what is in them, in order, wherever their lines and pages break", () => {
  const child = fc.record({
    height: fc.integer({ min: 3, max: 18 }),
    width: fc.integer({ min: 5, max: 30 }),
    words: fc.integer({ min: 0, max: 40 }),
  });
  const how = fc.record({
    height: fc.integer({ min: 40, max: 90 }),
    gap: fc.integer({ min: 0, max: 4 }),
    main: fc.constantFrom("start", "center", "end", "space_between"),
    cross: fc.constantFrom("start", "center", "end", "stretch"),
    nested: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(child, { minLength: 1, maxLength: 14 }), how, (children, { height, gap, main, cross, nested }) => {
      let n = 0;
      const word = (): string => `w${n++}x`;
      const elements = children.map((c) => {
        if (c.words > 0) {
          const text = Array.from({ length: c.words }, word).join(" ");
          const content = { blocks: [{ type: "paragraph", inlines: [{ type: "text", text }] }] };
          return { type: "text", frame: { width: 40, overflow: "paginate" }, content };
        }
        const label = { type: "text", content: word(), style: { font_size: 6 } };
        if (!nested) return label;
        const line = { mode: "linear", axis: "horizontal", gap, wrap: true, cross_align: cross };
        return {
          type: "container",
          layout: { children: line },
          width: 60,
          min_height: c.height,
          elements: [label, { ...label, content: word() }],
        };
      });
      const children_ = { mode: "linear", gap, main_align: main, cross_align: cross, overflow: "paginate", padding: { top: 2, left: 2 } };
      const container = { type: "container", layout: { left: 0, children: children_ }, width: 70, height, elements };
      const request = {
        settings: { layout: { flow: true, page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } },
        pages: [{ size: "a6", elements: [container, { type: "text", layout: { left: 0 }, content: word() }] }],
      };
      const doc = collect(compileNow(request, engine.world()));
      const said = renderText(doc)
        .split(/\s+/)
        .filter((w) => w !== "");
      expect(said).toEqual(Array.from({ length: n }, (_, i) => `w${i}x`));
    }),
    { numRuns: runs(120) },
  );
});
