import { describe, expect, test } from "vitest";
import { NO_KEEP, NO_SPACING, type Canvas, type Flow, type FlowChild } from "../box/box.js";
import type { Common } from "../box/common.js";
import {
  ONE_COLUMN,
  onBothSides,
  type BodyArea,
  type Furniture,
  type PageMaster,
  type PageSelector,
  type PageSequence,
} from "../box/page.js";
import { ROOT } from "../core/src.js";
import { TextEngine } from "../text/shape/engine.js";
import { engine } from "../../golden/cases.js";
import { textSetter } from "../text/line/text-lines.js";
import { createContext } from "./fill.js";
import { layoutPages, type PageFragment } from "./pages.js";
import { firstPlace, furnitureOn, nextPlace, regionsOn, type PagePlace } from "./regions.js";

const place = (number: number, index = number - 1): PagePlace => ({ number, folio: number, numerals: "decimal", index, drawn: number });
const rect = (x: number, y: number, width: number, height: number): { x: number; y: number; width: number; height: number } => ({
  x,
  y,
  width,
  height,
});
const NOT_LAST = { lastOfSequence: false, lastOfDocument: false };

describe("regions of a page", () => {
  const odd = rect(30, 40, 150, 220);
  const even = rect(20, 40, 150, 220);
  const mirrored: BodyArea = { first: { odd, even }, later: { odd, even }, columns: ONE_COLUMN };

  test("margins change sides with the physical number, whatever number the reader sees", () => {
    expect(regionsOn(mirrored, place(1))).toEqual([{ rect: odd, later: 220 }]);
    expect(regionsOn(mirrored, place(2))).toEqual([{ rect: even, later: 220 }]);
    expect(regionsOn(mirrored, { number: 4, folio: 1, numerals: "decimal", index: 0, drawn: 4 })).toEqual([{ rect: even, later: 220 }]);
    expect(regionsOn(mirrored, { number: 5, folio: 2, numerals: "decimal", index: 1, drawn: 5 })).toEqual([{ rect: odd, later: 220 }]);
  });

  test("the first page of a sequence has a body of its own, and it is known what later ones can hold", () => {
    const low: BodyArea = { first: onBothSides(rect(0, 150, 100, 50)), later: onBothSides(rect(0, 20, 100, 180)), columns: ONE_COLUMN };
    expect(regionsOn(low, place(1))).toEqual([{ rect: rect(0, 150, 100, 50), later: 180 }]);
    expect(regionsOn(low, { number: 7, folio: 7, numerals: "decimal", index: 0, drawn: 7 })[0]!.rect.height).toBe(50);
    expect(regionsOn(low, place(2))).toEqual([{ rect: rect(0, 20, 100, 180), later: 180 }]);
    const high: BodyArea = { ...low, first: onBothSides(rect(0, 0, 100, 200)) };
    expect(regionsOn(high, place(1))[0]!.later).toBe(180);
  });

  test("later is the greater height of both parities: pages of both follow", () => {
    const sides = { odd: rect(0, 0, 100, 80), even: rect(0, 0, 100, 120) };
    const area: BodyArea = { first: sides, later: sides, columns: ONE_COLUMN };
    expect([1, 2, 3].map((n) => regionsOn(area, place(n))[0]).map((r) => [r!.rect.height, r!.later])).toEqual([
      [80, 120],
      [120, 120],
      [80, 120],
    ]);
  });

  test("columns share the body's width, from the side that is read first; the last of a high page has only lower ones after it", () => {
    const sides = onBothSides(rect(10, 20, 320, 90));
    const area = (direction: "ltr" | "rtl"): BodyArea => ({
      first: onBothSides(rect(10, 10, 320, 100)),
      later: sides,
      columns: { count: 3, gap: 10, direction },
    });
    expect(regionsOn(area("ltr"), place(1)).map((r) => [r.rect, r.later])).toEqual([
      [rect(10, 10, 100, 100), 100],
      [rect(120, 10, 100, 100), 100],
      [rect(230, 10, 100, 100), 90],
    ]);
    expect(regionsOn(area("rtl"), place(2)).map((r) => [r.rect.x, r.rect.height, r.later])).toEqual([
      [230, 90, 90],
      [120, 90, 90],
      [10, 90, 90],
    ]);
  });
});

