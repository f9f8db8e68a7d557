import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Common, Flow, FlowChild, Keep } from "../box/box.js";
import { NO_KEEP } from "../box/box.js";
import { NO_READS } from "../box/reads.js";
import type { Cell, CellLook, TableRows } from "../box/table.js";
import { ROOT } from "../core/src.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import { createContext } from "./fill.js";
import type { Fragment, LayoutContext, Rest, ShapedBox, Space, TextLine, TextLines } from "./protocol.js";
import { runs } from "../../tests/runs.js";

/* Boxes whose texts are nothing but line heights. */
const heights = new WeakMap<ShapedBox, readonly number[]>();
let nextId = 0;
const common = (): Common => ({ id: nextId++, src: ROOT, z: 0, tag: "inherit", link: null });
const drawing = (height: number): ShapedBox => ({ ...common(), kind: "drawing", width: 10, height, ops: [] });
function text(lines: readonly number[], options: { orphans?: number; widows?: number; splits?: boolean } = {}): ShapedBox {
  const overflow = (options.splits ?? true) ? "paginate" : "visible";
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const plain = {
    width: 100,
    fixed: true,
    height: null,
    valign: "top",
    rotation: 0,
    padding: none,
    fill: null,
    stroke: null,
    columns: 1,
    columnGap: 0,
    shrinkTo: null,
    path: null,
  } as const;
  const frame = { ...plain, overflow } as const;
  const box: ShapedBox = {
    ...common(),
    kind: "text",
    paragraphs: [],
    frame,
    keep: { orphans: options.orphans ?? 1, widows: options.widows ?? 1 },
  };
  heights.set(box, lines);
  return box;
}
function labelled(height: number, lines: readonly number[], turn: number): ShapedBox {
  const symbol = { ...common(), kind: "drawing", width: 10, height, ops: [] } as const;
  const said = text(lines, { splits: false });
  const labels = said.kind === "text" ? [{ text: said, slot: null }] : [];
  return { ...common(), kind: "labelled", symbol, labels, side: "below", offset: 1, reach: 0, turn, grows: "down", solid: false };
}
const child = (box: ShapedBox, keep: Partial<Keep> = {}, gapAfter = 0): FlowChild<ShapedParagraph> => ({
  box,
  x: 0,
  bounds: null,
  gapAfter,
  keep: { ...NO_KEEP, ...keep },
});
const flow = (children: readonly FlowChild<ShapedParagraph>[], options: Partial<Flow<ShapedParagraph>> = {}): Flow<ShapedParagraph> => ({
  ...common(),
  kind: "flow",
  splits: true,
  padTop: 0,
  padBottom: 0,
  children,
  ...options,
});
const columns = (count: number, body: Flow<ShapedParagraph>): ShapedBox => ({
  ...common(),
  kind: "columns",
  count,
  gap: 0,
  rtl: false,
  body,
});

const cellLook: CellLook = {
  ...{ padX: 0, padY: 0, offsetX: 0, offsetY: 0, fill: null, diagonals: [], alignX: 0, alignY: 0 },
  borders: { top: null, right: null, bottom: null, left: null },
};
/** Rows of one cell, in groups that stay together; a header of one row, or none. */
function table(groups: readonly (readonly number[])[], header: number | null, repeats: boolean): ShapedBox {
  const cellOf = (content: ShapedBox): Cell<ShapedBox> => ({
    ...{ src: ROOT, id: content.id, column: 0, columns: 1, rows: 1, look: cellLook, heads: null },
    content,
  });
  const rowsOf = (boxes: readonly ShapedBox[], ends: readonly number[]): TableRows<ShapedBox> => ({
    length: boxes.length,
    at: (i) => ({ src: ROOT, keys: null, cells: [cellOf(boxes[i]!)] }),
    groupEnd: (i) => ends.find((e) => e > i)!,
    single: null,
  });
  let end = 0;
  const ends = groups.map((g) => (end += g.length));
  const head = header === null ? null : rowsOf([drawing(header)], [1]);
  const none = null;
  return {
    ...common(),
    kind: "table",
    width: null,
    tracks: [100],
    header: head && (() => head),
    repeats,
    ...{ headerMinHeight: 0, rowMinHeight: 0, reads: NO_READS },
    rows: rowsOf(groups.flat().map(drawing), ends),
    grid: { top: none, right: none, bottom: none, left: none, horizontal: none, vertical: none },
  };
}

