import { describe, expect, test } from "vitest";
import { testEngine } from "../../../golden/cases.js";
import type { ChartElement, ChartFillStyle, ChartSeries } from "./chart.js";
import type { Placement } from "./common.js";
import type { ChartProjection, ProjectionSeries } from "./data.js";
import type { DocumentRequest, Page } from "./document.js";
import type { EInvoiceSettings } from "./einvoice.js";
import type { Element } from "./element.js";
import type { PageNumbering } from "./flow.js";
import type { BlockElement, ColumnsLayout, Semantics } from "./flow-node.js";
import type { MasterLayout, PageMaster } from "./page-master.js";
import type { WatermarkLayout } from "./layers.js";
import type { ContainerChildren, ImageContent } from "./shape.js";
import type { TableCell, TableColumn } from "./table.js";
import type { ParagraphStyle, TextContent, TextElement } from "./text.js";

/*
 * Exclusive fields are marked by editors and refused by the service: each line under @ts-expect-error violates its type (otherwise the type
 * check fails), and is refused by the rule next to it. All other lines satisfy both.
 */
type Said = readonly [name: string, request: DocumentRequest, rule: string | null];
const cases: Said[] = [];
/** Case of a part of a request; `rule` if refused. */
const part =
  <T>(name: string, request: (part: T) => DocumentRequest) =>
  (given: T, rule?: string): void =>
    void cases.push([`${name} ${JSON.stringify(given)}`, request(given), rule ?? null]);

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const COLUMNS: TableColumn[] = [{ key: "a", width: { mode: "fixed", value: 40 } }];
const LINE = { mode: "linear" } as const;
const AT = { left: 10, top: 10 } as const;
const BOX = { ...AT, children: LINE };
const source = { kind: "base64", format: "png", payload: PNG } as const;
const block = (element: BlockElement): DocumentRequest => flow({ content: [{ type: "block", element }] });
const flow = (segment: object, master: PageMaster = { size: "a6" }): DocumentRequest => ({
  flow_document: { page_masters: { main: master }, segments: [{ page_master: "main", content: [], ...segment }] },
});

const request = part<DocumentRequest>("request", (r) => r);
const page = part<Page>("page", (p) => ({ pages: [p] }));
const element = part<Element>("element", (el) => ({ pages: [{ size: "a4", elements: [el] }] }));
const rect = part<Placement>("rect", (layout) => ({ pages: [{ size: "a4", elements: [{ type: "rect", layout, width: 5, height: 5 }] }] }));
const text = part<Pick<TextElement, "content" | "style" | "frame" | "defaults">>("text", (t) => ({
  pages: [{ size: "a4", elements: [{ type: "text", layout: AT, ...t } as TextElement] }],
}));
const content = part<TextContent>("content", (c) => ({ pages: [{ size: "a4", elements: [{ type: "text", layout: AT, content: c }] }] }));
const image = part<ImageContent>("image", (i) => ({ pages: [{ size: "a4", elements: [{ type: "image", layout: AT, ...i }] }] }));
const children = part<ContainerChildren>("children", (c) => ({
  pages: [{ size: "a4", elements: [{ type: "container", layout: { ...AT, children: c }, width: 20, elements: [] }] }],
}));
const cell = part<TableCell>("cell", (c) => ({
  pages: [
    {
      size: "a4",
      elements: [
        {
          type: "table",
          layout: { left: 10, flow: true },
          columns: COLUMNS,
          rows: [{ a: c }],
        },
      ],
    },
  ],
}));
const chartOf = (kind: ChartElement["kind"], more: Partial<ChartElement>): DocumentRequest => ({
  pages: [
    {
      size: "a4",
      elements: [
        { type: "chart", kind, layout: AT, width: 80, height: 60, data: { labels: ["a"], series: [{ name: "s", values: [1] }] }, ...more },
      ],
    },
  ],
});
const data = part<ChartElement["data"]>("data", (d) => chartOf("bar", { data: d }));
const series = part<ChartSeries>("series", (s) => {
  const kind = s.points ? "scatter" : s.lower_values ? "range" : "bar";
  return chartOf(kind, { data: { ...(kind !== "scatter" && { labels: ["a"] }), series: [s] } });
});
const fill = part<ChartFillStyle>("fill", (f) => chartOf("bar", { theme: { background: f } }));
const projection = part<ChartProjection>("projection", (p) => ({
  datasets: {
    d: {
      fields: [
        { key: "s", type: "string" },
        { key: "n", type: "number" },
      ],
      rows: [{ s: "x", n: 1 }],
    },
  },
  projections: { p },
  pages: [{ size: "a4" }],
}));
const shape = { type: "chart", dataset: "d", series: [{ field: "n", name: "N" }] as ProjectionSeries[] } as const;
const master = part<PageMaster>("master", (m) => flow({}, m));
const margins = part<MasterLayout>("margins", (layout) => flow({}, { size: "a6", layout }));
const numbering = part<PageNumbering>("numbering", (page_numbering) => flow({ page_numbering }));
const columns = part<ColumnsLayout>("columns", (layout) => flow({ content: [{ type: "columns", layout, content: [] }] }));
const meaning = part<Semantics>("semantics", (semantics) =>
  flow({ content: [{ type: "block", element: { type: "text", content: "x" }, semantics }] }),
);
const inFlow = part<BlockElement>("block", block);
const watermark = part<WatermarkLayout>("watermark", (layout) => ({
  layers: { watermark: { template: { type: "text", content: "Draft" }, layout } },
  pages: [{ size: "a4" }],
}));
const paragraph = part<ParagraphStyle>("paragraph", (style) => ({
  pages: [
    {
      size: "a4",
      elements: [{ type: "text", layout: AT, content: { blocks: [{ type: "paragraph", style, inlines: [{ type: "text", text: "x" }] }] } }],
    },
  ],
}));

