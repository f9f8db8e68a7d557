import { describe, expect, test } from "vitest";
import type { Drawing } from "../facts/facts.js";
import { box, diff, line, lines, link, made, page, picture, word } from "../../tests/support/diff/documents.js";

const drawn = (...drawings: readonly Drawing[]): ReturnType<typeof made> => made([page({ drawings })]);

const stroke = (width: number, more: Partial<Drawing> = {}): Drawing => ({
  ...box(20, 20, 60, 0),
  kind: "stroke",
  verbs: "ML",
  points: [20, 20, 80, 20],
  rect: [20, 20 - width / 2, 80, 20 + width / 2],
  width,
  ...more,
});

describe("drawings (DF-10)", () => {
  test("width, dash and winding rule are properties", async () => {
    expect(await lines(drawn(stroke(1)), drawn(stroke(2)))).toEqual(['page 1: drawing changed at 20.0,19.5: width "1" → "2"']);
    expect(await lines(drawn(stroke(1)), drawn(stroke(1, { style: "dash 1 2" })))).toEqual([
      'page 1: drawing changed at 20.0,19.5: style "solid" → "dash 1 2"',
    ]);
    expect(await lines(drawn(box(1, 1, 5, 5)), drawn(box(1, 1, 5, 5, { isEvenOdd: true })))).toEqual([
      'page 1: drawing changed at 1.0,1.0: rule "non-zero" → "even-odd"',
    ]);
  });
  test("another form in the same box, and another size, are changes", async () => {
    const triangle = box(10, 10, 20, 20, { verbs: "MLLZ", points: [10, 30, 20, 10, 30, 30] });
    expect((await diff(drawn(box(10, 10, 20, 20)), drawn(triangle))).differences).toMatchObject([
      { kind: "drawing", change: "changed", property: "form", rect_mm: { a: [10, 10, 30, 30], b: [10, 10, 30, 30] } },
    ]);
    expect((await diff(drawn(box(10, 10, 20, 20)), drawn(box(10, 10, 25, 20)))).differences).toMatchObject([
      { kind: "drawing", change: "changed", property: "form" },
    ]);
  });
  test("a fill is no stroke", async () => {
    const { differences } = await diff(drawn(box(10, 10, 20, 20)), drawn(box(10, 10, 20, 20, { kind: "stroke", width: 1 })));
    expect(differences.map(({ change }) => change).sort()).toEqual(["added", "removed"]);
  });
  test("a drawing that is cut by a clip has another box", async () => {
    expect(await lines(drawn(box(10, 10, 20, 20)), drawn(box(10, 10, 20, 20, { rect: [10, 10, 20, 30] })))).toEqual([
      'page 1: drawing changed at 10.0,10.0: box "fill #336699, 20 × 20 mm" → "fill #336699, 10 × 20 mm"',
    ]);
  });
  test("colours 1 apart of 255 are equal, 2 apart are not; gradients by what they paint (DF-9)", async () => {
    const of = (paint: string): ReturnType<typeof made> => drawn(box(1, 1, 5, 5, { paint }));
    expect(await lines(of("#102030"), of("#112F31".replace("2F", "1F")))).toEqual([]);
    expect(await lines(of("#102030"), of("#122030"))).toEqual(['page 1: colour changed at 1.0,1.0: "#102030" → "#122030"']);
    expect(await lines(of("axial red blue"), of("axial red green"))).toHaveLength(1);
  });
  test("opacity in 8 bits, and effects, are colours", async () => {
    const of = (more: Partial<Drawing>): ReturnType<typeof made> => drawn(box(1, 1, 5, 5, more));
    expect(await lines(of({ opacity: 0.5 }), of({ opacity: 0.502 }))).toEqual([]);
    expect(await lines(of({ opacity: 0.5 }), of({ opacity: 0.6 }))).toEqual(['page 1: colour changed at 1.0,1.0: opacity "0.5" → "0.6"']);
    expect(await lines(of({}), of({ effect: "Multiply" }))).toEqual(['page 1: colour changed at 1.0,1.0: effect "" → "Multiply"']);
  });
});

