// Parts of a document that are on no page: metadata, attachments, outline, page labels, destinations.
import type { PdfView } from "./pdf.js";
import type { BlobId } from "./values.js";

/** Document metadata; empty strings are absent values. */
export interface Metadata {
  /** Title of the document. */
  readonly title: string;
  /** Author. */
  readonly author: string;
  /** Subject. */
  readonly subject: string;
  /** Program that created the content. */
  readonly creator: string;
  /** Program that wrote the file. */
  readonly producer: string;
  /** BCP 47 */
  readonly language: string;
  /** ISO 8601, UTC, whole seconds */
  readonly created: string;
  /** version of the Unicode library if line breaks depend on it; else empty */
  readonly icu: string;
  /** Base direction of the document; absent: left to right. */
  readonly direction?: "rtl";
  /** Keywords; absent without. */
  readonly keywords?: string;
  /** Further viewer preferences (ISO 32000-2, table 147): names and booleans; absent without. */
  readonly preferences?: { readonly [name: string]: string | boolean };
  /** properties in further XMP schemas (ISO 16684-1) */
  readonly statements: readonly XmpSchema[];
}

/** An XMP schema unknown to PDF/A, with its description (ISO 19005-2, 6.6.2.3) and values. */
export interface XmpSchema {
  /** Namespace prefix, such as `fx`. */
  readonly prefix: string;
  /** Namespace URI. */
  readonly namespace: string;
  /** Purpose of the schema, in words. */
  readonly description: string;
  /** Properties of the schema. */
  readonly properties: readonly {
    readonly name: string;
    readonly value: string;
    readonly type: "Text" | "Integer";
    /** `internal`: set by software, `external`: by people */
    readonly category: "internal" | "external";
    readonly description: string;
  }[];
}

/** An embedded file. */
export interface Attachment {
  /** file name; unique */
  readonly name: string;
  /** Media type. */
  readonly mime: string;
  /** Description; null: none. */
  readonly description: string | null;
  /** Relation to the document. */
  readonly relationship: Relationship;
  /** ISO 8601 */
  readonly modified: string;
  /** The file. */
  readonly blob: BlobId;
}

export const RELATIONSHIPS = ["Data", "Source", "Alternative", "Supplement", "Unspecified"] as const;
/** Relation of an embedded file to the document: AFRelationship (ISO 32000-2, 7.11.3). */
export type Relationship = (typeof RELATIONSHIPS)[number];

/** An outline item (bookmark). */
export interface OutlineItem {
  /** title, never empty */
  readonly title: string;
  /** An index of `destinations`. */
  readonly destination: number;
  /** Items of the next level. */
  readonly children: readonly OutlineItem[];
}

/** Numbering of pages from one page on (ISO 32000-2, 12.4.2). */
export interface PageLabel {
  /** first page of the range, from 0; ascending */
  readonly from: number;
  /** Numeral style. */
  readonly style: LabelStyle;
  /** The first number. */
  readonly start: number;
  /** Prefix of each number. */
  readonly prefix: string;
}

export const LABEL_STYLES = ["decimal", "roman", "alpha", "upper_roman", "upper_alpha", "none"] as const;
/** Numeral style of page labels; `none`: the prefix alone. */
export type LabelStyle = (typeof LABEL_STYLES)[number];

/** A target of links, outline items or other documents. */
export interface Destination {
  /** unique; null if only this document refers to it */
  readonly name: string | null;
  /** Page index, from 0. */
  readonly page: number;
  /** points */
  readonly x: number;
  /** points */
  readonly y: number;
  /** View of an imported page, in place of `x` and `y`; absent: the position at the top left, at the current zoom. */
  readonly view?: PdfView;
}
