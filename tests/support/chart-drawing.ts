import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { PLAIN_NUMBERS } from "../../compiler/locale/numbers.js";
import { testEngine } from "../../golden/cases.js";
import type { DrawnOp, DrawnPath } from "../../compiler/box/drawn.js";
import { joinPaths } from "../../compiler/chart/marks/marker.js";
import { drawChart } from "../../compiler/chart/kinds/draw.js";
import { chartTextOf } from "../../compiler/chart/text.js";
import { ellipsePath } from "../../compiler/core/outline.js";
import { RenderError } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import type { MaterializedChart } from "../../compiler/request/materialized.js";
import { TextEngine } from "../../compiler/text/shape/engine.js";
import type { Rect } from "../../ir/ir.js";

const text = chartTextOf(new TextEngine(testEngine.world()), CONTRACT_LIMITS)("en");

/** Default size: 100 by 70 mm. */
export const draw = (el: Pick<MaterializedChart, "kind" | "data"> & Partial<MaterializedChart>): readonly DrawnOp[] =>
  drawChart({ type: "chart", width: 100, height: 70, ...el } as MaterializedChart, ROOT, text, PLAIN_NUMBERS);

/** Null if drawn. */
export function refusal(el: Parameters<typeof draw>[0]): string | null {
  try {
    draw(el);
    return null;
  } catch (e) {
    if (e instanceof RenderError) return `${e.code} ${e.problem.rule} ${e.message}`;
    throw e;
  }
}

export const paths = (ops: readonly DrawnOp[]): readonly DrawnPath[] =>
  ops.flatMap((op) => (op.op === "path" ? [asCircles(op)] : op.op === "group" ? paths(op.children) : []));

/** Lines of zero length with round ends, as filled circles. */
function asCircles(op: DrawnPath): DrawnPath {
  const { coords, verbs } = op.path;
  const { stroke } = op;
  if (!stroke || op.fill || stroke.cap !== "round" || !/^(ML)+$/.test(verbs)) return op;
  for (let i = 0; i < coords.length; i += 4)
    if (Math.abs(coords[i + 2]! - coords[i]! - 0.01) > 1e-6 || coords[i + 3] !== coords[i + 1]) return op;
  const r = stroke.width / 2;
  const circles = Array.from({ length: coords.length / 4 }, (_, i) =>
    ellipsePath((coords[4 * i]! + coords[4 * i + 2]!) / 2, coords[4 * i + 1]!, r, r),
  );
  return { ...op, path: joinPaths(circles), fill: { color: stroke.color, opacity: stroke.opacity }, stroke: null };
}

export const texts = (ops: readonly DrawnOp[]): readonly string[] =>
  ops.flatMap((op) => (op.op === "glyphs" ? [op.text] : op.op === "group" ? texts(op.children) : []));

export const filled = (ops: readonly DrawnOp[], color: string): readonly DrawnPath[] =>
  paths(ops).filter(({ fill }) => fill !== null && "color" in fill && fill.color === color);

export const stroked = (ops: readonly DrawnOp[], color: string): readonly DrawnPath[] =>
  paths(ops).filter(({ fill, stroke }) => fill === null && stroke?.color === color);

/** Around all coordinates, points. */
export function boxOf({ path: { coords } }: DrawnPath): Rect {
  const xs = coords.filter((_, i) => i % 2 === 0);
  const ys = coords.filter((_, i) => i % 2 === 1);
  const [x, y] = [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))];
  return { x, y, width: xs.reduce((a, b) => Math.max(a, b)) - x, height: ys.reduce((a, b) => Math.max(a, b)) - y };
}

export const inside = (a: Rect, b: Rect): boolean =>
  a.x >= b.x - 0.01 && a.y >= b.y - 0.01 && a.x + a.width <= b.x + b.width + 0.01 && a.y + a.height <= b.y + b.height + 0.01;
