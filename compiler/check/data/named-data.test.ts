import { describe, expect, test } from "vitest";
import { CHART, chartOf, named, problemsIn, SALES, saidOf, TABLE, tableOf } from "../../../tests/support/named-data.js";
import type { ChartElement } from "../../request/types/chart.js";
import type { ChartProjection, DatasetDefinition, TableProjection } from "../../request/types/data.js";
import type { FixedCanvasRequest } from "../../request/types/document.js";
import type { Element } from "../../request/types/element.js";

const table = (...elements: Element[]): FixedCanvasRequest => named({ t: TABLE, c: CHART }, elements);
const container = (...elements: Element[]): Element => ({
  type: "container",
  layout: { left: 1, flow: true, children: { mode: "linear" } },
  width: 50,
  elements,
});

const IN_LAYER = { left: 1, top: 1, children: { mode: "linear" as const } };

describe("a reference", () => {
  test("may be anywhere a table or chart may be", () => {
    const { layout: _, ...inLine } = chartOf("c");
    const placed = { ...tableOf("t", "month", "a"), layout: { left: 1, top: 1 } };
    const section = { layout: { height: 50 }, elements: [placed, chartOf("c")] };
    const charts = { elements: [{ ...chartOf("c"), layout: { left: 1, top: 1 } }] };
    expect(
      saidOf({
        ...table(tableOf("t", "a", "month"), chartOf("c"), container(inLine as Element)),
        header: { ...section, elements: section.elements.map((el) => ({ ...el, layout: { left: 1, top: 1 } })) },
        layers: { background: charts, stamp: charts },
      }),
    ).toEqual([]);
  });
  test("is to a projection there is", () => {
    expect(saidOf(table(tableOf("x", "a")))).toEqual([
      'projection-name pages[0].elements[0].rows.projection: must be a projection of the request, one of t, c; found "x"',
    ]);
    expect(saidOf({ pages: [{ size: "a4", elements: [chartOf("constructor")] }] })).toEqual([
      'projection-name pages[0].elements[0].data.projection: must be a projection of the request, none is defined; found "constructor"',
    ]);
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`p${i}`, TABLE]));
    expect(saidOf(named(many, [tableOf("P1", "a")]))[0]).toMatch(/one of p0, p1, p2, p3, p4, p5, p6 and 3 more; found "/);
  });
  test("of a table is to a table projection, of a chart to a chart projection", () => {
    expect(saidOf(table(tableOf("c", "a")))).toEqual([
      "projection-type pages[0].elements[0].rows.projection: from projections.c: must be a table projection; found a chart projection: the request defines t",
    ]);
    expect(saidOf(named({ t: TABLE }, [chartOf("t")]))).toEqual([
      "projection-type pages[0].elements[0].data.projection: from projections.t: must be a chart projection; found a table projection: no chart projection is defined",
    ]);
  });
  test("to what has problems of its own is silent: they are told once, where they are", () => {
    const bad = { ...TABLE, columns: [{ field: "nothing" }] };
    const found = saidOf(named({ t: bad }, [tableOf("t", "a"), tableOf("t", "b")]));
    expect(found.map((s) => s.split(":")[0])).toEqual(["projection-field projections.t.columns[0].field"]);
  });
  test("in a place where no table may be says that alone", () => {
    expect(saidOf(table(container(tableOf("x", "a")))).map((s) => s.split(" ")[0])).toEqual(["table-location"]);
  });
});

describe("a table's columns", () => {
  test("are those that its projection gives, in any order", () => {
    expect(saidOf(table(tableOf("t", "a", "month")))).toEqual([]);
  });
  const same =
    "projection-keys pages[0].elements[0].rows.projection: the keys of the table's columns and of the projection must be the same";
  test.each([
    [["a"], "the table has no column month"],
    [["month", "a", "b"], "it has no field for b"],
    [["month", "A"], "it has no field for A, and the table has no column a"],
  ])("are not %j", (keys, said) => {
    expect(saidOf(table(tableOf("t", ...keys)))).toEqual([`${same}: ${said}`]);
  });
  test("may have any key that JSON has", () => {
    expect(saidOf(named({ t: { ...TABLE, columns: [{ field: "month", key: "__proto__" }] } }, [tableOf("t", "__proto__")]))).toEqual([]);
  });
});

