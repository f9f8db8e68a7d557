// A decoded request to one in which nothing stands for something else: tables have rows, charts have data, metadata is what a policy lets through.
import { withMetadataPolicy, type MetadataPolicy } from "./metadata-policy.js";
import type { ChartData, ChartElement } from "./types/chart.js";
import type { ChartProjection } from "./types/data.js";
import type { DocumentRequest, MetadataSettings, Page } from "./types/document.js";
import type { ContainerElement, Element, ElementType } from "./types/element.js";
import type { BackgroundLayer, Layers, Section, StampLayer } from "./types/layers.js";
import type { TableElement, TableRow } from "./types/table.js";

/** What checks and lowering take: a reference that was missed has no place in it. */
export interface Materialized extends Omit<DocumentRequest, "pages" | "header" | "footer" | "layers"> {
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

type WithElements<T extends { elements?: Element[] }> = Omit<T, "elements"> & { elements?: MaterializedElement[] };

export interface MaterializedTable extends Omit<TableElement, "rows"> {
  rows: TableRow[];
}

export interface MaterializedChart extends Omit<ChartElement, "data"> {
  data: ChartData;
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

export interface MaterializedContainer extends Omit<ContainerElement, "elements"> {
  elements: MaterializedElement[];
}

export type MaterializedElement =
  Exclude<Element, { type: "table" | "chart" | "container" }> | MaterializedTable | MaterializedChart | MaterializedContainer;
export type MaterializedOf<T extends ElementType> = Extract<MaterializedElement, { type: T }>;

/** A request, and the elements whose reference could not be followed: the check refuses each where it is. */
export interface Materialization {
  readonly request: Materialized;
  readonly unresolved: ReadonlySet<MaterializedElement>;
}

export function materialize(request: DocumentRequest, policy: MetadataPolicy | undefined): Materialization {
  const unresolved = new Set<MaterializedElement>();
  const { pages, header, footer, layers, ...rest } = request;
  return {
    request: {
      ...(policy
        ? { ...rest, settings: { ...rest.settings, metadata: withMetadataPolicy(rest.settings?.metadata ?? NOTHING, policy) } }
        : rest),
      ...(pages && { pages: pages.map((page) => withElements(page, unresolved)) }),
      ...(header && { header: withElements(header, unresolved) }),
      ...(footer && { footer: withElements(footer, unresolved) }),
      ...(layers && { layers: materializeLayers(layers, unresolved) }),
    },
    unresolved,
  };
}

const NOTHING: MetadataSettings = {};

function materializeLayers({ background, stamp, ...rest }: Layers, unresolved: Set<MaterializedElement>): MaterializedLayers {
  return {
    ...rest,
    ...(background && { background: withElements(background, unresolved) }),
    ...(stamp && { stamp: withElements(stamp, unresolved) }),
  };
}

function withElements<T extends { elements?: Element[] }>(
  { elements, ...rest }: T,
  unresolved: Set<MaterializedElement>,
): Omit<T, "elements"> & { elements?: MaterializedElement[] } {
  return elements ? { ...rest, elements: elements.map((el) => materializeElement(el, unresolved)) } : rest;
}

/** An element that refers to nothing is passed on as it is. */
function materializeElement(el: Element, unresolved: Set<MaterializedElement>): MaterializedElement {
  switch (el.type) {
    case "table": {
      const { rows, ...rest } = el;
      if (Array.isArray(rows)) return { ...rest, rows };
      return noted({ ...rest, rows: [] }, unresolved);
    }
    case "chart": {
      const { data, ...rest } = el;
      if ("series" in data) return { ...rest, data };
      return noted({ ...rest, data: { series: [] } }, unresolved);
    }
    case "container": {
      const { elements, ...rest } = el;
      return { ...rest, elements: elements.map((child) => materializeElement(child, unresolved)) };
    }
    default:
      return el;
  }
}

function noted(el: MaterializedElement, unresolved: Set<MaterializedElement>): MaterializedElement {
  unresolved.add(el);
  return el;
}
