import { CONTRACT_LIMITS } from "../core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "../core/world.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayList, testEngine } from "../../golden/cases.js";
import { CHART, chartOf, named, problemsIn, SALES, type SeriesPart, TABLE, tableOf } from "../../tests/support/named-data.js";
import { enough, runs } from "../../tests/support/runs.js";
import { PLAIN_NUMBERS } from "../locale/numbers.js";
import { formatNumber, type NumberFormatOptions } from "../core/number-format.js";
import { at, originsOf, pathOf, ROOT, stepsOf, type Src } from "../core/src.js";
import type { MaterializedChart, MaterializedTable } from "../request/materialized.js";
import type { ChartKind } from "../request/types/chart.js";
import type { ChartProjection, DatasetDefinition, DatasetRow, ProjectionColumn, ProjectionSeries } from "../request/types/data.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Element } from "../request/types/element.js";
import { decode } from "../request/decode.js";
import { chartSize, tableSize, tableSizeAtMost, utf8Length } from "./budget.js";
import { chartDataSrc } from "./chart-src.js";
import { materialize } from "./materialize.js";
import { tableDataSrc } from "./table-src.js";

/* Three texts, three numbers, a boolean; every second field of a type is nullable. */
const KEYS = ["s0", "s1", "s2", "n0", "n1", "n2", "b0"] as const;
const FIELDS: DatasetDefinition["fields"] = KEYS.map((key) => ({
  key,
  type: key.startsWith("s") ? "string" : key.startsWith("n") ? "number" : "boolean",
  nullable: key.endsWith("1"),
}));
const word = fc.oneof(fc.constantFrom("Jan", "Feb", "Mar", "a b", "{page}", "é", ""), fc.string({ maxLength: 4 }));
const number = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(999_950));
const row: fc.Arbitrary<DatasetRow> = fc.record(
  {
    s0: word,
    s1: fc.option(word),
    s2: fc.constantFrom("delta", "subtotal", "total"),
    n0: number,
    n1: fc.option(number),
    n2: fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
    b0: fc.boolean(),
  },
  { requiredKeys: ["s0", "s2", "n0", "n2", "b0"] },
);
const dataset = fc.array(row, { maxLength: 12 }).map((rows): DatasetDefinition => ({ fields: FIELDS, rows }));
const look: fc.Arbitrary<NumberFormatOptions> = fc.record(
  {
    notation: fc.constantFrom("standard" as const, "compact" as const),
    decimals: fc.nat(6),
    grouping: fc.boolean(),
    prefix: fc.constantFrom("$", "", "n="),
    suffix: fc.constantFrom(" €", "%", "{page}"),
  },
  { requiredKeys: [] },
);
const columns = fc
  .uniqueArray(
    fc.record({ field: fc.constantFrom(...KEYS), key: fc.constantFrom("a", "b", "c", "d e", "__proto__"), format: fc.option(look) }),
    { selector: (c) => c.key, minLength: 1, maxLength: 4 },
  )
  .map((list) =>
    list.map(({ field, key, format }): ProjectionColumn => ({ field, key, ...(format && field.startsWith("n") && { format }) })),
  );

const shown = ({ field, format }: ProjectionColumn, of: DatasetRow): string | number | boolean | null => {
  const value = Object.entries(of).find(([key]) => key === field)?.[1] ?? null;
  return format && typeof value === "number" ? formatNumber(value, format) : value;
};
const elementOf = (request: DocumentRequest): unknown =>
  materialize(request, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN }).request.pages![0]!.elements![0];
const valueAt = (request: unknown, src: Src): unknown =>
  stepsOf(src).reduce((value, step) => (value as Record<string, unknown> | undefined)?.[step as string], request);

