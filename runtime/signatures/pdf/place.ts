// Rectangles of visible signatures: boxes are in millimetres from the top left of a page as shown, rectangles in its user space (SG-11).
import type { PdfPage } from "../../../pdf-reader/types.js";
import { refuse } from "../core/fault.js";
import type { SignatureBox } from "../core/options.js";

const POINTS = 72 / 25.4;

/** A widget's rectangle with the upright size of its look; points. */
export interface Place {
  readonly rect: readonly [number, number, number, number];
  readonly width: number;
  readonly height: number;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

export function placeOf(page: PdfPage, box: SignatureBox): Place {
  const [left, bottom, right, top] = page.boxes.crop;
  const unit = POINTS / page.userUnit;
  const [x, y, w, h] = [box.left * unit, box.top * unit, box.width * unit, box.height * unit];
  const isTurned = page.rotate === 90 || page.rotate === 270;
  const [wide, high] = isTurned ? [top - bottom, right - left] : [right - left, top - bottom];
  if (!(w > 0 && h > 0 && x >= 0 && y >= 0 && x + w <= wide + 0.01 && y + h <= high + 0.01))
    refuse("box", `it must be within page ${page.number}, of ${round(wide / unit)} by ${round(high / unit)} mm`);
  // corners of the box in user space, before the page is turned
  const turned: Readonly<Record<PdfPage["rotate"], readonly [number, number, number, number]>> = {
    0: [left + x, top - y - h, left + x + w, top - y],
    90: [left + y, bottom + x, left + y + h, bottom + x + w],
    180: [right - x - w, bottom + y, right - x, bottom + y + h],
    270: [right - y - h, top - x - w, right - y, top - x],
  };
  const [x1, y1, x2, y2] = turned[page.rotate];
  return { rect: [round(x1), round(y1), round(x2), round(y2)], width: round(w), height: round(h) };
}

/** Place of an existing widget; null if it has no area. */
export function placeOfRect(rect: readonly [number, number, number, number], turn: PdfPage["rotate"]): Place | null {
  const [w, h] = [rect[2] - rect[0], rect[3] - rect[1]];
  if (!(w > 0 && h > 0)) return null;
  return turn === 90 || turn === 270 ? { rect, width: h, height: w } : { rect, width: w, height: h };
}

/** Matrix of a look that is upright on the page as shown. */
export const TURNED: Readonly<Record<PdfPage["rotate"], readonly number[]>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};
