/**
 * Types of the public contract. They declare shape only: fields, JSON types and enumerations, since a wrong shape is API-001. Ranges, patterns and
 * relations between fields are API-002 and belong to compiler/check. A field that the contract refuses with API-002 is declared here, loosely, so that
 * decoding forwards it to the check that names it.
 * schemas/ and the tables of docs/ are generated from these files. A comment states the meaning of a field and its conditions; its tags contain unit,
 * default and range (minimum, pattern and so on), which the published schema contains and the decoder's does not.
 */
import type { Forms, Given, May, Never, Words } from "./forms.js";

/** A whole number. @TJS-type integer */
export type integer = number;

/** A colour: red, green and blue in hexadecimal digits. @pattern ^#[0-9A-Fa-f]{6}$ @examples ["#1F2937"] */
export type Color = string;

/** A language tag (BCP 47). @pattern ^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$ @examples ["de", "en-GB", "zh-Hans"] */
export type Language = string;

/** Role of an element for assistive technology. */
export type ElementRole = TextRole | ContainerRole;
/** Role of a text. */
export type TextRole = "paragraph" | HeadingRole | "title" | "caption" | "note" | "quote" | "code" | "label" | "list_item" | "artifact";
/** Role of a heading. */
type HeadingRole = "h1" | "h2" | "h3" | "h4" | "h5" | "h6";
/** Role of a container. */
export type ContainerRole = "section" | "article" | "aside" | "list" | "list_item" | "quote" | "figure" | "artifact";

/** Fields of all elements for assistive technology. */
export interface ReadFields {
  /** Order in which siblings are read: ascending, equal values in list order. A whole number. Does not affect painting and layout. In the body of a page and in containers. @minimum -10000 @maximum 10000 @default 0 */
  reading_order?: number;
  /** Language of the content, by default that around it: pronunciation, and in texts hyphenation and forms of Han characters. */
  language?: Language;
}

/** Fields of an element that is read as what it is. */
export interface ReadElementFields extends ReadFields {
  /** `artifact`: decoration, which is not read. In the body of a page and in containers. @words ArtifactRole */
  role?: Words<ArtifactRole>;
}
/** Role of decoration. */
type ArtifactRole = "artifact";

/** Fill of a shape. By default nothing is painted. */
export interface FillStyle {
  /** Colour of the fill; by default that of `settings.defaults.fill`, otherwise black. */
  color?: Color;
  /** From 0 (invisible) to 1 (opaque); by default that of `settings.defaults.fill`, otherwise 1. @minimum 0 @maximum 1 */
  opacity?: number;
}

/** An outline or line, centred on the geometry. Absent fields are inherited from `settings.defaults.stroke`, then from the service; in charts, colour and width from the theme. */
export interface StrokeStyle {
  /** Colour of the stroke. @default "#000000" */
  color?: Color;
  /** Width of the stroke. @unit mm @minimum 0 @default 0.2 */
  width?: number;
  /** From 0 (invisible) to 1 (opaque). @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Dashes and gaps along the stroke. */
  dash?: Dash;
  /** Ends of lines and dashes; by default `butt`, or `round` with the dash preset `dotted`. */
  cap?: "butt" | "round" | "square";
  /** Form of corners. @default "miter" */
  join?: "miter" | "round" | "bevel";
  /** Maximum length of a mitred corner, in multiples of the width; longer ones are bevelled. @minimum 1 @default 10 */
  miter_limit?: number;
  /** Two parallel lines in place of one. Not on paths and not in charts. */
  compound?: CompoundStroke;
}

/** A pattern of dashes and gaps, in multiples of the stroke's width. */
export interface Dash {
  /** `solid`; `dashed` 4, 3; `dotted` 1, 2 (with round caps 0, 2); `dash_dot` 4, 3, 1, 3; `dash_dot_dot` 4, 3, 1, 3, 1, 3; `long_dash` 8, 3. @default "solid" */
  preset: "solid" | "dashed" | "dotted" | "dash_dot" | "dash_dot_dot" | "long_dash";
}

/** Two parallel lines, each of the stroke's width. */
export interface CompoundStroke {
  /** The only kind. */
  kind: "double";
  /** Distance between the two lines. @unit mm @minimum 0 */
  gap: number;
}

/** Padding of a box. */
export interface BoxSpacing {
  /** Padding at the upper edge. @unit mm @minimum 0 @default 0 */
  top?: number;
  /** Padding at the right edge. @unit mm @minimum 0 @default 0 */
  right?: number;
  /** Padding at the lower edge. @unit mm @minimum 0 @default 0 */
  bottom?: number;
  /** Padding at the left edge. @unit mm @minimum 0 @default 0 */
  left?: number;
}

/** Margins of a page. The remaining area is the content box; its upper left corner is the origin of the body's coordinates. */
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

/** Position of an element, and its part in the flow; the parent determines the allowed fields. */
export interface PlacementFields {
  /** Distance of the element's left edge from that of the parent's box. Not with `right` or `anchor`. @unit mm */
  left?: number;
  /** Distance of the element's right edge from that of the parent's content box; the element's width must be known. Not with `left` or `anchor`. @unit mm */
  right?: number;
  /** Distance from a named edge. Not with `left` or `right`. */
  anchor?: Anchor;
  /** Distance of the element's upper edge from that of the parent's box. Not with `bottom`; not on elements that flow. @unit mm */
  top?: number;
  /** Distance of the element's lower edge from that of the parent's content box; the element's height must be known. Not with `top`; not on elements that flow. @unit mm */
  bottom?: number;
  /** Places the element below the previous one. Only on direct children of `pages[].elements`; by default `settings.layout.flow`. */
  flow?: boolean;
  /** Distance to the next element that flows. Only on elements that flow; by default `settings.layout.gap_after`. @unit mm @minimum 0 */
  gap_after?: number;
  /** Painting order among siblings: ascending, equal values in list order. Does not affect position. @default 0 */
  z_index?: integer;
}

