// Matrices and boxes of pages: millimetres from the top left corner, y down.
import { isArray, numberOf } from "../../pdf-reader/objects.js";
import type { PdfFile, PdfObject } from "../../pdf-reader/types.js";
import type { Rect } from "./facts.js";

/** An affine map (ISO 32000-1, 8.3.4): x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The map that applies `first`, then `then`. */
export const multiply = (first: Matrix, then: Matrix): Matrix => [
  first[0] * then[0] + first[1] * then[2],
  first[0] * then[1] + first[1] * then[3],
  first[2] * then[0] + first[3] * then[2],
  first[2] * then[1] + first[3] * then[3],
  first[4] * then[0] + first[5] * then[2] + then[4],
  first[4] * then[1] + first[5] * then[3] + then[5],
];

/** Numbers of an array; null unless it has `length` of them. */
export function numbersOf(file: PdfFile, value: PdfObject | undefined, length: number): number[] | null {
  const array = file.get(value);
  if (!isArray(array) || array.length < length) return null;
  const out: number[] = [];
  for (let i = 0; i < length; i++) {
    const number = numberOf(file.get(array[i]));
    if (number === null) return null;
    out.push(number);
  }
  return out;
}

/** The matrix of a dictionary; the identity if it is absent or broken. */
export const matrixOf = (file: PdfFile, value: PdfObject | undefined): Matrix => (numbersOf(file, value, 6) as Matrix | null) ?? IDENTITY;

/** Extent of a rectangle after a map. */
export function mapped(m: Matrix, x0: number, y0: number, x1: number, y1: number): Rect {
  const [ax, bx, ay, by] = [m[0] * x0, m[0] * x1, m[1] * x0, m[1] * x1];
  const [cx, dx, cy, dy] = [m[2] * y0, m[2] * y1, m[3] * y0, m[3] * y1];
  return [
    Math.min(ax, bx) + Math.min(cx, dx) + m[4],
    Math.min(ay, by) + Math.min(cy, dy) + m[5],
    Math.max(ax, bx) + Math.max(cx, dx) + m[4],
    Math.max(ay, by) + Math.max(cy, dy) + m[5],
  ];
}

/** The common part of two boxes, which is inverted if they have none. */
export const cut = (a: Rect, b: Rect): Rect => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];

/** True if nothing is inside; lines without width are. */
export const isEmpty = (box: Rect): boolean => !(box[2] >= box[0] && box[3] >= box[1]);

/** Returns the smallest box around two. */
export const around = (a: Rect, b: Rect): Rect => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

/** Tenths of a millimetre; the shift keeps round numbers off the limits between two steps. */
export const tenths = (value: number): number => Math.round(10 * value + 0.137);

/** The part of a box within the clip; null if nothing of it is. */
export function seen(box: Rect, clip: Rect): Rect | null {
  const rect = cut(box, clip);
  if (isEmpty(rect)) return null;
  const isLost = (a: 0 | 1): boolean => rect[a + 2]! - rect[a] <= 1e-6 && box[a + 2]! - box[a] > 1e-3;
  return isLost(0) || isLost(1) ? null : rect;
}
