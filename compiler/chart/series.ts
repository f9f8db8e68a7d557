import { declaredColor } from "../../ir/values.js";
import type { Rgb } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import type { NumberFormatOptions } from "../core/number-format.js";
import { pt } from "../core/units.js";
import type { MaterializedChart } from "../request/materialized.js";
import type { AreaFill, ChartFillStyle, ChartPattern, ChartSeriesFields, Curve } from "../request/types/chart.js";
import { resolveStroke } from "../style/shape.js";
import { paintOf, solid, type ChartPaint } from "./fill.js";
import { LINE_WIDTH, MARKER_SIZE, paletteColor, type Theme } from "./theme.js";

type MarkKind = "bar" | "line" | "area" | "point" | "range";

export interface Marker {
  readonly shape: "circle" | "square" | "diamond" | "triangle";
  /** diameter, points */
  readonly size: number;
}

export interface SeriesModel {
  readonly index: number;
  readonly name: string;
  readonly mark: MarkKind;
  readonly axis: "primary" | "secondary";
  readonly color: Rgb;
  /** of bars, and of areas unless `areaFill` is a gradient */
  readonly paint: ChartPaint;
  /** null = none */
  readonly outline: ComputedStroke | null;
  /** of lines, areas and a range's upper edge; null = none */
  readonly line: ComputedStroke | null;
  readonly marker: Marker | null;
  readonly curve: Curve;
  readonly connectNulls: boolean;
  readonly areaFill: AreaFill;
  /** points */
  readonly radius: number;
  readonly stack: { readonly group: string; readonly percent: boolean } | null;
  readonly format: NumberFormatOptions | undefined;
  readonly source: ChartSeriesFields;
}

const SHAPES: readonly Marker["shape"][] = ["circle", "square", "diamond", "triangle"];
/** instead of colour; multiples of the width */
const DASHES: readonly (readonly number[])[] = [[], [5, 2.5], [1, 2], [6, 2, 1, 2], [9, 3]];
/** instead of colour; null = plain. One more than colours, so that 20 fills differ. */
const PATTERNS: readonly (ChartPattern | null)[] = [
  null,
  { kind: "diagonal", background: { color: "#FFFFFF" } },
  { kind: "dots", background: { color: "#FFFFFF" }, spacing: 0.9, stroke: { width: 0.5 } },
  { kind: "crosshatch", background: { color: "#FFFFFF" }, stroke: { width: 0.35 } },
  { kind: "diagonal", background: { color: "#FFFFFF" }, spacing: 2.2, stroke: { width: 0.9 } },
];

/** Fills of series and slices without colours with equal numbers have the same pattern. */
export const patternAt = (i: number): number => i % PATTERNS.length;

/** Declared, or the theme's; patterns if without colours. */
function paintFor(theme: Theme, i: number, color: Rgb, declared: ChartFillStyle | undefined): ChartPaint {
  if (declared) return paintOf(declared, color);
  const pattern = theme.mono ? (PATTERNS[patternAt(i)] ?? null) : null;
  return pattern ? paintOf({ pattern }, color) : solid(color);
}

/** Returns the paint of each slice. `drawn`: indexes of those with a value */
export function slicePaints(theme: Theme, series: ChartSeriesFields, count: number, drawn: readonly number[]): readonly ChartPaint[] {
  const { color, colors, fill } = series;
  return Array.from({ length: count }, (_, i) => {
    const declared = declaredColor(colors && colors.length > 0 ? colors[i % colors.length] : color);
    const own = declared ?? paletteColor(theme.palette, sliceShade(theme, fill, drawn, i));
    return declared && !fill ? solid(own) : paintFor(theme, i, own, fill);
  });
}

/** The last slice is next to the first: it takes the next colour of the palette that neither of its neighbours has (SW-38). */
function sliceShade(theme: Theme, fill: ChartFillStyle | undefined, drawn: readonly number[], i: number): number {
  const shade = shadeOf(theme, i, fill);
  if (drawn.length < 3 || i !== drawn.at(-1)) return shade;
  const [first, before] = [drawn[0]!, drawn.at(-2)!];
  const taken = [first, before].map((index) => paletteColor(theme.palette, shadeOf(theme, index, fill)));
  const alike = !theme.mono || fill !== undefined || patternAt(i) === patternAt(first);
  if (!alike || paletteColor(theme.palette, shade) !== taken[0]) return shade;
  const next = theme.palette.findIndex((_, k) => !taken.includes(paletteColor(theme.palette, shade + k)));
  return next < 0 ? shade : shade + next;
}

/** Every fourth slice in patterns is plain; its grey differs from the previous plain one's, a possible neighbour. */
const shadeOf = (theme: Theme, i: number, fill: ChartFillStyle | undefined): number =>
  theme.mono && !fill ? i + 2 * Math.floor(i / 4) - (i % 4) : i;