describe("folios", () => {
  test("go on from the sequence before, or start again, while physical numbers go on", () => {
    const one = firstPlace(null, null);
    expect(one).toEqual({ number: 1, folio: 1, numerals: "decimal", index: 0, drawn: 1 });
    const three = nextPlace(nextPlace(one));
    expect(three).toEqual({ number: 3, folio: 3, numerals: "decimal", index: 2, drawn: 3 });
    expect(firstPlace(null, three)).toEqual({ number: 4, folio: 4, numerals: "decimal", index: 0, drawn: 4 });
    const reset = firstPlace(10, three);
    expect(reset).toEqual({ number: 4, folio: 10, numerals: "decimal", index: 0, drawn: 4 });
    expect(firstPlace(null, nextPlace(reset))).toEqual({ number: 6, folio: 12, numerals: "decimal", index: 0, drawn: 6 });
  });
});

const common = (id: number): Common => ({ id, src: ROOT, z: 0, tag: "inherit", link: null });
const canvas = (id: number): Canvas => ({ ...common(id), kind: "canvas", width: 200, height: 300, children: [] });

describe("furniture of a page", () => {
  const on = (of: PageSelector["of"], position: PageSelector["position"], parity: PageSelector["parity"] = "any"): PageSelector => ({
    of,
    position,
    parity,
  });
  const part = (name: Furniture["part"], variants: readonly (readonly [number, PageSelector])[]): Furniture => ({
    part: name,
    opacity: 1,
    variants: variants.map(([id, selector]) => ({ on: selector, canvas: canvas(id) })),
  });
  const body = onBothSides({ x: 0, y: 0, width: 200, height: 300 });
  const ids = (furniture: readonly Furniture[], at: PagePlace, ends = NOT_LAST): readonly number[] =>
    furnitureOn({ width: 200, height: 300, body, furniture, rightPages: "odd" }, at, ends).map((f) => f.canvas.id);

  test("is on all pages of the document, its first, or its last", () => {
    const parts = [
      part("background", [[1, on("document", "any")]]),
      part("watermark", [[2, on("document", "first")]]),
      part("stamp", [[3, on("document", "last")]]),
    ];
    expect(ids(parts, place(1))).toEqual([1, 2]);
    expect(ids(parts, place(2))).toEqual([1]);
    expect(
      ids(parts, { number: 3, folio: 3, numerals: "decimal", index: 0, drawn: 3 }, { lastOfSequence: true, lastOfDocument: false }),
    ).toEqual([1]);
    expect(ids(parts, place(9), { lastOfSequence: true, lastOfDocument: true })).toEqual([1, 3]);
    expect(ids(parts, place(1), { lastOfSequence: true, lastOfDocument: true })).toEqual([1, 2, 3]);
  });

  test("has one variant on a page: first wins over last, both over odd and even, and each part has its own", () => {
    const header = part("header", [
      [1, on("sequence", "first")],
      [2, on("sequence", "last")],
      [3, on("sequence", "any", "odd")],
      [4, on("sequence", "any", "even")],
    ]);
    const footer = part("footer", [
      [5, on("sequence", "any", "even")],
      [6, on("sequence", "any")],
    ]);
    const last = { lastOfSequence: true, lastOfDocument: false };
    const parts = [header, footer];
    expect(ids(parts, { number: 4, folio: 4, numerals: "decimal", index: 0, drawn: 4 })).toEqual([1, 5]);
    expect(ids(parts, { number: 5, folio: 5, numerals: "decimal", index: 1, drawn: 5 })).toEqual([3, 6]);
    expect(ids(parts, { number: 6, folio: 6, numerals: "decimal", index: 2, drawn: 6 })).toEqual([4, 5]);
    expect(ids(parts, { number: 7, folio: 7, numerals: "decimal", index: 3, drawn: 7 }, last)).toEqual([2, 6]);
    expect(ids(parts, { number: 7, folio: 7, numerals: "decimal", index: 0, drawn: 7 }, last)).toEqual([1, 6]);
  });

  test("has the variant of empty pages on those alone, which are never first", () => {
    const others: readonly (readonly [number, PageSelector])[] = [
      [2, on("sequence", "first")],
      [3, on("sequence", "any", "even")],
    ];
    const header = part("header", [[1, on("sequence", "blank")], ...others]);
    const stamp = part("stamp", [[4, on("document", "first")]]);
    const at = (number: number, index: number): PagePlace => ({ number, folio: number, numerals: "decimal", index, drawn: number });
    expect(ids([header, stamp], { ...at(1, 0), blank: true })).toEqual([1]);
    expect(ids([part("header", others), stamp], { ...at(2, 0), blank: true })).toEqual([3]);
    expect(ids([header, stamp], at(1, 0))).toEqual([2, 4]);
    expect(ids([header, stamp], at(2, 1))).toEqual([3]);
  });

  test("may have a variant for each side of a position, as where its margins change sides", () => {
    const header = part("header", [
      [1, on("sequence", "first", "odd")],
      [2, on("sequence", "first", "even")],
      [3, on("sequence", "any", "odd")],
      [4, on("sequence", "any", "even")],
    ]);
    expect([3, 4].map((number) => ids([header], { number, folio: number, numerals: "decimal", index: 0, drawn: number }))).toEqual([
      [1],
      [2],
    ]);
    expect([3, 4].map((number) => ids([header], { number, folio: number, numerals: "decimal", index: 1, drawn: number }))).toEqual([
      [3],
      [4],
    ]);
  });
});

