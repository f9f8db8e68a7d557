import type { Rgb, Role } from "../../ir/ir.js";
import type { DeclaredLang } from "./language.js";
import type { Src } from "../core/src.js";

/** Lengths in points, pages as indexes of the request's. */
export interface BoxLink {
  readonly target:
    | { readonly url: string }
    | { readonly page: number; readonly x: number; readonly y: number }
    /** name of an anchored box */
    | { readonly destination: string }
    /** name of a form field, in the book */
    | { readonly field: string }
    /** key of an anchored box without a name */
    | { readonly mark: string }
    | NotePlace;
  readonly alt: string | null;
  readonly padding: number;
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  readonly src: Src;
  /** place of its first area, for the link back; null if absent */
  readonly at: NotePlace | null;
  /** around its Link; null if absent */
  readonly within: Extract<Role, "Reference" | "Lbl"> | null;
  /** of a link whose element is alone */
  readonly lang?: DeclaredLang;
}

/** A note is in the text, or its mark is before the note. */
export interface NotePlace {
  readonly note: number;
  readonly end: "mark" | "number";
}