/** Lines of given heights instead of real ones. */
function context(seen: () => void = () => undefined): LayoutContext {
  const known = new WeakMap<ShapedBox, readonly TextLine[]>();
  const lines = (box: ShapedBox): TextLines => {
    seen();
    let found = known.get(box);
    if (!found) {
      found = (heights.get(box) ?? []).map((height): TextLine => ({
        paragraph: null as never,
        line: { segments: [], width: 50, size: 1, height, baseline: 0, hard: true, torn: false },
        indent: 0,
        marker: null,
        breakBefore: false,
      }));
      known.set(box, found);
    }
    return { lines: found, columnWidth: 100, breaks: [] };
  };
  return createContext({
    lines,
    plainLines: () => [],
    unbreakable: () => 0,
    simpleLines: () => null,
    simpleHeight: () => null,
    ellipsize: (l) => l,
  });
}
const cx = context();
const space = (height: number, fresh = true): Space => ({ width: 100, height, fresh, measure: false });

/** Every region of a document, filled one after the other as the page loop does. */
function paginate(box: ShapedBox, heightOf: (page: number) => number, most = Infinity): Fragment[] {
  const pages: Fragment[] = [];
  let rest: Rest | null = null;
  const later = (from: number): number => Math.max(...Array.from({ length: 12 }, (_, i) => heightOf(from + i)));
  for (let page = 0; ; page++) {
    const height = heightOf(page);
    const filled = cx.fill(box, space(height, height >= Math.min(most, later(page))), rest);
    if (filled.kind !== "refuse") {
      pages.push(filled.fragment);
      if (filled.kind === "done") return pages;
      rest = filled.rest;
    }
    if (page > 4000) throw new Error("no progress");
  }
}

/** Atoms of a box in source order, and of a fragment in the order of placing: lines and drawings. */
const atoms = (b: ShapedBox): string[] =>
  b.kind === "drawing"
    ? [`${b.id}`]
    : b.kind === "text"
      ? (heights.get(b) ?? []).map((_, i) => `${b.id}:${i}`)
      : b.kind === "columns"
        ? atoms(b.body)
        : b.kind === "labelled"
          ? [b.symbol, ...b.labels.map((l) => l.text)].flatMap(atoms)
          : b.kind === "table"
            ? Array.from({ length: b.rows.length }, (_, i) => b.rows.at(i).cells.flatMap((c) => (c.content ? atoms(c.content) : []))).flat()
            : b.children.flatMap((c) => atoms(c.box));
const placed = (f: Fragment): string[] =>
  f.box.kind === "drawing"
    ? [`${f.box.id}`]
    : f.box.kind === "text"
      ? f.text!.columns.flatMap((c) => Array.from({ length: c.to - c.from }, (_, i) => `${f.box.id}:${c.from + i}`))
      : f.table
        ? f.table.rows.slice(f.table.header).flatMap((r) => r.contents.flatMap((c) => (c && "fragment" in c ? placed(c.fragment) : [])))
        : f.children.flatMap((c) => placed(c.fragment));
const overflows = (f: Fragment): boolean => f.overflow !== null || f.children.some((c) => overflows(c.fragment));

const breakKind = fc.constantFrom(null, null, null, null, "page" as const, "column" as const);
const keepArb = fc.record({ withNext: fc.boolean(), before: breakKind, after: breakKind });
const leaf = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map(drawing),
  fc
    .record({
      lines: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 }),
      orphans: fc.integer({ min: 1, max: 3 }),
      widows: fc.integer({ min: 1, max: 3 }),
      splits: fc.boolean(),
    })
    .map(({ lines, ...o }) => text(lines, o)),
  fc
    .tuple(
      fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      fc.option(fc.integer({ min: 1, max: 9 })),
      fc.boolean(),
    )
    .map(([groups, header, repeats]) => table(groups, header, repeats)),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }), fc.constantFrom(0, 90, 180))
    .map(([height, lines, turn]) => labelled(height, lines, turn)),
);
const boxArb: fc.Arbitrary<ShapedBox> = fc.letrec<{ box: ShapedBox; flow: Flow<ShapedParagraph> }>((tie) => ({
  flow: fc
    .record({
      pad: fc.integer({ min: 0, max: 3 }),
      splits: fc.constantFrom(true, true, true, false),
      children: fc.array(fc.record({ box: tie("box"), keep: keepArb, gap: fc.integer({ min: 0, max: 5 }) }), { maxLength: 6 }),
    })
    .map((f) =>
      flow(
        f.children.map((c) => child(c.box, c.keep, c.gap)),
        { padTop: f.pad, padBottom: f.pad, splits: f.splits },
      ),
    ),
  box: fc.oneof(
    { maxDepth: 3 },
    leaf,
    leaf,
    tie("flow"),
    fc.tuple(fc.integer({ min: 1, max: 3 }), tie("flow")).map(([n, body]) => columns(n, body)),
  ),
})).box;
const height = fc.integer({ min: 10, max: 80 });
const often = { numRuns: runs(2000) };

