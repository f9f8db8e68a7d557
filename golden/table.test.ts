import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RenderError } from "../compiler/core/fail.js";
import type { GlyphsOp, IrDocument, Op, PathOp } from "../ir/ir.js";
import { displayList } from "./cases.js";
import { enough, runs } from "../tests/support/runs.js";

interface Shape {
  readonly widths: readonly (number | "auto" | "fit_content")[];
  readonly rows: readonly (readonly Spanned[])[];
  readonly header: boolean;
  readonly repeats: boolean;
  readonly height: number;
  readonly margin: number;
  readonly before: number;
  readonly fontSize: number;
}
interface Spanned {
  readonly text: string;
  readonly rowSpan: number;
  readonly colSpan: number;
  readonly covered: boolean;
}

const word = fc.constantFrom(
  "a",
  "table",
  "of",
  "values",
  "that",
  "wraps",
  "Übergröße",
  "12,345.60",
  "x-ray",
  "office",
  "AVA",
  "漢字",
  "ไทย",
  "नमस्ते",
  "≤5",
  "★4.5",
  "合计12.5",
  "→",
);
const said = fc.oneof(
  { weight: 8, arbitrary: fc.array(word, { maxLength: 7 }).map((w) => w.join(" ")) },
  { weight: 1, arbitrary: fc.constantFrom("", " leading and trailing ", "two\nlines", "مرحبا بكم", "A\u00a0B", "soft\u00adhyphen") },
);

const shape: fc.Arbitrary<Shape> = fc
  .record({
    widths: fc.array(fc.oneof(fc.integer({ min: 15, max: 45 }), fc.constantFrom("auto" as const, "fit_content" as const)), {
      minLength: 1,
      maxLength: 4,
    }),
    count: fc.integer({ min: 0, max: 14 }),
    texts: fc.array(said, { minLength: 60, maxLength: 60 }),
    spans: fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })), { maxLength: 4 }),
    header: fc.boolean(),
    repeats: fc.boolean(),
    height: fc.integer({ min: 70, max: 160 }),
    margin: fc.integer({ min: 0, max: 15 }),
    before: fc.integer({ min: 0, max: 60 }),
    fontSize: fc.integer({ min: 6, max: 12 }),
  })
  .map(({ count, texts, spans, ...rest }) => {
    const columns = rest.widths.length;
    const cells = Array.from({ length: count }, (_, r) =>
      Array.from({ length: columns }, (__, c) => ({ text: texts[r * columns + c]!, rowSpan: 1, colSpan: 1, covered: false })),
    );
    for (const [at, down, across] of spans) {
      const [r, c] = [Math.floor(at / columns), at % columns];
      if (r + down > count || c + across > columns) continue;
      const area = cells.slice(r, r + down).flatMap((row) => row.slice(c, c + across));
      if (area.some((x) => x.covered || x.rowSpan > 1 || x.colSpan > 1)) continue;
      for (const x of area) x.covered = true;
      Object.assign(cells[r]![c]!, { covered: false, rowSpan: down, colSpan: across });
    }
    return { ...rest, rows: cells };
  });

const KEYS = ["a", "b", "c", "d"];
const WIDTH = 190;
const LEFT = 5;

const paragraphOf = (text: string): object => ({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text }] }] });

/** `boxes`: text boxes instead of labels. */
function request(s: Shape, boxes = false): object {
  const flexible = s.widths.some((w) => typeof w !== "number");
  const columns = s.widths.map((w, i) => ({
    key: KEYS[i]!,
    ...(s.header && { header: `head${i}` }),
    width: typeof w === "number" ? { mode: "fixed", value: w } : { mode: w },
  }));
  const cell = ({ text, rowSpan, colSpan }: Spanned): unknown =>
    !boxes && rowSpan === 1 && colSpan === 1
      ? text
      : { content: boxes && text !== "" ? paragraphOf(text) : text, row_span: rowSpan, col_span: colSpan };
  const line = { width: 0.2, color: "#123456" };
  const elements = [
    { type: "rect", layout: { left: 0 }, width: 10, height: Math.max(1, Math.min(s.before, s.height - 2 * s.margin - 5)) },
    {
      type: "table",
      layout: { left: LEFT },
      ...(flexible && { width: WIDTH }),
      columns,
      rows: s.rows.map((row) => Object.fromEntries(row.flatMap((c, i) => (c.covered ? [] : [[KEYS[i]!, cell(c)]])))),
      cell: { text: { font_size: s.fontSize } },
      header: { repeat_on_page_break: s.repeats },
      body: { alternate_fill: { color: "#EEEEEE" } },
      grid: { left: line, right: line, vertical: line, top: line, bottom: line },
    },
  ];
  const { margin } = s;
  const page_margin = { top: margin, right: 0, bottom: margin, left: 0 };
  return { settings: { layout: { flow: true, page_margin } }, pages: [{ width: 200, height: s.height, elements }] };
}

