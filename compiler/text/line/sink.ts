// Numbers of faces and sources in the display list.
import type { Src } from "../../core/src.js";
import type { Face } from "../font/face.js";

/** Assigns numbers to faces and sources in painting. */
export interface OpSink {
  font(face: Face): number;
  source(src: Src): number;
}
