import { area as areaShape, curveLinear, curveMonotoneX, curveMonotoneY, curveStep, line as lineShape, type CurveFactory } from "d3-shape";
import type { Path, Point } from "../../../ir/ir.js";
import type { Curve } from "../../request/types/chart.js";

export interface Span {
  readonly along: number;
  readonly from: number;
  readonly to: number;
}

class Outline {
  verbs = "";
  readonly coords: number[] = [];

  moveTo(x: number, y: number): void {
    this.verbs += "M";
    this.coords.push(x, y);
  }
  lineTo(x: number, y: number): void {
    this.verbs += "L";
    this.coords.push(x, y);
  }
  bezierCurveTo(...[x1, y1, x2, y2, x, y]: readonly [number, number, number, number, number, number]): void {
    this.verbs += "C";
    this.coords.push(x1, y1, x2, y2, x, y);
  }
  closePath(): void {
    this.verbs += "Z";
  }
  path(): Path {
    return { verbs: this.verbs, coords: this.coords, rule: "nonzero" };
  }
}

const factory = (curve: Curve, horizontal: boolean): CurveFactory =>
  curve === "linear" ? curveLinear : curve === "step" ? curveStep : horizontal ? curveMonotoneY : curveMonotoneX;

/** One run if nulls are connected. */
export function runsOf<T>(all: readonly (T | null)[], connect: boolean): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let open: T[] | null = null;
  for (const item of all) {
    if (item === null) {
      if (!connect) open = null;
    } else if (open) open.push(item);
    else runs.push((open = [item]));
  }
  return runs;
}

/** `horizontal`: categories go down the page */
export function curvePath(run: readonly Point[], curve: Curve, horizontal: boolean): Path {
  const out = new Outline();
  const shape = lineShape<Point>(
    (p) => p.x,
    (p) => p.y,
  ).curve(factory(curve, horizontal && curve === "monotone"));
  if (horizontal && curve === "step") stepsDown(run, out);
  else shape.context(out as unknown as CanvasRenderingContext2D)(run);
  return out.path();
}

function stepsDown(run: readonly Point[], out: Outline): void {
  run.forEach((p, i) => {
    const before = run[i - 1];
    if (!before) return out.moveTo(p.x, p.y);
    const middle = (before.y + p.y) / 2;
    out.lineTo(before.x, middle);
    out.lineTo(p.x, middle);
    out.lineTo(p.x, p.y);
  });
}

export function areaPath(run: readonly Span[], curve: Curve, horizontal: boolean): Path {
  if (horizontal) {
    const there = curvePath(
      run.map((s) => ({ x: s.to, y: s.along })),
      curve,
      true,
    );
    const back = curvePath(
      [...run].reverse().map((s) => ({ x: s.from, y: s.along })),
      curve,
      true,
    );
    return { verbs: `${there.verbs}L${back.verbs.slice(1)}Z`, coords: [...there.coords, ...back.coords], rule: "nonzero" };
  }
  const out = new Outline();
  const shape = areaShape<Span>()
    .x((s) => s.along)
    .y0((s) => s.from)
    .y1((s) => s.to)
    .curve(factory(curve, false));
  shape.context(out as unknown as CanvasRenderingContext2D)(run);
  return out.path();
}
