// The values, annotations and declared bounds of an axis to what it has to have a place for.
import { fail } from "../core/fail.js";
import type { Src } from "../core/src.js";
import type { Extent } from "./cartesian.js";
import type { ChartContext } from "./context.js";
import type { AxisName } from "./plot.js";
import { must } from "../help/reason.js";

/** What stands on an axis, besides its values. */
export interface Standing {
  /** marks that begin at the axis's base */
  readonly stems: boolean;
  /** of them, bars, whose axis keeps zero */
  readonly bars: boolean;
  readonly percent: boolean;
  /** zero is on the axis where the values begin no further from it than this share of their end */
  readonly nearZero: number;
}

/** Lines are read by how they go, and by their height. */
export const LINES: Standing = { stems: false, bars: false, percent: false, nearZero: 0.5 };
/** Clouds of points are read by how they lie to each other. */
export const POINTS: Standing = { ...LINES, nearZero: 0.2 };

/** Collects what one axis has to show. */
export class Reach {
  #low = Infinity;
  #high = -Infinity;
  readonly #declared: { readonly min?: number; readonly max?: number; readonly include_zero?: "auto" | "always" | "never" };

  constructor(
    readonly cx: ChartContext,
    readonly axis: AxisName | "x",
  ) {
    const { axes } = cx.el;
    this.#declared = (axis === "x" ? axes?.x : axes?.values?.[axis]) ?? {};
  }

  /** A value of the data. `src`: asked for on failure only. @throws RenderError API-002 where a declared bound leaves it no place */
  add(value: number, src: () => Src): void {
    this.widen(value);
    const { min, max } = this.#declared;
    refuseOutside(value, { min, max }, src);
  }

  /** Something that is shown where there is room for it. */
  widen(value: number): void {
    this.#low = Math.min(this.#low, value);
    this.#high = Math.max(this.#high, value);
  }

  extent({ stems, bars, percent, nearZero }: Standing): Extent {
    const { lines, bands } = this.cx.el.annotations ?? {};
    for (const { value, axis = "primary" } of lines ?? []) if (axis === this.axis) this.widen(value);
    for (const { from, to, axis = "primary" } of bands ?? [])
      if (axis === this.axis) {
        this.widen(from);
        this.widen(to);
      }
    const [low, high] = this.#low > this.#high ? [0, 1] : [this.#low, this.#high];
    return { low, high, zero: includesZero(this.#declared.include_zero ?? "auto", { low, high, stems, bars, nearZero }), percent };
  }
}

/** Whether zero is on an axis: bars stand on it; lines and points only where that leaves them enough of the plot. */
export function includesZero(
  declared: "auto" | "always" | "never",
  { low, high, stems, bars, nearZero }: { readonly low: number; readonly high: number } & Omit<Standing, "percent">,
): boolean {
  if (bars || declared === "always") return true;
  if (declared === "never") return false;
  if (stems) return true;
  const far = Math.max(Math.abs(low), Math.abs(high));
  return (low >= 0 && low <= far * nearZero) || (high <= 0 && -high <= far * nearZero) || (low < 0 && high > 0);
}

/** A value that has no place on its axis is an error: nothing is cut off. @throws RenderError API-002 */
export function refuseOutside(
  value: number,
  { min, max }: { readonly min: number | undefined; readonly max: number | undefined },
  src: () => Src,
): void {
  const over = max !== undefined && value > max + Math.abs(max) * 1e-12;
  const under = min !== undefined && value < min - Math.abs(min) * 1e-12;
  if (over || under)
    fail(
      "API-002",
      "chart-outside-axis",
      src(),
      must(over ? `at most ${max}, the max of its axis` : `at least ${min}, the min of its axis`, String(value), {
        advice: `charts are not clipped: change ${over ? "max" : "min"}, or leave it out`,
      }),
    );
}
