/**
 * The public contract as types. They declare shape only: which fields there are, their JSON types and enumerations, since a wrong shape is
 * API-001. Ranges, patterns and relations between fields are API-002 and belong to compiler/check. A field that the contract refuses
 * with API-002 is declared here as well, loosely, so that decoding lets it through to the check that names it.
 * schemas/ and the tables of docs/ are generated from these files. A comment says what a field means and when it is allowed; its tags say the
 * rest: unit, default, and the range (minimum, pattern and so on), which the published schema has and the decoder's own does not.
 */
import type { Forms, Given, May, Never } from "./forms.js";

/** A whole number. @TJS-type integer */
export type integer = number;

/** A colour: red, green and blue in hexadecimal digits. @pattern ^#[0-9A-Fa-f]{6}$ @examples ["#1F2937"] */
export type Color = string;

/** The inside of a shape. Nothing is painted where an element declares no fill. */
export interface FillStyle {
  /** Colour of the fill; without it that of `settings.defaults.fill`, else black. */
  color?: Color;
  /** From 0, nothing is seen, to 1. Without it that of `settings.defaults.fill`, else 1. @minimum 0 @maximum 1 */
  opacity?: number;
}

/** An outline or a line, centred on the geometry. A field that is absent comes from `settings.defaults.stroke`, else from the service; in charts colour and width are the theme's. */
export interface StrokeStyle {
  /** Colour of the stroke. @default "#000000" */
  color?: Color;
  /** Width of the stroke. @unit mm @minimum 0 @default 0.2 */
  width?: number;
  /** From 0, nothing is seen, to 1. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Dashes and gaps along the stroke. */
  dash?: Dash;
  /** Ends of lines and dashes: `butt`, and `round` where the dash preset is `dotted`. */
  cap?: "butt" | "round" | "square";
  /** Corners. @default "miter" */
  join?: "miter" | "round" | "bevel";
  /** How far a pointed corner may reach, in multiples of the width, before it is cut off. @minimum 1 @default 10 */
  miter_limit?: number;
  /** Two lines in place of one. Not on paths and not in charts. */
  compound?: CompoundStroke;
}

/** A pattern of dashes and gaps, as long as multiples of the stroke's width. */
export interface Dash {
  /** `solid`; `dashed` 4, 3; `dotted` 1, 2 (with round caps 0, 2); `dash_dot` 4, 3, 1, 3; `dash_dot_dot` 4, 3, 1, 3, 1, 3; `long_dash` 8, 3. @default "solid" */
  preset: "solid" | "dashed" | "dotted" | "dash_dot" | "dash_dot_dot" | "long_dash";
}

/** Two lines, each of the stroke's width. */
export interface CompoundStroke {
  /** The only kind there is. */
  kind: "double";
  /** Distance between the two lines. @unit mm @minimum 0 */
  gap: number;
}

/** Room inside the edges of a box. */
export interface BoxSpacing {
  /** Room at the upper edge. @unit mm @minimum 0 @default 0 */
  top?: number;
  /** Room at the right edge. @unit mm @minimum 0 @default 0 */
  right?: number;
  /** Room at the lower edge. @unit mm @minimum 0 @default 0 */
  bottom?: number;
  /** Room at the left edge. @unit mm @minimum 0 @default 0 */
  left?: number;
}

/** The margins of a page. What they leave is the content box, from whose upper left corner the body's coordinates count. */
export interface PageMargin {
  /** Margin at the upper edge. @unit mm @minimum 0 @default 0 */
  top?: number;
  /** Margin at the right edge. @unit mm @minimum 0 @default 0 */
  right?: number;
  /** Margin at the lower edge. @unit mm @minimum 0 @default 0 */
  bottom?: number;
  /** Margin at the left edge. @unit mm @minimum 0 @default 0 */
  left?: number;
}

/** Where an element is and how it takes part in flow; which fields are allowed depends on the parent. */
export interface PlacementFields {
  /** From the left edge of the parent's box to that of the element. Not with `right` or `anchor`. @unit mm */
  left?: number;
  /** From the right edge of the element to that of the parent's content box; the element's width must be known. Not with `left` or `anchor`. @unit mm */
  right?: number;
  /** A distance from a named edge. Not with `left` or `right`. */
  anchor?: Anchor;
  /** From the upper edge of the parent's box to that of the element. Not with `bottom`; not on elements that flow. @unit mm */
  top?: number;
  /** From the lower edge of the element to that of the parent's content box; the element's height must be known. Not with `top`; not on elements that flow. @unit mm */
  bottom?: number;
  /** Whether the element comes below the one before it. Only on direct children of `pages[].elements`; without it `settings.layout.flow`. */
  flow?: boolean;
  /** Distance to the next element that flows. Only on elements that flow; without it `settings.layout.gap_after`. @unit mm @minimum 0 */
  gap_after?: number;
  /** Order of painting among siblings: lower ones first, equal ones in the order of the list. It moves nothing. @default 0 */
  z_index?: integer;
}

