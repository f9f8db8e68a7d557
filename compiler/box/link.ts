// Links of boxes, between the request and the annotation.
import type { Rgb, Role } from "../../ir/ir.js";
import type { Src } from "../core/src.js";

/** A lowered link: lengths in points, pages as indexes of the request's. */
export interface BoxLink {
  readonly target:
    | { readonly url: string }
    | { readonly page: number; readonly x: number; readonly y: number }
    /** name of an anchored box */
    | { readonly destination: string }
    | NotePlace;
  readonly alt: string | null;
  readonly padding: number;
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  readonly src: Src;
  /** place of its first area, for the link back; null if absent */
  readonly at: NotePlace | null;
  /** element around its Link; null if absent */
  readonly within: Extract<Role, "Reference" | "Lbl"> | null;
}

/** Mark of a footnote in the text, or the number before its note. */
export interface NotePlace {
  /** number of the note's box */
  readonly note: number;
  readonly end: "mark" | "number";
}
