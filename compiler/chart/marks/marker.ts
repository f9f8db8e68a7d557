// Markers: one path for all that look alike and do not overlap.
import type { Fill, Path, Point, Stroke } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import { ellipsePath } from "../../core/outline.js";
import type { Marker } from "../series.js";

const R3 = Math.sqrt(3);

/** Equal areas, nearly. `size`: diameter, points */
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

/** `stroke`: null = none */
interface MarkerLook {
  readonly shape: Marker["shape"];
  /** diameter, points */
  readonly size: number;
  readonly fill: Extract<Fill, { color: unknown }>;
  readonly stroke: Stroke | null;
}

/** Later ones are over earlier ones. One path for equal ones without overlap. */
export function markersAt(points: readonly (Point | null)[], { shape, size, fill, stroke }: MarkerLook): readonly DrawnOp[] {
  const out: DrawnOp[] = [];
  for (const layer of layersOf(points, size * (shape === "circle" ? 1 : 1.3) + (stroke?.width ?? 0))) {
    // cheap dots with round ends: a page may have thousands
    if (
      shape === "circle" &&
      fill.opacity === 1 &&
      (!stroke || (stroke.opacity === 1 && stroke.dash.length === 0 && stroke.width < size))
    ) {
      const path = dotsPath(layer);
      const ring = stroke?.width ?? 0;
      if (stroke) out.push({ op: "path", path, fill: null, stroke: roundStroke(stroke.color, size + ring) });
      out.push({ op: "path", path, fill: null, stroke: roundStroke(fill.color, size - ring) });
    } else out.push({ op: "path", path: joinPaths(layer.map((p) => markerPath(shape, p, size))), fill, stroke });
  }
  return out;
}

const roundStroke = (color: Stroke["color"], width: number): Stroke => ({
  color,
  width,
  opacity: 1,
  cap: "round",
  join: "round",
  miterLimit: 10,
  dash: [],
});

/** readers need not draw a line of zero length */
const SHORT = 0.01;

function dotsPath(points: readonly Point[]): Path {
  const coords = new Array<number>(points.length * 4);
  for (let i = 0; i < points.length; i++) {
    const { x, y } = points[i]!;
    coords[4 * i] = x - SHORT / 2;
    coords[4 * i + 1] = coords[4 * i + 3] = y;
    coords[4 * i + 2] = x + SHORT / 2;
  }
  return { verbs: "ML".repeat(points.length), coords, rule: "nonzero" };
}

/** No two points of a layer are nearer than `reach`; of two, the later is in a later layer. */
function layersOf(points: readonly (Point | null)[], reach: number): readonly (readonly Point[])[] {
  const layers: Point[][] = [];
  // last point of a cell, predecessor of each
  const lastOf = new Map<number, number>();
  const before = new Int32Array(points.length);
  const layerOf = new Int32Array(points.length);
  // bounds the number of cells
  const side = Math.max(reach, SHORT);
  for (let i = 0; i < points.length; i++) {
    const p = points[i];
    if (!p) continue;
    const key = Math.floor(p.y / side) * ROW + Math.floor(p.x / side);
    let layer = 0;
    for (let row = key - ROW; row <= key + ROW; row += ROW)
      for (let cell = row - 1; cell <= row + 1; cell++)
        for (let k = lastOf.get(cell) ?? -1; k >= 0; k = before[k]!)
          if (layerOf[k]! >= layer && isNear(points[k]!, p, reach)) layer = layerOf[k]! + 1;
    before[i] = lastOf.get(key) ?? -1;
    layerOf[i] = layer;
    lastOf.set(key, i);
    (layers[layer] ??= []).push(p);
  }
  return layers;
}

const ROW = 1_000_003;

const isNear = (a: Point, b: Point, reach: number): boolean => {
  const x = a.x - b.x;
  const y = a.y - b.y;
  return x * x + y * y < reach * reach;
};

export function joinPaths(paths: readonly Path[]): Path {
  const coords: number[] = [];
  let verbs = "";
  for (const p of paths) {
    verbs += p.verbs;
    for (const v of p.coords) coords.push(v);
  }
  return { verbs, coords, rule: "nonzero" };
}
