// The elements of a request, by their type.
import type { ChartElement } from "./chart.js";
import type { FillStyle, LinkSpec, StrokeStyle } from "./common.js";
import type {
  BarcodeElement,
  CircleElement,
  ContainerLayout,
  Defaults,
  EllipseElement,
  ImageElement,
  LineElement,
  LinkElement,
  PathElement,
  PolygonElement,
  RectElement,
} from "./shape.js";
import type { TableElement } from "./table.js";
import type { TextElement } from "./text.js";

export interface ContainerElement {
  type: "container";
  layout: ContainerLayout;
  comment?: string;
  link?: LinkSpec;
  width: number;
  height?: number;
  min_height?: number;
  fill?: FillStyle;
  stroke?: StrokeStyle;
  corner_radius?: number;
  defaults?: Defaults;
  elements: Element[];
}

export type Element =
  | TextElement
  | BarcodeElement
  | ImageElement
  | ChartElement
  | LineElement
  | RectElement
  | CircleElement
  | EllipseElement
  | PolygonElement
  | PathElement
  | LinkElement
  | ContainerElement
  | TableElement;

export type ElementType = Element["type"];
export type ElementOf<T extends ElementType> = Extract<Element, { type: T }>;
