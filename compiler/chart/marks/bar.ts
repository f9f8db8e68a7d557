import type { Path, Rect } from "../../../ir/ir.js";
import { rectPath } from "../../core/outline.js";

type BarEnd = "top" | "right" | "bottom" | "left" | "all" | null;

const KAPPA = 0.5522847498307936;

/** `radius`: points; at most half of the width, and the length at one end */
export function barPath({ x, y, width, height }: Rect, radius: number, end: BarEnd): Path {
  if (radius <= 0 || end === null || width <= 0 || height <= 0) return rectPath(x, y, width, height);
  const upright = end === "top" || end === "bottom";
  const most = end === "all" ? Math.min(width, height) / 2 : upright ? Math.min(width / 2, height) : Math.min(height / 2, width);
  const r = Math.min(radius, most);
  const at = (...sides: readonly BarEnd[]): number => (end === "all" || sides.includes(end) ? r : 0);
  const corners = [at("top", "left"), at("top", "right"), at("bottom", "right"), at("bottom", "left")] as const;
  return roundedCorners({ x, y, width, height }, corners);
}

type Pair = readonly [number, number];

/** From the top left corner clockwise. */
function roundedCorners({ x, y, width, height }: Rect, [a, b, c, d]: readonly [number, number, number, number]): Path {
  const coords: number[] = [];
  let verbs = "M";
  const line = (px: number, py: number): void => {
    verbs += "L";
    coords.push(px, py);
  };
  const turn = (r: number, [x1, y1]: Pair, [cx, cy]: Pair, [x2, y2]: Pair): void => {
    if (r === 0) return;
    verbs += "C";
    coords.push(x1 + (cx - x1) * KAPPA, y1 + (cy - y1) * KAPPA, x2 + (cx - x2) * KAPPA, y2 + (cy - y2) * KAPPA, x2, y2);
  };
  const right = x + width;
  const bottom = y + height;
  coords.push(x + a, y);
  line(right - b, y);
  turn(b, [right - b, y], [right, y], [right, y + b]);
  line(right, bottom - c);
  turn(c, [right, bottom - c], [right, bottom], [right - c, bottom]);
  line(x + d, bottom);
  turn(d, [x + d, bottom], [x, bottom], [x, bottom - d]);
  line(x, y + a);
  turn(a, [x, y + a], [x, y], [x + a, y]);
  return { verbs: `${verbs}Z`, coords, rule: "nonzero" };
}
