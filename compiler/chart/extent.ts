// Range of an axis from values, annotations and declared bounds.
import { fail } from "../core/fail.js";
import type { Src } from "../core/src.js";
import type { Extent } from "./cartesian.js";
import type { ChartContext } from "./context.js";
import type { AxisName } from "./plot.js";
import { must } from "../help/reason.js";

interface MarkForm {
  readonly stems: boolean;
  /** the axis includes zero */
  readonly bars: boolean;
  readonly percent: boolean;
  /** includes zero if values begin within this share of their end */
  readonly nearZero: number;
}

export const LINES: MarkForm = { stems: false, bars: false, percent: false, nearZero: 0.5 };
export const POINTS: MarkForm = { ...LINES, nearZero: 0.2 };

export class Reach {
  #low = Infinity;
  #high = -Infinity;
  readonly #declared: { readonly min?: number; readonly max?: number; readonly include_zero?: "auto" | "always" | "never" };
  readonly #isBounded: boolean;

  constructor(
    readonly cx: ChartContext,
    readonly axis: AxisName | "x",
  ) {
    const { axes } = cx.el;
    this.#declared = (axis === "x" ? axes?.x : axes?.values?.[axis]) ?? {};
    this.#isBounded = this.#declared.min !== undefined || this.#declared.max !== undefined;
  }

  /** `src`: called on failure. @throws RenderError API-002 outside a declared bound */
  add(value: number, src: () => Src): void {
    this.widen(value);
    if (this.#isBounded) refuseOutside(value, this.#declared, src);
  }

  /** Without a check of declared bounds. */
  widen(value: number): void {
    if (value < this.#low) this.#low = value;
    if (value > this.#high) this.#high = value;
  }

  extent({ stems, bars, percent, nearZero }: MarkForm): Extent {
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

/** Bars always, marks from the base by default; lines and points if enough of the plot remains. */
function includesZero(
  declared: "auto" | "always" | "never",
  { low, high, stems, bars, nearZero }: { readonly low: number; readonly high: number } & Omit<MarkForm, "percent">,
): boolean {
  if (bars || declared === "always") return true;
  if (declared === "never") return false;
  if (stems) return true;
  const far = Math.max(Math.abs(low), Math.abs(high));
  return (low >= 0 && low <= far * nearZero) || (high <= 0 && -high <= far * nearZero) || (low < 0 && high > 0);
}

/** Values are never clipped. @throws RenderError API-002 */
function refuseOutside(value: number, { min, max }: { readonly min?: number; readonly max?: number }, src: () => Src): void {
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
