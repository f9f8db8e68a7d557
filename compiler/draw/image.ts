import type { Matrix, PdfBox, PdfResource, Rect } from "../../ir/ir.js";
import type { DrawnGroup, DrawnOp, DrawnResource } from "../box/drawn.js";

/** Bytes are in the blobs it was read with. */
export type Picture = Raster | Vector | PdfPicture;

export interface Raster {
  readonly kind: "raster";
  readonly resource: DrawnResource;
  /** EXIF: 1 is upright, 2 to 8 are rotated or mirrored */
  readonly orientation: number;
  /** first pixel in a larger stored picture, and that picture's size; absent for a whole picture */
  readonly part?: { readonly x: number; readonly y: number; readonly of: { readonly width: number; readonly height: number } };
}

/** Ops in a space of this size, origin at the top left. */
export interface Vector {
  readonly kind: "vector";
  /** units per pixel of the file */
  readonly perPixel: number;
  readonly width: number;
  readonly height: number;
  readonly ops: readonly DrawnOp[];
  /** place of the viewBox in this space, and its width by height; null if the file has no size */
  readonly natural: { readonly region: Rect; readonly aspect: number } | null;
  /** line of the file, or of one inside it, with an animation that ends in no state that can be drawn */
  readonly moves: number | null;
}

/** Points: size of the box shown, upright. */
interface PdfPicture {
  readonly kind: "pdf";
  readonly file: PdfResource;
  /** from 1 */
  readonly page: number;
  readonly area: PdfBox;
  readonly width: number;
  readonly height: number;
}

interface Fitting {
  readonly fit?: "fill" | "contain" | "cover";
  readonly align?: "top_left" | "top" | "top_right" | "left" | "center" | "right" | "bottom_left" | "bottom" | "bottom_right";
}

/** Stretched, or with its aspect ratio, whole or cut (decisions §8.7).
 * @returns ops, and the picture's visible rectangle */
export function fitPicture(
  picture: Picture,
  { fit = "fill", align = "center" }: Fitting,
  box: Rect,
): { ops: readonly DrawnOp[]; shown: Rect } {
  const whole = wholeOf(picture, { fit, align }, box);
  if (whole === null) return { ops: drawPicture(picture, box), shown: box };
  const ops = picture.kind === "vector" ? drawVector(picture, picture.natural!.region, whole) : drawPicture(picture, whole);
  if (fit === "contain") return { ops, shown: whole };
  const clip = { verbs: "MLLLZ", coords: corners(box), rule: "nonzero" as const };
  return { ops: isCut(whole, box) && ops.length > 0 ? [group({ clip, children: ops })] : ops, shown: box };
}

/** Returns the area of the whole picture; null if it is stretched to the box. */
function wholeOf(picture: Picture, { fit, align }: Required<Fitting>, box: Rect): Rect | null {
  const aspect = fit === "fill" ? null : aspectOf(picture);
  if (aspect === null) return null;
  const isWider = aspect > box.width / box.height;
  const byWidth = isWider === (fit === "contain");
  const width = byWidth ? box.width : box.height * aspect;
  const height = byWidth ? box.width / aspect : box.height;
  const [across, down] = SHARES[align];
  return { x: box.x + across * (box.width - width), y: box.y + down * (box.height - height), width, height };
}

/** Thousandths of a point are rounded. */
const NEGLIGIBLE = 0.0005;

const isCut = (whole: Rect, box: Rect): boolean => whole.width > box.width + NEGLIGIBLE || whole.height > box.height + NEGLIGIBLE;

