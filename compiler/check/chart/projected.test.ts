import { describe, expect, test } from "vitest";
import { chartOf, named, SALES, saidOf, type SeriesPart } from "../../../tests/support/named-data.js";
import type { ChartElement } from "../../request/types/chart.js";
import type { ChartProjection, DatasetRow } from "../../request/types/data.js";

/* Chart rules apply; problems name the reference, the projection's part and the dataset's cell. */
const shape = { type: "chart", dataset: "sales" } as const;
const own = { field: "plain", name: "A" } as const;
const category = (over: SeriesPart = {}): ChartProjection => ({
  ...shape,
  category: { field: "month" },
  series: [{ ...own, ...over }],
});
const XY: ChartProjection = { ...shape, shape: "xy", x: { field: "plain" }, series: [{ field: "amount", name: "A", size: "plain" }] };
const HEAT: ChartProjection = {
  ...shape,
  shape: "heatmap",
  x: { field: "month" },
  y: { field: "kind" },
  series: [{ field: "amount", name: "A", colors: ["#FFFFFF", "#000000"] }],
};
const said = (kind: ChartElement["kind"], projection: ChartProjection, rows: readonly DatasetRow[] = SALES.rows): readonly string[] =>
  saidOf(named({ c: projection }, [chartOf("c", kind)], { sales: { ...SALES, rows: [...rows] } }));
const changed = (row: number, values: DatasetRow): readonly DatasetRow[] => SALES.rows.map((r, i) => (i === row ? { ...r, ...values } : r));

describe("projected data", () => {
  test.each<[ChartElement["kind"], ChartProjection, readonly DatasetRow[]]>([
    ["bar", category(), SALES.rows],
    ["line", category({ field: "cost" }), SALES.rows],
    ["area", category(), SALES.rows],
    ["combo", category({ kind: "bar" }), SALES.rows],
    ["pie", category(), SALES.rows],
    ["donut", category(), SALES.rows],
    ["waterfall", category({ field: "cost", point_kind: "kind" }), changed(2, { cost: 5 })],
    ["range", category({ field: "cost", lower: "cost", upper: "cost" }), SALES.rows],
    ["scatter", XY, SALES.rows],
    ["heatmap", HEAT, SALES.rows],
  ])("of a %s chart passes its rules", (kind, projection, rows) => {
    expect(said(kind, projection, rows)).toEqual([]);
  });

  test.each<[string, readonly string[], string]>([
    [
      "a share",
      said("pie", category({ field: "amount" })),
      "series[0].field, datasets.sales.rows[1].amount: must be a number of at least 0, in a pie chart; found -40",
    ],
    ["a label", said("bar", category(), changed(1, { month: "a\nb" })), "category, datasets.sales.rows[1].month: "],
    [
      "a doubled label",
      said("pie", category(), changed(1, { month: "Jan " })),
      'category, datasets.sales.rows[1].month: must be a label that no other has, as in a pie chart; found "Jan "',
    ],
    [
      "a bound",
      said("range", category({ field: "cost", lower: "cost", upper: "amount" }), changed(2, { cost: 9 })),
      "series[0].lower, datasets.sales.rows[1].cost: the bounds of a range are both numbers or both null; found null",
    ],
    [
      "a step",
      said("waterfall", category({ point_kind: "kind" })),
      "series[0].field, datasets.sales.rows[1].plain: must be null for a subtotal, which is computed; found 2",
    ],
    ["a row of a heatmap", said("heatmap", HEAT, changed(1, { kind: " " })), "y, datasets.sales.rows[1].kind: "],
    [
      "a number",
      said("scatter", XY, changed(0, { amount: 1e305 })),
      "series[0].field, datasets.sales.rows[0].amount: must be from -1e+300 to 1e+300; found 1e+305",
    ],
    [
      "a coordinate",
      said("scatter", XY, changed(0, { plain: 1e305 })),
      "x, datasets.sales.rows[0].plain: must be from -1e+300 to 1e+300; found 1e+305",
    ],
    [
      "a doubled name",
      said("bar", { ...category(), series: [own, own] }),
      'series[1].name: must be a name that no other series has; found "A"',
    ],
    ["a look", said("bar", category({ marker: { size: 1 } })), "series[0].marker: "],
  ])("says where %s is from that is wrong", (_, found, where) => {
    expect(found[0]).toContain(`pages[0].elements[0].data.projection: from projections.c.${where}`);
  });
});