type HorizontalPlace = May<PlacementFields, "left"> | Given<PlacementFields, "right"> | Given<PlacementFields, "anchor">;
type VerticalPlace =
  | (May<PlacementFields, "top"> & { flow?: false })
  | (Given<PlacementFields, "bottom"> & { flow?: false })
  | (May<PlacementFields, "gap_after"> & { flow?: true });

/** Fields of a place, in the forms that can be together. */
export type Placed<T> = Forms<Forms<T, HorizontalPlace>, VerticalPlace>;

/** One horizontal place at most, and one vertical; an element that flows has none that is vertical. */
export type Placement = Placed<PlacementFields>;

/** Of elements that are where their own coordinates are. */
export type OwnPlacement = Forms<
  PlacementFields,
  Never<"left" | "right" | "anchor" | "top" | "bottom"> & ((May<PlacementFields, "gap_after"> & { flow?: true }) | { flow: false })
>;

/** Of tables: `left` and `top`, or `left` and flow. */
export type TablePlacement = Forms<Placement, Never<"right" | "anchor" | "bottom">>;

/** Of blocks, which are where the flow has come to. */
export type BlockPlacement = Unplaced<PlacementFields>;

/** Fields of a place, without a place. */
export type Unplaced<T> = Forms<T, Never<"left" | "right" | "anchor" | "top" | "bottom" | "flow" | "gap_after">>;

/** A horizontal place relative to an edge of the page or of its content box. */
export interface Anchor {
  /** The edge. `content_left` and `content_right` are the page's where there is no margin; inside a container they are its own, and the two of the page are not allowed. */
  reference: "page_left" | "page_right" | "content_left" | "content_right";
  /** From the left edge to the right, from the right edge to the left. @unit mm @default 0 */
  offset?: number;
}

/** What a click on an element, or on a part of a text, leads to. */
export interface LinkSpec {
  /** Where the link leads. */
  target: LinkTarget;
  /** What the link is, for people who have the document read to them. Without it the linked text, else the URL. */
  alt?: string;
  /** How far the clickable area reaches beyond the element. @unit mm @minimum 0 @default 0 */
  padding?: number;
  /** A frame around the clickable area; none where it is absent. */
  border?: LinkBorder;
}

/** The frame of a clickable area. */
export interface LinkBorder {
  /** Colour of the frame. @default "#000000" */
  color?: Color;
  /** Width of the frame; 0 is no frame. @unit mm @minimum 0 @default 0.2 */
  width?: number;
}

/** A URL, a page of a Fixed Canvas, or a named destination of a Flow Document. */
export type LinkTarget = UrlTarget | PageTarget | DestinationTarget;

/** Something outside the document. */
export interface UrlTarget {
  /** Says that the target is a URL. */
  type: "url";
  /** Begins with `http://`, `https://`, `mailto:` or `tel:`, in any case; blanks at its ends are dropped. @pattern ^\s*([Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:) @examples ["https://example.com", "mailto:office@example.com", "tel:+4930123456"] */
  url: string;
}

/** A page of the caller: an entry of `pages`. Not in a Flow Document. */
export interface PageTarget {
  /** Says that the target is a page. */
  type: "page";
  /** The entry of `pages`, counted from 1; where it goes on over several pages, the first of them. @minimum 1 */
  page: integer;
  /** Place on the page that is scrolled to. @unit mm @default 0 */
  left?: number;
  /** Place on the page that is scrolled to. @unit mm @default 0 */
  top?: number;
}

/** A place of a Flow Document that a segment or a node names with `destination`. */
export interface DestinationTarget {
  /** Says that the target is a named destination. */
  type: "destination";
  /** The name; there must be such a destination in the document. */
  name: string;
}

/** How a number is written. It is rounded half away from zero on its decimal form. */
export interface NumberFormat {
  /** `compact` writes thousands as K, M, B and T. @default "standard" */
  notation?: "standard" | "compact";
  /** Decimal places. Without it as many as the number has; in compact notation at most one. @minimum 0 @maximum 6 */
  decimals?: integer;
  /** Whether thousands are parted by commas. @default false */
  grouping?: boolean;
  /** Text before the number and after its sign, a single line. @pattern ^[^\f\r\n\u0085\u2028\u2029]*$ @examples ["€ "] */
  prefix?: string;
  /** Text after the number, a single line. @pattern ^[^\f\r\n\u0085\u2028\u2029]*$ @examples [" kg"] */
  suffix?: string;
}
