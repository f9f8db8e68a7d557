import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { CategoryAxis, ChartSeriesFields, ValueAxis } from "../../request/types/chart.js";
import { checkNumberFormat } from "../values/number-format.js";
import { axisOf, keepsZero, type AxisName, type ChartCheck } from "./context.js";
import { KINDS, kindsWith } from "./kinds.js";
import { checkChartText, checkLine } from "./text.js";

const FIELDS = ["category", "row", "x", "values", "zero_alignment"] as const;
const ACROSS = ["top", "bottom"] as const;
const DOWN = ["left", "right"] as const;

/** Checks axes (element model, Axes). */
export function checkAxes(c: ChartCheck): void {
  const { r, el, src, horizontal } = c;
  const allowed = KINDS[el.kind].axes;
  const here = at(src, "axes");
  const { axes } = el;
  if (axes && allowed.length === 0)
    return r.add(
      "chart-axes",
      here,
      breaks(`only ${kindsWith(KINDS, (k) => k.axes.length > 0)} charts have them`, `axes in a ${el.kind} chart`),
    );
  for (const field of FIELDS)
    if (axes?.[field] !== undefined && !allowed.includes(field))
      r.add(
        "chart-axes",
        at(here, field),
        breaks(`only ${kindsWith(KINDS, (k) => k.axes.includes(field))} charts have it`, `${field} in a ${el.kind} chart`),
      );
  if (!axes) return;
  if (allowed.includes("category")) checkCategoryAxis(c, axes.category, at(here, "category"), horizontal ? DOWN : ACROSS);
  if (allowed.includes("row")) checkCategoryAxis(c, axes.row, at(here, "row"), DOWN);
  if (allowed.includes("x")) checkValueAxis(c, axes.x, at(here, "x"), ACROSS);
  if (!allowed.includes("values")) return;
  for (const name of ["primary", "secondary"] as const) {
    const axis = axes.values?.[name];
    checkValueAxis(c, axis, at(here, "values", name), horizontal ? ACROSS : DOWN);
    checkZero(c, axis, name);
  }
}

const hasNumber = (s: ChartSeriesFields): boolean =>
  [s.values, s.lower_values].some((list) => list?.some((v) => v !== null)) || s.points?.some((p) => p.y !== null) === true;

/** Dual-axis rules. The chart's data is valid. */
export function checkBinding({ r, el, src, data }: ChartCheck): void {
  if (!KINDS[el.kind].axes.includes("values")) return;
  const { series } = el.data;
  const here = at(src, "axes", "values");
  const { primary, secondary } = el.axes?.values ?? {};
  series.forEach((s, i) => {
    if (axisOf(s) === "secondary" && !secondary)
      r.add(
        "chart-value-axis",
        data.series(i, "value_axis"),
        breaks("a secondary value axis is declared in axes.values.secondary", "secondary"),
      );
  });
  const onPrimary = series.filter((s) => axisOf(s) === "primary");
  if (!onPrimary.some(hasNumber))
    r.add(
      "chart-value-axis",
      data.data,
      onPrimary.length === 0
        ? "no series is on the primary value axis, at least one is needed"
        : "no series on the primary value axis has a number",
    );
  if (!secondary) {
    if (el.axes?.zero_alignment !== undefined)
      r.add("chart-value-axis", at(src, "axes", "zero_alignment"), "zero_alignment belongs to charts with two value axes: leave it out");
    return;
  }
  if (!series.some((s) => axisOf(s) === "secondary"))
    r.add("chart-value-axis", at(here, "secondary"), "no series is on the secondary value axis");
  for (const name of ["primary", "secondary"] as const)
    if ((el.axes?.values?.[name]?.title ?? "").trim() === "")
      r.add("chart-value-axis", at(here, name, "title"), "it is missing: of two value axes each needs a title");
  if (primary?.position !== undefined && primary.position === secondary.position)
    r.add(
      "chart-value-axis",
      at(here, "secondary", "position"),
      must("another side than that of the primary value axis", secondary.position ?? "the same"),
    );
}

const MIN_TICKS = 2;
const MAX_TICKS = 32;