describe("a projected table", () => {
  test("is drawn as the literal table that it stands for: no row lost, none out of order", async () => {
    await fc.assert(
      fc.asyncProperty(dataset, columns, async (sales, list) => {
        const keys = list.map((c) => c.key!).reverse();
        const projected = named({ t: { type: "table", dataset: "sales", columns: list } }, [tableOf("t", ...keys)], { sales });
        const rows = sales.rows.map((r) => Object.fromEntries(list.map((c) => [c.key!, shown(c, r)])));
        if (keys.includes("__proto__")) {
          const made = elementOf(projected) as MaterializedTable;
          expect([...made.rows].map((r) => Object.entries(r))).toEqual(rows.map((r) => Object.entries(r)));
          return;
        }
        const literal: DocumentRequest = { pages: [{ size: "a4", elements: [{ ...tableOf("t", ...keys), rows }] }] };
        const settings = { settings: { layout: { flow: true } } };
        const [a, b] = [await draw({ ...settings, ...projected }), await draw({ ...settings, ...literal })];
        expect(a).toEqual(b);
      }),
      { numRuns: runs(150) },
    );
  });

  test("has rows as an array has them", () => {
    const { rows } = elementOf(named({ t: TABLE }, [tableOf("t", "month", "a")])) as MaterializedTable;
    const all = [
      { month: "Jan", a: 1200.5 },
      { month: "Feb", a: -40 },
      { month: "Mar", a: 0 },
    ];
    expect(rows.length).toBe(3);
    expect([...rows]).toEqual(all);
    expect([0, 2, 3].map((i) => rows.at(i))).toEqual([all[0], all[2], undefined]);
    expect(JSON.parse(JSON.stringify(rows))).toEqual(all);
  });

  test("is made once, however often it is referred to, and literal rows are never copied", () => {
    const rows = [{ month: "x" }];
    const request = named({ t: TABLE }, [tableOf("t", "month", "a"), tableOf("t", "a", "month"), { ...tableOf("t", "month"), rows }]);
    const [a, b, c] = materialize(request, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN }).request
      .pages![0]!.elements as MaterializedTable[];
    expect(a!.rows).toBe(b!.rows);
    expect(c!.rows).toBe(rows);
  });

  test("tells where each cell is from", () => {
    fc.assert(
      fc.property(dataset, columns, (sales, list) => {
        const request = named({ t: { type: "table", dataset: "sales", columns: list } }, [tableOf("t", ...list.map((c) => c.key!))], {
          sales,
        });
        const places = tableDataSrc(elementOf(request) as MaterializedTable, at(ROOT, "pages", 0, "elements", 0));
        sales.rows.forEach((r, i) => {
          const whole = places.row(i);
          expect([whole, ...originsOf(whole)].map(pathOf)).toEqual([
            "pages[0].elements[0].rows.projection",
            "projections.t",
            `datasets.sales.rows[${i}]`,
          ]);
          for (const [k, c] of list.entries()) {
            const src = places.cell(whole, i, c.key!);
            expect(pathOf(src)).toBe("pages[0].elements[0].rows.projection");
            const [part, cell] = originsOf(src);
            expect(pathOf(part!)).toBe(`projections.t.columns[${k}]`);
            expect(valueAt(request, cell!) ?? null).toEqual(r[c.field] ?? null);
          }
        });
      }),
      { numRuns: runs(100) },
    );
  });
});

async function draw(request: DocumentRequest): Promise<unknown> {
  const { pages, resources } = await displayList(new TextEncoder().encode(JSON.stringify(request)), {}, testEngine);
  return JSON.parse(JSON.stringify({ pages, resources }, (key, value: unknown) => (key === "source" ? 0 : value)));
}

const presentation = fc.record(
  { color: fc.constant("#112233"), value_axis: fc.constantFrom("primary" as const, "secondary" as const), format: look },
  { requiredKeys: [] },
);
const seriesOf = (extra: SeriesPart): fc.Arbitrary<ProjectionSeries> =>
  fc.record({ field: fc.constantFrom("n0", "n1", "n2"), looks: presentation, full: fc.boolean() }).map(({ field, looks, full }) => ({
    ...looks,
    field,
    name: field,
    ...(full && extra),
  }));
