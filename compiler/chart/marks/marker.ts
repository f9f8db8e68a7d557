// Places of data to markers: one path for all markers of a series that look alike.
import type { Path, Point } from "../../../ir/ir.js";
import { ellipsePath } from "../../core/outline.js";
import type { Marker } from "../series.js";

const R3 = Math.sqrt(3);

/** A marker's outline about a point; all shapes of one size cover about the same area. `size`: across, points */
export function markerPath(shape: Marker["shape"], { x, y }: Point, size: number): Path {
  const r = size / 2;
  if (shape === "circle") return ellipsePath(x, y, r, r);
  if (shape === "square") {
    const h = r * 0.886;
    return { verbs: "MLLLZ", coords: [x - h, y - h, x + h, y - h, x + h, y + h, x - h, y + h], rule: "nonzero" };
  }
  if (shape === "diamond") {
    const d = r * 1.2;
    return { verbs: "MLLLZ", coords: [x, y - d, x + d, y, x, y + d, x - d, y], rule: "nonzero" };
  }
  const t = r * 1.25;
  return { verbs: "MLLZ", coords: [x, y - t, x + (t * R3) / 2, y + t / 2, x - (t * R3) / 2, y + t / 2], rule: "nonzero" };
}

/** Several outlines as one path. */
export function joinPaths(paths: readonly Path[]): Path {
  const coords: number[] = [];
  let verbs = "";
  for (const p of paths) {
    verbs += p.verbs;
    for (const v of p.coords) coords.push(v);
  }
  return { verbs, coords, rule: "nonzero" };
}
