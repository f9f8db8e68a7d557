import { formatFound } from "../../core/fail.js";
import { breaks, counted, listed, must, type Reason } from "../../help/reason.js";
import type { ChartSeriesFields, ScatterPoint } from "../../request/types/chart.js";
import { checkMeasured, isMeasured } from "../values/numbers.js";
import { finalKind, type ChartCheck } from "./context.js";
import { KINDS, kindsWith, SERIES, type SeriesKind } from "./kinds.js";
import { checkSeries } from "./series.js";
import { checkLine } from "./text.js";
import { checkBounds, checkPoints, checkShares, checkSteps } from "./values.js";

/** True if the values are comparable. */
export function checkData(c: ChartCheck): boolean {
  checkLabels(c);
  const { series } = c.el.data;
  const most = KINDS[c.el.kind].series;
  if (series.length === 0) c.r.add("chart-series", c.data.data, "at least one series is needed, found none");
  else if (most !== null && series.length > most)
    c.r.add("chart-series", c.data.data, breaks(`a ${c.el.kind} chart has exactly ${most} series`, String(series.length)));
  checkNames(c);
  let whole = series.length > 0 && (c.el.kind === "scatter" || (c.el.data.labels ?? []).length > 0);
  series.forEach((s, i) => {
    checkKind(c, s, i);
    const kind = finalKind(c, s);
    whole = kind !== null && checkFields(c, s, i, kind) && checkNumbersOf(c, s, i) && checkValues(c, s, i, kind) && whole;
    if (kind !== null) checkSeries(c, s, i, kind);
  });
  return whole;
}

function checkLabels({ r, el, data }: ChartCheck): void {
  const { kind } = el;
  const labels = el.data.labels ?? [];
  if (kind === "scatter") {
    if (labels.length > 0) r.add("chart-labels", data.labels(), breaks("a scatter chart has no labels", counted(labels.length, "label")));
    return;
  }
  if (labels.length === 0)
    return r.add("chart-labels", data.labels(), `at least one label is needed, found none: a ${kind} chart has one for each value`);
  const seen = new Set<string>();
  labels.forEach((label, i) => {
    checkLine(r, label, data.label(i));
    const name = label.trim();
    if (KINDS[kind].uniqueLabels && seen.has(name))
      r.add("chart-labels", data.label(i), must(`a label that no other has, as in a ${kind} chart`, formatFound(label)));
    seen.add(name);
  });
}

function checkNames({ r, el, data }: ChartCheck): void {
  const seen = new Set<string>();
  el.data.series.forEach(({ name: given }, i) => {
    const name = given.trim();
    const here = data.series(i, "name");
    checkLine(r, given, here);
    if (name === "") r.add("chart-series-name", here, must("a name that is not blank", formatFound(given)));
    else if (seen.has(name)) r.add("chart-series-name", here, must("a name that no other series has", formatFound(given)));
    seen.add(name);
  });
}

const COMBINED = ["bar", "line", "area"];

function checkKind({ r, el, data }: ChartCheck, { kind }: ChartSeriesFields, i: number): void {
  if (el.kind === "combo") {
    if (kind === undefined)
      r.add("chart-series-kind", data.series(i, "kind"), `it is missing: a series of a combo chart is ${listed(COMBINED, "or")}`);
  } else if (kind !== undefined && kind !== el.kind)
    r.add(
      "chart-series-kind",
      data.series(i, "kind"),
      must(`${COMBINED.includes(el.kind) ? el.kind : "no kind"}`, `${kind} in a ${el.kind} chart`),
    );
}

const DATA_FIELDS = ["values", "points", "lower_values", "upper_values", "point_kinds"] as const;
const PRESENTATION = ["value_axis", "options", "stack", "format", "color", "colors", "stroke", "fill", "marker"] as const;

function checkFields({ r, el, data }: ChartCheck, series: ChartSeriesFields, i: number, kind: SeriesKind): boolean {
  const rules = SERIES[kind];
  const labels = el.data.labels?.length ?? 0;
  let whole = true;
  for (const field of PRESENTATION)
    if (series[field] !== undefined && !rules.fields.includes(field))
      r.add("chart-series-field", data.series(i, field), foreign(field, kind));
  for (const field of DATA_FIELDS) {
    const list = series[field];
    const needed = rules.needs.includes(field);
    const here = data.series(i, field);
    if (list === undefined && !needed) continue;
    if (list === undefined) r.add("chart-data", here, `it is missing: a ${kind} series needs ${field}`);
    else if (!needed && !rules.fields.includes(field)) r.add("chart-data", here, foreign(field, kind));
    else if (field !== "points" && list.length !== labels)
      r.add("chart-data", here, must(`one value for each of ${counted(labels, "label")}`, counted(list.length, "value")));
    else continue;
    whole = false;
  }
  return whole;
}

const foreign = (field: (typeof DATA_FIELDS)[number] | (typeof PRESENTATION)[number], kind: SeriesKind): Reason =>
  breaks(
    `only ${kindsWith(SERIES, (s) => s.fields.includes(field) || s.needs.includes(field))} series have it`,
    `${field} in a ${kind} series`,
  );

function checkNumbersOf({ r, data }: ChartCheck, series: ChartSeriesFields, i: number): boolean {
  const before = r.count;
  for (const field of ["values", "lower_values", "upper_values"] as const)
    series[field]?.forEach((v, k) => v !== null && !isMeasured(v) && checkMeasured(r, v, data.value(i, field, k)));
  series.points?.forEach((point: ScatterPoint, k) => {
    for (const part of ["x", "y", "size"] as const) {
      const v = point[part] ?? null;
      if (v !== null && !isMeasured(v)) checkMeasured(r, v, data.value(i, "points", k, part));
    }
  });
  return r.count === before;
}

function checkValues(c: ChartCheck, series: ChartSeriesFields, i: number, kind: SeriesKind): boolean {
  const before = c.r.count;
  if (kind === "pie" || kind === "donut") checkShares(c, series, i);
  else if (kind === "range") checkBounds(c, series, i);
  else if (kind === "waterfall") checkSteps(c, series, i);
  else if (kind === "scatter") checkPoints(c, series, i);
  return c.r.count === before;
}
