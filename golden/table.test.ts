import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RenderError } from "../compiler/core/fail.js";
import type { GlyphsOp, IrDocument, Op, PathOp } from "../ir/ir.js";
import { displayList } from "./cases.js";

/* Laws of tables, over random ones: nothing is lost, doubled, moved out or left alone on a page. */

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

/** `boxes`: every cell in its long form, which takes the way that any cell can take. */
function request(s: Shape, boxes = false): object {
  const flexible = s.widths.some((w) => typeof w !== "number");
  const columns = s.widths.map((w, i) => ({
    key: KEYS[i]!,
    ...(s.header && { header: `head${i}` }),
    width: typeof w === "number" ? { mode: "fixed", value: w } : { mode: w },
  }));
  const cell = ({ text, rowSpan, colSpan }: Spanned): unknown =>
    !boxes && rowSpan === 1 && colSpan === 1 ? text : { content: text, row_span: rowSpan, col_span: colSpan };
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
    // a row may be taller than a page
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
    await fc.assert(
      fc.asyncProperty(shape, async (s) => {
        const doc = await laidOut(request(s));
        if (!doc) return;
        const header = s.header ? folded(s.widths.map((_, i) => `head${i}`).join("")) : "";
        const pages = glyphs(doc).map(saidOn);
        // a table that moves whole leaves a page to what is before it
        const first = pages[0] === "" && pages.length > 1 ? 1 : 0;
        const body = pages.slice(first).map((text, i) => {
          if (header === "" || (i > 0 && !s.repeats)) return text;
          expect(text.startsWith(header)).toBe(true);
          return text.slice(header.length);
        });
        const wanted = s.rows.flatMap((row) => row.filter((c) => !c.covered).map((c) => folded(c.text)));
        expect(body.join("")).toBe(wanted.join(""));
        if (wanted.every((t) => t !== "")) for (const text of body.slice(1)) expect(text).not.toBe("");
      }),
      { numRuns: 250 },
    );
  });

  test("what a cell says stands inside its table, and the table inside its region; its columns fill it", async () => {
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
          }
          const lines = opsOf(page.ops).filter((op): op is PathOp => op.op === "path" && op.stroke?.color === "#123456");
          const down = lines.flatMap((op) => op.path.coords.filter((_, k) => k % 2 === 0));
          if (down.length === 0) continue;
          expect(Math.min(...down)).toBeGreaterThanOrEqual(mm(LEFT) - 0.3);
          expect(Math.max(...down)).toBeLessThanOrEqual(right + 0.3);
          expect(Math.max(...down)).toBeGreaterThanOrEqual(right - 0.02);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a taller page never takes more pages", async () => {
    await fc.assert(
      fc.asyncProperty(shape, fc.integer({ min: 1, max: 80 }), async (s, more) => {
        const doc = await laidOut(request({ ...s, before: 0 }));
        if (!doc) return;
        const taller = await laidOut(request({ ...s, before: 0, height: s.height + more }));
        expect(taller).not.toBeNull();
        expect(taller!.pages.length).toBeLessThanOrEqual(doc.pages.length);
      }),
      { numRuns: 120 },
    );
  });

  test("cells in their short form, which never become boxes, look like cells in their long form", async () => {
    const masked = (doc: IrDocument): unknown =>
      JSON.parse(JSON.stringify({ pages: doc.pages, resources: doc.resources }, (key, v: unknown) => (key === "source" ? 0 : v)));
    await fc.assert(
      fc.asyncProperty(shape, async (s) => {
        const [short, long] = [await laidOut(request(s)), await laidOut(request(s, true))];
        expect(short === null).toBe(long === null);
        if (short && long) expect(masked(short)).toEqual(masked(long));
      }),
      { numRuns: 250 },
    );
  });
});
