import { at } from "../../core/src.js";
import { checkJoinedFormats, type PlacedFormat } from "../values/number-format.js";
import { axisOf, type ChartCheck } from "./context.js";

/** Checks formats as they are drawn: axis labels have the axis's format, data labels those of axis, series and their own. */
export function checkFormats(c: ChartCheck): void {
  const { r, el, src, data } = c;
  const axes = {
    primary: { format: el.axes?.values?.primary?.format, src: at(src, "axes", "values", "primary", "format") },
    secondary: { format: el.axes?.values?.secondary?.format, src: at(src, "axes", "values", "secondary", "format") },
  };
  for (const axis of [axes.primary, axes.secondary]) checkJoinedFormats(r, [axis]);
  const labels: PlacedFormat = { format: el.data_labels?.format, src: at(src, "data_labels", "format") };
  const before = r.count;
  for (const [i, series] of el.data.series.entries()) {
    if (!series.format && !labels.format) continue;
    checkJoinedFormats(r, [axes[axisOf(series)], { format: series.format, src: data.series(i, "format") }, labels]);
    // the same for other series
    if (r.count > before) return;
  }
}
