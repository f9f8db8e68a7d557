// The values of a waterfall and their kinds to steps: where each begins and ends, with the running total between them.
import { addDecimal } from "../core/decimal.js";
import type { ChartSeriesFields, PointKind } from "../request/types/chart.js";

/** What a step says, which is also what its colour means. */
export type StepKind = "increase" | "decrease" | "subtotal" | "total";

/** One bar of a waterfall, in values. */
export interface Step {
  readonly i: number;
  readonly kind: StepKind;
  readonly from: number;
  /** the running total after it */
  readonly to: number;
  /** as given, or of a subtotal the running total */
  readonly value: number;
}

/**
 * A delta goes on from the running total; a subtotal shows it, and a total sets it. Sums are decimal. A value that is null leaves its place
 * empty. Numbers of charts are small enough for their sums to be finite (`check/numbers.ts`).
 */
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
