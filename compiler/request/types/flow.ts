// Flow Documents of a request: segments and their numbers.
import type { integer } from "./common.js";
import type { FlowNode } from "./flow-node.js";
import type { Forms, Given, May } from "./forms.js";
import type { NamedStyles, StyleScope } from "./named-style.js";
import type { PageMasters } from "./page-master.js";
import type { PaymentSlip } from "./payment-slip.js";
import type { PdfImport } from "./shape.js";

/** Content laid out on as many pages as it requires. */
export interface FlowDocument {
  /** Page masters by name: 1 to 32. A name is a lower-case letter, then up to 63 lower-case letters, digits and underscores. */
  page_masters: PageMasters;
  /** Parts of the document, in order; each begins on a new page. @minItems 1 @maxItems 100 */
  segments: Segment[];
  /** Styles by name, at most 64. A name has at most 128 bytes of UTF-8 and no blanks at its ends. */
  styles?: NamedStyles;
  /** Style rules of the whole document. */
  style_scope?: StyleScope;
  /** Numbers of headings. */
  numbering?: DocumentNumbering;
  /** Numbers of footnotes. */
  footnotes?: FootnoteSettings;
}

/** Numbers of footnotes. */
export interface FootnoteSettings {
  /** Part of the document with one series of numbers, each from 1. @default "document" */
  restart?: "document" | "segment";
}

/** Numbers of headings by level. */
export interface DocumentNumbering {
  /** Pattern of each level from 1, at most 9. In a pattern each of `1`, `a`, `A`, `i` and `I` without a Latin letter, a digit or a combining mark next to it is a counter, and so are `{cjk_decimal}`, `{arabic_indic}` and `{devanagari}`: the last is of this level, those before it are of the next levels above. `""` and levels without a pattern are unnumbered. A pattern has at most 128 bytes of UTF-8 and no line break. @maxItems 9 @examples [["1", "1.1", "1.1.1"], ["Chapter 1", "1.1"], ["A", "A.1"]] */
  levels: string[];
  /** Text between number and heading; at most 128 bytes of UTF-8, without a line break. @default " " */
  separator?: string;
}

/** Numbers of headings in a segment; they replace those of the document. */
export interface SegmentNumbering extends DocumentNumbering {
  /** All counters begin again; otherwise they continue. @default false */
  restart?: boolean;
}

/** A part of the document with a page master, or pages of a PDF file. It begins on a new page. */
export interface SegmentFields {
  /** Identifier, unique in the document. */
  id?: string;
  /** Name of the page master. Required without `import`. */
  page_master?: string;
  /** Name of the segment's beginning as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Numbering of its pages. */
  page_numbering?: PageNumbering;
  /** Numbers of its headings, instead of the document's. */
  numbering?: SegmentNumbering;
  /** Style rules of the content. */
  style_scope?: StyleScope;
  /** The content, in reading order. Required without `import`. */
  content?: SegmentNode[];
  /** Pages of a PDF file, in place of content. Only with `id`, `destination` and `page_numbering`. */
  import?: PdfImport;
}

/** `page_master` and `content`, or an `import`. */
export type Segment = Forms<
  SegmentFields,
  (Given<SegmentFields, "page_master" | "content"> & May<SegmentFields, "numbering" | "style_scope">) | Given<SegmentFields, "import">
>;

/** Page numbers for `{page}`. */
export interface PageNumberingFields {
  /** `continue` continues from the previous segment, `reset` begins with `start`. @default "continue" */
  mode?: "continue" | "reset";
  /** Number of the segment's first page. Required with `reset`, otherwise not allowed. @minimum 1 */
  start?: integer;
  /** Numerals of the page label, which is `{page}`, `{page:NAME}`, the number in a contents list, and the label that viewers show. `cjk_decimal` is 一, 十, 十一, `arabic_indic` ١, `devanagari` १. Later segments do not inherit it. @default "decimal" */
  style?: "decimal" | "lower_roman" | "upper_roman" | "lower_alpha" | "upper_alpha" | "cjk_decimal" | "arabic_indic" | "devanagari";
}

/** `reset` with `start`, or `continue` without it. */
export type PageNumbering = Forms<
  PageNumberingFields,
  | ({ mode?: "continue" } & May<PageNumberingFields, "style">)
  | ({ mode: "reset" } & Given<PageNumberingFields, "start"> & May<PageNumberingFields, "style">)
>;

/** A node of a segment itself: a content node, or as the last one a payment slip, which is at the lower edge of the segment's last page, or of an additional page if the body leaves no room. */
export type SegmentNode = FlowNode | PaymentSlip;
