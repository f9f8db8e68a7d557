import { CONTRACT_LIMITS } from "../compiler/core/limits.js";
import { decode } from "../compiler/request/decode.js";
import type { ChartElement } from "../compiler/request/types/chart.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { Element, PageElement } from "../compiler/request/types/element.js";
import type { FlowDocument, SegmentNode } from "../compiler/request/types/flow.js";
import type { MasterVariant, MasterVariants } from "../compiler/request/types/page-master.js";
import type { Section } from "../compiler/request/types/layers.js";
import type { TableCell, TableElement, TableRow } from "../compiler/request/types/table.js";
import type { Block, TextContent, TextElement } from "../compiler/request/types/text.js";

/** Text between line ends or variables, whose values are unknown. */
export interface Asked {
  readonly text: string;
  /** in the structure tree; headers, footers and layers are not */
  readonly body: boolean;
  /** clipped, shortened, or partly off the page */
  readonly cut: boolean;
  /** forced right to left: readers place signs differently */
  readonly forced: boolean;
  /** rotated or curved, where readers treat each letter as a line */
  readonly turned: boolean;
  readonly chart: ChartElement | null;
}

/** In request order, without derived texts, with barcodes' text. */
export function askedText(given: DocumentRequest): readonly Asked[] {
  const out: Asked[] = [];
  const decoded = decode(given, CONTRACT_LIMITS);
  if ("problems" in decoded) throw new Error(decoded.problems[0]!.reason);
  const { request } = decoded;
  const { layers, header, footer, pages = [], settings, flow_document: flow } = request;
  const furniture = new Collector(out, false, request);
  furniture.elements(layers?.background?.elements);
  furniture.section(header);
  const body = new Collector(out, true, request);
  if (settings?.defaults?.text?.text_overflow !== undefined) body.cut = isCut(settings.defaults.text.text_overflow);
  for (const page of pages) body.elements(page.elements);
  if (flow) flowing(flow, furniture, body);
  furniture.section(footer);
  const mark = layers?.watermark;
  if (mark && (mark.opacity ?? 1) > 0) {
    const preset = mark.layout?.preset ?? "center";
    furniture.lines(mark.template.content, {
      cut: /tile/.test(preset) || isCut(mark.style?.text_overflow ?? settings?.defaults?.text?.text_overflow),
      turned: preset !== "center" || (mark.layout?.angle ?? 0) % 90 !== 0,
    });
  }
  furniture.elements(layers?.stamp?.elements);
  return out;
}

/** Includes variants of headers and footers, since their pages are unknown. */
function flowing({ page_masters: masters, segments }: FlowDocument, furniture: Collector, body: Collector): void {
  const used = new Set(segments.map((s) => s.page_master));
  for (const [name, { header, footer, variants = {} }] of Object.entries(masters)) {
    if (!used.has(name)) continue;
    const varies = (part: "header" | "footer"): boolean => Object.values(variants as MasterVariants).some((v: MasterVariant) => v[part]);
    if (!varies("header")) furniture.section(header);
    if (!varies("footer")) furniture.section(footer);
  }
  const walk = (nodes: readonly SegmentNode[]): void => {
    for (const node of nodes) {
      if ("element" in node && node.element) {
        const decorative = node.semantics?.decorative === true;
        const clips = node.type === "placed" && node.layout.bounds === "clip";
        const collector = decorative ? furniture : body;
        const before = collector.cut;
        collector.cut = before || clips;
        collector.elements([node.element as Element]);
        collector.cut = before;
      }
      if ("content" in node && node.content) walk(node.content);
    }
  };
  for (const { content } of segments) walk(content ?? []);
}

const plainNumber = (v: number): string => v.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 20 });

const withoutSums = (text: string): string => text.replace(/\{(?:subtotal|carried):[^}]*\}/g, "\n");

const isCut = (overflow: string | undefined): boolean => overflow === "clip" || overflow === "ellipsis";

const PARTS = /[\n\r\v\f\u0085\u2028\u2029\t]|\{(?:page|total_pages)\}/;
const FLOW_PARTS = /[\n\r\v\f\u0085\u2028\u2029\t]|\{(?:page|total_pages|(?:page|number|text|heading):[^}]*)\}/;

type How = Partial<Pick<Asked, "cut" | "forced" | "turned" | "chart">>;

class Collector {
  cut = false;

  constructor(
    readonly out: Asked[],
    public body: boolean,
    readonly request: DocumentRequest,
  ) {}

  section(section: Section | undefined): void {
    this.elements(section?.elements);
  }

  /** In reading order (AX-22); artifacts are not read. */
  elements(given: readonly PageElement[] | undefined): void {
    const { body } = this;
    const elements = (given ?? []).filter((e) => e.type !== "payment_slip");
    for (const e of elements.sort((a, b) => (a.reading_order ?? 0) - (b.reading_order ?? 0))) {
      this.body = body && e.role !== "artifact";
      this.#element(e);
    }
    this.body = body;
  }

