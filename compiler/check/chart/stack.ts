import { formatFound } from "../../core/fail.js";
import { at } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import { axisOf, finalKind, isPercentAxis, type AxisName, type ChartCheck } from "./context.js";

interface Member {
  readonly series: ChartSeriesFields;
  readonly index: number;
}
const modeOf = (s: ChartSeriesFields): "normal" | "percent" => s.stack!.mode ?? "normal";

/** (element model, Series fields). Data are valid. */
export function checkStacks(c: ChartCheck): void {
  const groups = new Map<string, Member[]>();
  c.el.data.series.forEach((series, index) => {
    if (!series.stack) return;
    const { group } = series.stack;
    const members = groups.get(group);
    if (members) members.push({ series, index });
    else groups.set(group, [{ series, index }]);
  });
  for (const [group, members] of groups) {
    checkMembers(c, group, members);
    if (members.every(({ series }) => modeOf(series) === "percent")) checkPercents(c, members);
  }
  for (const axis of ["primary", "secondary"] as const) checkPercentAxis(c, axis);
}

function checkMembers(c: ChartCheck, group: string, [first, ...others]: readonly Member[]): void {
  const of = [
    { what: "kind", get: (s: ChartSeriesFields) => finalKind(c, s), step: ["kind"] },
    { what: "value axis", get: axisOf, step: ["value_axis"] },
    { what: "mode", get: modeOf, step: ["stack", "mode"] },
  ] as const;
  for (const { series, index } of others)
    for (const { what, get, step } of of)
      if (get(series) !== get(first!.series))
        c.r.add(
          "chart-stack",
          c.data.series(index, ...step),
          breaks(`the ${what} of the stack ${formatFound(group)} is ${String(get(first!.series))}`, String(get(series))),
        );
}

function checkPercents({ r, el, data }: ChartCheck, members: readonly Member[]): void {
  const before = r.count;
  for (const { series, index } of members)
    series.values!.forEach((v, k) => {
      if (v === null || !(v >= 0))
        r.add("chart-percent", data.value(index, "values", k), must("a number of at least 0, in a percent stack", formatFound(v)));
    });
  if (r.count > before) return;
  el.data.labels!.forEach((label, k) => {
    if (members.some(({ series }) => series.values![k]! > 0)) return;
    const { index } = members[0]!;
    r.add("chart-percent", data.value(index, "values", k), `the stack adds up to 0 at ${formatFound(label)}, it must be greater than 0`);
  });
}

/** A percent axis ranges from 0 to 100. */
function checkPercentAxis(c: ChartCheck, name: AxisName): void {
  const { r, el, src } = c;
  const axis = el.axes?.values?.[name];
  if (!axis || !isPercentAxis(c, name)) return;
  for (const [field, bound] of [
    ["min", 0],
    ["max", 100],
  ] as const)
    if (axis[field] !== undefined && axis[field] !== bound)
      r.add(
        "chart-percent",
        at(src, "axes", "values", name, field),
        breaks("the axis of a percent stack ranges from 0 to 100", formatFound(axis[field])),
      );
}
