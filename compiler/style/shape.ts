// Computed strokes and fills, in points.
import { rgbOf } from "../../ir/values.js";
import type { Fill } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import { pt } from "../core/units.js";
import type { Dash, FillStyle, StrokeStyle } from "../request/types/common.js";

const MM_WIDTH = 0.2;
const DASHES: Readonly<Record<Dash["preset"], readonly number[]>> = {
  solid: [],
  dashed: [4, 3],
  dotted: [1, 2],
  dash_dot: [4, 3, 1, 3],
  dash_dot_dot: [4, 3, 1, 3, 1, 3],
  long_dash: [8, 3],
};

/** Resolves a stroke: its own fields, then the defaults, then the service (decisions §1, Default stroke). */
export function resolveStroke(defaults: StrokeStyle | undefined, own: StrokeStyle | undefined): ComputedStroke {
  const s: StrokeStyle = { ...defaults, ...own };
  const width = pt(s.width ?? MM_WIDTH);
  const preset = s.dash?.preset ?? "solid";
  const cap = s.cap ?? (preset === "dotted" ? "round" : "butt");
  const dash = preset === "dotted" && cap === "round" ? [0, 2] : DASHES[preset];
  return {
    color: rgbOf(s.color ?? "#000000"),
    width,
    opacity: s.opacity ?? 1,
    cap,
    join: s.join ?? "miter",
    miterLimit: s.miter_limit ?? 10,
    dash: dash.map((v) => v * width),
    gap: s.compound ? pt(s.compound.gap) : null,
  };
}

/** Resolves a fill; its opacity is 1 unless declared here or in defaults. Null if undeclared. */
export function resolveFill(defaults: FillStyle | undefined, own: FillStyle | undefined): Fill | null {
  if (!own) return null;
  const color = rgbOf(own.color ?? defaults?.color ?? "#000000");
  return { color, opacity: own.opacity ?? defaults?.opacity ?? 1 };
}