describe("a chart's kind", () => {
  const XY: ChartProjection = {
    type: "chart",
    dataset: "sales",
    shape: "xy",
    x: { field: "plain" },
    series: [{ field: "amount", name: "A" }],
  };
  const HEAT: ChartProjection = { ...XY, shape: "heatmap", x: { field: "month" }, y: { field: "kind" } };
  const own = { field: "amount", name: "A" } as const;
  const PROJECTIONS: Readonly<Record<string, ChartProjection>> = {
    category: CHART,
    xy: XY,
    heatmap: HEAT,
    kinds: { ...CHART, series: [{ ...own, kind: "bar" }] },
    bounds: { ...CHART, series: [{ ...own, lower: "cost", upper: "amount" }] },
    steps: { ...CHART, series: [{ ...own, point_kind: "kind" }] },
  };
  const TAKES: Readonly<Record<ChartElement["kind"], readonly string[]>> = {
    bar: ["category", "kinds"],
    line: ["category", "kinds"],
    area: ["category", "kinds"],
    combo: ["kinds"],
    pie: ["category", "kinds"],
    donut: ["category", "kinds"],
    waterfall: ["category", "kinds", "steps"],
    scatter: ["xy"],
    range: ["bounds"],
    heatmap: ["heatmap"],
  };
  test.each(Object.entries(TAKES))("%s takes %j", (kind, takes) => {
    const taken = Object.keys(PROJECTIONS).filter((name) => {
      const found = problemsIn(named(PROJECTIONS, [chartOf(name, kind as ChartElement["kind"])]));
      return !found.some((p) => p.rule === "projection-fit");
    });
    expect(taken).toEqual(takes);
  });
  test.each<[ChartElement["kind"], string, string]>([
    ["bar", "xy", 'xy.shape: must be "category" for a bar chart; found "xy"'],
    ["scatter", "category", 'category.shape: must be "xy" for a scatter chart; found "category"'],
    ["heatmap", "category", 'category.shape: must be "heatmap" for a heatmap chart; found "category"'],
    ["combo", "category", "category.series[0].kind: it is missing: each series of a combo chart is a bar, a line or an area"],
    ["range", "category", "category.series[0].lower: it is missing: each series of a range chart has lower and upper"],
    ["line", "bounds", "bounds.series[0].lower: only range charts have bounds: leave lower out for a line chart"],
    ["bar", "steps", "steps.series[0].point_kind: only waterfall charts have kinds of points: leave point_kind out for a bar chart"],
  ])("%s refuses %s, telling why", (kind, name, said) => {
    expect(saidOf(named(PROJECTIONS, [chartOf(name, kind)]))).toEqual([
      `projection-fit pages[0].elements[0].data.projection: from projections.${said}`,
    ]);
  });
});

