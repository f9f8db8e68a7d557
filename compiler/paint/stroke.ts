import { round } from "../../ir/geometry.js";
import type { Stroke } from "../../ir/ir.js";

export function roundStroke(s: Stroke): Stroke {
  const { color, opacity, cap, join, miterLimit, dashPhase } = s;
  const width = round(s.width);
  const dash = s.dash.length === 0 ? s.dash : s.dash.map(round);
  if (dashPhase === undefined) return { color, width, opacity, cap, join, miterLimit, dash };
  return { color, width, opacity, cap, join, miterLimit, dash, dashPhase: round(dashPhase) };
}
