import fc from "fast-check";
import { expect, test } from "vitest";
import { collect } from "../../compiler/compile.js";
import { pt } from "../../compiler/core/units.js";
import type { IrDocument, Op } from "../../ir/ir.js";
import { testEngine } from "../../golden/cases.js";
import { compileNow } from "../support/at-once.js";
import { runs } from "../support/runs.js";

/* A document set from right to left is the mirror image of itself set from left to right, whatever the script of its text. */

const WIDTH = 120;
const world = testEngine.world();

const word = fc.constantFrom("wood", "oil", "paper", "of", "windows", "a");
const hebrew = fc.constantFrom("עץ", "שמן", "נייר", "של", "חלונות", "גג");
const text = fc.oneof(word, hebrew).chain((w) => {
  const like = /[a-z]/.test(w) ? word : hebrew;
  // no short last word, which takes the one before it along
  return fc.array(like, { minLength: 0, maxLength: 24 }).map((more) => [w, ...more, w.repeat(Math.ceil(12 / w.length))].join(" "));
});
const short = fc.oneof(word, hebrew);

const block = (element: object, more: object = {}): object => ({ type: "block", element, ...more });
const spoken = (content: string, more: object = {}): object => block({ type: "text", content }, more);
const small = fc.integer({ min: 5, max: 14 }).map((width) => ({ type: "rect", width, height: 4, fill: { color: "#663399" } }));
const rect = fc.tuple(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 2, max: 9 })).map(([width, height]) => ({
  type: "rect",
  width,
  height,
  fill: { color: "#336699" },
}));

interface Listed {
  readonly text: string;
  readonly inner: object | null;
}

const listed = (depth: number): fc.Arbitrary<object> => {
  const inner: fc.Arbitrary<object | null> = depth > 1 ? listed(depth - 1) : fc.constant(null);
  const items = fc.array(fc.record<Listed>({ text: short, inner }), { minLength: 1, maxLength: 2 });
  return items.map((all) => ({
    type: "list",
    list: { kind: depth % 2 === 0 ? "ordered" : "bullet" },
    items: all.map((item) => ({
      blocks: [{ type: "paragraph", inlines: [{ type: "text", text: item.text }] }, ...(item.inner ? [item.inner] : [])],
    })),
  }));
};

const note = short.map((t) => ({ type: "footnote", blocks: [{ type: "paragraph", inlines: [{ type: "text", text: t }] }] }));

const leaf: fc.Arbitrary<object> = fc.oneof(
  text.map((t) => spoken(t)),
  fc
    .tuple(text, fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 9 }))
    .map(([t, start, end, first]) => spoken(t, { indent: { start, end, first_line: first } })),
  fc.tuple(text, fc.integer({ min: 1, max: 3 })).map(([t, level]) => spoken(t, { semantics: { role: "heading", heading_level: level } })),
  short.map((t) => spoken(t, { semantics: { role: "caption" }, counter: "Figure" })),
  rect.map((r) => block(r)),
  rect.map((r) => block(r, { pagination: { keep_together: true } })),
  fc.integer({ min: 1, max: 20 }).map((x) => block({ type: "line", x1: x, y1: 0, x2: x + 20, y2: 0, stroke: { width: 1 } })),
  fc.tuple(text, fc.integer({ min: 30, max: 45 })).map(([t, width]) => block({ type: "text", content: t, style: { width } })),
  listed(2).map((list) => block({ type: "text", content: { blocks: [list] } })),
  fc
    .tuple(text, note)
    .map(([t, n]) => block({ type: "text", content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: t }, n] }] } })),
  fc
    .tuple(short, short, short)
    .map(([a, b, c]) => ({ type: "markdown", source: `1. ${a}\n2. ${b}\n\n   > ${c}\n\n> ${a}\n>\n> - ${b}\n` })),
  fc
    .tuple(short, short, short, short)
    .map(([a, b, c, d]) => ({ type: "markdown", source: `| ${a} | ${b} |\n|---|---|\n| ${c} | ${d} |\n` })),
  fc.tuple(rect, fc.constantFrom("top", "bottom")).map(([r, position]) => ({
    type: "placed",
    layout: { reference: "float", position },
    element: r,
  })),
);