/** Visible part of the stored picture, in shares of its size; null if all. */
export function shownPart(picture: Raster, { fit = "fill", align = "center" }: Fitting, box: Rect): Rect | null {
  const whole = fit === "cover" ? wholeOf(picture, { fit, align }, box) : null;
  if (whole === null || !isCut(whole, box)) return null;
  const [left, top] = [(box.x - whole.x) / whole.width, (box.y - whole.y) / whole.height];
  const [right, bottom] = [left + box.width / whole.width, top + box.height / whole.height];
  const unit = UNTURNED[picture.orientation];
  if (!unit) return { x: left, y: top, width: right - left, height: bottom - top };
  // the matrix exchanges or mirrors axes
  const [a, b, c, d, e, f] = unit;
  const det = a * d - b * c;
  const back = (x: number, y: number): readonly [number, number] => [(d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det];
  const [x0, y0] = back(left, top);
  const [x1, y1] = back(right, bottom);
  return { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
}

/** Shares of the room that are left of and above the picture. */
const SHARES: Readonly<Record<NonNullable<Fitting["align"]>, readonly [across: number, down: number]>> = {
  top_left: [0, 0],
  top: [0.5, 0],
  top_right: [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  bottom_left: [0, 1],
  bottom: [0.5, 1],
  bottom_right: [1, 1],
};

/** Width by height as seen; null if none. */
function aspectOf(picture: Picture): number | null {
  if (picture.kind === "vector") return picture.natural?.aspect ?? null;
  if (picture.kind === "pdf") return picture.width / picture.height;
  const { width, height } = picture.part?.of ?? picture.resource;
  return picture.orientation > 4 ? height / width : width / height;
}

/** Vector drawings and PDF pages are clipped. */
export function drawPicture(picture: Picture, box: Rect): readonly DrawnOp[] {
  if (picture.kind === "raster") return drawImage(picture, box);
  if (picture.kind === "pdf") return [{ op: "pdf-page", file: picture.file, page: picture.page, area: picture.area, box }];
  return drawVector(picture, { x: 0, y: 0, width: picture.width, height: picture.height }, box);
}

function drawVector({ ops }: Vector, region: Rect, box: Rect): readonly DrawnOp[] {
  if (ops.length === 0) return [];
  const [sx, sy] = [box.width / region.width, box.height / region.height];
  const transform: Matrix = [sx, 0, 0, sy, box.x - region.x * sx, box.y - region.y * sy];
  return [group({ transform, clip: { verbs: "MLLLZ", coords: corners(region), rule: "nonzero" as const }, children: ops })];
}

function drawImage(picture: Raster, box: Rect): readonly DrawnOp[] {
  const { resource: image, orientation } = picture;
  const unit = UNTURNED[orientation];
  if (!unit) return [{ op: "image", image, box: placeOf(picture, box) }];
  const { x, y, width, height } = box;
  const [a, b, c, d, e, f] = unit;
  const transform: Matrix = [a * width, b * height, c * width, d * height, x + e * width, y + f * height];
  const children: readonly DrawnOp[] = [{ op: "image", image, box: placeOf(picture, { x: 0, y: 0, width: 1, height: 1 }) }];
  return [group({ transform, children })];
}

/** Place of the resource if the whole stored picture is in this box. */
function placeOf({ resource, part }: Raster, whole: Rect): Rect {
  if (!part) return whole;
  const [across, down] = [whole.width / part.of.width, whole.height / part.of.height];
  const { width, height } = resource;
  return { x: whole.x + part.x * across, y: whole.y + part.y * down, width: width * across, height: height * down };
}

const group = (own: Pick<DrawnGroup, "children"> & Partial<Pick<DrawnGroup, "transform" | "clip">>): DrawnGroup => ({
  op: "group",
  transform: own.transform ?? null,
  clip: own.clip ?? null,
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children: own.children,
});

const corners = ({ x, y, width, height }: Rect): number[] => [x, y, x + width, y, x + width, y + height, x, y + height];

/** Unit square by EXIF orientation, y down (EXIF 2.3, tag Orientation). */
const UNTURNED: Readonly<Record<number, Matrix>> = {
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, 1, 1, 0, 0, 0],
  6: [0, 1, -1, 0, 1, 0],
  7: [0, -1, -1, 0, 1, 1],
  8: [0, -1, 1, 0, 0, 1],
};

/** points of a pixel at 96 per inch */
const PIXEL = 72 / 96;

/** Points: size of a PDF page; else pixels at 96 per inch. */
export function naturalSize(picture: Picture): { readonly width: number; readonly height: number } {
  if (picture.kind === "vector") {
    const { width, height } = picture.natural?.region ?? picture;
    const unit = PIXEL / picture.perPixel;
    return { width: width * unit, height: height * unit };
  }
  if (picture.kind === "pdf") return { width: picture.width, height: picture.height };
  const { width, height } = picture.resource;
  const turned = picture.orientation >= 5;
  return { width: (turned ? height : width) * PIXEL, height: (turned ? width : height) * PIXEL };
}
