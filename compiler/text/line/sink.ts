// Faces and sources to their numbers in the display list.
import type { Src } from "../../core/src.js";
import type { Face } from "../font/fonts.js";

/** What painting lends: numbers for faces and sources. */
export interface OpSink {
  font(face: Face): number;
  source(src: Src): number;
}
