import type { Src } from "../../core/src.js";
import type { Face } from "../font/face.js";

export interface OpSink {
  font(face: Face): number;
  source(src: Src): number;
}
