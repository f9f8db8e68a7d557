// Types of a request without references: tables have rows, charts have data.
import type { ChartDataFields, ChartElement, ChartSeriesFields } from "./types/chart.js";
import type { ChartProjection, TableProjection } from "./types/data.js";
import type { DocumentRequest, Page } from "./types/document.js";
import type { ContainerElement, Element, ElementType } from "./types/element.js";
import type {
  BlockNode,
  BreakNode,
  ColumnsNode,
  ContentsNode,
  FlowDocument,
  GridNode,
  MarkdownNode,
  MasterVariant,
  MasterVariants,
  PageMaster,
  PlacedLayoutFields,
  PlacedNodeFields,
  SegmentFields,
  Semantics,
  StackNode,
  VariantRegion,
} from "./types/flow.js";
import type { BackgroundLayer, Layers, Section, StampLayer } from "./types/layers.js";
import type { TableElement, TableRow } from "./types/table.js";

/** Input of checks and lowering; an unresolved reference is not representable. */
export interface Materialized extends Omit<DocumentRequest, "pages" | "header" | "footer" | "layers" | "flow_document"> {
  flow_document?: MaterializedFlow;
  pages?: MaterializedPage[];
  header?: MaterializedSection;
  footer?: MaterializedSection;
  layers?: MaterializedLayers;
}

export type MaterializedPage = WithElements<Page>;
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

export type MaterializedVariants = { [K in keyof MasterVariants]: MaterializedVariant };
export type MaterializedVariant = { [K in keyof MasterVariant]: WithElements<VariantRegion> };

/** Content of a segment without, which is an import. */
export const NO_CONTENT: MaterializedNode[] = [];

export interface MaterializedSegment extends Omit<SegmentFields, "content"> {
  /** NO_CONTENT with an `import` */
  content: MaterializedNode[];
}

export type MaterializedNode =
  MaterializedBlock | BreakNode | ContentsNode | MaterializedGroup | MaterializedPlaced | MaterializedMarkdown | Prose;
export type MaterializedGroup = MaterializedColumns | MaterializedStack | MaterializedGrid;

export interface MaterializedBlock extends Omit<BlockNode, "element"> {
  element: MaterializedElement;
  /** of a block of Markdown */
  markdown?: MarkdownBlock;
}

/** Properties of a block of Markdown. */
export interface MarkdownBlock {
  /** names of built-in styles below those of rules */
  readonly defaults: readonly string[];
  /** in a quote or list item, whose indent it has: rules add none */
  readonly nested: boolean;
  /** a picture of its own size, at most as large as its region */
  readonly picture?: true;
}

/** Markdown with the nodes that it describes. Their places are in its source. */
export interface MaterializedMarkdown extends MarkdownNode {
  content: MaterializedNode[];
  faults: readonly MarkdownFault[];
  /** links to destinations of the document */
  links: readonly { readonly name: string; readonly place: string }[];
}

/** A fault of Markdown, with its line and column. */
export interface MarkdownFault {
  readonly rule: string;
  readonly reason: string;
}

/** Quote or list item of Markdown. */
export interface Prose {
  type: "prose";
  kind: "quote" | "item";
  semantics: Semantics;
  /** text that begins at the right */
  rtl: boolean;
  /** of an item: its list, one object for all its items, and its marker */
  list?: { readonly numbering: "decimal" | "disc" | "circle" | "square" };
  marker?: string;
  /** of an item: texts of which one is at least as wide as any marker of its list, one object for all its items */
  widest?: readonly string[];
  /** mm */
  after: number;
  destination?: undefined;
  content: MaterializedNode[];
}

/** An element, or a float's element or content. */
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

/** Body rows of a table: an array, or rows created on demand. */
export interface RowSource extends Iterable<TableRow> {
  readonly length: number;
  /** @param row counted from 0 */
  at(row: number): TableRow | undefined;
}

export interface MaterializedTable extends Omit<TableElement, "rows"> {
  rows: RowSource;
  /** source of the rows, if they are not in the table */
  projected?: ProjectedTable;
}

/** Source of a table's rows. Cells are scalars, under the keys of all its columns. */
export interface ProjectedTable {
  /** of the projection */
  readonly name: string;
  readonly projection: TableProjection;
  /** distinct texts of its cells, without numbers */
  readonly texts: () => Iterable<string>;
  /** the value of a row for an output key, as the dataset has it: not formatted */
  readonly raw: (row: number, key: string) => string | number | boolean | null;
}

/** Data of any kind of chart; the check ensures that the series match the kind. */
export interface MaterializedData extends Omit<ChartDataFields, "series"> {
  series: ChartSeriesFields[];
}

export interface MaterializedChart extends Omit<ChartElement, "data"> {
  data: MaterializedData;
  /** source of the data, if it is not in the chart */
  projected?: ProjectedChart;
}

/** Source of a chart's data. */
export interface ProjectedChart {
  /** of the projection */
  readonly name: string;
  readonly projection: ChartProjection;
  /** for heatmaps: dataset rows of its parts */
  readonly heatmap?: HeatmapRows;
}

/** Rows of a dataset, counted from 0. */
export interface HeatmapRows {
  /** first row of each label */
  readonly labels: readonly number[];
  /** first row of each series name */
  readonly series: readonly number[];
  /** row of each cell, by series; -1 if absent */
  readonly cells: readonly (readonly number[])[];
}

export interface MaterializedContainer extends Omit<ContainerElement, "elements" | "width"> {
  /** undefined only in a block of a Flow Document, which has the width of the flow */
  width?: number;
  elements: MaterializedElement[];
}

export type MaterializedElement =
  Exclude<Element, { type: "table" | "chart" | "container" }> | MaterializedTable | MaterializedChart | MaterializedContainer;
export type MaterializedOf<T extends ElementType> = Extract<MaterializedElement, { type: T }>;

/** A request, and the elements with unresolved references and their names, which the check refuses. */
export interface Materialization {
  /** as sent */
  readonly sent: DocumentRequest;
  readonly request: Materialized;
  readonly unresolved: ReadonlyMap<MaterializedElement, string>;
}