const listOf = (extra: SeriesPart): fc.Arbitrary<ProjectionSeries[]> => fc.array(seriesOf(extra), { minLength: 1, maxLength: 4 });

const chartFor = (
  kind: ChartKind,
  projection: ChartProjection,
  sales: DatasetDefinition,
): readonly [DocumentRequest, MaterializedChart] => {
  const request = named({ c: projection }, [chartOf("c", kind)], { sales });
  const { request: made, unresolved } = materialize(request, undefined, {
    locales: NO_LOCALES,
    limits: CONTRACT_LIMITS,
    markdown: NO_MARKDOWN,
  });
  expect(unresolved.size).toBe(0);
  return [request, made.pages![0]!.elements![0] as MaterializedChart];
};
const shape = { type: "chart", dataset: "sales" } as const;
const cellsOf = (sales: DatasetDefinition, key: string): unknown[] => sales.rows.map((r) => r[key] ?? null);

describe("a projected chart", () => {
  const here = at(ROOT, "pages", 0, "elements", 0);

  test("of categories has a label and a value for each row", () => {
    fc.assert(
      fc.property(dataset, fc.constantFrom("range", "waterfall", "bar"), fc.array(fc.nat(2), { minLength: 1 }), (sales, kind, picks) => {
        const extra = kind === "range" ? { lower: "n1", upper: "n2" } : kind === "waterfall" ? { point_kind: "s2" } : {};
        const series = picks.slice(0, 4).map((n): ProjectionSeries => ({ field: `n${n}`, name: "N", color: "#AABBCC", ...extra }));
        const [request, { data, ...el }] = chartFor(kind as ChartKind, { ...shape, category: { field: "s0" }, series }, sales);
        expect(data).toEqual({
          labels: cellsOf(sales, "s0"),
          series: series.map(({ field }) => ({
            name: "N",
            color: "#AABBCC",
            values: cellsOf(sales, field),
            ...(kind === "range" && { lower_values: cellsOf(sales, "n1"), upper_values: cellsOf(sales, "n2") }),
            ...(kind === "waterfall" && { point_kinds: cellsOf(sales, "s2") }),
          })),
        });
        const src = chartDataSrc({ ...el, data }, here);
        data.labels!.forEach((label, i) => tells(request, src.label(i), "projections.c.category", label));
        data.series.forEach((s, i) => {
          for (const [field, own] of Object.entries(FROM))
            s[field as keyof typeof FROM]?.forEach((v, k) =>
              tells(request, src.value(i, field as keyof typeof FROM, k), `projections.c.series[${i}].${own}`, v),
            );
          expect(originsOf(src.series(i, "color")).map(pathOf)).toEqual([`projections.c.series[${i}].color`]);
          expect(valueAt(request, originsOf(src.series(i, "color"))[0]!)).toBe("#AABBCC");
        });
      }),
      { numRuns: runs(200) },
    );
  });

  test("of points has one for each row, with a size where the row has one", () => {
    fc.assert(
      fc.property(dataset, listOf({ size: "n2" }), (sales, series) => {
        const [request, { data, ...el }] = chartFor("scatter", { ...shape, shape: "xy", x: { field: "n0" }, series }, sales);
        expect(data.labels).toBeUndefined();
        const src = chartDataSrc({ ...el, data }, here);
        series.forEach((s, i) => {
          expect(data.series[i]!.points).toEqual(
            sales.rows.map((r) => ({ x: r["n0"], y: r[s.field] ?? null, ...(s.size !== undefined && { size: r[s.size] }) })),
          );
          data.series[i]!.points!.forEach(({ x, y, size }, k) => {
            tells(request, src.value(i, "points", k, "x"), "projections.c.x", x);
            tells(request, src.value(i, "points", k, "y"), `projections.c.series[${i}].field`, y);
            if (size !== undefined) tells(request, src.value(i, "points", k, "size"), `projections.c.series[${i}].size`, size);
          });
        });
      }),
      { numRuns: runs(200) },
    );
  });

  test("of a heatmap has columns and rows as they first occur, and cells where a row has them", () => {
    const cells = fc.uniqueArray(fc.tuple(fc.constantFrom("Mon", "Tue", "Wed"), fc.constantFrom("9h", "10h", "11h"), fc.option(number)), {
      selector: ([x, y]) => `${x}/${y}`,
      minLength: 1,
    });
    fc.assert(
      fc.property(cells, presentation, (list, looks) => {
        const sales: DatasetDefinition = {
          fields: [
            { key: "x", type: "string" },
            { key: "y", type: "string" },
            { key: "v", type: "number", nullable: true },
          ],
          rows: list.map(([x, y, v]) => ({ x, y, v })),
        };
        const [across, down] = [[...new Set(list.map((c) => c[0]))], [...new Set(list.map((c) => c[1]))]];
        const projection: ChartProjection = {
          ...shape,
          shape: "heatmap",
          x: { field: "x" },
          y: { field: "y" },
          series: [{ ...looks, field: "v", name: "V" }],
        };
        const [request, { data, ...el }] = chartFor("heatmap", projection, sales);
        expect(data).toEqual({
          labels: across,
          series: down.map((name) => ({
            ...looks,
            name,
            values: across.map((x) => list.find((c) => c[0] === x && c[1] === name)?.[2] ?? null),
          })),
        });
        const src = chartDataSrc({ ...el, data }, here);
        across.forEach((x, i) => tells(request, src.label(i), "projections.c.x", x));
        down.forEach((y, i) => {
          tells(request, src.series(i, "name"), "projections.c.y", y);
          across.forEach((x, k) => {
            const found = list.find((c) => c[0] === x && c[1] === y);
            if (found) tells(request, src.value(i, "values", k), "projections.c.series[0].field", found[2]);
            else expect(originsOf(src.value(i, "values", k)).map(pathOf)).toEqual(["projections.c.series[0].field"]);
          });
        });
      }),
      { numRuns: runs(200) },
    );
  });

  test("tells where its parts are from, whole series and a chart's own data too", () => {
    const [, el] = chartFor("bar", CHART, SALES);
    const src = chartDataSrc(el, here);
    const said = (s: Src): readonly string[] => [s, ...originsOf(s)].map(pathOf);
    const reference = "pages[0].elements[0].data.projection";
    expect(said(src.data)).toEqual([reference, "projections.c"]);
    expect(said(src.labels())).toEqual([reference, "projections.c.category"]);
    expect(said(src.series(0, "values"))).toEqual([reference, "projections.c.series[0].field"]);
    expect(said(src.series(0, "name"))).toEqual([reference, "projections.c.series[0].name"]);
    expect(said(at(src.series(0), "stroke", "color"))).toEqual([reference, "projections.c.series[0].stroke.color"]);
    const own = chartDataSrc({ ...chartOf("c"), data: { series: [] } }, here);
    expect([own.data, own.labels(), own.label(1), own.series(2, "color"), own.value(2, "values", 3)].map(pathOf)).toEqual(
      ["", ".labels", ".labels[1]", ".series[2].color", ".series[2].values[3]"].map((s) => `pages[0].elements[0].data${s}`),
    );
    expect(pathOf(own.value(0, "points", 3, "size"))).toBe("pages[0].elements[0].data.series[0].points[3].size");
  });

  const FROM = { values: "field", lower_values: "lower", upper_values: "upper", point_kinds: "point_kind" } as const;
  /** Cursor: the reference; first origin: the projection's part; last: the dataset cell. */
  function tells(request: DocumentRequest, src: Src, part: string, value: unknown): void {
    expect(pathOf(src)).toBe("pages[0].elements[0].data.projection");
    const [first, cell, ...more] = originsOf(src);
    expect(pathOf(first!)).toBe(part);
    expect(valueAt(request, cell!) ?? null).toEqual(value);
    expect(more).toEqual([]);
  }
});