describe("sequences of pages", () => {
  const cx = createContext(textSetter(new TextEngine(engine.world())));
  let id = 0;
  const child = (height: number, before: "page" | "column" | null = null): FlowChild => ({
    box: { ...common(id++), kind: "drawing", width: 10, height, ops: [] },
    x: 0,
    room: null,
    align: "start",
    bounds: null,
    gapAfter: 0,
    spacing: NO_SPACING,
    keep: { ...NO_KEEP, before },
  });
  const master: PageMaster = {
    width: 200,
    height: 300,
    body: onBothSides({ x: 0, y: 0, width: 200, height: 300 }),
    furniture: [],
    rightPages: "odd",
  };
  const sequence = (area: BodyArea, children: readonly FlowChild[], start: number | null = null): PageSequence => {
    const box: Flow = { ...common(id++), kind: "flow", splits: true, padTop: 0, padBottom: 0, children };
    return {
      src: ROOT,
      master,
      start,
      numerals: "decimal",
      streams: [{ kind: "filled", box, area, bounds: null, contents: null, floats: [], start: null }],
    };
  };
  const summary = (pages: Iterable<PageFragment>): unknown =>
    [...pages].map(({ place: { number, folio }, last, body }) => [
      number,
      folio,
      last,
      body.map((p) => [p.x, ...p.fragment.children.map((c) => c.fragment.height)]),
    ]);
  const body = (first: number, later: number): BodyArea => ({
    first: onBothSides(rect(0, 0, 100, first)),
    later: onBothSides(rect(0, 0, 100, later)),
    columns: ONE_COLUMN,
  });

  test("what is too tall for a low first page waits for a later one", () => {
    expect(summary(layoutPages([sequence(body(50, 100), [child(30), child(80), child(20)])], 0, null, cx))).toEqual([
      [1, 1, false, [[0, 30]]],
      [2, 2, true, [[0, 80, 20]]],
    ]);
    expect(summary(layoutPages([sequence(body(50, 100), [child(80)])], 0, null, cx))).toEqual([
      [1, 1, false, []],
      [2, 2, true, [[0, 80]]],
    ]);
    expect(() => summary(layoutPages([sequence(body(50, 100), [child(101)])], 0, null, cx))).toThrow(
      "must be at most 35.278 mm high, which is the room there is; found 35.631 mm",
    );
  });

  test("what is too tall for a page of one parity waits for the other, and never for one that does not come", () => {
    const sides = { odd: rect(0, 0, 100, 50), even: rect(9, 0, 100, 100) };
    const area: BodyArea = { first: sides, later: sides, columns: ONE_COLUMN };
    expect(summary(layoutPages([sequence(area, [child(80), child(40), child(90)])], 0, null, cx))).toEqual([
      [1, 1, false, []],
      [2, 2, false, [[9, 80]]],
      [3, 3, false, [[0, 40]]],
      [4, 4, true, [[9, 90]]],
    ]);
  });

  test("fill their columns one after the other; a column break leaves one, a page break all that are left", () => {
    const area: BodyArea = { ...body(50, 50), columns: { count: 3, gap: 5, direction: "rtl" } };
    const children = [child(40), child(40), child(10, "column"), child(20, "page"), child(40)];
    expect(summary(layoutPages([sequence(area, children)], 0, null, cx))).toEqual([
      [
        1,
        1,
        false,
        [
          [70, 40],
          [35, 40],
          [0, 10],
        ],
      ],
      [
        2,
        2,
        true,
        [
          [70, 20],
          [35, 40],
        ],
      ],
    ]);
  });

  test("count their pages on from each other, and folios from where they start", () => {
    const two = (start: number | null): PageSequence => sequence(body(50, 50), [child(40), child(40)], start);
    const place: PagePlace = { number: 5, folio: 2, numerals: "decimal", index: 1, drawn: 5 };
    const before = { sequence: two(null), sequenceIndex: 2, place };
    const pages = [...layoutPages([two(null), two(7), two(null)], 3, before, cx)];
    expect(pages.map((p) => [p.sequenceIndex, p.place.number, p.place.folio, p.place.index])).toEqual([
      [3, 6, 3, 0],
      [3, 7, 4, 1],
      [4, 8, 7, 0],
      [4, 9, 8, 1],
      [5, 10, 9, 0],
      [5, 11, 10, 1],
    ]);
  });
});
