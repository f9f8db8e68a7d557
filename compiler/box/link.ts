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
    /** key of the place of another link: see `at` */
    | { readonly place: string };
  readonly alt: string | null;
  readonly padding: number;
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  readonly src: Src;
  /** key of the place of its first area, for links to it; null if absent */
  readonly at: string | null;
  /** element around its Link; null if absent */
  readonly within: Extract<Role, "Reference" | "Lbl"> | null;
}
