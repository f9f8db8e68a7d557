// Structure tree of the display list (ISO 32000-1, 14.7).
import type { MarkId, Rect, SourceId } from "./values.js";

/** A structure element: attributes, and kids in reading order. */
export interface StructNode {
  /** Structure type. */
  readonly role: Role;
  /** Alternative text. */
  readonly alt?: string | undefined;
  /** BCP 47; absent if inherited. */
  readonly lang?: string | undefined;
  /** Of a cell: header scope or header ids, row and column span. */
  readonly table?:
    | {
        readonly id?: string;
        readonly headers?: readonly string[];
        readonly scope?: "row" | "column" | "both";
        readonly rowSpan: number;
        readonly colSpan: number;
      }
    | undefined;
  /** Of a figure: page index from 0, and bounding box. */
  readonly box?: { readonly page: number; readonly rect: Rect } | undefined;
  /** Of a list: label style. */
  readonly numbering?: "decimal" | "lower-alpha" | "lower-roman" | "disc" | "circle" | "square" | undefined;
  /** Of a Part: index of `imports`, whose structure is in it; then it has no kids. */
  readonly import?: number | undefined;
  /** Children and marks, in reading order. */
  readonly kids: readonly (StructNode | MarkId)[];
  /** Origin in the request. */
  readonly source: SourceId;
}

export const ROLES = [
  "Document",
  "Part",
  "Sect",
  "Div",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "P",
  "L",
  "LI",
  "Lbl",
  "LBody",
  "Table",
  "THead",
  "TBody",
  "TFoot",
  "TR",
  "TH",
  "TD",
  "Figure",
  "Caption",
  "BlockQuote",
  "Code",
  "Link",
  "TOC",
  "TOCI",
  "Note",
  "Reference",
  "Span",
] as const;
/** A standard structure type (ISO 32000-1, 14.8.4). */
export type Role = (typeof ROLES)[number];