describe("sizes", () => {
  test("at most is never less than what there is, and the number of cells is exact", () => {
    fc.assert(
      fc.property(dataset, columns, (sales, list) => {
        const projection = { type: "table" as const, dataset: "sales", columns: list };
        const [exact, most] = [
          tableSize(projection, sales, PLAIN_NUMBERS, CONTRACT_LIMITS.output_cells),
          tableSizeAtMost(projection, sales, PLAIN_NUMBERS),
        ];
        expect(most.cells).toBe(exact.cells);
        expect(most.bytes).toBeGreaterThanOrEqual(exact.bytes);
        expect(most.heap).toBeGreaterThanOrEqual(exact.heap);
        const texts = sales.rows.flatMap((r) => list.map((c) => shown(c, r))).filter((v) => typeof v === "string");
        expect(exact.bytes).toBe(texts.reduce((n, text) => n + Buffer.byteLength(text), 0));
      }),
      { numRuns: runs(500) },
    );
  });
  test("of a chart are those of its labels, names, values and points", () => {
    expect(chartSize({ labels: ["é", "b"], series: [{ name: "N", values: [1, null], point_kinds: ["delta", "total"] }] })).toEqual({
      cells: 6,
      bytes: 2 + 1 + 1 + 5 + 5,
      heap: 6 * 16 + 5 * 24 + 2 * (1 + 1 + 1 + 5 + 5),
    });
    const points = [
      { x: 1, y: null },
      { x: 1, y: 2, size: 3 },
    ];
    expect(chartSize({ series: [{ name: "", points }] })).toEqual({ cells: 5, bytes: 0, heap: 5 * 16 + 24 + 2 * 48 });
  });
  test("bytes are those of UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: runs(500) },
    );
  });
});

