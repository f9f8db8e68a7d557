// Faces and sources to their numbers in the display list.
import type { Src } from "../../core/src.js";
import type { Face } from "../font/face.js";

/** The numbers that painting gives faces and sources. */
export interface OpSink {
  font(face: Face): number;
  source(src: Src): number;
}
