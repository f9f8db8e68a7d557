import type { Path } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import { singleStroke } from "../box/common.js";
import type { DrawnOp } from "../box/drawn.js";

/** Compound strokes are unsupported (element model, Chart). */
export function strokePath(path: Path, stroke: ComputedStroke): readonly DrawnOp[] {
  return stroke.width > 0 && stroke.opacity > 0 ? [{ op: "path", path, fill: null, stroke: singleStroke(stroke) }] : [];
}
