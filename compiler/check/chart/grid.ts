// A chart's grid to problems with its directions, scale and stroke.
import { at } from "../../core/src.js";
import { checkStroke } from "../style.js";
import { hasSecondary, type ChartCheck } from "./context.js";
import { KINDS, kindsWith, listed } from "./kinds.js";

/** The grid of a chart (element model, Chart). */
export function checkGrid(c: ChartCheck): void {
  const { r, el, src } = c;
  const { grid, kind } = el;
  if (!grid) return;
  const here = at(src, "grid");
  const rules = KINDS[kind];
  if (rules.grid.length === 0)
    return r.add("chart-grid", here, `found a grid in a ${kind} chart, ${kindsWith(KINDS, (k) => k.grid.length > 0)} charts have one`);
  const { axis, value_axis: scale } = grid;
  if (axis !== undefined && !rules.grid.includes(axis))
    r.add("chart-grid", at(here, "axis"), `found ${axis}, allowed in a ${kind} chart are ${listed(rules.grid)}`);
  if (scale !== undefined) {
    const where = at(here, "value_axis");
    if (!rules.axes.includes("values")) r.add("chart-grid", where, `found ${scale}, a ${kind} chart has no value axes`);
    else if (axis === "category" || axis === "x")
      r.add("chart-grid", where, `found ${scale}, with axis ${axis} no lines of a value axis are drawn`);
    else if (scale === "secondary" && !hasSecondary(c)) r.add("chart-grid", where, "found secondary, but there is no secondary value axis");
  }
  checkStroke(r, grid.stroke, at(here, "stroke"));
}
