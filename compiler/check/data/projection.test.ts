import { describe, expect, test } from "vitest";
import { CHART, chartOf, named, problemsIn, SALES, saidOf, TABLE } from "../../../tests/named-data.js";
import type { NumberFormat } from "../../request/types/common.js";
import type { ChartFillStyle } from "../../request/types/chart.js";
import type {
  ChartProjection,
  ChartProjectionFields,
  DatasetDefinition,
  ProjectionColumn,
  ProjectionSeries,
  ProjectionSeriesFields,
} from "../../request/types/data.js";

const FIELDS = "month, amount, cost, share, plain, closed, note, kind";
const columns = (...list: ProjectionColumn[]): readonly string[] => saidOf(named({ t: { ...TABLE, columns: list } }));
const chart = (over: Partial<ChartProjectionFields>, datasets: Record<string, DatasetDefinition> = { sales: SALES }): readonly string[] =>
  saidOf(named({ c: { ...CHART, ...over } as ChartProjection }, [], datasets));
const series = (...list: Partial<ProjectionSeriesFields>[]): readonly string[] =>
  chart({ series: list.map((s, i) => ({ field: "amount", name: `S${i}`, ...s }) as ProjectionSeries) });
const XY: ChartProjection = {
  type: "chart",
  dataset: "sales",
  shape: "xy",
  x: { field: "plain" },
  series: [{ field: "amount", name: "A" }],
};
const HEAT: ChartProjection = {
  type: "chart",
  dataset: "sales",
  shape: "heatmap",
  x: { field: "month" },
  y: { field: "kind" },
  series: [{ field: "amount", name: "A" }],
};
const valid = (projection: ChartProjectionFields): readonly string[] => saidOf(named({ c: projection as ChartProjection }));

