// Links of boxes, between the request and the annotation.
import type { Rgb } from "../../ir/ir.js";
import type { Src } from "../core/src.js";

/** A lowered link: lengths in points, pages as indexes of the request's. */
export interface BoxLink {
  readonly target:
    | { readonly url: string }
    | { readonly page: number; readonly x: number; readonly y: number }
    /** name of an anchored box */
    | { readonly destination: string }
    /** key of an anchored box without a name */
    | { readonly mark: string };
  readonly alt: string | null;
  readonly padding: number;
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  readonly src: Src;
}