type HorizontalPlace = May<PlacementFields, "left"> | Given<PlacementFields, "right"> | Given<PlacementFields, "anchor">;
type VerticalPlace =
  | (May<PlacementFields, "top"> & { flow?: false })
  | (Given<PlacementFields, "bottom"> & { flow?: false })
  | (May<PlacementFields, "gap_after"> & { flow?: true });

/** Position fields, in their allowed combinations. */
export type Placed<T> = Forms<Forms<T, HorizontalPlace>, VerticalPlace>;

/** A placement has at most one horizontal and one vertical position; an element that flows has no vertical one. */
export type Placement = Placed<PlacementFields>;

/** Placement of elements that are positioned by their own coordinates. */
export type OwnPlacement = Forms<
  PlacementFields,
  Never<"left" | "right" | "anchor" | "top" | "bottom"> & ((May<PlacementFields, "gap_after"> & { flow?: true }) | { flow: false })
>;

/** Placement of tables: `left` and `top`, or `left` and flow. */
export type TablePlacement = Forms<Placement, Never<"right" | "anchor" | "bottom">>;

/** Placement of blocks, which are positioned by the flow. */
export type BlockPlacement = Unplaced<PlacementFields>;

/** Placement without position fields. */
export type Unplaced<T> = Forms<T, Never<"left" | "right" | "anchor" | "top" | "bottom" | "flow" | "gap_after">>;

/** Horizontal position relative to an edge of the page or its content box. */
export interface Anchor {
  /** The edge. Without margins, `content_left` and `content_right` are the edges of the page; inside a container they are those of the container, and the edges of the page are not allowed. */
  reference: "page_left" | "page_right" | "content_left" | "content_right";
  /** Distance from a left edge to the right, or from a right edge to the left. @unit mm @default 0 */
  offset?: number;
}

/** Link of an element or a part of a text. */
export interface LinkSpec {
  /** Target of the link. */
  target: LinkTarget;
  /** Description of the link for assistive technology; by default the linked text, otherwise the URL. */
  alt?: string;
  /** Extension of the clickable area beyond the element. @unit mm @minimum 0 @default 0 */
  padding?: number;
  /** Border of the clickable area; by default none. */
  border?: LinkBorder;
}

/** Border of a clickable area. */
export interface LinkBorder {
  /** Colour of the border. @default "#000000" */
  color?: Color;
  /** Width of the border; 0 is no border. @unit mm @minimum 0 @default 0.2 */
  width?: number;
}

/** A URL, a page of a Fixed Canvas, a named destination of a Flow Document, or a form field. */
export type LinkTarget = UrlTarget | PageTarget | DestinationTarget | FieldTarget;

/** A target outside of the document. */
export interface UrlTarget {
  /** Type of the target. */
  type: "url";
  /** Begins with `http://`, `https://`, `mailto:` or `tel:`, in any case; surrounding blanks are removed. @pattern ^\s*([Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:) @examples ["https://example.com", "mailto:office@example.com", "tel:+4930123456"] */
  url: string;
}

/** A page of the request: an entry of `pages`. Not in a Flow Document. */
export interface PageTarget {
  /** Type of the target. */
  type: "page";
  /** The entry of `pages`, counted from 1; if it continues on several pages, the first of them. @minimum 1 */
  page: integer;
  /** Horizontal scroll position on the page. @unit mm @default 0 */
  left?: number;
  /** Vertical scroll position on the page. @unit mm @default 0 */
  top?: number;
}

/** A place of a Flow Document that a segment or node names by `destination`. */
export interface DestinationTarget {
  /** Type of the target. */
  type: "destination";
  /** Name of a destination in the document. */
  name: string;
}

/** The upper left corner of a form field; of radios, of the first. */
export interface FieldTarget {
  /** Type of the target. */
  type: "field";
  /** Name of a field in the document. */
  name: string;
}

/** Format of numbers. Rounding is half away from zero, on the decimal form. With a locale, digits, marks and signs are those of CLDR. */
export interface NumberFormat {
  /** `compact` abbreviates thousands by K, M, B and T, or as the locale does. @default "standard" */
  notation?: "standard" | "compact";
  /** Decimal places; by default those of the number, or of its currency, in compact notation at most one. @minimum 0 @maximum 6 */
  decimals?: integer;
  /** Groups digits: by threes with commas, or as the locale does. By default true with a locale, else false. */
  grouping?: boolean;
  /** Text before the number and after its sign, one line. @pattern ^[^\f\r\n\u0085\u2028\u2029]*$ @examples ["€ "] */
  prefix?: string;
  /** Text after the number, one line. @pattern ^[^\f\r\n\u0085\u2028\u2029]*$ @examples [" kg"] */
  suffix?: string;
  /** Locale of the number: its digits, decimal mark, groups and signs. A language tag (BCP 47) that CLDR has; by default `settings.locale`. @examples ["de", "en-IN", "fr-CH"] */
  locale?: string;
  /** Currency of the number, a code of ISO 4217. The locale places its sign. Only with the style `currency`. @examples ["EUR"] */
  currency?: string;
  /** `currency` writes the sign and the decimals of `currency`; `percent` multiplies by 100. By default `currency` if a currency is given, else `decimal`. */
  style?: "decimal" | "currency" | "percent";
  /** Form of negative numbers: a minus sign, or parentheses. @default "minus" */
  negative?: "minus" | "parentheses";
}
