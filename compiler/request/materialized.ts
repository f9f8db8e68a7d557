// The shape of a request in which nothing stands for something else: tables have rows, charts have data.
import type { ChartDataFields, ChartElement, ChartSeriesFields } from "./types/chart.js";
import type { ChartProjection, TableProjection } from "./types/data.js";
import type { DocumentRequest, Page } from "./types/document.js";
import type { ContainerElement, Element, ElementType } from "./types/element.js";
import type {
  BlockNode,
  BreakNode,
  ColumnsNode,
  FlowDocument,
  GridNode,
  MasterVariant,
  MasterVariants,
  PageMaster,
  PlacedNode,
  Segment,
  StackNode,
  VariantRegion,
} from "./types/flow.js";
import type { BackgroundLayer, Layers, Section, StampLayer } from "./types/layers.js";
import type { TableElement, TableRow } from "./types/table.js";

/** What checks and lowering take: a reference that was missed has no place in it. */
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

export interface MaterializedSegment extends Omit<Segment, "content"> {
  content: MaterializedNode[];
}

export type MaterializedNode = MaterializedBlock | BreakNode | MaterializedGroup | MaterializedPlaced;
export type MaterializedGroup = MaterializedColumns | MaterializedStack | MaterializedGrid;

export interface MaterializedBlock extends Omit<BlockNode, "element"> {
  element: MaterializedElement;
}

export interface MaterializedPlaced extends Omit<PlacedNode, "element"> {
  element: MaterializedElement;
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

/** The rows of a table's body: an array of them, or rows that are made when they are asked for. */
export interface Rows extends Iterable<TableRow> {
  readonly length: number;
  /** @param row counted from 0 */
  at(row: number): TableRow | undefined;
}

export interface MaterializedTable extends Omit<TableElement, "rows"> {
  rows: Rows;
  /** where the rows are from, if they are not the table's own */
  projected?: ProjectedTable;
}

/** What a table's rows are made of. Their cells are scalars, under the keys of all its columns. */
export interface ProjectedTable {
  /** of the projection */
  readonly name: string;
  readonly projection: TableProjection;
  /** the texts that occur in its cells, without the numbers beside them */
  readonly texts: () => Iterable<string>;
  /** the value of a row for an output key, as the dataset has it: not formatted */
  readonly raw: (row: number, key: string) => string | number | boolean | null;
}

/** Of any kind of chart: the check has seen to it that the series have what theirs has. */
export interface MaterializedData extends Omit<ChartDataFields, "series"> {
  series: ChartSeriesFields[];
}

export interface MaterializedChart extends Omit<ChartElement, "data"> {
  data: MaterializedData;
  /** where the data is from, if it is not the chart's own */
  projected?: ProjectedChart;
}

/** What a chart's data was made of. */
export interface ProjectedChart {
  /** of the projection */
  readonly name: string;
  readonly projection: ChartProjection;
  /** of a heatmap: which rows of the dataset its parts are from */
  readonly heatmap?: HeatmapRows;
}

/** Rows of a dataset, counted from 0. */
export interface HeatmapRows {
  /** the first row with each label */
  readonly labels: readonly number[];
  /** the first row with each series' name */
  readonly series: readonly number[];
  /** of each series, the row of each cell; -1 where no row has it */
  readonly cells: readonly (readonly number[])[];
}

export interface MaterializedContainer extends Omit<ContainerElement, "elements" | "width"> {
  /** undefined only in a block of a Flow Document: as wide as the flow */
  width?: number;
  elements: MaterializedElement[];
}

export type MaterializedElement =
  Exclude<Element, { type: "table" | "chart" | "container" }> | MaterializedTable | MaterializedChart | MaterializedContainer;
export type MaterializedOf<T extends ElementType> = Extract<MaterializedElement, { type: T }>;

/** A request, and the elements whose reference could not be followed, with the name that each has: the check refuses them where they are. */
export interface Materialization {
  /** as it was sent */
  readonly sent: DocumentRequest;
  readonly request: Materialized;
  readonly unresolved: ReadonlyMap<MaterializedElement, string>;
}