function checkValueAxis({ r, fonts, numbers }: ChartCheck, axis: ValueAxis | undefined, src: Src, positions: readonly string[]): void {
  if (!axis) return;
  const { min, max, tick_count: ticks, tick_step: step } = axis;
  checkLine(r, axis.title, at(src, "title"));
  checkPosition(r, axis.position, src, positions);
  if (min !== undefined && max !== undefined && !(min < max))
    r.add("chart-axis-value", at(src, "max"), must(`greater than min, ${min}`, formatFound(max)));
  if (axis.include_zero === "always")
    for (const [field, value] of [
      ["min", min],
      ["max", max],
    ] as const)
      if (value !== undefined && (field === "min" ? value > 0 : value < 0))
        r.add("chart-axis-zero", at(src, field), breaks("with include_zero always the axis includes zero", formatFound(value)));
  if (ticks !== undefined && !(ticks >= MIN_TICKS && ticks <= MAX_TICKS))
    r.add("chart-axis-value", at(src, "tick_count"), must(`from ${MIN_TICKS} to ${MAX_TICKS}`, formatFound(ticks)));
  if (step !== undefined && !(step > 0)) r.add("chart-axis-value", at(src, "tick_step"), must("greater than 0", formatFound(step)));
  if (step !== undefined && ticks !== undefined)
    r.add("chart-axis-value", at(src, "tick_step"), breaks("an axis has either tick_step or tick_count", "both"));
  if (axis.integers === true) checkWhole(r, axis, src);
  checkNumberFormat(r, axis.format, at(src, "format"), numbers);
  checkChartText(r, axis.text, at(src, "text"), fonts);
}

/** A declared end and a number of ticks determine the others. */
function checkWhole(r: ChartCheck["r"], { min, max, tick_count: ticks, tick_step: step }: ValueAxis, src: Src): void {
  for (const [field, value] of Object.entries({ tick_step: step, min, max }))
    if (value !== undefined && !Number.isInteger(value))
      r.add("chart-axis-value", at(src, field), must("a whole number, as integers is true", formatFound(value)));
  if (min === undefined || max === undefined || ticks === undefined || !(ticks >= MIN_TICKS) || !(min < max)) return;
  if (!Number.isInteger((max - min) / (ticks - 1)))
    r.add(
      "chart-axis-value",
      at(src, "tick_count"),
      breaks(`with integers, min and max are a multiple of tick_count - 1 apart`, `${formatFound(max - min)} in ${ticks - 1} steps`),
    );
}

/** The axis of bars contains zero for every `include_zero`. */
function checkZero(c: ChartCheck, axis: ValueAxis | undefined, name: AxisName): void {
  if (!axis || !keepsZero(c, name)) return;
  const here = at(c.src, "axes", "values", name);
  const { min, max } = axis;
  if (axis.include_zero === "always") return;
  if (min !== undefined && min > 0)
    c.r.add("chart-axis-zero", at(here, "min"), must("at most 0, since an axis of bars includes zero", formatFound(min)));
  if (max !== undefined && max < 0)
    c.r.add("chart-axis-zero", at(here, "max"), must("at least 0, since an axis of bars includes zero", formatFound(max)));
}

const STEEPEST = 90;

function checkCategoryAxis({ r, fonts }: ChartCheck, axis: CategoryAxis | undefined, src: Src, positions: readonly string[]): void {
  if (!axis) return;
  const { label_rotation: rotation } = axis;
  checkLine(r, axis.title, at(src, "title"));
  checkPosition(r, axis.position, src, positions);
  if (axis.label_overflow === "rotate" && rotation === undefined)
    r.add("chart-axis-value", at(src, "label_rotation"), "it is missing: label_overflow rotate needs it");
  if (rotation !== undefined && !(Math.abs(rotation) <= STEEPEST))
    r.add("chart-axis-value", at(src, "label_rotation"), must(`from -${STEEPEST} to ${STEEPEST} degrees`, formatFound(rotation)));
  checkChartText(r, axis.text, at(src, "text"), fonts);
}

function checkPosition(r: ChartCheck["r"], position: string | undefined, src: Src, positions: readonly string[]): void {
  if (position !== undefined && !positions.includes(position))
    r.add(
      "chart-axis-position",
      at(src, "position"),
      must(
        positions.map((p) => JSON.stringify(p)),
        JSON.stringify(position),
        { advice: "on this axis" },
      ),
    );
}
