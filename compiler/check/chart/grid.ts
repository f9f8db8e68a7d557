import { at } from "../../core/src.js";
import { checkStroke } from "../values/style.js";
import { breaks, must } from "../../help/reason.js";
import { hasSecondary, type ChartCheck } from "./context.js";
import { KINDS, kindsWith } from "./kinds.js";

/** Checks the grid (element model, Grid). */
export function checkGrid(c: ChartCheck): void {
  const { r, el, src } = c;
  const { grid, kind } = el;
  if (!grid) return;
  const here = at(src, "grid");
  const rules = KINDS[kind];
  if (rules.grid.length === 0)
    return r.add(
      "chart-grid",
      here,
      breaks(`only ${kindsWith(KINDS, (k) => k.grid.length > 0)} charts have one`, `a grid in a ${kind} chart`),
    );
  const { axis, value_axis: scale } = grid;
  if (axis !== undefined && !rules.grid.includes(axis))
    r.add(
      "chart-grid",
      at(here, "axis"),
      must(
        rules.grid.map((a) => JSON.stringify(a)),
        JSON.stringify(axis),
        { advice: `in a ${kind} chart` },
      ),
    );
  if (scale !== undefined) {
    const where = at(here, "value_axis");
    if (!rules.axes.includes("values"))
      r.add("chart-grid", where, breaks(`a ${kind} chart has no value axes: leave value_axis out`, scale));
    else if (axis === "category" || axis === "x")
      r.add("chart-grid", where, breaks(`with axis ${axis} no lines of a value axis are drawn: leave value_axis out`, scale));
    else if (scale === "secondary" && !hasSecondary(c))
      r.add("chart-grid", where, breaks("a secondary value axis is declared in axes.values.secondary", "secondary"));
  }
  checkStroke(r, grid.stroke, at(here, "stroke"));
}