request({ pages: [{ size: "a4" }], header: { layout: { height: 10 } } });
request(flow({}));
// @ts-expect-error both are given
request({ pages: [{ size: "a4" }], flow_document: { page_masters: { main: { size: "a4" } }, segments: [] } }, "pages-and-flow");
// @ts-expect-error neither is given
request({ settings: {} }, "pages-or-flow");
// @ts-expect-error belongs to page masters
request({ ...flow({}), header: { layout: { height: 10 } } }, "flow-root-furniture");

page({ size: "a4" });
page({ width: 100, height: 100 });
page({ size: "b5", orientation: "landscape" });
// @ts-expect-error sides say it themselves
page({ width: 100, height: 100, orientation: "landscape" }, "orientation-of-sides");
// @ts-expect-error both are given
page({ size: "a4", width: 210, height: 297 }, "size-and-sides");
// @ts-expect-error neither is given
page({ elements: [] }, "no-size");
// @ts-expect-error one side is missing
page({ width: 100 }, "no-size");

rect({ left: 10, top: 10 });
rect({ right: 10, bottom: 10, z_index: 1 });
rect({ anchor: { reference: "content_right" }, top: 10, flow: false });
rect({ left: 10, flow: true, gap_after: 5 });
// @ts-expect-error two horizontal places
rect({ left: 10, right: 10, top: 10 }, "horizontal-forms");
// @ts-expect-error two horizontal places
rect({ left: 10, anchor: { reference: "page_left" }, top: 10 }, "horizontal-forms");
// @ts-expect-error two vertical places
rect({ left: 10, top: 10, bottom: 10 }, "vertical-forms");
// @ts-expect-error a place in the flow
rect({ left: 10, top: 10, flow: true }, "vertical-in-flow");
// @ts-expect-error a gap without flow
rect({ left: 10, top: 10, gap_after: 5 }, "gap-without-flow");

element({ type: "line", x1: 10, y1: 10, x2: 50, y2: 10, layout: { z_index: 2 } });
element({ type: "circle", cx: 30, cy: 30, r: 10, layout: { flow: true, gap_after: 2 } });
// @ts-expect-error placed by its own coordinates
element({ type: "line", x1: 0, y1: 0, x2: 50, y2: 0, layout: { top: 10 } }, "placed-by-coordinates");
// @ts-expect-error placed by its own coordinates
element({ type: "circle", cx: 30, cy: 30, r: 10, layout: { left: 10 } }, "placed-by-coordinates");
// @ts-expect-error tables are placed by left and top
element({ type: "table", layout: { right: 10, flow: true }, columns: COLUMNS, rows: [] }, "table-placement");
element({ type: "container", layout: BOX, width: 20, height: 10, elements: [] });
element({ type: "container", layout: BOX, width: 20, min_height: 10, elements: [] });
// @ts-expect-error height or min_height
element({ type: "container", layout: BOX, width: 9, height: 9, min_height: 9, elements: [] }, "min-height-and-height");
// @ts-expect-error two horizontal places
element({ type: "container", layout: { ...AT, right: 1, children: LINE }, width: 9, elements: [] }, "horizontal-forms");

