import { deflateSync } from "node:zlib";
import type { LimitName } from "../../compiler/core/limits.js";
import { chunk } from "./png.js";

export type Json = Readonly<Record<string, unknown>>;

export const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const named = <T>(n: number, make: (i: number) => T): Record<string, T> => Object.fromEntries(many(n, (i) => [`n${i}`, make(i)]));
export const text = (content: string): Json => ({ type: "text", content, style: { font_size: 6 } });
const block = (i: number, fields: Json = {}): Json => ({ type: "block", element: text(`${i}`), ...fields });
const MASTER = { size: "a4", layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } };
const flow = (fields: Json, content: readonly unknown[] = [block(0)]): Json => ({
  flow_document: { page_masters: { main: MASTER }, segments: [{ page_master: "main", content }], ...fields },
});
export const page = (...elements: readonly Json[]): Json => ({ pages: [{ size: "a3", elements }] });
const RULE = { selector: { kind: "text" }, style: "s" };
const STYLES = { s: { target: "text", properties: { line_height: 1.5 } } };
const rules = (n: number): Json => ({ rules: many(n, () => RULE) });

const field = (fields: Json): Json => ({ type: "field", layout: { left: 10, top: 10 }, ...fields });
const chart = (fields: Json): Json => ({ type: "chart", kind: "line", layout: { left: 10, top: 10 }, width: 250, height: 180, ...fields });
const series = (n: number, points: number): Json[] => many(n, (i) => ({ name: `s${i}`, values: many(points, (j) => (i + j) % 7) }));
const labels = (n: number): string[] => many(n, (i) => `l${i}`);

const FIELD = { key: "a", type: "number" };
const dataset = (rows: number, fields: readonly Json[] = [FIELD], row: Json = { a: 1 }): Json => ({ fields, rows: many(rows, () => row) });
const PROJECTION = { type: "table", dataset: "n0", columns: [{ field: "a" }] };
const table = (projection: string, keys: readonly string[] = ["a"]): Json => ({
  type: "table",
  layout: { left: 0, top: 0 },
  columns: keys.map((key) => ({ key, width: { mode: "fixed", value: 20 } })),
  rows: { projection },
  pagination: { row_min_height: 5 },
});
const data = (fields: Json, ...elements: readonly Json[]): Json => ({ ...page(...elements), ...fields });
const fieldsOf = (n: number): Json[] => many(n, (i) => ({ key: `f${i}`, type: "number" }));
const rowOf = (n: number): Json => Object.fromEntries(many(n, (i) => [`f${i}`, 1]));

