import { describe, expect, test } from "vitest";
import { inOrder } from "../check/values/report.js";
import { messageOf, type Problem } from "./fail.js";
import { at, below, fieldOf, from, originsOf, pathOf, ROOT, stepsOf, withFields, type Src } from "./src.js";

const reference = at(ROOT, "pages", 0, "elements", 2, "data", "projection");
const column = at(ROOT, "projections", "monthly", "series", 1, "field");
const cell = at(ROOT, "datasets", "sales", "rows", 4, "net amount");
const problem = (src: Src, reason = "found -3"): Problem => ({ code: "API-002", rule: "r", src, reason });

describe("a cursor", () => {
  test("prints its path, keys that are no identifiers in quotes", () => {
    expect(pathOf(ROOT)).toBe("");
    expect(pathOf(reference)).toBe("pages[0].elements[2].data.projection");
    expect(pathOf(cell)).toBe('datasets.sales.rows[4]["net amount"]');
    expect(originsOf(reference)).toEqual([]);
  });
  test("of what came from elsewhere prints its own path, and tells where from", () => {
    const src = from(reference, from(column, cell));
    expect(pathOf(src)).toBe(pathOf(reference));
    expect(stepsOf(src)).toEqual(stepsOf(reference));
    expect(originsOf(src).map(pathOf)).toEqual([pathOf(column), pathOf(cell)]);
    expect(messageOf(problem(src))).toBe(
      'pages[0].elements[2].data.projection: from projections.monthly.series[1].field, datasets.sales.rows[4]["net amount"]: found -3',
    );
  });
  test("below what came from elsewhere is below where it came from", () => {
    const series = from(reference, at(ROOT, "projections", "monthly", "series", 1));
    expect(messageOf(problem(at(series, "stroke", "dash", 0)))).toBe(
      "pages[0].elements[2].data.projection: from projections.monthly.series[1].stroke.dash[0]: found -3",
    );
    expect(messageOf(problem(below(from(reference, from(column, cell)), "x")))).toContain(
      'field, datasets.sales.rows[4]["net amount"].x: ',
    );
  });
});

test("a cursor of an element has its fields, and is cloned to another thread without them", () => {
  const src = at(ROOT, "pages", 0, "elements", 2);
  const element = withFields(src, () => ({ width: ["style", "width"] }));
  expect(pathOf(fieldOf(element, "width")!)).toBe("pages[0].elements[2].style.width");
  expect(fieldOf(element, "height")).toBeNull();
  expect(pathOf(withFields(from(src, column), () => ({})))).toBe(pathOf(src));
  expect(originsOf(withFields(from(src, column), () => ({})))).toEqual([column]);
  for (const place of [element, at(element, "style")]) expect(messageOf(structuredClone(problem(place)))).toBe(messageOf(problem(place)));
});

test("several problems of one reference are in the order of what they came from", () => {
  const request = {
    projections: { b: {}, a: {} },
    pages: [{ elements: [{ data: { projection: "a" } }] }],
    datasets: { sales: { rows: [] } },
  };
  const here = at(ROOT, "pages", 0, "elements", 0, "data", "projection");
  const row = (i: number): Src => at(ROOT, "datasets", "sales", "rows", i);
  const sources = [
    from(here, from(at(ROOT, "projections", "a"), row(7))),
    at(ROOT, "datasets", "sales"),
    from(here, at(ROOT, "projections", "a", "series", 1)),
    from(here, from(at(ROOT, "projections", "a"), row(2))),
    here,
    at(ROOT, "projections", "a"),
  ];
  expect(
    inOrder(
      request,
      sources.map((src) => problem(src)),
    ).map((p) => sources.indexOf(p.src)),
  ).toEqual([5, 4, 3, 0, 2, 1]);
});
