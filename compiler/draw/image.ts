// Drawing of pictures in boxes.
import type { Matrix, Rect } from "../../ir/ir.js";
import type { DrawnOp, DrawnResource } from "../box/drawn.js";

/** A decoded picture; its bytes are in the blobs it was read with. */
export type Picture = Raster | Vector;

export interface Raster {
  readonly kind: "raster";
  readonly resource: DrawnResource;
  /** EXIF: 1 is upright, 2 to 8 are rotated or mirrored */
  readonly orientation: number;
}

/** Ops in a space of this size with the origin at the top left. */
export interface Vector {
  readonly kind: "vector";
  readonly width: number;
  readonly height: number;
  readonly ops: readonly DrawnOp[];
}

/** Stretches a picture to a box; vector drawings are clipped to it. */
export function drawPicture(picture: Picture, box: Rect): readonly DrawnOp[] {
  if (picture.kind === "raster") return drawImage(picture, box);
  const { width, height, ops } = picture;
  if (ops.length === 0) return [];
  const transform: Matrix = [box.width / width, 0, 0, box.height / height, box.x, box.y];
  const clip = { verbs: "MLLLZ", coords: [0, 0, width, 0, width, height, 0, height], rule: "nonzero" as const };
  return [{ op: "group", transform, clip, opacity: 1, isolated: false, blend: "normal", mask: null, children: ops }];
}

/** Stretches a picture to a box after its EXIF rotation. */
function drawImage({ resource, orientation }: Raster, box: Rect): readonly DrawnOp[] {
  const unit = UNTURNED[orientation];
  if (!unit) return [{ op: "image", image: resource, box }];
  const { x, y, width, height } = box;
  const [a, b, c, d, e, f] = unit;
  // unit square, rotated, then stretched to the box
  const transform: Matrix = [a * width, b * height, c * width, d * height, x + e * width, y + f * height];
  const children: readonly DrawnOp[] = [{ op: "image", image: resource, box: { x: 0, y: 0, width: 1, height: 1 } }];
  return [{ op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children }];
}

/** Maps the unit square of the stored picture by EXIF orientation, y down (EXIF 2.3, tag Orientation). */
const UNTURNED: Readonly<Record<number, Matrix>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};