const node: fc.Arbitrary<object> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.array(small, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("start", "center", "end", "space_between"),
        fc.constantFrom("horizontal", "vertical"),
      )
      .map(([content, main_align, axis]) => ({
        type: "stack",
        layout:
          axis === "horizontal"
            ? { axis, gap: 2, main_align }
            : { axis, gap: 2, cross_align: main_align === "space_between" ? "stretch" : main_align },
        content: content.map((r) => block(r)),
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.oneof(
          small.map((r) => block(r)),
          short.map((t) => spoken(t)),
        ),
        { minLength: 1, maxLength: 5 },
      )
      .map((content) => ({
        type: "grid",
        layout: {
          columns: [
            { mode: "fixed", value: 18 },
            { mode: "fixed", value: 20 },
          ],
          column_gap: 3,
        },
        content,
      })),
  },
  {
    weight: 1,
    arbitrary: fc.array(text, { minLength: 1, maxLength: 3 }).map((all) => ({
      type: "columns",
      layout: { count: 2, gap: 5, mode: "balanced" },
      content: all.map((t) => spoken(t)),
    })),
  },
  { weight: 1, arbitrary: fc.constant({ type: "contents", levels: [1, 3], leader: "none" }) },
);

const documentOf = (content: readonly object[], columns: number): object => ({
  flow_document: {
    page_masters: {
      main: {
        width: WIDTH,
        height: 160,
        layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 }, columns: { count: columns, gap: 6 } },
      },
    },
    numbering: { levels: ["1.", "1.1", "1.1.1)"] },
    segments: [{ page_master: "main", content }],
  },
});

interface Extent {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** Points: of marks above their baseline, less than between lines; between words of one line. */
const RAISED = 6;
const GAP = 7;

/** Of texts on one line that touch, and of shapes; points. */
function extentsOf(ops: readonly Op[]): readonly Extent[] {
  const texts: Extent[] = [];
  const shapes: Extent[] = [];
  const walk = (all: readonly Op[]): void => {
    for (const op of all) {
      if (op.op === "mark" || op.op === "group") walk(op.children);
      else if (op.op === "glyphs") {
        let x = op.x;
        for (const [i, advance] of [...op.run.advances].entries()) {
          const to = x + (advance * op.size) / 1000;
          // spaces at the end of a line hang
          if (/\S/.test(op.text[op.run.clusters[i]!]!)) texts.push({ y: op.y, from: x, to });
          x = to;
        }
      } else if (op.op === "path") {
        const xs = op.path.coords.filter((_, i) => i % 2 === 0);
        shapes.push({ y: Math.min(...op.path.coords.filter((_, i) => i % 2 === 1)), from: Math.min(...xs), to: Math.max(...xs) });
      }
    }
  };
  walk(ops);
  // raised marks belong to their line
  const rows: { y: number; words: Extent[] }[] = [];
  for (const e of texts.sort((p, q) => q.y - p.y)) {
    const row = rows.at(-1);
    if (row && row.y - e.y < RAISED) row.words.push(e);
    else rows.push({ y: e.y, words: [e] });
  }
  const joined = rows.flatMap(({ y, words }) => {
    const out: { y: number; from: number; to: number }[] = [];
    for (const { from, to } of words.sort((p, q) => p.from - q.from)) {
      const last = out.at(-1);
      if (last && from - last.to < GAP) last.to = Math.max(last.to, to);
      else out.push({ y, from, to });
    }
    return out;
  });
  return [...joined, ...shapes];
}

/** By page, from top to bottom; points. */
function shown({ pages }: IrDocument, mirror: boolean): readonly (readonly Extent[])[] {
  const whole = pt(WIDTH);
  return pages.map(({ ops }) =>
    extentsOf(ops)
      .map((e) => (mirror ? { y: e.y, from: whole - e.to, to: whole - e.from } : e))
      .sort((a, b) => Math.round(a.y) - Math.round(b.y) || Math.round(a.from) - Math.round(b.from)),
  );
}

const NEAR = 0.1;
const near = (a: Extent, b: Extent | undefined): boolean =>
  b !== undefined && (["y", "from", "to"] as const).every((key) => Math.abs(a[key] - b[key]) < NEAR);

test("from right to left, lines, figures, notes and columns are where their mirror images are", () => {
  fc.assert(
    fc.property(fc.array(node, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 2 }), (content, columns) => {
      const set = (direction: string): IrDocument =>
        collect(compileNow({ settings: { direction }, ...documentOf(content, columns) }, world));
      const [right, left] = [shown(set("rtl"), true), shown(set("ltr"), false)];
      const same =
        right.length === left.length &&
        right.every((page, i) => page.length === left[i]!.length && page.every((e, k) => near(e, left[i]![k])));
      if (!same) expect(right).toEqual(left);
    }),
    { numRuns: runs(60) },
  );
});
