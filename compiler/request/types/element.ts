// The elements of a request, by their type.
import type { Forms, Given, May } from "./forms.js";
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

/** A box with elements of its own, at coordinates or one after the other. */
export interface ContainerElementFields {
  /** Says that the element is a container. */
  type: "container";
  /** Where the container is, and how its children are laid out. */
  layout: ContainerLayout;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the container leads to. What is in it may then have no links. */
  link?: LinkSpec;
  /** Width of the box. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the box; without it that of its content and padding. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Least height of a box without `height`. @unit mm @exclusiveMinimum 0 */
  min_height?: number;
  /** Inside of the box. */
  fill?: FillStyle;
  /** Outline of the box; none where it is absent. */
  stroke?: StrokeStyle;
  /** Radius of the corners; without it that of the defaults, else 0. @unit mm @minimum 0 */
  corner_radius?: number;
  /** Looks of what is in the container, over those around it. */
  defaults?: Defaults;
  /** The children. Text, shapes, pictures, barcodes, charts, links and containers; no tables. */
  elements: Element[];
}

/** With a `height`, or a `min_height` at most. */
export type ContainerElement = Forms<ContainerElementFields, ContainerHeight>;

/** Its own height, or that of its content. */
export type ContainerHeight = Given<ContainerElementFields, "height"> | May<ContainerElementFields, "min_height">;

/** One of the thirteen elements, by its `type`. */
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
