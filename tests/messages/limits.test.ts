// Bounds that an operator moves: each at its new value, and one over it.
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CONTRACT_LIMITS, limitSetting, type LimitName } from "../../compiler/core/limits.js";
import { render, RenderError, renderEInvoice, renderTemplate, type DocumentRequest } from "../../runtime/index.js";
import type { InvoiceRequest } from "../../runtime/library/library.js";
import { chunk } from "../support/png.js";

type Json = Readonly<Record<string, unknown>>;

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const named = <T>(n: number, make: (i: number) => T): Record<string, T> => Object.fromEntries(many(n, (i) => [`n${i}`, make(i)]));
const text = (content: string): Json => ({ type: "text", content, style: { font_size: 6 } });
const block = (i: number, fields: Json = {}): Json => ({ type: "block", element: text(`${i}`), ...fields });
const MASTER = { size: "a4", layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } };
const flow = (fields: Json, content: readonly unknown[] = [block(0)]): Json => ({
  flow_document: { page_masters: { main: MASTER }, segments: [{ page_master: "main", content }], ...fields },
});
const page = (...elements: readonly Json[]): Json => ({ pages: [{ size: "a3", elements }] });
const RULE = { selector: { kind: "text" }, style: "s" };
const STYLES = { s: { target: "text", properties: { line_height: 1.5 } } };
const rules = (n: number): Json => ({ rules: many(n, () => RULE) });

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
/** One row of grey, with or without transparency. */
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
interface Case {
  readonly at: number;
  readonly of: (n: number) => Json;
  readonly code?: "API-001";
  /** other bounds that would refuse first */
  readonly with?: Partial<Record<LimitName, number>>;
}

const CASES: Partial<Record<LimitName, Case>> = {
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
  image_pixels: { at: 12, of: (n) => page(picture(n, false)) },
  // pixels of a picture with transparency are decoded
  request_pixels: { at: 12, of: (n) => page(picture(n, true)) },
  patterns: {
    at: 2,
    of: (n) => page(bare({ data: { labels: ["a"], series: many(n, pattern) } })),
  },
  chart_gradient_fills: { at: 2, of: (n) => page(bare({ data: { labels: ["a"], series: many(n, veil) } })) },
  chart_text_runs: { at: 4, of: (n) => page(bare({ data: { labels: labels(n), series: series(1, n) } })) },
  // bytes of the text and of the name of its font
  chart_text_bytes: {
    at: 40,
    of: (n) => page(bare({ data: { labels: ["x".repeat(n - "NotoSans-Regular".length)], series: series(1, 1) } })),
  },
  // 48 for a row, 16 for its value
  output_heap_bytes: {
    at: 5 * 64,
    of: (n) => data({ datasets: named(1, () => dataset(Math.ceil(n / 64))), projections: { t: PROJECTION } }, table("t")),
  },
};

const refusal = async (request: Json, limits: Partial<Record<LimitName, number>>): Promise<RenderError | null> =>
  render(request as unknown as DocumentRequest, { limits }).then(
    () => null,
    (e: unknown) => {
      if (e instanceof RenderError) return e;
      throw e;
    },
  );

describe("a bound at its new value, and one over it", () => {
  test.each(Object.entries(CASES))("%s", async (key, { at, of, code = "API-002", with: others }) => {
    const name = key as LimitName;
    const limits = { ...others, [name]: at };
    expect(await refusal(of(at), limits)).toBeNull();
    const refused = await refusal(of(at + 1), limits);
    expect(refused).toMatchObject({ code });
    expect(refused!.message).toContain(`at most ${at} (${limitSetting(name)})`);
  });
});

const PDF_BUDGETS = ["pdf_bytes", "pdf_objects", "pdf_decoded_bytes", "pdf_depth"] as const;
const NOT_HERE: readonly LimitName[] = ["batch_items", "einvoice_xml_bytes", "invoice_lines", ...PDF_BUDGETS];
test("every bound has a case", () => {
  expect([...Object.keys(CASES), ...NOT_HERE].sort()).toEqual(Object.keys(CONTRACT_LIMITS).sort());
});

