import type { ChartKind } from "../request/types/chart.js";
import type { ChartProjection } from "../request/types/data.js";
import { type Reason, must } from "../help/reason.js";

interface Misfit {
  readonly part: readonly (string | number)[];
  readonly reason: string | Reason;
}

const shapeFor = (kind: ChartKind): NonNullable<ChartProjection["shape"]> =>
  kind === "scatter" ? "xy" : kind === "heatmap" ? "heatmap" : "category";

/** Tells why a projection does not suit a chart; null if it does (element model, ChartProjection). */
export function misfitOf(kind: ChartKind, { shape = "category", series }: ChartProjection): Misfit | null {
  const expected = shapeFor(kind);
  if (shape !== expected) return { part: ["shape"], reason: must(`"${expected}" for a ${kind} chart`, `"${shape}"`) };
  for (const [i, s] of series.entries()) {
    if (kind === "combo" && s.kind === undefined)
      return { part: ["series", i, "kind"], reason: "it is missing: each series of a combo chart is a bar, a line or an area" };
    for (const bound of ["lower", "upper"] as const) {
      if (kind === "range" && s[bound] === undefined)
        return { part: ["series", i, bound], reason: `it is missing: each series of a range chart has lower and upper` };
      if (kind !== "range" && s[bound] !== undefined)
        return { part: ["series", i, bound], reason: `only range charts have bounds: leave ${bound} out for a ${kind} chart` };
    }
    if (kind !== "waterfall" && s.point_kind !== undefined)
      return {
        part: ["series", i, "point_kind"],
        reason: `only waterfall charts have kinds of points: leave point_kind out for a ${kind} chart`,
      };
  }
  return null;
}
