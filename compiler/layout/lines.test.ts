import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Box, GridRow, GridTrack } from "../box/box.js";
import { NO_KEEP } from "../box/box.js";
import type { Fragment } from "./protocol/protocol.js";
import {
  heights,
  common,
  drawing,
  child,
  flow,
  stack,
  table,
  grid,
  cx,
  paginate,
  atoms,
  placed,
  keepArb,
  slim,
  gridArb,
  height,
  often,
} from "../../tests/support/height-boxes.js";

describe("stacks and grids", () => {
  const atLeast = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });

  test("a stack puts its children beside each other, gap by gap", () => {
    fc.assert(
      fc.property(atLeast, fc.nat(2), (hs, gap) => {
        const { children, height: high } = cx.measure(stack(hs.map(drawing), { gap }), 100);
        expect(children.map((p) => [p.x, p.y])).toEqual(hs.map((_, i) => [i * (10 + gap), 0]));
        expect(high).toBe(Math.max(...hs));
      }),
    );
  });

  test("a line that wraps takes as many children as fit, and is not broken", () => {
    const hs = Array.from({ length: 12 }, (_, i) => 5 + (i % 3));
    // 9 drawings of 10 and 8 gaps of 1 are 98 of 100
    const pages = paginate(stack(hs.map(drawing), { wrap: true }), () => 10);
    expect(pages.map((p) => p.children.length)).toEqual([9, 3]);
    expect(pages.flatMap((p) => p.children.map((c) => c.y))).toEqual(hs.map(() => 0));
  });

  test("a grid of one track is a flow of children that are not split", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(slim, keepArb), { maxLength: 9 }), fc.nat(4), height, (items, gap, least) => {
        const rows = items.map(([box, keep]) => ({ cells: [box], keep }));
        const whole = items.map(([box, keep]) => {
          const piece = box.kind === "text" && !box.plain ? { ...box, frame: { ...box.frame, overflow: "visible" as const } } : box;
          if (heights.has(box)) heights.set(piece, heights.get(box)!);
          return child(piece, keep, gap);
        });
        const h = items.reduce((m, [box]) => Math.max(m, cx.measure(box, 100).height), least);
        const places = (pages: readonly Fragment[]): unknown =>
          pages.map((p) => p.children.map((c) => [c.fragment.box.id, c.y, c.fragment.height]));
        expect(places(paginate(grid([{ fraction: 1 }], rows, { rowGap: gap }), () => h))).toEqual(places(paginate(flow(whole), () => h)));
      }),
      often,
    );
  });

  test("cells of a track begin at one place; with a fraction among them, tracks fill the width", () => {
    const none = NO_KEEP;
    const tracks: readonly GridTrack[] = [{ fraction: 1 }, 20, "content", { fraction: 3 }];
    const row = (): GridRow => ({ cells: tracks.map(() => drawing(5)), keep: none });
    const ltr = cx.measure(grid(tracks, [row(), row()], { columnGap: 2, rowGap: 3 }), 100).children;
    expect(ltr.map((p) => [p.x, p.y])).toEqual([0, 3].flatMap((_, r) => [0, 18, 40, 52].map((x) => [x, r * 8])));
    const rtl = cx.measure(grid(tracks, [row()], { columnGap: 2, rtl: true }), 100).children;
    expect(rtl.map((p) => p.x)).toEqual([84, 62, 50, 0]);
  });

  test("a grid is laid out at the widths that it asks for", () => {
    fc.assert(
      fc.property(gridArb, (g) => {
        const { min, max } = cx.sizes(g);
        expect(min).toBeLessThanOrEqual(max);
        for (const width of [min, max]) expect(placed(cx.measure(g, width))).toEqual(atoms(g));
        expect(cx.measure(g, Infinity).width).toBeCloseTo(max, 6);
      }),
      often,
    );
  });

  test("what is wider or higher than its room is refused with both sizes", () => {
    const wide = (h: number): Box => ({ ...common(), kind: "drawing", width: 60, height: h, ops: [] });
    expect(() => cx.measure(stack([wide(5), wide(5)]), 100)).toThrow(/wide/);
    expect(() => cx.measure(grid([{ fraction: 1 }, { fraction: 1 }], [{ cells: [wide(5), drawing(5)], keep: NO_KEEP }]), 100)).toThrow(
      /wide/,
    );
    expect(() => cx.measure(stack([drawing(30), drawing(30)], { axis: "vertical" }, 50), 100)).toThrow(/high/);
  });

  test("a table of fixed columns and shares asks for the one width that they fill", () => {
    const base = table([[5], [5]], null, false);
    if (base.kind !== "table") throw new Error("a table was made");
    const shared: Box = { ...base, width: "space", tracks: [{ share: 0.5 }, 30] };
    expect(cx.sizes(shared)).toEqual({ min: 60, max: 60 });
    expect(cx.measure(shared, 60).width).toBe(60);
    expect(() => cx.measure(shared, 70)).toThrow(/columns/);
    const narrow: Box = { ...base, width: "space", tracks: [{ share: 0.1 }, 9] };
    expect(cx.sizes(narrow)).toEqual({ min: 10, max: 10 });
  });
});