async function laidOut(body: object): Promise<IrDocument | null> {
  try {
    return await displayList(new TextEncoder().encode(JSON.stringify(body)));
  } catch (e) {
    if (e instanceof RenderError && e.problem.rule === "taller-than-page") return null;
    throw e;
  }
}

const opsOf = (ops: readonly Op[]): readonly Op[] => ops.flatMap((op) => ("children" in op ? opsOf(op.children) : [op]));
const glyphs = (doc: IrDocument): readonly (readonly GlyphsOp[])[] =>
  doc.pages.map((p) => opsOf(p.ops).filter((op): op is GlyphsOp => op.op === "glyphs"));
const folded = (s: string): string => s.replace(/[\s\u00ad\u2010\u200b]+/g, "");
const saidOn = (ops: readonly GlyphsOp[]): string => folded(ops.map((o) => o.text).join(""));
const mm = (v: number): number => (v * 72) / 25.4;

describe("tables", () => {
  test("every cell is drawn once, in order; the header on each page that has a part, if it is asked for; no page is blank", async () => {
    let [continued, headed] = [0, 0];
    await fc.assert(
      fc.asyncProperty(shape, async (s) => {
        const doc = await laidOut(request(s));
        if (!doc) return;
        const header = s.header ? folded(s.widths.map((_, i) => `head${i}`).join("")) : "";
        const pages = glyphs(doc).map(saidOn);
        // a table that moves as a whole leaves a page behind
        const first = pages[0] === "" && pages.length > 1 ? 1 : 0;
        continued += Number(pages.length > first + 1);
        headed += Number(header !== "");
        const body = pages.slice(first).map((text, i) => {
          if (header === "" || (i > 0 && !s.repeats)) return text;
          expect(text.startsWith(header)).toBe(true);
          return text.slice(header.length);
        });
        const wanted = s.rows.flatMap((row) => row.filter((c) => !c.covered).map((c) => folded(c.text)));
        expect(body.join("")).toBe(wanted.join(""));
        if (wanted.every((t) => t !== "")) for (const text of body.slice(1)) expect(text).not.toBe("");
      }),
      { numRuns: runs(250) },
    );
    expect(continued).toBeGreaterThan(enough(40));
    expect(headed).toBeGreaterThan(enough(60));
  });

  test("what a cell says stands inside its table, and the table inside its region; its columns fill it", async () => {
    let [placed, ruled] = [0, 0];
    await fc.assert(
      fc.asyncProperty(shape, async (s) => {
        const doc = await laidOut(request(s));
        if (!doc) return;
        const fixed = s.widths.reduce<number>((n, w) => n + (typeof w === "number" ? w : 0), 0);
        const width = s.widths.some((w) => typeof w !== "number") ? WIDTH : fixed;
        const right = mm(LEFT + width) + 0.01;
        for (const [i, page] of doc.pages.entries()) {
          for (const op of glyphs(doc)[i]!) {
            const shown = op.text.trimEnd().length;
            const advance = op.run.advances.reduce((n, a, k) => n + (op.run.clusters[k]! < shown ? a : 0), 0);
            expect(op.x).toBeGreaterThanOrEqual(mm(LEFT) - 0.01);
            expect(op.x + (advance * op.size) / 1000).toBeLessThanOrEqual(right + 0.5);
            expect(op.y).toBeLessThanOrEqual(mm(s.height - s.margin) + 0.01);
            expect(op.y).toBeGreaterThanOrEqual(mm(s.margin));
            placed++;
          }
          const lines = opsOf(page.ops).filter((op): op is PathOp => op.op === "path" && op.stroke?.color === "#123456");
          const down = lines.flatMap((op) => op.path.coords.filter((_, k) => k % 2 === 0));
          if (down.length === 0) continue;
          expect(Math.min(...down)).toBeGreaterThanOrEqual(mm(LEFT) - 0.3);
          expect(Math.max(...down)).toBeLessThanOrEqual(right + 0.3);
          expect(Math.max(...down)).toBeGreaterThanOrEqual(right - 0.02);
          ruled++;
        }
      }),
      { numRuns: runs(200) },
    );
    expect(placed).toBeGreaterThan(enough(4000));
    expect(ruled).toBeGreaterThan(enough(100));
  });

  test("a taller page never takes more pages", async () => {
    let [compared, fewer] = [0, 0];
    await fc.assert(
      fc.asyncProperty(shape, fc.integer({ min: 1, max: 80 }), async (s, more) => {
        const doc = await laidOut(request({ ...s, before: 0 }));
        if (!doc) return;
        const taller = await laidOut(request({ ...s, before: 0, height: s.height + more }));
        expect(taller).not.toBeNull();
        expect(taller!.pages.length).toBeLessThanOrEqual(doc.pages.length);
        compared++;
        fewer += Number(taller!.pages.length < doc.pages.length);
      }),
      { numRuns: runs(120) },
    );
    expect(compared).toBeGreaterThan(enough(60));
    expect(fewer).toBeGreaterThan(enough(10));
  });

  test("cells in their short form, which never become boxes, look like cells in their long form", async () => {
    const masked = (doc: IrDocument): unknown =>
      JSON.parse(JSON.stringify({ pages: doc.pages, resources: doc.resources }, (key, v: unknown) => (key === "source" ? 0 : v)));
    let alike = 0;
    await fc.assert(
      fc.asyncProperty(shape, async (s) => {
        const [short, long] = [await laidOut(request(s)), await laidOut(request(s, true))];
        expect(short === null).toBe(long === null);
        if (!short || !long) return;
        expect(masked(short)).toEqual(masked(long));
        alike += Number(glyphs(short).flat().length > 0);
      }),
      { numRuns: runs(250) },
    );
    expect(alike).toBeGreaterThan(enough(120));
  });

  test("columns that fit their content keep each text on its line as long as the auto ones have room for their longest words", async () => {
    const text = fc.array(fc.constantFrom("a", "table", "of", "values", "that", "wraps", "Description"), { minLength: 1, maxLength: 9 });
    const columns = fc.array(fc.constantFrom("auto" as const, "fit_content" as const), { minLength: 2, maxLength: 4 });
    const given = fc.record({ columns, width: fc.integer({ min: 60, max: 190 }), texts: fc.array(text, { minLength: 12, maxLength: 12 }) });
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(given, async ({ columns: modes, width, texts }) => {
        fc.pre(modes.includes("auto") && modes.includes("fit_content"));
        const cells = [0, 1, 2].map((r) => modes.map((_, c) => texts[4 * r + c]!));
        const widthOf = await widthsAlone([...cells.flat(2), ...cells.flat().map((words) => words.join(" "))]);
        const needs = modes.map((mode, c) =>
          Math.max(...cells.map((row) => (mode === "auto" ? Math.max(...row[c]!.map(widthOf)) : widthOf(row[c]!.join(" "))) + 2 * mm(1.5))),
        );
        const sum = needs.reduce((a, b) => a + b, 0);
        if (sum + 0.1 > mm(width)) return;
        kept++;
        const table = {
          type: "table",
          layout: { left: 5 },
          width,
          grid: { vertical: { width: 0.2, color: "#123456" } },
          columns: modes.map((mode, c) => ({ key: KEYS[c], width: { mode } })),
          header: { show: false },
          rows: cells.map((row) => Object.fromEntries(row.map((words, c) => [KEYS[c], words.join(" ")]))),
        };
        const doc = (await laidOut({ settings: { layout: { flow: true } }, pages: [{ width: 200, height: 400, elements: [table] }] }))!;
        const lines = glyphs(doc)[0]!.map((op) => op.text.trim());
        for (const row of cells)
          for (const [c, mode] of modes.entries()) if (mode === "fit_content") expect(lines).toContain(row[c]!.join(" "));
        const rules = opsOf(doc.pages[0]!.ops).filter((op): op is PathOp => op.op === "path" && op.stroke?.color === "#123456");
        const inner = [...new Set(rules.flatMap((op) => op.path.coords.filter((_, k) => k % 2 === 0)))].sort((a, b) => a - b);
        const edges = [mm(5), ...inner, mm(5 + width)];
        for (const [c, mode] of modes.entries()) {
          const found = edges[c + 1]! - edges[c]!;
          if (mode === "fit_content") expect(Math.abs(found - needs[c]!)).toBeLessThan(0.05);
          else expect(found).toBeGreaterThan(needs[c]! - 0.05);
        }
      }),
      { numRuns: runs(150) },
    );
    expect(kept).toBeGreaterThan(enough(10));
  });

  test("a repeated header looks as it does the first time: nothing of the rows before it is drawn above it", async () => {
    const single = { width: 0.3, color: "#123456" };
    const double = { width: 0.3, color: "#123456", compound: { kind: "double", gap: 0.6 } };
    const looks = [single, double].flatMap((line) => [
      { grid: { horizontal: line } },
      { grid: { horizontal: line, vertical: line } },
      { grid: { horizontal: line, top: { ...line, width: 1 } } },
      { grid: { horizontal: line, top: false } },
      { body: { cell: { borders: { top: line, bottom: line } } } },
      { grid: { horizontal: line }, header: { cell: { borders: { top: { ...line, width: 0.8 } } } } },
    ]);
    for (const look of looks)
      for (const spans of [false, true]) {
        const rows = Array.from({ length: 24 }, (_, i) =>
          !spans || i % 2 === 1 ? { ...(!spans && { a: `row ${i}` }), b: "x" } : { a: { content: `row ${i}`, row_span: 2 }, b: "x" },
        );
        const columns = [
          { key: "a", header: "A", width: { mode: "fixed", value: 30 } },
          { key: "b", header: "B", width: { mode: "fixed", value: 30 } },
        ];
        const table = { type: "table", layout: { left: 5 }, columns, rows, ...look };
        const settings = { layout: { flow: true, page_margin: { top: 10, right: 0, bottom: 10, left: 0 } } };
        const doc = (await laidOut({ settings, pages: [{ width: 100, height: 80, elements: [table] }] }))!;
        expect(doc.pages.length).toBeGreaterThan(2);
        const heads = doc.pages.map((page) => {
          const ops = opsOf(page.ops);
          const baseline = ops.find((op): op is GlyphsOp => op.op === "glyphs")!.y;
          return linesAcross(ops).filter(([y]) => y < baseline);
        });
        for (const head of heads.slice(1)) expect([look, head]).toEqual([look, heads[0]]);
      }
  });
});

function linesAcross(ops: readonly Op[]): readonly (readonly [y: number, width: number])[] {
  const out: [number, number][] = [];
  for (const op of ops) {
    if (op.op !== "path" || !op.stroke) continue;
    const { coords } = op.path;
    for (let i = 0; i < coords.length; i += 4) if (coords[i + 1] === coords[i + 3]) out.push([coords[i + 1]!, op.stroke.width]);
  }
  return out.sort(([a], [b]) => a - b);
}

/** Without limits; points. */
async function widthsAlone(texts: readonly string[]): Promise<(text: string) => number> {
  const distinct = [...new Set(texts)];
  const elements = distinct.map((content) => ({ type: "text", layout: { left: 0, top: 0 }, content }));
  const doc = await displayList(new TextEncoder().encode(JSON.stringify({ pages: [{ width: 1000, height: 100, elements }] })));
  const found = new Map(glyphs(doc)[0]!.map((op) => [op.text, (op.run.advances.reduce((a, b) => a + b, 0) * op.size) / 1000]));
  return (text) => found.get(text)!;
}