describe("limits of references", () => {
  const tables = (n: number): Element[] => Array.from({ length: n }, () => tableOf("t", "month", "a"));
  test("256 are allowed, repeats included, wherever they are; the first one over is named", () => {
    expect(saidOf(table(...tables(256)))).toEqual([]);
    expect(saidOf(table(...tables(257)))).toEqual([
      "references-count pages[0].elements[256].rows.projection: must be at most 256 (PLATEN_LIMIT_PROJECTION_REFERENCES); found 257 references to projections in the request",
    ]);
    const { pages } = table(...tables(200), chartOf("c"));
    const placed = { ...tableOf("t", "month", "a"), layout: { left: 1, top: 1 } };
    const header = { layout: { height: 50 }, elements: Array.from({ length: 40 }, () => placed) };
    const { layout: _, ...inLine } = chartOf("c");
    const charts = { elements: Array.from({ length: 8 }, () => ({ ...container(inLine as Element), layout: IN_LAYER }) as Element) };
    const rest = { datasets: { sales: SALES }, projections: { t: TABLE, c: CHART } };
    const counted = (request: FixedCanvasRequest): readonly string[] => saidOf(request).filter((s) => s.startsWith("references-count"));
    expect(counted({ ...rest, header, layers: { stamp: charts, background: charts }, pages: pages! })).toEqual([
      "references-count pages[0].elements[200].data.projection: must be at most 256 (PLATEN_LIMIT_PROJECTION_REFERENCES); found 257 references to projections in the request",
    ]);
    expect(counted({ ...rest, pages: pages!, header, layers: { stamp: charts, background: charts } })[0]).toContain(
      "layers.background.elements[7].elements[0].data.projection",
    );
  });

  const wide = (rows: number, columns: number, text: string | number): FixedCanvasRequest => {
    const dataset: DatasetDefinition = {
      fields: [{ key: "f", type: typeof text as "string" | "number" }],
      rows: Array.from({ length: rows }, () => ({ f: text })),
    };
    const projection: TableProjection = {
      type: "table",
      dataset: "d",
      columns: Array.from({ length: columns }, (_, i) => ({ field: "f", key: `k${i}` })),
    };
    return named({ t: projection }, [tableOf("t", ...projection.columns.map((c) => c.key!))], { d: dataset });
  };
  const SETTINGS: Readonly<Record<string, string>> = {
    cells: "CELLS",
    "bytes of strings in UTF-8": "BYTES",
    "bytes of memory, by estimate,": "HEAP_BYTES",
  };
  const limit = (rule: string, found: number, what: string, most: number): string =>
    `${rule} pages[0].elements[0].rows.projection: from projections.t: must be at most ${most} (PLATEN_LIMIT_OUTPUT_${SETTINGS[what]!}) ${what} for one reference; found ${found}`;

  test("65,536 cells are allowed, of each reference alone", () => {
    expect(saidOf(wide(1024, 64, 1))).toEqual([]);
    expect(saidOf(wide(1024, 65, 1))).toEqual([limit("projected-size", 66_560, "cells", 65_536)]);
    const twice = wide(1024, 64, 1);
    expect(saidOf({ ...twice, pages: [...twice.pages!, ...twice.pages!] })).toEqual([]);
    const unused = wide(1024, 65, 1);
    expect(saidOf({ ...unused, pages: [{ size: "a4" }] })).toEqual([]);
  });
  test("2,097,152 bytes of strings are allowed, in UTF-8", () => {
    expect(saidOf(wide(1024, 2, "é".repeat(512)))).toEqual([]);
    expect(saidOf(wide(1024, 3, "é".repeat(342)))).toEqual([limit("projected-size", 2_101_248, "bytes of strings in UTF-8", 2_097_152)]);
  });
  test("5,242,880 bytes of memory are allowed, by an estimate: 48 a row, 16 a value, 24 a string and 2 for each of its characters", () => {
    expect(512 * (48 + 56 * (16 + 24 + 2 * 71))).toBe(5_242_880);
    expect(saidOf(wide(512, 56, "x".repeat(71)))).toEqual([]);
    expect(saidOf(wide(512, 56, "x".repeat(72)))).toEqual([limit("projected-size", 5_300_224, "bytes of memory, by estimate,", 5_242_880)]);
  });
  test("numbers that are formatted count as the strings that they become", () => {
    const request = wide(1024, 60, 1234.5);
    const formatted = (prefix: string): readonly string[] => {
      const t = request.projections!["t"] as TableProjection;
      return saidOf({
        ...request,
        projections: { t: { ...t, columns: t.columns.map((c) => ({ ...c, format: { decimals: 2, grouping: true, prefix } })) } },
      });
    };
    // "1,234.50": 8 characters
    expect(formatted("")).toEqual([]);
    expect(formatted("x".repeat(13))).toEqual([]);
    expect(formatted("x".repeat(15))).toEqual([
      limit("projected-size", 1024 * (48 + 60 * (40 + 2 * 23)), "bytes of memory, by estimate,", 5_242_880),
    ]);
  });
  test("a heatmap's empty cells count, and are never made beyond the bound", () => {
    const dataset: DatasetDefinition = {
      fields: [
        { key: "x", type: "string" },
        { key: "y", type: "string" },
        { key: "v", type: "number" },
      ],
      rows: Array.from({ length: 1024 }, (_, i) => ({ x: `x${i}`, y: `y${i}`, v: i })),
    };
    const heat: ChartProjection = {
      type: "chart",
      dataset: "d",
      shape: "heatmap",
      x: { field: "x" },
      y: { field: "y" },
      series: [{ field: "v", name: "V" }],
    };
    expect(saidOf(named({ t: heat }, [chartOf("t", "heatmap")], { d: dataset }))).toEqual([
      limit("projected-size", 1024 * 1025, "cells", 65_536).replace("rows.projection", "data.projection"),
    ]);
  });
});
