import type { Src } from "../../core/src.js";
import type { GlyphsOp } from "../../../ir/ir.js";
import type { Face } from "../font/face.js";
import type { Item } from "../shape/itemize.js";

export interface OpSink {
  font(face: Face): number;
  source(src: Src): number;
  /** receives each glyph run of a line with its item, as they are made */
  shown?(op: GlyphsOp, item: Item): void;
}
