import type { Rect } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import { rectPath } from "../../core/outline.js";
import type { Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import { chartDataSrc } from "../../data/chart-src.js";
import type { Numbers } from "../../locale/numbers.js";
import type { MaterializedChart } from "../../request/materialized.js";
import { ChartContext } from "../context.js";
import { paintOf } from "../fill.js";
import { drawCategoryChart } from "./category.js";
import { drawHeatmap } from "./heatmap.js";
import { drawRadialChart } from "./radial.js";
import { drawRangeChart } from "./range.js";
import { drawScatterChart } from "./scatter.js";
import { drawWaterfallChart } from "./waterfall.js";
import { withRoom } from "../room.js";
import type { ChartText } from "../text.js";

type Draw = (cx: ChartContext, content: Rect) => readonly DrawnOp[];

const KINDS: Readonly<Record<MaterializedChart["kind"], Draw>> = {
  bar: drawCategoryChart,
  line: drawCategoryChart,
  area: drawCategoryChart,
  combo: drawCategoryChart,
  pie: drawRadialChart,
  donut: drawRadialChart,
  waterfall: drawWaterfallChart,
  scatter: drawScatterChart,
  range: drawRangeChart,
  heatmap: drawHeatmap,
};

/** points */
const ON_BACKGROUND = 8;

/** Origin: top left corner. @throws RenderError API-507 if a part has no room, API-002 beyond a limit, and as shaping does */
export const drawChart = (el: MaterializedChart, src: Src, text: ChartText, numbers: Numbers): readonly DrawnOp[] =>
  withRoom(el, (size) => drawn(size === el ? el : { ...el, ...size }, src, text, numbers));

function drawn(el: MaterializedChart, src: Src, text: ChartText, numbers: Numbers): readonly DrawnOp[] {
  const cx = new ChartContext(el, src, chartDataSrc(el, src), text, numbers);
  const frame: Rect = { x: 0, y: 0, width: pt(el.width), height: pt(el.height) };
  const { background } = cx.theme;
  const out: DrawnOp[] = [];
  if (background) {
    const fill = cx.fill(paintOf(background, cx.theme.paper), frame);
    out.push({ op: "path", path: rectPath(0, 0, frame.width, frame.height), fill, stroke: null });
  }
  const usual = background && el.padding === undefined ? ON_BACKGROUND : 0;
  const { top, right, bottom, left } = el.padding ?? {};
  const inset = (v: number | undefined): number => (v === undefined ? usual : pt(v));
  const x = inset(left);
  const y = inset(top);
  const content: Rect = { x, y, width: frame.width - x - inset(right), height: frame.height - y - inset(bottom) };
  for (const op of KINDS[el.kind](cx, content)) out.push(op);
  return out;
}
