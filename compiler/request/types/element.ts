// Elements of a request, by type.
import type { Forms, Given, May, Words } from "./forms.js";
import type { ChartElement } from "./chart.js";
import type { ContainerRole, FillStyle, LinkSpec, ReadFields, StrokeStyle } from "./common.js";
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
import type { FieldElement } from "./field.js";
import type { PaymentSlipElement } from "./payment-slip.js";
import type { TableElement } from "./table.js";
import type { TextElement } from "./text.js";

/** A box with elements, at coordinates or in sequence. */
export interface ContainerElementFields extends ReadFields {
  /** Type of the element. */
  type: "container";
  /** Role of the content. `list` contains list items: `list_item`, or elements without a role; `figure` is one picture, which `alt` describes; `artifact` is not read. In the body of a page and in containers. @words ContainerRole */
  role?: Words<ContainerRole>;
  /** Description for assistive technology. Required with the role `figure`, otherwise not allowed. */
  alt?: string;
  /** Position of the container, and layout of its children. */
  layout: ContainerLayout;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the container. Its content may then have no links. */
  link?: LinkSpec;
  /** Width of the box. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the box; by default that of its content and padding. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Minimum height of a box without `height`. @unit mm @exclusiveMinimum 0 */
  min_height?: number;
  /** Fill of the box; by default none. */
  fill?: FillStyle;
  /** Outline of the box; by default none. */
  stroke?: StrokeStyle;
  /** Radius of the corners; by default that of `defaults.shape`, otherwise 0. @unit mm @minimum 0 */
  corner_radius?: number;
  /** Default styles of the content, which override outer ones. */
  defaults?: Defaults;
  /** The children: text, shapes, pictures, barcodes, form fields, charts, links and containers; no tables. */
  elements: Element[];
}

/** A container with `height`, or optionally `min_height`. */
export type ContainerElement = Forms<ContainerElementFields, ContainerHeight>;

/** Fixed height, or that of the content. */
export type ContainerHeight = Given<ContainerElementFields, "height"> | May<ContainerElementFields, "min_height">;

/** One of the fourteen elements, by its `type`. */
export type Element =
  | TextElement
  | BarcodeElement
  | FieldElement
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

/** An element of a page itself: one of the fourteen, or a payment slip. */
export type PageElement = Element | PaymentSlipElement;

export type ElementType = Element["type"];
export type ElementOf<T extends ElementType> = Extract<Element, { type: T }>;
