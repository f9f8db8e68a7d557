import { hasLength, tuple } from "../../../base/tuple.js";
import { append, greatest, least } from "../../../base/many.js";
import { apply, bounds, IDENTITY, multiply } from "../../../ir/geometry.js";
import type { Matrix, Path, Point, Rect } from "../../../ir/ir.js";
import { bezier, extremes } from "../../core/path-data.js";
import type { SvgBudget } from "./tree/budget.js";
import type { SvgNode } from "./tree/xml.js";
import { lookup } from "../../../base/lookup.js";

/** Reads a matrix, the only form after normalising. */
export function matrixOf(text: string | undefined): Matrix {
  const m = /matrix\(([^)]*)\)/.exec(text ?? "");
  const v = m?.[1]!
    .split(/[\s,]+/)
    .filter((s) => s !== "")
    .map(Number);
  return v && hasLength(v, 6) ? v : IDENTITY;
}

/** Reads a path of absolute M, L, Q, C, Z; lengths are multiplied by `k`. */
export function pathOf(d: string, k: number): Path {
  let verbs = "";
  const coords: number[] = [];
  let at: Point = { x: 0, y: 0 };
  for (const [, letter, numbers] of d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const v = numbers!
      .split(/[\s,]+/)
      .filter((s) => s !== "")
      .map((s) => Number(s) * k);
    if (letter === "Z") verbs += "Z";
    else if (letter === "Q") {
      const [cx, cy, x, y] = tuple(v, 4);
      verbs += "C";
      coords.push(at.x + (2 / 3) * (cx - at.x), at.y + (2 / 3) * (cy - at.y), x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y), x, y);
    } else {
      const n = letter === "C" ? 6 : 2;
      verbs += letter!.repeat(Math.floor(v.length / n));
      append(coords, v);
    }
    if (coords.length > 1) at = { x: coords.at(-2)!, y: coords.at(-1)! };
  }
  return { verbs, coords, rule: "nonzero" };
}

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };

function around(points: readonly Point[]): Rect | null {
  if (points.length === 0) return null;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = least(xs);
  const y = least(ys);
  return { x, y, width: greatest(xs) - x, height: greatest(ys) - y };
}

/** Returns bounds with extrema of curves, without strokes. */
export function pathBounds(path: Path, m: Matrix): Rect | null {
  const points: Point[] = [];
  let i = 0;
  let from: Point = { x: 0, y: 0 };
  const take = (): Point => {
    const p = apply(m, { x: path.coords[i]!, y: path.coords[i + 1]! });
    i += 2;
    return p;
  };
  for (const v of path.verbs) {
    if (v === "Z") continue;
    if (v === "C") {
      const [a, b, to] = [take(), take(), take()];
      for (const t of [...extremes(from.x, a.x, b.x, to.x), ...extremes(from.y, a.y, b.y, to.y)])
        points.push({ x: bezier(from.x, a.x, b.x, to.x, t), y: bezier(from.y, a.y, b.y, to.y, t) });
      points.push(to);
      from = to;
    } else {
      from = take();
      points.push(from);
    }
  }
  return around(points);
}

/** Returns the box of shapes without strokes, and of cells of texts (SVG 2, 8.10). */
export function boxOf(node: SvgNode, texts: ReadonlyMap<string, Rect>, budget: SvgBudget): Rect {
  const rects: Rect[] = [];
  const walk = (n: SvgNode, m: Matrix): void => {
    budget.spend("points", 1);
    const here = multiply(m, n === node ? IDENTITY : matrixOf(n.attributes["transform"]));
    const cells = texts.get(n.attributes["id"] ?? "");
    if (cells) rects.push(bounds(here, cells));
    else if (n.name === "path") {
      const path = pathOf(n.attributes["d"] ?? "", 1);
      budget.spend("points", path.coords.length / 2);
      const r = pathBounds(path, here);
      if (r) rects.push(r);
    } else if (n.name === "image") {
      const [x, y, w, h] = tuple(
        ["x", "y", "width", "height"].map((a) => Number(lookup(n.attributes, a) ?? 0)),
        4,
      );
      const r = around([
        apply(here, { x, y }),
        apply(here, { x: x + w, y }),
        apply(here, { x, y: y + h }),
        apply(here, { x: x + w, y: y + h }),
      ]);
      if (r) rects.push(r);
    } else for (const c of n.children) walk(c, here);
  };
  walk(node, IDENTITY);
  return around(rects.flatMap((r) => [r, { x: r.x + r.width, y: r.y + r.height }])) ?? EMPTY;
}

export const ontoBox = (b: Rect): Matrix => [b.width, 0, 0, b.height, b.x, b.y];

/** Rescales a matrix: lengths times `to` outside, `from` inside. */
export const rescaled = (m: Matrix, to: number, from: number): Matrix => [
  (m[0] * to) / from,
  (m[1] * to) / from,
  (m[2] * to) / from,
  (m[3] * to) / from,
  m[4] * to,
  m[5] * to,
];
