import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Box, Flow, FlowChild, Keep } from "../../box/box.js";
import type { BreakToken } from "./protocol.js";
import { runs } from "../../../tests/support/runs.js";
import {
  drawing,
  label,
  text,
  canvas,
  container,
  child,
  flow,
  columns,
  table,
  context,
  cx,
  space,
  paginate,
  atoms,
  placed,
  overflows,
  boxArb,
  height,
  often,
  numberFrom,
} from "../../../tests/support/height-boxes.js";

describe("laws of fill", () => {
  test("progress: a space that no later one is higher than is never refused", () => {
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

  test("honest overflow: nothing overflows that a later space may hold, and what does tells it", () => {
    fc.assert(
      fc.property(boxArb, fc.integer({ min: 1, max: 80 }), fc.boolean(), (b, h, best) => {
        const filled = cx.fill(b, space(h, best), null);
        if (filled.kind === "refuse") return;
        if (!best) expect(overflows(filled.fragment)).toBe(false);
        if (filled.fragment.height > h + 1e-6) expect(filled.fragment.overflow).not.toBeNull();
      }),
      often,
    );
  });

  test("purity: the same call gives the same answer, and a token survives JSON", () => {
    const plain = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
    fc.assert(
      fc.property(boxArb, height, (b, h) => {
        const once = cx.fill(b, space(h), null);
        expect(plain(cx.fill(b, space(h), null))).toEqual(plain(once));
        if (once.kind === "more")
          expect(plain(cx.fill(b, space(h), plain(once.rest) as BreakToken))).toEqual(plain(cx.fill(b, space(h), once.rest)));
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
    const calm = (b: Box): Box => {
      if (b.kind === "flow")
        return { ...b, children: b.children.map((c) => ({ ...c, keep: { ...c.keep, before: null, after: null }, box: calm(c.box) })) };
      if (b.kind === "columns") return { ...b, body: calm(b.body) as Flow };
      if (b.kind === "grid") return { ...b, rows: b.rows.map((r) => ({ ...r, keep: { ...r.keep, before: null, after: null } })) };
      // one frame, even for a container that paginates
      return b.kind === "container" && b.paginates ? { ...b, paginates: false } : b;
    };
    fc.assert(
      fc.property(boxArb, fc.boolean(), (raw, best) => {
        const b = calm(raw);
        const measured = cx.measure(b, 100);
        expect(cx.fill(b, space(measured.height, best), null).kind).toBe("done");
      }),
      often,
    );
  });

  test("forced breaks are honoured at every depth", () => {
    // breaks at an edge of nested flows move the following content to another page
    const within = (c: FlowChild, depth: number): FlowChild =>
      depth === 0 ? c : within(child(depth % 4 === 0 ? columns(2, flow([c])) : flow([c])), depth - 1);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 32 }), fc.boolean(), (a, b, before) => {
        const first = drawing(5);
        const second = drawing(5);
        const doc = flow([
          within(child(first, before ? {} : { after: "page" }), a),
          within(child(second, before ? { before: "page" } : {}), b),
        ]);
        expect(paginate(doc, () => 100).map(placed)).toEqual([[`${first.id}`], [`${second.id}`]]);
      }),
    );
  });

  test("a page break leaves all columns, a column break only one", () => {
    const make = (kind: "page" | "column"): string[][] => {
      numberFrom(1000);
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
      let box: Box = flow(Array.from({ length: leaves }, () => child(text([5, 5]), {}, 1)));
      for (let depth = 0; depth < 31; depth++) box = flow([child(box)], { splits: depth % 3 !== 0 });
      let rest: BreakToken | null = null;
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

describe("cost", () => {
  const asked = (box: Box, measure: boolean): number => {
    let count = 0;
    const counted = context(() => count++);
    if (measure) counted.measure(box, 100);
    else
      for (let rest: BreakToken | null = null; ;) {
        const filled = counted.fill(box, space(60), rest);
        if (filled.kind === "refuse") throw new Error("refused the best space there is");
        if (filled.kind === "done") break;
        rest = filled.rest;
      }
    return count;
  };
  const leaves = (n: number): readonly Box[] => Array.from({ length: n }, (_, i) => (i % 2 ? label(5) : text([5, 5])));
  const deep = (n: number, around: (box: Box, depth: number) => Box): Box => {
    let box: Box = flow(leaves(n).map((b) => child(b, {}, 1)));
    for (let depth = 0; depth < 31; depth++) box = around(box, depth);
    return box;
  };
  const ways: readonly (readonly [string, (box: Box, depth: number) => Box])[] = [
    ["flows", (box, depth) => flow([child(box)], { splits: depth % 3 !== 0 })],
    ["flows kept with the next", (box) => flow([child(box, { withNext: true }), child(drawing(1))])],
    ["columns", (box) => columns(2, flow([child(box)]))],
    ["containers", (box) => container([box], { padding: { top: 0, right: 0, bottom: 0, left: 0 } })],
    ["canvases", (box) => canvas(10, [box])],
    ["tables", (box) => table([[1]], null, false, () => box)],
  ];
  test.each(ways)("of measuring %s 32 deep is linear in what is in them", (_, around) => {
    for (const n of [100, 400]) expect(asked(deep(n, around), true)).toBeLessThanOrEqual(4 * n);
  });
  test.each(ways.slice(0, 3))("of filling %s 32 deep is linear in what is in them", (_, around) => {
    const few = asked(deep(100, around), false);
    expect(asked(deep(400, around), false)).toBeLessThanOrEqual(6 * few);
    expect(few).toBeLessThanOrEqual(40 * 100);
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

  test("a text that is kept with the next is broken between its lines, so that neither a page nor the keep is lost", () => {
    const [first, last] = [drawing(5), drawing(30)];
    const kept = text(new Array<number>(8).fill(10), { orphans: 2, widows: 2 });
    for (const middle of [
      child(kept, { withNext: true }),
      child(flow([child(kept, { withNext: true })])),
      child(columns(1, flow([child(kept, { withNext: true })]))),
    ]) {
      const pages = paginate(flow([child(first), middle, child(last)]), () => 100).map(placed);
      expect(pages.map((p) => p.length)).toEqual([7, 3]);
      expect(pages[1]).toEqual([`${kept.id}:6`, `${kept.id}:7`, `${last.id}`]);
    }
  });

  test("a table that is kept with the next gives its last rows to the next page", () => {
    const last = drawing(30);
    const doc = flow([child(table([[20], [20], [20], [20]], null, false), { withNext: true }), child(last)]);
    expect(paginate(doc, () => 100).map((p) => placed(p).length)).toEqual([3, 2]);
  });

  test("keeps hold, and breaks are legal, at any depth where that can be", () => {
    // one-line heads, each kept with a body
    const part = fc.record({
      head: fc.integer({ min: 1, max: 10 }),
      lines: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 2, maxLength: 12 }),
      depth: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.integer({ min: 40, max: 90 }), (parts, h) => {
        const heads = new Set<string>();
        const within = (box: Box, depth: number, keep: Partial<Keep>): FlowChild =>
          depth === 0 ? child(box, keep) : child(flow([within(box, depth - 1, keep)]));
        const doc = flow(
          parts.flatMap(({ head, lines, depth }) => {
            const title = drawing(head);
            heads.add(`${title.id}`);
            return [within(title, depth, { withNext: true }), within(text(lines, { orphans: 1, widows: 1 }), depth, {})];
          }),
        );
        for (const page of paginate(doc, () => h)) expect(heads.has(placed(page).at(-1)!)).toBe(false);
      }),
      often,
    );
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