describe("a table projection", () => {
  test("may show a field more than once, under other keys, in any order", () => {
    expect(columns({ field: "amount" }, { field: "amount", key: "formatted", format: {} }, { field: "month", key: "any text: ü" })).toEqual(
      [],
    );
  });
  test("has at least one column", () => {
    expect(columns()).toEqual(["projection-columns projections.t.columns: at least one column is needed, found none"]);
  });
  test("names fields of its dataset, as they are written", () => {
    expect(columns({ field: "month" }, { field: "Month" })).toEqual([
      `projection-field projections.t.columns[1].field: did you mean "month"? must be a field of the dataset sales, one of ${FIELDS}; found "Month"`,
    ]);
    expect(columns({ field: "constructor" })[0]).toContain('found "constructor"');
  });
  test("has keys that are not empty, and unique", () => {
    expect(columns({ field: "month", key: "" })).toEqual([
      'projection-key projections.t.columns[0].key: must be a key that is not empty; found ""',
    ]);
    const twice = "must be a key that no other column has";
    expect(columns({ field: "month" }, { field: "month" })).toEqual([
      `projection-key projections.t.columns[1].field: ${twice}; found "month"`,
    ]);
    expect(columns({ field: "month" }, { field: "amount", key: "month" })).toEqual([
      `projection-key projections.t.columns[1].key: ${twice}; found "month"`,
    ]);
  });
  test.each(["month", "closed"])("formats no %s", (field) => {
    expect(columns({ field, format: {} })).toEqual([
      `projection-format projections.t.columns[0].format: only numbers are formatted; found a format on a field of type ${field === "month" ? "string" : "boolean"}`,
    ]);
  });
  test.each<NumberFormat>([
    { notation: "standard", decimals: 0, grouping: true, prefix: "", suffix: " €" },
    { notation: "compact", decimals: 6, grouping: false, prefix: "tab\t" },
  ])("takes the format %j", (format) => {
    expect(columns({ field: "amount", format })).toEqual([]);
  });
  test.each<[NumberFormat, string]>([
    [{ decimals: -1 }, "decimals: must be from 0 to 6; found -1"],
    [{ decimals: 7 }, "decimals: must be from 0 to 6; found 7"],
    [{ decimals: 9_999_999 }, "decimals: must be from 0 to 6; found 9999999"],
    ...[..."\f\r\n\u0085\u2028\u2029"].map((end): [NumberFormat, string] => [
      { prefix: `a${end}b` },
      `prefix: a prefix is a single line; found U+${end.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
    ]),
    [{ suffix: "\n" }, "suffix: a suffix is a single line; found U+000A"],
  ])("refuses the format %j", (format, said) => {
    expect(columns({ field: "amount", format })).toEqual([`number-format projections.t.columns[0].format.${said}`]);
    expect(series({ format })).toEqual([`number-format projections.c.series[0].format.${said}`]);
  });
});

describe("a chart projection's coordinates", () => {
  test.each([CHART, { ...CHART, shape: "category" }, XY, HEAT] satisfies ChartProjectionFields[])("may be those of %j", (projection) => {
    expect(valid(projection)).toEqual([]);
  });
  test.each<[Partial<ChartProjectionFields>, string]>([
    [{ shape: "xy" }, "category: a projection of shape xy has the coordinates x; found category"],
    [{ x: { field: "plain" } }, "x: a projection of shape category has the coordinates category; found x"],
    [{ y: { field: "month" } }, "y: a projection of shape category has the coordinates category; found y"],
  ])("are no others: %j", (over, said) => {
    expect(chart(over)).toContain(`projection-shape projections.c.${said}`);
  });
  test("are all there", () => {
    const { category: _, ...none } = CHART;
    expect(valid(none)).toEqual(["projection-shape projections.c.category: it is missing: a projection of shape category needs it"]);
    expect(valid({ ...none, shape: "xy" })).toEqual(["projection-shape projections.c.x: it is missing: a projection of shape xy needs it"]);
    expect(valid({ ...none, shape: "heatmap", x: { field: "month" } })).toEqual([
      "projection-shape projections.c.y: it is missing: a projection of shape heatmap needs it",
    ]);
    expect(valid({ ...XY, y: { field: "amount" } })).toEqual([
      "projection-shape projections.c.y: a projection of shape xy has the coordinates x; found y",
    ]);
  });
  const type = (found: string, is: string, wanted: string): string => `must be a field of type ${wanted}; found "${found}", of type ${is}`;
  const nullable = (found: string): string => `must be a field that is not nullable; found "${found}"`;
  test.each<[ChartProjectionFields, string, string]>([
    [{ ...CHART, category: { field: "amount" } }, "category", type("amount", "number", "string")],
    [{ ...CHART, category: { field: "closed" } }, "category", type("closed", "boolean", "string")],
    [{ ...CHART, category: { field: "note" } }, "category", nullable("note")],
    [{ ...XY, x: { field: "month" } }, "x", type("month", "string", "number")],
    [{ ...HEAT, x: { field: "plain" } }, "x", type("plain", "number", "string")],
    [{ ...HEAT, y: { field: "note" } }, "y", nullable("note")],
  ])("are fields of the right type: %j", (projection, coordinate, said) => {
    expect(valid(projection)).toEqual([`projection-field-type projections.c.${coordinate}.field: ${said}`]);
  });
  test("are known fields", () => {
    expect(chart({ category: { field: "day" } })).toEqual([
      `projection-field projections.c.category.field: must be a field of the dataset sales, one of ${FIELDS}; found "day"`,
    ]);
  });
  test("along x, each point has a number; a nullable field without nulls will do", () => {
    const filled = { ...SALES, rows: SALES.rows.map((row) => ({ ...row, cost: 1 })) };
    expect(chart({ ...XY, x: { field: "cost" }, category: undefined as never }, { sales: filled })).toEqual([]);
    expect(valid({ ...XY, x: { field: "cost" } })).toEqual([
      "projection-value projections.c.x.field: from datasets.sales.rows[1].cost: each point has a number; found null",
      "projection-value projections.c.x.field: from datasets.sales.rows[2].cost: each point has a number; found null",
    ]);
  });
});

describe("a chart projection's series", () => {
  test("is one at least, and one for a heatmap", () => {
    expect(series()).toEqual(["projection-series projections.c.series: at least one series is needed, found none"]);
    expect(valid({ ...HEAT, series: [...HEAT.series, { field: "amount", name: "B" }] })).toEqual([
      "projection-series projections.c.series: a projection of shape heatmap has exactly one series; found 2 series",
    ]);
  });
  test("has a number field, which may be nullable, and a name", () => {
    expect(series({ field: "cost" })).toEqual([]);
    expect(series({ field: "month" })).toEqual([
      'projection-field-type projections.c.series[0].field: must be a field of type number; found "month", of type string',
    ]);
    expect(series({ name: " " })).toEqual([
      'projection-series-name projections.c.series[0].name: must be a name that is not blank; found " "',
    ]);
  });
  test("has lower and upper as a pair of number fields, in category shape", () => {
    expect(series({ lower: "cost", upper: "amount" })).toEqual([]);
    expect(series({ lower: "cost" })).toEqual([
      "projection-shape projections.c.series[0].upper: it is missing: lower and upper come as a pair",
    ]);
    expect(series({ upper: "cost" })).toEqual([
      "projection-shape projections.c.series[0].lower: it is missing: lower and upper come as a pair",
    ]);
    expect(series({ lower: "note", upper: "amount" })).toEqual([
      'projection-field-type projections.c.series[0].lower: must be a field of type number; found "note", of type string',
    ]);
    expect(valid({ ...XY, series: [{ field: "amount", name: "A", lower: "cost", upper: "cost" }] })).toEqual([
      "projection-shape projections.c.series[0].lower: only shape category has it; found lower in a projection of shape xy",
      "projection-shape projections.c.series[0].upper: only shape category has it; found upper in a projection of shape xy",
    ]);
  });
  test("has kinds of points from a string field that is not nullable, in category shape", () => {
    expect(series({ point_kind: "kind" })).toEqual([]);
    expect(series({ point_kind: "plain" })).toEqual([
      'projection-field-type projections.c.series[0].point_kind: must be a field of type string; found "plain", of type number',
    ]);
    expect(series({ point_kind: "note" })).toEqual([
      'projection-field-type projections.c.series[0].point_kind: must be a field that is not nullable; found "note"',
    ]);
    expect(series({ point_kind: "month" })[0]).toBe(
      'projection-value projections.c.series[0].point_kind: from datasets.sales.rows[0].month: must be one of delta, subtotal, total; found "Jan"',
    );
    expect(valid({ ...HEAT, series: [{ field: "amount", name: "A", point_kind: "kind" }] })).toEqual([
      "projection-shape projections.c.series[0].point_kind: only shape category has it; found point_kind in a projection of shape heatmap",
    ]);
  });
  test("has positive sizes from a number field, in xy shape; a point may have none", () => {
    const sized = (size: string): readonly string[] => valid({ ...XY, series: [{ field: "amount", name: "A", size }] });
    expect(sized("plain")).toEqual([]);
    expect(sized("cost")).toEqual([]);
    expect(sized("share")).toEqual([
      "projection-value projections.c.series[0].size: from datasets.sales.rows[1].share: a size must be greater than 0; found 0",
    ]);
    expect(sized("amount")[0]).toContain("from datasets.sales.rows[1].amount: a size must be greater than 0; found -40");
    expect(sized("month")[0]).toContain("must be a field of type number");
    expect(series({ size: "plain" })).toEqual([
      "projection-shape projections.c.series[0].size: only shape xy has it; found size in a projection of shape category",
    ]);
  });
  test("looks as a chart's series may", () => {
    expect(series({ color: "#112233", colors: ["#112233"], stroke: { width: 1 }, kind: "bar", stack: { group: "g" } })).toEqual([]);
    expect(series({ color: "red" })[0]).toMatch(/^color projections\.c\.series\[0\]\.color: did you mean "#FF0000"\?/);
    expect(series({ colors: ["#112233", "red"] })[0]).toMatch(/^color projections\.c\.series\[0\]\.colors\[1\]: did you mean "#FF0000"\?/);
    expect(series({ fill: {} as ChartFillStyle })[0]).toMatch(/^chart-fill projections\.c\.series\[0\]\.fill: /);
    expect(series({ marker: { size: 0 } })[0]).toMatch(/^positive projections\.c\.series\[0\]\.marker\.size/);
    expect(series({ stroke: { width: -1 } })[0]).toMatch(/^not-negative projections\.c\.series\[0\]\.stroke\.width/);
  });
});

describe("units", () => {
  const mixed = (a: string, b: string, axis: "primary" | "secondary" = "primary"): readonly string[] =>
    series({ field: a }, { field: b, value_axis: axis });
  test("along one value axis are the same, or none is declared; the other axis has its own", () => {
    expect(mixed("amount", "cost")).toEqual([]);
    expect(mixed("plain", "plain")).toEqual([]);
    expect(mixed("amount", "share", "secondary")).toEqual([]);
    expect(mixed("amount", "plain", "secondary")).toEqual([]);
  });
  test("that differ are refused", () => {
    const shares = "what shares the primary value axis has one unit";
    expect(mixed("amount", "share")).toEqual([
      `projection-unit projections.c.series[1].field: ${shares}; found share in "percent", but amount in "EUR"`,
    ]);
    expect(mixed("amount", "plain")).toEqual([
      `projection-unit projections.c.series[1].field: ${shares}; found plain without a unit, but amount in "EUR"`,
    ]);
    expect(series({ field: "amount", lower: "plain", upper: "cost" })).toEqual([
      `projection-unit projections.c.series[0].lower: ${shares}; found plain without a unit, but amount in "EUR"`,
    ]);
    expect(series({ value_axis: "secondary" }, { field: "plain", value_axis: "secondary" })[0]).toContain(
      "shares the secondary value axis",
    );
  });
});

describe("a heatmap's cells", () => {
  const rows = [
    ["Mon", "9h"],
    ["Tue", "9h"],
    ["Mon", "10h"],
  ];
  const days = (more: readonly string[][]): DatasetDefinition => ({
    fields: [
      { key: "d", type: "string" },
      { key: "h", type: "string" },
      { key: "v", type: "number", nullable: true },
    ],
    rows: [...rows, ...more].map(([d, h]) => ({ d: d!, h: h!, v: null })),
  });
  const heat: ChartProjection = { ...HEAT, x: { field: "d" }, y: { field: "h" }, series: [{ field: "v", name: "V" }] };
  test("need not all have a row", () => {
    expect(saidOf(named({ c: heat }, [], { sales: days([]) }))).toEqual([]);
  });
  test("have no second one, not even without a value", () => {
    expect(
      saidOf(
        named({ c: heat }, [], {
          sales: days([
            ["Tue", "10h"],
            ["Tue", "9h"],
          ]),
        }),
      ),
    ).toEqual([
      'heatmap-cell projections.c: from datasets.sales.rows[4]: a cell of the heatmap has one value: "Tue", "9h" is in rows 1 and 4',
    ]);
  });
});

test("of a dataset with problems, only what it has been declared with is looked at, and consumers say nothing", () => {
  const broken: DatasetDefinition = { ...SALES, rows: [{ ...SALES.rows[0]!, share: "x", kind: "no" }] };
  const request = named({ c: { ...CHART, series: [{ field: "amount", name: "A", point_kind: "kind" }] } }, [chartOf("c", "pie")], {
    sales: broken,
  });
  expect(problemsIn(request).map((p) => p.rule)).toEqual(["row-value"]);
});
