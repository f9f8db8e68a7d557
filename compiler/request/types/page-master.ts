// Page masters of a Flow Document.
import type { integer } from "./common.js";
import type { Element } from "./element.js";
import type { Forms, Given, May, Never } from "./forms.js";
import type { Layers, Section } from "./layers.js";
import type { StyleScope } from "./named-style.js";

/** Page masters by name. */
export interface PageMasters {
  [name: string]: PageMaster;
}

/** Size, margins and regions of pages. It has `size`, or `width` and `height`. */
export interface PageMasterFields {
  /** Name of a preset, in upper or lower case. Not with `width` and `height`. @examples ["a4", "a6", "letter", "legal", "label_100_100", "label_100_150", "label_4_6_in"] */
  size?: string;
  /** Orientation of the preset. Only with `size`. @default "portrait" */
  orientation?: "portrait" | "landscape";
  /** Width of the page; requires `height`. @unit mm @minimum 10 @maximum 2000 */
  width?: number;
  /** Height of the page; requires `width`. @unit mm @minimum 10 @maximum 2000 */
  height?: number;
  /** Margins and columns. */
  layout?: MasterLayout;
  /** Content at the upper edge of the content box of each page; the body begins below it. */
  header?: Section;
  /** Content at the lower edge of the content box of each page; the body ends above it. */
  footer?: Section;
  /** Background, watermark and stamp of its pages. A master has at most 32 elements in all. */
  layers?: Layers;
  /** Style rules of the content on its pages. */
  style_scope?: StyleScope;
  /** Different headers and footers of certain pages. */
  variants?: MasterVariants;
}

/** `size` with an optional `orientation`, or `width` and `height`. */
export type PageMaster = Forms<
  PageMasterFields,
  (Given<PageMasterFields, "size"> & May<PageMasterFields, "orientation">) | Given<PageMasterFields, "width" | "height">
>;

/** Margins and columns of a page master. */
export interface MasterLayoutFields {
  /** The margins. */
  page_margin?: BindingMargin;
  /** Side of odd pages at which sheets are bound. Required with `inside` or `outside`, otherwise not allowed. */
  binding_side?: "left" | "right" | "top" | "bottom";
  /** Columns of the body. */
  columns?: MasterColumns;
}

/** Margins by physical edges, or by a binding side. */
export type MasterLayout = Forms<
  MasterLayoutFields,
  | { page_margin?: PhysicalMargin }
  | { page_margin: SideBinding; binding_side: "left" | "right" }
  | { page_margin: TopBinding; binding_side: "top" | "bottom" }
>;

/** Physical edges; or `inside` and `outside` with a binding side, and the other two edges. */
export interface BindingMargin {
  /** Margin at the upper edge. @unit mm @minimum 0 @default 0 */
  top?: number;
  /** Margin at the right edge. @unit mm @minimum 0 @default 0 */
  right?: number;
  /** Margin at the lower edge. @unit mm @minimum 0 @default 0 */
  bottom?: number;
  /** Margin at the left edge. @unit mm @minimum 0 @default 0 */
  left?: number;
  /** Margin at the binding side. @unit mm @minimum 0 @default 0 */
  inside?: number;
  /** Margin at the opposite side. @unit mm @minimum 0 @default 0 */
  outside?: number;
}

type PhysicalMargin = Forms<BindingMargin, Never<"inside" | "outside">>;
type SideBinding = Forms<BindingMargin, Never<"left" | "right">>;
type TopBinding = Forms<BindingMargin, Never<"top" | "bottom">>;

/** Columns of the body. */
export interface MasterColumns {
  /** Number of columns. @minimum 1 @maximum 32 */
  count: integer;
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Order of the columns; by default `left_to_right`, with `settings.direction` `rtl` `right_to_left`. */
  direction?: "left_to_right" | "right_to_left";
}

/** Different headers and footers. `first` overrides `last`; `first`, `last` and `blank` override `odd` and `even`. */
export interface MasterVariants {
  /** The first page of the segment. */
  first?: MasterVariant;
  /** Odd pages, by position in the document. */
  odd?: MasterVariant;
  /** Even pages, by position in the document. */
  even?: MasterVariant;
  /** The last page of the segment. */
  last?: MasterVariant;
  /** Empty pages before nodes that begin on a right or left page. */
  blank?: MasterVariant;
}

/** Differences on certain pages. */
export interface MasterVariant {
  /** Elements that replace those of the header, which the master must have. */
  header?: VariantRegion;
  /** Elements that replace those of the footer, which the master must have. */
  footer?: VariantRegion;
}

/** Elements that replace those of a header or footer, at the same size. */
export interface VariantRegion {
  /** The elements; an empty list leaves the region empty. */
  elements: Element[];
}