const EDGE: ComputedStroke = { ...resolveStroke({ color: "#111111", join: "round" }, {}), width: 0.5 };

/** Returns the outline of slices: of the paper's colour if its colour is absent; patterns have an edge. */
export function sliceOutline({ stroke, color, colors, fill }: ChartSeriesFields, theme: Theme): ComputedStroke | null {
  if (stroke) return resolveStroke({ color: theme.paper }, stroke);
  return theme.mono && !(color ?? colors ?? fill) ? EDGE : null;
}

export const patternFor = (i: number, color: Rgb): ChartPaint =>
  paintOf({ pattern: { kind: (["diagonal", "crosshatch", "dots"] as const)[i % 3]! } }, color);

function lineFor(theme: Theme, i: number, color: Rgb, declared: ChartSeriesFields["stroke"]): ComputedStroke {
  const own = resolveStroke(undefined, declared);
  const width = declared?.width === undefined ? LINE_WIDTH : own.width;
  const dash = declared?.dash === undefined && theme.mono ? DASHES[i % DASHES.length]! : null;
  return {
    ...own,
    color: declared?.color === undefined ? color : own.color,
    width,
    join: declared?.join ?? "round",
    cap: declared?.cap ?? (dash ? (dash[0] === 1 ? "round" : "butt") : declared?.dash === undefined ? "round" : own.cap),
    dash: dash ? dash.map((v) => v * width) : own.dash.map((v) => (v * width) / (own.width || 1)),
  };
}

const edgeOf = ({ stack, stroke }: ChartSeriesFields, mark: MarkKind, line: ComputedStroke): ComputedStroke =>
  mark === "area" && stack && stroke?.cap === undefined && line.dash.length === 0 ? { ...line, cap: "butt" } : line;

const THIN: ComputedStroke = { ...resolveStroke({ color: "#111111" }, {}), width: 0.5 };

const outlineOf = (declared: ChartSeriesFields["stroke"], color: Rgb): ComputedStroke | null =>
  declared ? resolveStroke({ color }, declared) : null;

const MARKS: Readonly<Record<MaterializedChart["kind"], MarkKind | null>> = {
  bar: "bar",
  line: "line",
  area: "area",
  combo: null,
  pie: null,
  donut: null,
  waterfall: "bar",
  scatter: "point",
  range: "range",
  heatmap: null,
};

export function seriesOf(el: MaterializedChart, theme: Theme): readonly SeriesModel[] {
  const common = el.options ?? {};
  return el.data.series.map((s, index): SeriesModel => {
    const color = declaredColor(s.color) ?? paletteColor(theme.palette, index);
    const mark = MARKS[el.kind] ?? s.kind ?? "bar";
    const own = s.options ?? {};
    return {
      index,
      name: s.name,
      mark,
      axis: s.value_axis ?? "primary",
      color,
      paint: paintFor(theme, index, color, s.fill),
      outline: outlineOf(s.stroke, color) ?? (theme.mono && s.fill === undefined ? THIN : null),
      line: mark === "point" && own.show_line !== true ? null : edgeOf(s, mark, lineFor(theme, index, color, s.stroke)),
      marker: markerOf(s, mark, theme, index),
      curve: own.curve ?? common.curve ?? "linear",
      connectNulls: own.connect_nulls ?? common.connect_nulls ?? false,
      areaFill: own.area_fill ?? common.area_fill ?? defaultArea(theme, mark, s),
      radius: pt(own.corner_radius ?? common.corner_radius ?? 0),
      stack: s.stack ? { group: s.stack.group, percent: s.stack.mode === "percent" } : null,
      format: s.format,
      source: s,
    };
  });
}

/** A single area fades out in the light dashboard; stacked ones, compared by size, are plain. */
function defaultArea(theme: Theme, mark: MarkKind, s: ChartSeriesFields): AreaFill {
  if (s.fill && mark !== "range") return "solid";
  if (theme.mono) return "pattern";
  if (s.stack || mark === "range") return "solid";
  return theme.preset === "dashboard_light" ? "gradient" : "solid";
}

function markerOf({ marker }: ChartSeriesFields, mark: MarkKind, theme: Theme, index: number): Marker | null {
  const shows = marker?.show ?? (marker !== undefined || mark === "point" || (theme.markers && mark === "line"));
  if (!shows || mark === "bar" || mark === "range") return null;
  const shape = marker?.shape ?? (theme.mono ? SHAPES[index % SHAPES.length]! : "circle");
  return { shape, size: marker?.size === undefined ? MARKER_SIZE : pt(marker.size) };
}
