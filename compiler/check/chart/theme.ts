import { at } from "../../core/src.js";
import { checkColor } from "../values/style.js";
import { must } from "../../help/reason.js";
import type { ChartCheck } from "./context.js";
import { checkChartFill } from "../values/fill.js";
import { checkChartText } from "./text.js";

/** Checks the theme (element model, Theme). */
export function checkTheme({ r, el, src, fonts }: ChartCheck): void {
  const { theme } = el;
  if (!theme) return;
  const here = at(src, "theme");
  if (theme.palette?.length === 0) r.add("chart-colors", at(here, "palette"), must("at least one colour", "none"));
  theme.palette?.forEach((color, i) => checkColor(r, color, at(here, "palette"), i));
  checkChartFill(r, theme.background, at(here, "background"));
  checkChartText(r, theme.text, at(here, "text"), fonts);
}
