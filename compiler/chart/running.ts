import { addDecimal } from "../core/decimal.js";
import type { ChartSeriesFields, PointKind } from "../request/types/chart.js";

export type StepKind = "increase" | "decrease" | "subtotal" | "total";

export interface Step {
  readonly i: number;
  readonly kind: StepKind;
  readonly from: number;
  readonly to: number;
  /** as given; of a subtotal the running total */
  readonly value: number;
}

/** A subtotal shows the total, a total sets it. Sums are decimal, and finite (`check/values/numbers.ts`). Null leaves a gap. */
export function runningSteps({ values, point_kinds: kinds }: ChartSeriesFields, count: number): readonly (Step | null)[] {
  const out: (Step | null)[] = [];
  let total = 0;
  for (let i = 0; i < count; i++) {
    const step = stepOf(kinds?.[i] ?? "delta", values?.[i] ?? null, total, i);
    out.push(step);
    if (!step) continue;
    total = step.to;
  }
  return out;
}

function stepOf(kind: PointKind, value: number | null, total: number, i: number): Step | null {
  if (kind === "subtotal") return { i, kind, from: 0, to: total, value: total };
  if (value === null) return null;
  if (kind === "total") return { i, kind, from: 0, to: value, value };
  return { i, kind: value < 0 ? "decrease" : "increase", from: total, to: addDecimal(total, value), value };
}
