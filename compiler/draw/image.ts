import type { Matrix, Rect } from "../../ir/ir.js";
import type { DrawnOp, DrawnResource } from "../box/box.js";

/** A picture with the way it is to be turned. */
export interface Oriented {
  readonly resource: DrawnResource;
  /** EXIF: 1 as it is, 2 to 8 turned or mirrored */
  readonly orientation: number;
}

/** A picture filling a box exactly, after it has been turned as EXIF says. */
export function drawImage({ resource, orientation }: Oriented, box: Rect): readonly DrawnOp[] {
  const unit = UNTURNED[orientation];
  if (!unit) return [{ op: "image", image: resource, box }];
  const { x, y, width, height } = box;
  const [a, b, c, d, e, f] = unit;
  // the stored picture on a unit square, turned, then stretched over the box
  const transform: Matrix = [a * width, b * height, c * width, d * height, x + e * width, y + f * height];
  const children: readonly DrawnOp[] = [{ op: "image", image: resource, box: { x: 0, y: 0, width: 1, height: 1 } }];
  return [{ op: "group", transform, clip: null, opacity: 1, isolated: false, mask: null, children }];
}

/** Where the unit square of the stored picture goes, y down (EXIF 2.3, tag Orientation). */
const UNTURNED: Readonly<Record<number, Matrix>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};