inFlow({ type: "text", content: "x", layout: { z_index: 1 } });
inFlow({ type: "container", layout: { children: LINE }, elements: [] });
// @ts-expect-error placed by the flow
inFlow({ type: "text", content: "x", layout: { left: 10 } }, "placed-by-flow");
// @ts-expect-error placed by the flow
inFlow({ type: "rect", width: 5, height: 5, layout: { flow: true } }, "flow-not-here");
// @ts-expect-error placed by the flow
inFlow({ type: "container", layout: { top: 10, children: LINE }, elements: [] }, "placed-by-flow");

children({ mode: "linear", axis: "horizontal", gap: 2 });
children({ mode: "coordinate", padding: { top: 1 } });
// @ts-expect-error gaps belong to linear layout
children({ mode: "coordinate", gap: 2 }, "linear-only");

text({ content: "x", style: { font_size: 10 } });
text({ content: { blocks: [] }, frame: { width: 50 }, defaults: { run: { font_size: 10 } } });
content({ spans: [{ text: "x" }] });
// @ts-expect-error spans or blocks
content({ spans: [], blocks: [] }, "shape-unknown");
// @ts-expect-error style belongs to plain text
element({ type: "text", layout: AT, style: { font_size: 10 }, content: { blocks: [] } }, "style-with-blocks");
// @ts-expect-error frame belongs to blocks
element({ type: "text", layout: AT, frame: { width: 50 }, content: "x" }, "frame-without-blocks");
// @ts-expect-error defaults belong to blocks
element({ type: "text", layout: AT, defaults: {}, content: { spans: [{ text: "x" }] } }, "defaults-without-blocks");
paragraph({ align: "left" });
// @ts-expect-error recognised and refused
paragraph({ space_after: 3 }, "not-wired");

image({ source, width: 10, height: 10 });
// @ts-expect-error both are given
image({ source, asset: "a", width: 10, height: 10 }, "image-sources");
// @ts-expect-error neither is given
image({ width: 10, height: 10 }, "image-sources");
// @ts-expect-error the format belongs to the source
image({ source, format: "png", width: 10, height: 10 }, "image-format-place");

cell({ content: "x" });
cell({ image: { source, width: 5, height: 5 } });
cell({ row_span: 1 });
// @ts-expect-error two contents
cell({ content: "x", image: { source, width: 5, height: 5 } }, "cell-contents");
// @ts-expect-error two contents
cell({ barcode: { format: "code128", content: "A", width: 20, height: 5 }, image: { source, width: 5, height: 5 } }, "cell-contents");
// @ts-expect-error two sources
cell({ image: { source, asset: "a", width: 5, height: 5 } }, "image-sources");

data({ labels: ["a"], series: [{ name: "s", values: [1] }] });
// @ts-expect-error a reference excludes other fields
data({ projection: "p", labels: ["a"], series: [{ name: "s", values: [1] }] }, "shape-unknown");
series({ name: "s", values: [1] });
series({ name: "s", points: [{ x: 1, y: 1 }] });
series({ name: "s", lower_values: [1], upper_values: [2], values: [1.5] });
// @ts-expect-error points or values
series({ name: "s", points: [{ x: 1, y: 1 }], values: [1] }, "chart-data");
// @ts-expect-error without any values
series({ name: "s" }, "chart-data");
// @ts-expect-error one bound is missing
series({ name: "s", lower_values: [1] }, "chart-data");
fill({ color: "#FFFFFF", opacity: 0.5 });
fill({ pattern: { kind: "dots", color: "#112233" } });
// @ts-expect-error two kinds of fill
fill({ color: "#FFFFFF", pattern: { kind: "dots" } }, "chart-fill");
// @ts-expect-error without any fill
fill({ opacity: 0.5 }, "chart-fill");

