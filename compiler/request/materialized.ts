// Requests without references: tables have rows, charts have data.
import type { ChartDataFields, ChartElement, ChartSeriesFields } from "./types/chart.js";
import type { ChartProjection, TableProjection } from "./types/data.js";
import type { DocumentRequest, Page } from "./types/document.js";
import type { ContainerElement, Element, ElementType } from "./types/element.js";
import type { FlowDocument, SegmentFields } from "./types/flow.js";
import type {
  BlockNode,
  BreakNode,
  ColumnsNode,
  ContentsNode,
  GridNode,
  MarkdownNode,
  PlacedLayoutFields,
  PlacedNodeFields,
  Semantics,
  StackNode,
} from "./types/flow-node.js";
import type { MasterVariant, MasterVariants, PageMaster, VariantRegion } from "./types/page-master.js";
import type { BackgroundLayer, Layers, Section, StampLayer } from "./types/layers.js";
import type { PaymentSlip, PaymentSlipElement } from "./types/payment-slip.js";
import type { TableElement, TableRow } from "./types/table.js";

/** Input of checks and lowering; an unresolved reference is not representable. */
export interface Materialized extends Omit<DocumentRequest, "pages" | "header" | "footer" | "layers" | "flow_document"> {
  flow_document?: MaterializedFlow;
  pages?: MaterializedPage[];
  header?: MaterializedSection;
  footer?: MaterializedSection;
  layers?: MaterializedLayers;
}

export type MaterializedPage = Omit<Page, "elements"> & { elements?: MaterializedPageElement[] };
/** A payment slip is only in the body of a page. */
export type MaterializedPageElement = MaterializedElement | PaymentSlipElement;
export type MaterializedSection = WithElements<Section>;

export interface MaterializedLayers extends Omit<Layers, "background" | "stamp"> {
  background?: WithElements<BackgroundLayer>;
  stamp?: WithElements<StampLayer>;
}

export interface MaterializedFlow extends Omit<FlowDocument, "page_masters" | "segments"> {
  page_masters: { [name: string]: MaterializedMaster };
  segments: MaterializedSegment[];
}

export interface MaterializedMaster extends Omit<PageMaster, "header" | "footer" | "layers" | "variants"> {
  header?: MaterializedSection;
  footer?: MaterializedSection;
  layers?: MaterializedLayers;
  variants?: MaterializedVariants;
}

type MaterializedVariants = { [K in keyof MasterVariants]: MaterializedVariant };
export type MaterializedVariant = { [K in keyof MasterVariant]: WithElements<VariantRegion> };

export const NO_CONTENT: MaterializedNode[] = [];

export interface MaterializedSegment extends Omit<SegmentFields, "content"> {
  content: MaterializedNode[];
}

export type MaterializedNode =
  MaterializedBlock | BreakNode | ContentsNode | MaterializedGroup | MaterializedPlaced | MaterializedMarkdown | PaymentSlip | Prose;
export type MaterializedGroup = MaterializedColumns | MaterializedStack | MaterializedGrid;

export interface MaterializedBlock extends Omit<BlockNode, "element"> {
  element: MaterializedElement;
  markdown?: MarkdownBlock;
}

interface MarkdownBlock {
  /** built-in styles below those of rules */
  readonly defaults: readonly string[];
  /** of its own size, at most its region's */
  readonly picture?: true;
  /** of a table's header, from 1 */
  readonly line?: number;
}

/** places are in its source */
export interface MaterializedMarkdown extends MarkdownNode {
  content: MaterializedNode[];
  faults: readonly MarkdownFault[];
  links: readonly { readonly name: string; readonly place: string }[];
}

export interface MarkdownFault {
  readonly rule: string;
  readonly reason: string;
}

export interface Prose {
  type: "prose";
  kind: "quote" | "item";
  semantics: Semantics;
  /** by its first letter: the side if its direction is `auto` */
  rtl: boolean;
  /** of an item: its list, one object for all items */
  list?: { readonly numbering: "decimal" | "disc" | "circle" | "square" };
  marker?: string;
  /** of an item: texts, one as wide as any marker; one object for all items */
  widest?: readonly string[];
  /** mm */
  after: number;
  destination?: undefined;
  content: MaterializedNode[];
}

export interface MaterializedPlaced extends Omit<PlacedNodeFields, "layout" | "element" | "content"> {
  layout: PlacedLayoutFields;
  element?: MaterializedElement;
  content?: MaterializedNode[];
}

export interface MaterializedColumns extends Omit<ColumnsNode, "content"> {
  content: MaterializedNode[];
}

export interface MaterializedStack extends Omit<StackNode, "content"> {
  content: MaterializedNode[];
}

export interface MaterializedGrid extends Omit<GridNode, "content"> {
  content: MaterializedNode[];
}

type WithElements<T extends { elements?: Element[] }> = Omit<T, "elements"> & { elements?: MaterializedElement[] };

/** An array, or rows created on demand. */
export interface RowSource extends Iterable<TableRow> {
  readonly length: number;
  /** @param row counted from 0 */
  at(row: number): TableRow | undefined;
}

export interface MaterializedTable extends Omit<TableElement, "rows"> {
  rows: RowSource;
  /** absent if the table has the rows */
  projected?: ProjectedTable;
}

/** Cells are scalars under the keys of all columns. */
export interface ProjectedTable {
  readonly name: string;
  readonly projection: TableProjection;
  /** distinct, without numbers */
  readonly texts: () => Iterable<string>;
  /** unformatted value of the dataset */
  readonly raw: (row: number, key: string) => string | number | boolean | null;
}

/** The check ensures that series match the kind. */
export interface MaterializedData extends Omit<ChartDataFields, "series"> {
  series: ChartSeriesFields[];
}

export interface MaterializedChart extends Omit<ChartElement, "data"> {
  data: MaterializedData;
  /** absent if the chart has the data */
  projected?: ProjectedChart;
}

export interface ProjectedChart {
  readonly name: string;
  readonly projection: ChartProjection;
  readonly heatmap?: HeatmapRows;
}

/** Counted from 0. */
export interface HeatmapRows {
  readonly labels: readonly number[];
  readonly series: readonly number[];
  /** rows of the cells by series; -1 if absent */
  readonly cells: readonly (readonly number[])[];
}

export interface MaterializedContainer extends Omit<ContainerElement, "elements" | "width"> {
  /** undefined in a block of a Flow Document: the flow's width */
  width?: number;
  elements: MaterializedElement[];
}

export type MaterializedElement =
  Exclude<Element, { type: "table" | "chart" | "container" }> | MaterializedTable | MaterializedChart | MaterializedContainer;
export type MaterializedOf<T extends ElementType> = Extract<MaterializedElement, { type: T }>;

export interface Materialization {
  readonly sent: DocumentRequest;
  readonly request: Materialized;
  readonly unresolved: ReadonlyMap<MaterializedElement, string>;
}