  /** `{page}` and `{total_pages}` are variables; `${page}` is a dollar sign and a variable. */
  lines(text: string, how: How = {}): void {
    const parts = this.request.flow_document ? FLOW_PARTS : PARTS;
    for (const line of text.split(parts))
      if (line.trim() !== "")
        this.out.push({
          text: line,
          body: this.body,
          cut: this.cut || (how.cut ?? false),
          forced: (how.forced ?? false) || this.request.settings?.direction === "rtl",
          turned: how.turned ?? false,
          chart: how.chart ?? null,
        });
  }

  #element(e: Element): void {
    if (e.type === "text") this.#text(e);
    else if (e.type === "table") this.#table(e);
    else if (e.type === "container") this.elements(e.elements);
    else if (e.type === "chart") this.#chart(e);
  }

  #chart(chart: ChartElement): void {
    const { kind, data, axes, legend, annotations } = chart;
    const radial = kind === "pie" || kind === "donut";
    if ("series" in data) {
      const named = !radial && kind !== "heatmap" && kind !== "waterfall";
      if (named && (legend?.show ?? data.series.length > 1)) for (const { name } of data.series) this.lines(name, { chart });
      if (radial && legend?.show !== false) for (const label of data.labels ?? []) this.lines(label, { chart });
    }
    for (const axis of [axes?.category, axes?.row, axes?.x, axes?.values?.primary, axes?.values?.secondary])
      if (axis?.title !== undefined && axis.show !== false) this.lines(axis.title, { chart, turned: true });
    for (const { label } of [...(annotations?.lines ?? []), ...(annotations?.bands ?? [])])
      if (label !== undefined) this.lines(label, { chart });
  }

  #text(e: TextElement): void {
    const cut = isCut(e.style?.text_overflow) || isCut(e.frame?.overflow) || isCut(e.defaults?.frame?.overflow);
    const forced = e.style?.direction === "rtl" || e.defaults?.paragraph?.direction === "rtl";
    this.#content(e.content, { cut, forced, turned: (e.rotation ?? 0) % 360 !== 0 });
  }

  #content(content: TextContent, how: How): void {
    if (typeof content === "string") this.lines(content, how);
    else if ("spans" in content) this.lines(content.spans.map((s) => s.text).join(""), how);
    else this.#blocks(content.blocks, how);
  }

  #blocks(blocks: readonly Block[], how: How, sums = false): void {
    for (const block of blocks) {
      if (block.type === "paragraph")
        // values of variables and line ends separate texts
        this.lines(block.inlines.map((i) => (i.type === "text" ? (sums ? withoutSums(i.text) : i.text) : "\n")).join(""), how);
      else if (block.type === "list") for (const item of block.items) this.#blocks(item.blocks, how, sums);
    }
  }

  #table(e: TableElement): void {
    const shown = e.header?.show !== false;
    if (shown) {
      // rows outside the first header are artifacts: nothing is known of them
      for (const row of e.header?.rows ?? [])
        if (row.repeat !== "after_first") for (const cell of row.cells) this.#cell(cell.content, true);
      for (const column of e.columns) if (column.header !== undefined) this.lines(withoutSums(column.header));
    }
    for (const row of Array.isArray(e.rows) ? e.rows : this.#projected(e.rows.projection))
      for (const { key, format } of e.columns) {
        const value = Object.hasOwn(row, key) ? row[key] : undefined;
        const content = typeof value === "object" && value !== null ? value.content : value;
        const own = typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
        // the texts of formatted numbers are not the request's
        if (typeof content !== "number" || (format ?? own) === undefined) this.#cell(content);
      }
    for (const row of e.footer?.rows ?? []) {
      if ((row.repeat ?? e.footer?.repeat) === "before_last") continue;
      let column = 0;
      for (const { content, format, col_span = 1 } of row.cells) {
        const formatted = format ?? (col_span === 1 ? e.columns[column]?.format : undefined);
        if (typeof content !== "number" || formatted === undefined) this.#cell(content, true);
        column += col_span;
      }
    }
  }

  /** Formatted numbers are omitted: their text is not in the request. */
  #projected(name: string): readonly TableRow[] {
    const { projections = {}, datasets = {} } = this.request;
    const projection = projections[name];
    if (projection?.type !== "table") return [];
    const own = projection.columns.filter((c) => c.format === undefined);
    return datasets[projection.dataset]!.rows.map((row) => Object.fromEntries(own.map((c) => [c.key ?? c.field, row[c.field] ?? null])));
  }

  #cell(content: TableCell["content"], sums = false): void {
    if (content === undefined || content === null) return;
    if (typeof content === "object") this.#blocks(content.blocks, {}, sums);
    else if (typeof content === "string") this.lines(sums ? withoutSums(content) : content);
    else this.lines(typeof content === "number" ? plainNumber(content) : String(content));
  }
}