describe("what lies over what (DF-10)", () => {
  const red = box(10, 10, 40, 40, { paint: "#FF0000" });
  const blue = box(30, 30, 40, 40, { paint: "#0000FF" });
  const far = box(150, 150, 40, 40, { paint: "#00FF00" });
  test("exchanged marks that overlap are one difference, others none", async () => {
    const report = await diff(drawn(red, blue), drawn(blue, red));
    expect(report.differences).toMatchObject([{ kind: "drawing", change: "changed", property: "order" }]);
    expect(await lines(drawn(red, far), drawn(far, red))).toEqual([]);
  });
  test("marks that only touch do not overlap", async () => {
    const right = box(50, 10, 40, 40);
    expect(await lines(drawn(red, right), drawn(right, red))).toEqual([]);
  });
  test("a box that covers words is one difference, for whatever is below it", async () => {
    const words = line("words below a box", 12, 20);
    const cover = box(10, 10, 100, 40);
    const below = made([page({ drawings: [{ ...cover, order: 1 }], words: words.map((w, k) => ({ ...w, order: 2 + k })) })]);
    const above = made([page({ drawings: [{ ...cover, order: 9 }], words: words.map((w, k) => ({ ...w, order: 2 + k })) })]);
    expect(await lines(below, above)).toEqual(["page 1: drawing changed at 10.0,10.0: order"]);
    expect(await lines(below, above, { ignore: "drawing" })).toEqual([]);
  });
  test("boxes of words on neighbouring lines overlap, their letters do not", async () => {
    const first = word("first", 20, 20);
    const second = word("second", 20, 24.5);
    const a = made([page({ words: [first, second] })]);
    const b = made([page({ words: [second, first] })]);
    expect(await lines(a, b)).toEqual([]);
  });
});

describe("pictures (DF-11)", () => {
  const with_ = (...pictures: readonly ReturnType<typeof picture>[]): ReturnType<typeof made> => made([page({ pictures })]);
  test("pixels, place, and both", async () => {
    expect((await diff(with_(picture(10, 10, 20, "aa")), with_(picture(10, 10, 20, "bb")))).differences).toMatchObject([
      { kind: "picture", change: "changed", property: "pixels", rect_mm: { a: [10, 10, 30, 30], b: [10, 10, 30, 30] } },
    ]);
    expect(await lines(with_(picture(10, 10, 20, "aa")), with_(picture(50, 10, 20, "aa")))).toEqual([
      'page 1: picture moved at 10.0,10.0 to 50.0,10.0: "64 × 64 pixels aa"',
    ]);
    expect(
      (await diff(with_(picture(10, 10, 20, "aa")), with_(picture(150, 10, 20, "bb")))).differences.map(({ change }) => change),
    ).toEqual(["removed", "added"]);
  });
  test("a picture that is turned in its box", async () => {
    expect(
      (await diff(with_(picture(10, 10, 20, "aa")), with_(picture(10, 10, 20, "aa", { matrix: [-20, 0, 0, 20, 30, 10] })))).differences,
    ).toMatchObject([{ kind: "picture", change: "changed", property: "matrix" }]);
  });
  test("opacity", async () => {
    expect(await lines(with_(picture(10, 10, 20, "aa")), with_(picture(10, 10, 20, "aa", { opacity: 0.2 })))).toEqual([
      'page 1: picture changed at 10.0,10.0: opacity "1" → "0.2"',
    ]);
  });
});