test("what is left unresolved, the check refuses; what it accepts, is all there", () => {
  const names = [
    "t",
    "c",
    "x",
    "sales",
    "month",
    "amount",
    "cost",
    "kind",
    "plain",
    "constructor",
    "",
    "table",
    "category",
    "xy",
    "heatmap",
  ];
  const elements: Element[] = [
    tableOf("t", "month", "a"),
    chartOf("c", "waterfall"),
    {
      type: "container",
      layout: { left: 1, flow: true, children: { mode: "linear" } },
      width: 90,
      elements: [withoutPlace(chartOf("x", "scatter"))],
    },
  ];
  const base = named(
    {
      t: TABLE,
      c: { ...CHART, series: [{ field: "cost", name: "A", point_kind: "kind" }] },
      x: { ...shape, shape: "xy", x: { field: "plain" }, series: [{ field: "amount", name: "A", size: "plain" }] },
    },
    elements,
    { sales: { ...SALES, rows: SALES.rows.map((r, i) => (i === 2 ? { ...r, cost: 5 } : r)) } },
  );
  expect(problemsIn(base)).toEqual([]);
  const text = JSON.stringify(base);
  const strings = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].filter((m) => text[m.index + m[0].length] !== ":");
  let refused = 0;
  fc.assert(
    fc.property(fc.constantFrom(...strings), fc.constantFrom(...names), (m, name) => {
      const request = JSON.parse(text.slice(0, m.index) + JSON.stringify(name) + text.slice(m.index + m[0].length)) as DocumentRequest;
      if (!("request" in decode(request, CONTRACT_LIMITS))) return;
      const { unresolved } = materialize(request, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN });
      const found = problemsIn(request);
      if (unresolved.size === 0) return;
      expect(found).not.toEqual([]);
      refused++;
    }),
    { numRuns: runs(1000) },
  );
  expect(refused).toBeGreaterThan(enough(50));
});

const withoutPlace = ({ layout: _, ...el }: Element): Element => el as Element;