describe("laws of fill", () => {
  test("progress: a fresh space is never refused", () => {
    fc.assert(
      fc.property(boxArb, fc.integer({ min: 1, max: 80 }), (b, h) => {
        expect(["done", "more"]).toContain(cx.fill(b, space(h), null).kind);
      }),
      often,
    );
  });

  test("conservation: every atom is placed once, in source order, whatever the regions", () => {
    fc.assert(
      fc.property(boxArb, height, fc.array(height, { minLength: 1, maxLength: 4 }), (b, first, cycle) => {
        const heightOf = (page: number): number => (page === 0 ? first / 2 : cycle[page % cycle.length]!);
        expect(paginate(b, heightOf).flatMap(placed)).toEqual(atoms(b));
      }),
      often,
    );
  });

  test("honest overflow: only a fresh space may overflow, and then the fragment says so", () => {
    fc.assert(
      fc.property(boxArb, fc.integer({ min: 1, max: 80 }), fc.boolean(), (b, h, fresh) => {
        const filled = cx.fill(b, space(h, fresh), null);
        if (filled.kind === "refuse") return;
        if (!fresh) expect(overflows(filled.fragment)).toBe(false);
        if (filled.fragment.height > h + 1e-6) expect(filled.fragment.overflow).not.toBeNull();
      }),
      often,
    );
  });

  test("purity: the same call gives the same answer, and a token survives JSON", () => {
    fc.assert(
      fc.property(boxArb, height, (b, h) => {
        const once = cx.fill(b, space(h), null);
        expect(cx.fill(b, space(h), null)).toEqual(once);
        if (once.kind === "more")
          expect(cx.fill(b, space(h), JSON.parse(JSON.stringify(once.rest)) as Rest)).toEqual(cx.fill(b, space(h), once.rest));
      }),
      { numRuns: runs(500) },
    );
  });

  test("one first and one last fragment", () => {
    fc.assert(
      fc.property(boxArb, height, (b, h) => {
        const pages = paginate(b, () => h);
        expect(pages.map((p) => p.first)).toEqual(pages.map((_, i) => i === 0));
        expect(pages.map((p) => p.last)).toEqual(pages.map((_, i) => i === pages.length - 1));
      }),
      often,
    );
  });

  test("no needless break: what fits its measured height is not broken, unless a break was asked for", () => {
    const calm = (b: ShapedBox): ShapedBox =>
      b.kind === "flow"
        ? { ...b, children: b.children.map((c) => ({ ...c, keep: { ...c.keep, before: null, after: null }, box: calm(c.box) })) }
        : b.kind === "columns"
          ? { ...b, body: calm(b.body) as Flow<ShapedParagraph> }
          : b;
    fc.assert(
      fc.property(boxArb, fc.boolean(), (raw, fresh) => {
        const b = calm(raw);
        const measured = cx.measure(b, 100);
        expect(cx.fill(b, space(measured.height, fresh), null).kind).toBe("done");
      }),
      often,
    );
  });

  test("forced breaks are honoured at every depth", () => {
    // a break before or after a leaf that stands first or last in flows within flows moves what follows it to another page
    const wrap = (c: FlowChild<ShapedParagraph>, depth: number): FlowChild<ShapedParagraph> =>
      depth === 0 ? c : wrap(child(flow([c])), depth - 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 32 }), fc.boolean(), (a, b, before) => {
        const first = drawing(5);
        const second = drawing(5);
        const doc = flow([
          wrap(child(first, before ? {} : { after: "page" }), a),
          wrap(child(second, before ? { before: "page" } : {}), b),
        ]);
        expect(paginate(doc, () => 100).map(placed)).toEqual([[`${first.id}`], [`${second.id}`]]);
      }),
    );
  });

  test("a page break leaves all columns, a column break only one", () => {
    const make = (kind: "page" | "column"): string[][] => {
      nextId = 1000;
      const body = flow([child(drawing(5)), child(drawing(5), { before: kind })]);
      return paginate(columns(2, body), () => 50).map(placed);
    };
    expect(make("column")).toEqual([["1000", "1001"]]);
    expect(make("page")).toEqual([["1000"], ["1001"]]);
  });

  test("a break where the region is still empty does nothing", () => {
    const doc = flow([child(drawing(5), { before: "page" }), child(flow([])), child(drawing(5), { after: "page" })]);
    expect(paginate(doc, () => 50)).toHaveLength(1);
  });

  test("cost is linear in the number of leaves at nesting depth 32", () => {
    const fillsFor = (leaves: number): number => {
      let count = 0;
      const counted = context(() => count++);
      let box: ShapedBox = flow(Array.from({ length: leaves }, () => child(text([5, 5]), {}, 1)));
      for (let depth = 0; depth < 31; depth++) box = flow([child(box)], { splits: depth % 3 !== 0 });
      let rest: Rest | null = null;
      for (;;) {
        const filled = counted.fill(box, space(60), rest);
        if (filled.kind === "refuse") throw new Error("refused a fresh space");
        if (filled.kind === "done") return count;
        rest = filled.rest;
      }
    };
    expect(fillsFor(100)).toBeLessThanOrEqual(4 * 100);
    expect(fillsFor(400)).toBeLessThanOrEqual(4 * 400);
  });
});

