// Series to their entries in a legend: keys that look as their marks do.
import type { Rect } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { roundedRectPath } from "../core/outline.js";
import type { ChartContext } from "./context.js";
import type { ChartPaint } from "./fill.js";
import { KEY, type LegendEntry } from "./legend.js";
import { areaMarks, markerMarks } from "./marks/line.js";
import type { SeriesModel } from "./series.js";
import { strokePath } from "./stroke.js";

const middle = ({ x, y, width, height }: Rect): { readonly x: number; readonly y: number } => ({ x: x + width / 2, y: y + height / 2 });

/** A small square of a fill, with the outline of its marks. */
export function squareKey(cx: ChartContext, paint: ChartPaint, outline: SeriesModel["outline"]): LegendEntry["key"] {
  return (box) => {
    const path = roundedRectPath(box.x, box.y, box.width, box.height, 1);
    return [{ op: "path", path, fill: cx.fill(paint, box), stroke: null }, ...(outline ? strokePath(path, outline) : [])];
  };
}

/** The entry of a series of a chart with axes. */
export function seriesEntry(cx: ChartContext, s: SeriesModel): LegendEntry {
  const src = cx.data.series(s.index, "name");
  const { name } = s;
  if (s.mark === "bar") return { name, src, key: squareKey(cx, s.paint, s.outline), keyWidth: KEY.square };
  if (s.mark === "point" && !s.line)
    return {
      name,
      src,
      key: (box) => markerMarks(cx, { ...s, marker: s.marker && { ...s.marker, size: 6 } }, [middle(box)]),
      keyWidth: KEY.square,
    };
  const area = s.mark === "area" || s.mark === "range";
  return { name, src, key: area && s.areaFill !== "none" ? areaKey(cx, s) : lineKey(cx, s), keyWidth: KEY.line };
}

function lineKey(cx: ChartContext, s: SeriesModel): LegendEntry["key"] {
  return (box) => {
    const { x, y } = middle(box);
    const line = s.line
      ? strokePath(
          { verbs: "ML", coords: [box.x, y, box.x + box.width, y], rule: "nonzero" },
          { ...s.line, width: Math.min(s.line.width, 3) },
        )
      : [];
    const small = s.marker && { ...s.marker, size: Math.min(s.marker.size, box.height) };
    return [...line, ...markerMarks(cx, { ...s, marker: small }, [{ x, y }])];
  };
}

/** The area over its whole key, with the line on top of it. */
function areaKey(cx: ChartContext, s: SeriesModel): LegendEntry["key"] {
  return (box): readonly DrawnOp[] => {
    const spans = [box.x, box.x + box.width].map((along) => ({ along, from: box.y + box.height, to: box.y }));
    const area = areaMarks(cx, { ...s, curve: "linear" }, spans, { horizontal: false, connect: false, faint: s.mark === "range" });
    const top = s.line
      ? strokePath(
          { verbs: "ML", coords: [box.x, box.y, box.x + box.width, box.y], rule: "nonzero" },
          { ...s.line, width: Math.min(s.line.width, 2) },
        )
      : [];
    return [...area, ...top];
  };
}

/** The entry of a range: a band between its edges, with the centre line where there is one. */
export function rangeKey(
  cx: ChartContext,
  s: SeriesModel,
  { edge, centre }: { readonly edge: SeriesModel["line"]; readonly centre: boolean },
): LegendEntry {
  const key = (box: Rect): readonly DrawnOp[] => {
    const spans = [box.x, box.x + box.width].map((along) => ({ along, from: box.y + box.height, to: box.y }));
    const area = areaMarks(cx, { ...s, curve: "linear" }, spans, { horizontal: false, connect: false, faint: true });
    const level = (y: number, stroke: SeriesModel["line"]): readonly DrawnOp[] =>
      stroke ? strokePath({ verbs: "ML", coords: [box.x, y, box.x + box.width, y], rule: "nonzero" }, stroke) : [];
    const line = s.line && { ...s.line, width: Math.min(s.line.width, 2) };
    const edges = [...level(box.y, edge), ...level(box.y + box.height, edge)];
    return [...area, ...edges, ...(centre ? level(middle(box).y, line) : [])];
  };
  return { name: s.name, src: cx.data.series(s.index, "name"), key, keyWidth: KEY.line };
}
