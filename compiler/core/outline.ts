import type { Path, Point } from "../../ir/ir.js";

/** Cubic control point distance for a quarter circle. */
const KAPPA = 0.5522847498307936;

/** Returns the path of a rectangle, clockwise from its top left corner. */
export const rectPath = (x: number, y: number, w: number, h: number): Path => ({
  verbs: "MLLLZ",
  coords: [x, y, x + w, y, x + w, y + h, x, y + h],
  rule: "nonzero",
});

/** The radius is at most half the shorter side. */
export function roundedRectPath(x: number, y: number, w: number, h: number, radius: number): Path {
  const r = Math.min(radius, w / 2, h / 2);
  if (r <= 0) return rectPath(x, y, w, h);
  const k = r * (1 - KAPPA);
  const coords: number[] = [];
  coords.push(x + r, y, x + w - r, y);
  coords.push(x + w - k, y, x + w, y + k, x + w, y + r);
  coords.push(x + w, y + h - r);
  coords.push(x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
  coords.push(x + r, y + h);
  coords.push(x + k, y + h, x, y + h - k, x, y + h - r);
  coords.push(x, y + r);
  coords.push(x, y + k, x + k, y, x + r, y);
  return { verbs: "MLCLCLCLCZ", coords, rule: "nonzero" };
}

/** Clockwise from its right end. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number): Path {
  const kx = rx * KAPPA;
  const ky = ry * KAPPA;
  const coords: number[] = [];
  coords.push(cx + rx, cy);
  coords.push(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry);
  coords.push(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy);
  coords.push(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry);
  coords.push(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy);
  return { verbs: "MCCCCZ", coords, rule: "nonzero" };
}

export const polygonPath = (points: readonly Point[]): Path => ({
  verbs: `M${"L".repeat(points.length - 1)}Z`,
  coords: points.flatMap((p) => [p.x, p.y]),
  rule: "nonzero",
});

/** Positive: left of its direction. Corners are mitred up to the limit, else bevelled, like strokes. */
export function offsetPolygon(points: readonly Point[], by: number, miterLimit: number): Point[] {
  const clean = points.filter((p, i) => {
    const q = points[(i + 1) % points.length]!;
    return Math.hypot(q.x - p.x, q.y - p.y) > 1e-9;
  });
  const n = clean.length;
  if (n < 2) return [...points];
  const normal = (a: Point, b: Point): Point => {
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    return { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
  };
  return clean.flatMap((p, i) => {
    const before = normal(clean[(i + n - 1) % n]!, p);
    const after = normal(p, clean[(i + 1) % n]!);
    const dot = before.x * after.x + before.y * after.y;
    // 1 / sin(half the corner)
    const half = Math.sqrt(Math.max(0, (1 + dot) / 2));
    if (half < 1e-6 || 1 / half > miterLimit) {
      return [
        { x: p.x + before.x * by, y: p.y + before.y * by },
        { x: p.x + after.x * by, y: p.y + after.y * by },
      ];
    }
    const scale = by / (1 + dot);
    return [{ x: p.x + (before.x + after.x) * scale, y: p.y + (before.y + after.y) * scale }];
  });
}