describe("the smallest specific property of each law", () => {
  test("if every atom is smaller than the region, nothing overflows", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 15 }), (hs) => {
        for (const p of paginate(flow(hs.map((h) => child(drawing(h), {}, 1))), () => 20)) expect(overflows(p)).toBe(false);
      }),
    );
  });

  test("a text leaves at least orphans before and widows after a break, unless a fresh region forced it", () => {
    const n = fc.integer({ min: 1, max: 4 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        n,
        n,
        fc.integer({ min: 1, max: 60 }),
        (lines, orphans, widows, h) => {
          const filled = cx.fill(text(lines, { orphans, widows }), space(h, false), null);
          if (filled.kind !== "more") return;
          expect(filled.fragment.text!.columns[0]!.to).toBeGreaterThanOrEqual(orphans);
          expect(lines.length - filled.rest.at).toBeGreaterThanOrEqual(widows);
        },
      ),
    );
  });

  test("keep-with-next moves the pair when the next does not fit", () => {
    const [a, b, c] = [drawing(30), drawing(10), drawing(20)];
    const doc = flow([child(a), child(b, { withNext: true }), child(c)]);
    expect(paginate(doc, () => 50).map(placed)).toEqual([[`${a.id}`], [`${b.id}`, `${c.id}`]]);
  });

  test("keep-with-next on the last child of a group binds the group's next sibling", () => {
    const [a, b, c] = [drawing(30), drawing(10), drawing(20)];
    const doc = flow([child(a), child(flow([child(b, { withNext: true })])), child(c)]);
    expect(paginate(doc, () => 50).map(placed)).toEqual([[`${a.id}`], [`${b.id}`, `${c.id}`]]);
  });

  test("a first region that is not the largest refuses what a later one can hold", () => {
    const big = drawing(40);
    expect(paginate(flow([child(big)]), (page) => (page === 0 ? 20 : 50)).map(placed)).toEqual([[`${big.id}`]]);
    expect(cx.fill(big, space(20, false), null).kind).toBe("refuse");
  });

  test("a table never breaks inside a group, and has its header on each fragment if that is asked for", () => {
    const groups = [[10, 10], [5], [10, 10, 10], [20]];
    const pages = (repeats: boolean): number[][] =>
      paginate(table(groups, 4, repeats), () => 35).map((p) => p.table!.rows.map((r) => r.height));
    expect(pages(true)).toEqual([
      [4, 10, 10, 5],
      [4, 10, 10, 10],
      [4, 20],
    ]);
    expect(pages(false)).toEqual([[4, 10, 10, 5], [10, 10, 10], [20]]);
  });

  test("a table whose header and first group do not fit moves whole", () => {
    const doc = flow([child(drawing(20)), child(table([[10], [10]], 5, true))]);
    expect(paginate(doc, () => 30).map((p) => placed(p).length)).toEqual([1, 2]);
    expect(cx.fill(table([[10], [10]], 5, true), space(14, false), null).kind).toBe("refuse");
  });

  test("a flow that must not split moves whole, and splits only where no region can hold it", () => {
    const kept = flow([child(drawing(20)), child(drawing(20))], { splits: false });
    expect(paginate(flow([child(drawing(20)), child(kept)]), () => 50).map((p) => placed(p).length)).toEqual([1, 2]);
    const tall = flow([child(drawing(30)), child(drawing(30))], { splits: false });
    expect(paginate(tall, () => 50).map((p) => placed(p).length)).toEqual([1, 1]);
  });
});
