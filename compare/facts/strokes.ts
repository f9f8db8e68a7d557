// Strokes: extent and style, without what makes no difference to the look.
import type { Rect } from "./facts.js";
import type { Outline } from "./shapes.js";
import type { State } from "./state.js";

/** Dash, cap, join and pen as text; empty for a solid line with the defaults. @param scale mm of a unit of the state */
export function strokeStyle(state: State, verbs: string, scale: number): string {
  const { dash, phase, cap, join, miter } = state;
  const [a, b, c, d] = state.ctm;
  const round = (v: number): string => String(Math.round(v * scale * 1000) / 1000);
  const parts: string[] = [];
  if (dash.length > 0) parts.push(`dash ${dash.map(round).join(" ")}${phase === 0 ? "" : ` from ${round(phase)}`}`);
  const isClosed = verbs.endsWith("Z");
  if (cap !== 0 && (!isClosed || dash.length > 0)) parts.push(`cap ${cap === 1 ? "round" : "square"}`);
  if (verbs.length > 2) {
    if (join !== 0) parts.push(`join ${join === 1 ? "round" : "bevel"}`);
    else if (miter !== 10) parts.push(`miter ${miter}`);
  }
  const [long, other] = [Math.hypot(a, b), Math.hypot(c, d)];
  if (Math.abs(long - other) > 0.02 * Math.max(long, other) || Math.abs(a * c + b * d) > 0.02 * long * other)
    parts.push(`pen ${[a, b, c, d].map((v) => (v / scale).toFixed(2)).join(" ")}`);
  return parts.join(", ");
}

/** Extent of a stroke; a straight line with butt caps does not reach beyond its ends. */
export function strokeBox({ verbs, points, box }: Outline, width: number, cap: number): Rect {
  const half = width / 2;
  if (verbs === "ML" && cap === 0) {
    const [dx, dy] = [points[2]! - points[0]!, points[3]! - points[1]!];
    const length = Math.hypot(dx, dy) || 1;
    const [x, y] = [(half * Math.abs(dy)) / length, (half * Math.abs(dx)) / length];
    return [box[0] - x, box[1] - y, box[2] + x, box[3] + y];
  }
  return [box[0] - half, box[1] - half, box[2] + half, box[3] + half];
}
