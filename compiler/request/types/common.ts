/**
 * The public contract as types. They declare shape only: which fields there are, their JSON types and enumerations, since a wrong shape is
 * API-001. Ranges, patterns and relations between fields are API-002 and belong to compiler/check. A field that the contract refuses
 * with API-002 is declared here as well, loosely, so that decoding lets it through to the check that names it.
 * schemas/ is generated from these files.
 */

/** @TJS-type integer */
export type integer = number;

/** `#RRGGBB` */
export type Color = string;

export interface FillStyle {
  color?: Color;
  /** 0..=1 */
  opacity?: number;
}

export interface StrokeStyle {
  color?: Color;
  /** mm */
  width?: number;
  /** 0..=1 */
  opacity?: number;
  dash?: Dash;
  cap?: "butt" | "round" | "square";
  join?: "miter" | "round" | "bevel";
  /** at least 1 */
  miter_limit?: number;
  compound?: CompoundStroke;
}

/** Numbers are multiples of the stroke's width (decisions §1). */
export interface Dash {
  preset: "solid" | "dashed" | "dotted" | "dash_dot" | "dash_dot_dot" | "long_dash";
}

/** Two lines of the stroke's width, `gap` mm apart. */
export interface CompoundStroke {
  kind: "double";
  gap: number;
}

/** mm */
export interface BoxSpacing {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** mm; an edge that is not given is 0 */
export interface PageMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}

/** Where an element is and how it takes part in flow; which fields are allowed depends on the parent. */
export interface Placement {
  left?: number;
  right?: number;
  anchor?: Anchor;
  top?: number;
  bottom?: number;
  flow?: boolean;
  gap_after?: number;
  z_index?: integer;
}

export interface Anchor {
  reference: "page_left" | "page_right" | "content_left" | "content_right";
  /** mm; 0 when absent */
  offset?: number;
}

export interface LinkSpec {
  target: LinkTarget;
  alt?: string;
  /** mm, at least 0 */
  padding?: number;
  border?: LinkBorder;
}

export interface LinkBorder {
  color?: Color;
  /** mm, at least 0 */
  width?: number;
}

export type LinkTarget = UrlTarget | PageTarget | DestinationTarget;

/** `http://`, `https://`, `mailto:` or `tel:` */
export interface UrlTarget {
  type: "url";
  url: string;
}

/** An entry of `pages[]`, counted from 1. */
export interface PageTarget {
  type: "page";
  page: integer;
  left?: number;
  top?: number;
}

/** A named destination of a Flow Document. */
export interface DestinationTarget {
  type: "destination";
  name: string;
}