projection({ ...shape, category: { field: "s" } });
projection({ ...shape, shape: "xy", x: { field: "n" } });
projection({ ...shape, shape: "xy", x: { field: "n" }, series: [{ field: "n", name: "N", size: "n" }] });
// @ts-expect-error coordinates of another shape
projection({ ...shape, shape: "xy", category: { field: "s" } }, "projection-shape");
// @ts-expect-error heatmaps have two coordinates
projection({ ...shape, shape: "heatmap", x: { field: "s" } }, "projection-shape");
// @ts-expect-error only one bound
projection({ ...shape, category: { field: "s" }, series: [{ field: "n", name: "N", lower: "n" }] }, "projection-shape");

master({ size: "a6", orientation: "landscape" });
master({ width: 100, height: 100 });
// @ts-expect-error sides determine the orientation
master({ width: 100, height: 100, orientation: "landscape" }, "orientation-of-sides");
// @ts-expect-error both are given
master({ size: "a6", width: 100, height: 100 }, "size-and-sides");
margins({ page_margin: { left: 10, top: 10 } });
margins({ page_margin: { inside: 10, outside: 5, top: 10 }, binding_side: "left" });
margins({ page_margin: { inside: 10, left: 5 }, binding_side: "top" });
// @ts-expect-error the binding side is missing
margins({ page_margin: { inside: 10 } }, "binding-side");
// @ts-expect-error inside replaces left
margins({ page_margin: { inside: 10, left: 5 }, binding_side: "left" }, "binding-margins");

numbering({ mode: "continue" });
numbering({ mode: "reset", start: 3 });
// @ts-expect-error the number is missing
numbering({ mode: "reset" }, "numbering-start");
// @ts-expect-error continued numbers have no start
numbering({ start: 3 }, "numbering-start");
columns({ count: 2, height: 50 });
columns({ count: 2, mode: "balanced" });
// @ts-expect-error balanced columns have the height of their content
columns({ count: 2, mode: "balanced", height: 50 }, "balanced-height");

meaning({ role: "heading", heading_level: 1 });
meaning({ role: "list_item", list_depth: 2 });
meaning({ decorative: true });
meaning({});
// @ts-expect-error the level is missing
meaning({ role: "heading" }, "heading-level");
// @ts-expect-error not a heading
meaning({ role: "note", heading_level: 1 }, "heading-level");
// @ts-expect-error not a list
meaning({ list_depth: 1 }, "list-depth");
// @ts-expect-error decoration has no role
meaning({ decorative: true, role: "note" }, "decorative-meaning");

watermark({ angle: 10, offset_x: 5 });
watermark({ preset: "tile", gap_x: 5, stagger_x: 3 });
watermark({ preset: "wave", amplitude: 5 });
// @ts-expect-error gaps belong to tiles
watermark({ gap_x: 5 }, "watermark-field");
// @ts-expect-error a wave has no radius
watermark({ preset: "wave", radius: 50 }, "watermark-field");

describe("what excludes each other", () => {
  test.each(cases)("%s", async (_name, given, rule) => {
    const { errors } = await testEngine.findings(given, {});
    if (rule === null) expect(errors.map((p) => p.reason)).toEqual([]);
    else expect(errors.map((p) => p.rule)).toContain(rule);
  });
});

test("settings of e-invoices are of their standard", () => {
  const own = { document_type: "invoice", xml: { format: "cii", content: "<x/>" } } as const;
  const settings: EInvoiceSettings[] = [
    { ...own, standard: "zugferd", profile: "basic", version: "2.0" },
    { ...own, standard: "xrechnung", profile: "xrechnung", validation: { level: "strict", execution: "async" } },
    // @ts-expect-error profile of another standard
    { ...own, standard: "factur_x", profile: "xrechnung" },
    // @ts-expect-error only zugferd has versions
    { ...own, standard: "factur_x", profile: "basic", version: "2.3" },
    // @ts-expect-error async needs the level strict
    { ...own, standard: "factur_x", profile: "basic", validation: { execution: "async" } },
  ];
  expect(settings).toHaveLength(5);
});
