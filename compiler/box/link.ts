// A link as boxes carry it: made from a request's link by lowering, turned into an annotation by painting.
import type { Rgb } from "../../ir/ir.js";
import type { Src } from "../core/src.js";

/** A link as it is lowered: lengths in points, pages as indexes of the request's. */
export interface BoxLink {
  readonly target:
    | { readonly url: string }
    | { readonly page: number; readonly x: number; readonly y: number }
    /** the name of an anchored box */
    | { readonly destination: string };
  readonly alt: string | null;
  readonly padding: number;
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  readonly src: Src;
}
