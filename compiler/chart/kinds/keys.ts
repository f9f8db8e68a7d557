import type { Rect } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import { roundedRectPath } from "../../core/outline.js";
import type { ChartContext } from "../context.js";
import type { ChartPaint } from "../fill.js";
import { KEY, type LegendEntry } from "../legend.js";
import { areaMarks, markerMarks } from "../marks/line.js";
import type { SeriesModel } from "../series.js";
import { strokePath } from "../stroke.js";

const middle = ({ x, y, width, height }: Rect): { readonly x: number; readonly y: number } => ({ x: x + width / 2, y: y + height / 2 });

export function squareKey(cx: ChartContext, paint: ChartPaint, outline: SeriesModel["outline"]): LegendEntry["key"] {
  return (box) => {
    const edge = outline && { ...outline, width: Math.min(outline.width, box.height / 4) };
    // inside the key if wide, on its edge if thin
    const by = edge && edge.width > 1 ? edge.width / 2 : 0;
    const path = roundedRectPath(box.x + by, box.y + by, box.width - 2 * by, box.height - 2 * by, 1);
    return [{ op: "path", path, fill: cx.fill(paint, box), stroke: null }, ...(edge ? strokePath(path, edge) : [])];
  };
}

export function seriesEntry(cx: ChartContext, s: SeriesModel): LegendEntry {
  const src = cx.data.series(s.index, "name");
  const { name } = s;
  if (s.mark === "bar") return { name, src, key: squareKey(cx, s.paint, s.outline), keyWidth: KEY.square };
  if (s.mark === "point" && !s.line)
    return {
      name,
      src,
      key: (box) => {
        const outline = s.outline && { ...s.outline, width: Math.min(s.outline.width, 1.5) };
        const size = Math.min(6, box.height / (s.marker?.shape === "circle" ? 1 : 1.25));
        return markerMarks(cx, { ...s, outline, marker: s.marker && { ...s.marker, size } }, [middle(box)]);
      },
      keyWidth: KEY.square,
    };
  const area = s.mark === "area" || s.mark === "range";
  return { name, src, key: area && s.areaFill !== "none" ? areaKey(cx, s) : lineKey(cx, s), keyWidth: KEY.line };
}

/** Round ends are inside the key. */
function across({ x, width }: Rect, y: number, line: NonNullable<SeriesModel["line"]>, most: number): readonly DrawnOp[] {
  const stroke = { ...line, width: Math.min(line.width, most) };
  const end = stroke.cap === "butt" ? 0 : stroke.width / 2;
  return strokePath({ verbs: "ML", coords: [x + end, y, x + width - end, y], rule: "nonzero" }, stroke);
}

function lineKey(cx: ChartContext, s: SeriesModel): LegendEntry["key"] {
  return (box) => {
    const { x, y } = middle(box);
    const line = s.line ? across(box, y, s.line, 3) : [];
    // shapes with corners reach further than circles
    const most = s.marker?.shape === "circle" ? box.height : box.height / 1.3;
    const small = s.marker && { ...s.marker, size: Math.min(s.marker.size, most) };
    return [...line, ...markerMarks(cx, { ...s, marker: small }, [{ x, y }])];
  };
}

function areaKey(cx: ChartContext, s: SeriesModel): LegendEntry["key"] {
  return (box): readonly DrawnOp[] => {
    const spans = [box.x, box.x + box.width].map((along) => ({ along, from: box.y + box.height, to: box.y }));
    const area = areaMarks(cx, { ...s, curve: "linear" }, spans, { horizontal: false, connect: false, faint: s.mark === "range" });
    const top = s.line ? across(box, box.y, s.line, 2) : [];
    return [...area, ...top];
  };
}

export function rangeKey(
  cx: ChartContext,
  s: SeriesModel,
  { edge, centre }: { readonly edge: SeriesModel["line"]; readonly centre: boolean },
): LegendEntry {
  const key = (box: Rect): readonly DrawnOp[] => {
    const spans = [box.x, box.x + box.width].map((along) => ({ along, from: box.y + box.height, to: box.y }));
    const area = areaMarks(cx, { ...s, curve: "linear" }, spans, { horizontal: false, connect: false, faint: true });
    const level = (y: number, stroke: SeriesModel["line"]): readonly DrawnOp[] => (stroke ? across(box, y, stroke, 2) : []);
    const edges = [...level(box.y, edge), ...level(box.y + box.height, edge)];
    return [...area, ...edges, ...(centre ? level(middle(box).y, s.line) : [])];
  };
  return { name: s.name, src: cx.data.series(s.index, "name"), key, keyWidth: KEY.line };
}