const path = (segments: number): Json => ({
  type: "path",
  layout: { left: 0, top: 0 },
  width: 10,
  height: 10,
  view_box: { x: 0, y: 0, width: 10, height: 10 },
  d: `M0 0${"L5 5".repeat(segments - 1)}`,
  stroke: { width: 0.1, color: "#000000" },
});
function row(width: number, alpha: boolean): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(1, 4);
  head.set([8, alpha ? 4 : 0], 8);
  const pixels = deflateSync(Buffer.alloc(1 + width * (alpha ? 2 : 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}
const picture = (width: number, alpha: boolean): Json => ({
  type: "image",
  layout: { left: 0, top: 0 },
  width: 10,
  height: 10,
  source: { kind: "base64", format: "png", payload: row(width, alpha).toString("base64") },
});
const filled = (i: number, fill: Json): Json => ({ name: `p${i}`, values: [i + 1], fill });
const pattern = (i: number): Json => filled(i, { pattern: { kind: "dots", spacing: 1 + i / 10 } });
const veil = (i: number): Json => {
  const stops = [0, 1].map((offset) => ({ offset, color: "#336699", opacity: offset / 2 }));
  return filled(i, { gradient: { kind: "linear", stops } });
};
const bare = (fields: Json): Json =>
  chart({ kind: "bar", legend: { show: false }, axes: { values: { primary: { show: false } } }, ...fields });

/** A request with `n` of what is counted; the new bound; the code beyond it. */
interface LimitCase {
  readonly at: number;
  readonly of: (n: number) => Json;
  readonly code?: "API-001";
  /** other bounds that would refuse first */
  readonly with?: Partial<Record<LimitName, number>>;
}

export const LIMIT_CASES: Partial<Record<LimitName, LimitCase>> = {
  flow_page_masters: { at: 40, of: (n) => flow({ page_masters: { main: MASTER, ...named(n - 1, () => MASTER) } }) },
  flow_segments: { at: 3, of: (n) => flow({ segments: many(n, (i) => ({ page_master: "main", content: [block(i)] })) }) },
  flow_styles: { at: 70, of: (n) => flow({ styles: named(n, () => STYLES.s) }) },
  flow_nodes: {
    at: 1100,
    of: (n) =>
      flow(
        {},
        many(n, (i) => block(i)),
      ),
    with: { flow_elements: 2000 },
  },
  flow_elements: {
    at: 1100,
    of: (n) =>
      flow(
        {},
        many(n, (i) => block(i)),
      ),
    with: { flow_nodes: 2000 },
  },
  flow_destinations: {
    at: 5,
    of: (n) =>
      flow(
        {},
        many(n, (i) => block(i, { destination: `d${i}` })),
      ),
  },
  flow_master_elements: {
    at: 2,
    of: (n) =>
      flow({
        page_masters: {
          main: { ...MASTER, header: { layout: { height: 5 }, elements: many(n, () => ({ ...text("x"), layout: { left: 0, top: 0 } })) } },
        },
      }),
  },
  flow_style_rules: { at: 2, of: (n) => flow({ styles: STYLES, style_scope: rules(n) }) },
  flow_scope_rules: { at: 80, of: (n) => flow({ styles: STYLES, style_scope: rules(n) }) },
  markdown_bytes: { at: 1_100_000, of: (n) => flow({}, [{ type: "markdown", source: `<!--${"x".repeat(n - 8)}-->a` }]) },
  chart_labels: { at: 600, of: (n) => page(chart({ data: { labels: labels(n), series: series(1, n) } })) },
  chart_series: { at: 18, of: (n) => page(chart({ data: { labels: labels(2), series: series(n, 2) } })) },
  chart_points: { at: 6, of: (n) => page(chart({ data: { labels: labels(n), series: series(1, n) } })) },
  chart_annotations: {
    at: 3,
    of: (n) => page(chart({ data: { labels: labels(2), series: series(1, 2) }, annotations: { lines: many(n, (i) => ({ value: i })) } })),
  },
  datasets: { at: 2, of: (n) => data({ datasets: named(n, () => dataset(1)) }) },
  projections: {
    at: 70,
    of: (n) => data({ datasets: named(1, () => dataset(1)), projections: named(n, () => PROJECTION) }),
    code: "API-001",
  },
  dataset_fields: { at: 130, of: (n) => data({ datasets: named(1, () => dataset(1, fieldsOf(n), rowOf(n))) }), code: "API-001" },
  dataset_rows: { at: 1030, of: (n) => data({ datasets: named(1, () => dataset(n)) }), code: "API-001" },
  dataset_cells: { at: 20, of: (n) => data({ datasets: named(1, () => dataset(n)) }) },
  dataset_bytes: {
    at: 20,
    of: (n) => data({ datasets: named(1, () => dataset(1, [{ key: "a", type: "string" }], { a: "x".repeat(n) })) }),
  },
  projection_columns: {
    at: 3,
    of: (n) =>
      data({
        datasets: named(1, () => dataset(1)),
        projections: { t: { ...PROJECTION, columns: many(n, (i) => ({ field: "a", key: `c${i}` })) } },
      }),
    code: "API-001",
  },
  projection_series: {
    at: 3,
    of: (n) =>
      data({
        datasets: named(1, () => dataset(1, [{ key: "a", type: "string" }, ...fieldsOf(1)], { a: "x", f0: 1 })),
        projections: {
          t: { type: "chart", dataset: "n0", category: { field: "a" }, series: many(n, (i) => ({ field: "f0", name: `${i}` })) },
        },
      }),
    code: "API-001",
  },
  projection_references: {
    at: 2,
    of: (n) => data({ datasets: named(1, () => dataset(1)), projections: { t: PROJECTION } }, ...many(n, () => table("t"))),
  },
  output_cells: { at: 5, of: (n) => data({ datasets: named(1, () => dataset(n)), projections: { t: PROJECTION } }, table("t")) },
  output_bytes: {
    at: 50,
    of: (n) =>
      data(
        { datasets: named(1, () => dataset(1, [{ key: "a", type: "string" }], { a: "x".repeat(n) })), projections: { t: PROJECTION } },
        table("t"),
      ),
  },
  path_segments: { at: 2000, of: (n) => page(path(n)) },
  fields: { at: 3, of: (n) => page(...many(n, (i) => field({ kind: "text", name: `f${i}` }))) },
  field_options: { at: 3, of: (n) => page(field({ kind: "list", name: "a", options: many(n, (i) => `o${i}`) })) },
  image_pixels: { at: 12, of: (n) => page(picture(n, false)) },
  request_pixels: { at: 12, of: (n) => page(picture(n, true)) },
  patterns: {
    at: 2,
    of: (n) => page(bare({ data: { labels: ["a"], series: many(n, pattern) } })),
  },
  chart_gradient_fills: { at: 2, of: (n) => page(bare({ data: { labels: ["a"], series: many(n, veil) } })) },
  chart_text_runs: { at: 4, of: (n) => page(bare({ data: { labels: labels(n), series: series(1, n) } })) },
  chart_text_bytes: {
    at: 40,
    of: (n) => page(bare({ data: { labels: ["x".repeat(n - "NotoSans-Regular".length)], series: series(1, 1) } })),
  },
  // 48 per row, 16 per value
  output_heap_bytes: {
    at: 5 * 64,
    of: (n) => data({ datasets: named(1, () => dataset(Math.ceil(n / 64))), projections: { t: PROJECTION } }, table("t")),
  },
};
