// Structure tree of the display list: meaning, from which a backend takes the tags of a standard (`tags.ts`).
import type { MarkId, Rect, SourceId } from "./values.js";

/** A structure element: attributes, and kids in reading order. */
export interface StructNode {
  /** Meaning of the content. */
  readonly role: Role;
  /** Title, which is not content. */
  readonly title?: string | undefined;
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
  /** Label style of a list. */
  readonly numbering?: Numbering | undefined;
  /** Of a Note: a footnote; absent for other notes. */
  readonly note?: "footnote" | undefined;
  /** Indexes of the destinations that lead to this element; a destination has at most one element. Absent without. */
  readonly destinations?: readonly number[] | undefined;
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
  "Art",
  "Sect",
  "Aside",
  "Div",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "H7",
  "H8",
  "H9",
  "Title",
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
  "Form",
  "Caption",
  "BlockQuote",
  "Code",
  "Link",
  "TOC",
  "TOCI",
  "Note",
  "Reference",
  "Span",
  "Strong",
  "Em",
] as const;
/** Meaning of an element, by the name of a structure type of ISO 32000. */
export type Role = (typeof ROLES)[number];

export const NUMBERINGS = ["decimal", "lower-alpha", "lower-roman", "disc", "circle", "square", "ordered", "unordered"] as const;
/** Labels of a list; `ordered` and `unordered`: labels of any form, which count or do not. */
export type Numbering = (typeof NUMBERINGS)[number];
