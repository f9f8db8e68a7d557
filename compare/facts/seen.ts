// Default user space of a page to millimetres of the page as seen (ISO 32000-2, 8.3.2.3).
import type { PdfPage } from "../../pdf-reader/types.js";
import type { Rect } from "./facts.js";

/** Maps default user space to millimetres from the top left corner of the page as seen. */
export type ToSeen = (x: number, y: number) => readonly [number, number];

const MM_A_POINT = 25.4 / 72;

/** Returns the millimetres of a length in units of the page. */
export const mmOf = (length: number, { userUnit }: PdfPage): number => length * userUnit * MM_A_POINT;

/** Returns the map of a page: its crop box, turned by `/Rotate`, in units of `/UserUnit`. */
export function seenOf({ boxes, rotate, userUnit }: PdfPage): ToSeen {
  const [left, bottom, right, top] = boxes.crop;
  const unit = userUnit * MM_A_POINT;
  switch (rotate) {
    case 0:
      return (x, y) => [(x - left) * unit, (top - y) * unit];
    case 90:
      return (x, y) => [(y - bottom) * unit, (x - left) * unit];
    case 180:
      return (x, y) => [(right - x) * unit, (y - bottom) * unit];
    case 270:
      return (x, y) => [(top - y) * unit, (right - x) * unit];
  }
}

/** Box around corners that are turned. */
export function seenRect(toSeen: ToSeen, [x0, y0, x1, y1]: readonly [number, number, number, number]): Rect {
  const [[a, b], [c, d]] = [toSeen(x0, y0), toSeen(x1, y1)];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}