test("records of one template render", async () => {
  const template = { schema: { fields: [] }, ...page({ ...text("x"), layout: { left: 0, top: 0 } }) };
  const records = (n: number): object[] => many(n, () => ({}));
  expect((await renderTemplate(template, records(12), { limits: { batch_items: 12 } })).pages).toBe(12);
  await expect(renderTemplate(template, records(13), { limits: { batch_items: 12 } })).rejects.toThrow(
    "at most 12 (PLATEN_LIMIT_BATCH_ITEMS)",
  );
});

test.each(PDF_BUDGETS)("a PDF file needs so much of %s, and is refused with one less (PDF-26)", async (name) => {
  const file = await render(page({ ...text("compressed"), layout: { left: 0, top: 0 } }) as unknown as DocumentRequest);
  const payload = Buffer.from(file.pdf).toString("base64");
  const request = page({
    type: "image",
    layout: { left: 0, top: 0 },
    width: 10,
    height: 10,
    source: { kind: "base64", payload, format: "pdf" },
  });
  const refusal = (most: number): Promise<string | null> =>
    render(request as unknown as DocumentRequest, { limits: { [name]: most } }).then(
      () => null,
      (e: unknown) => `${(e as RenderError).code} ${(e as Error).message}`,
    );
  let [refused, taken] = [0, 1 << 20];
  while (taken - refused > 1) {
    const middle = (refused + taken) >> 1;
    if ((await refusal(middle)) === null) taken = middle;
    else refused = middle;
  }
  expect(await refusal(taken)).toBeNull();
  expect(refused).toBeGreaterThan(0);
  const said = await refusal(refused);
  expect(said).toMatch(/^API-002 pages\[0\]\.elements\[0\]/);
  expect(said).toContain(limitSetting(name));
});

test("bytes of an invoice's XML, and lines of its model", async () => {
  const sent = (invoice: Json): Json => ({
    ...page({ ...text("x"), layout: { left: 0, top: 0 } }),
    settings: {
      e_invoice: { document_type: "invoice", standard: "factur_x", profile: "basic", validation: { level: "basic" }, ...invoice },
    },
  });
  const refused = async (invoice: Json, limits: Partial<Record<LimitName, number>>): Promise<string> =>
    renderEInvoice(sent(invoice) as unknown as InvoiceRequest, { limits }).then(
      () => "",
      (e: unknown) => (e as Error).message,
    );
  const xml = (bytes: number): Json => ({ xml: { format: "cii", encoding: "utf8", content: `<a>${" ".repeat(bytes - 7)}</a>` } });
  expect(await refused(xml(50), { einvoice_xml_bytes: 50 })).not.toContain("PLATEN_LIMIT");
  expect(await refused(xml(51), { einvoice_xml_bytes: 50 })).toContain("at most 50 (PLATEN_LIMIT_EINVOICE_XML_BYTES)");
  const lines = (n: number): Json => ({ invoice: { lines: many(n, () => ({ item: { name: "x" } })) } });
  expect(await refused(lines(2), { invoice_lines: 2 })).not.toContain("PLATEN_LIMIT");
  expect(await refused(lines(3), { invoice_lines: 2 })).toContain("at most 2 (PLATEN_LIMIT_INVOICE_LINES)");
});

test("an unknown name or an impossible value is named", async () => {
  const options = (limits: object) => ({ limits }) as { limits: Partial<Record<LimitName, number>> };
  for (const [limits, said] of [
    [{ flow_node: 1 }, 'limits.flow_node: there is no such option; did you mean "flow_nodes"?'],
    [{ flow_nodes: 0 }, "limits.flow_nodes: must be a whole number from 1 to 1000000000; found 0"],
    [{ flow_nodes: 1.5 }, "limits.flow_nodes: must be a whole number"],
    [{ flow_nodes: 1_000_000_001 }, "limits.flow_nodes: must be a whole number"],
    [{ flow_nodes: "5" }, "limits.flow_nodes: must be a whole number"],
  ] as const) {
    const refused = await render(page() as unknown as DocumentRequest, options(limits)).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(TypeError);
    expect((refused as TypeError).message).toContain(said);
  }
});