describe("links (DF-12)", () => {
  const rect = [20, 20, 40, 25] as const;
  const two = (...links: readonly ReturnType<typeof link>[]): ReturnType<typeof made> =>
    made([page({ links }), page({ words: line("target", 20, 20) })]);
  test("box, target, alt and border", async () => {
    expect(await lines(two(link(rect, "https://a.example")), two(link([20, 30, 40, 35], "https://a.example")))).toEqual([
      'page 1: link moved at 20.0,20.0 to 20.0,30.0: "https://a.example"',
    ]);
    expect(await lines(two(link(rect, "https://a.example")), two(link(rect, "https://a.example", null, { alt: "A" })))).toEqual([
      'page 1: link changed at 20.0,20.0: alt "" → "A"',
    ]);
    expect(await lines(two(link(rect, "https://a.example")), two())).toEqual(['page 1: link removed at 20.0,20.0: "https://a.example"']);
  });
  test("targets in the document are pages of a pair: a page put in before moves no link", async () => {
    const a = two(link(rect, "page 2 at 20.0,30.0", 1, { at: [20, 30] }));
    const shifted = link(rect, "page 3 at 20.0,30.0", 2, { at: [20, 30] });
    const b = made([page({ words: line("put in", 50, 50) }), page({ links: [shifted] }), a.pages[1]!]);
    expect(await lines(a, b)).toEqual(["page -/1: page added"]);
  });
  test("another page, place or view is another target", async () => {
    const of = (target: string, to: number, at: readonly [number | null, number | null] | null): ReturnType<typeof made> =>
      two(link(rect, target, to, { at }));
    const a = of("page 2 at 20.0,30.0", 1, [20, 30]);
    expect(await lines(a, of("page 1 at 20.0,30.0", 0, [20, 30]))).toEqual([
      'page 1: link changed at 20.0,20.0: target "page 2 at 20.0,30.0" → "page 1 at 20.0,30.0"',
    ]);
    expect(await lines(a, of("page 2 at 20.0,30.1", 1, [20, 30.1]))).toHaveLength(1);
    expect(await lines(a, of("page 2 at 20.0,30.0", 1, [20, 30.04]))).toEqual([]);
    expect(await lines(a, of("page 2, Fit", 1, null))).toHaveLength(1);
  });
});

describe("leaving out (DF-16)", () => {
  const dated = (date: string, ...more: ReturnType<typeof line>): ReturnType<typeof made> =>
    made([page({ words: [...line(date, 150, 10), ...line("body", 20, 50), ...more] }), page({ words: line(date, 150, 10) })]);
  test("what lies wholly in an area is no fact, on all pages or on one", async () => {
    const a = dated("2026-01-01");
    const b = dated("2026-02-02");
    expect((await diff(a, b)).counts).toEqual({ word: 2 });
    expect((await diff(a, b, { ignoreAreas: ["140,0,60,20"] })).equal).toBe(true);
    expect((await diff(a, b, { ignoreAreas: ["1:140,0,60,20"] })).differences.map(({ page: at }) => at)).toEqual([{ a: 2, b: 2 }]);
    expect((await diff(a, b, { ignoreAreas: ["155,0,60,20"] })).counts).toEqual({ word: 2 });
  });
  test("a page of an area is a page of A, also for what was put in before", async () => {
    const a = dated("2026-01-01");
    const b = made([page({ words: line("put in", 20, 20) }), ...dated("2026-02-02").pages]);
    const report = await diff(a, b, { ignoreAreas: ["1:140,0,60,20", "2:140,0,60,20"] });
    expect(report.differences.map(({ message }) => message)).toEqual(["page -/1: page added"]);
  });
  test("a kind left out counts for nothing", async () => {
    const a = made([page({ words: line("one two", 20, 20), drawings: [box(100, 100, 5, 5)] })]);
    const b = made([page({ words: line("one three", 20, 20), drawings: [box(120, 100, 5, 5)] })]);
    expect((await diff(a, b)).counts).toEqual({ word: 1, drawing: 1 });
    expect(await diff(a, b, { ignore: "word" })).toMatchObject({ counts: { drawing: 1 }, equal: false });
    expect(await diff(a, b, { only: "font,page" })).toMatchObject({ counts: {}, equal: true, differences: [], differing: [] });
  });
  test("words that are left out do not make pages unlike", async () => {
    const a = made([page({ words: line("alpha beta", 20, 20) }), page({ words: line("gamma delta", 20, 20) })]);
    const b = made([page({ words: line("other text", 20, 20) }), page({ words: line("new words", 20, 20) })]);
    expect(await diff(a, b, { ignore: ["word"] })).toMatchObject({
      equal: true,
      pages: [
        [1, 1],
        [2, 2],
      ],
    });
  });
});
