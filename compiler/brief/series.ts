// Looks of series in charts of a brief: no two of twelve differ by colour alone, and all are seen on white (WCAG 2.2, 1.4.1, 1.4.11).
import { contrast } from "../core/contrast.js";
import { tint } from "../request/look.js";
import type { ChartMarker, ChartPattern, ChartSeriesFields } from "../request/types/chart.js";
import type { Dash } from "../request/types/common.js";

type SeriesLook = Pick<ChartSeriesFields, "color" | "fill" | "stroke" | "marker">;

const LEAST = 3;
const COLORS = ["#B07712", "#7A5C9E", "#4C9F70", "#C8553D", "#5B7DB1", "#8D6E63", "#71855F", "#A86A6A", "#607D8B", "#A0762B", "#556B2F"];
/** A pattern, in the colour on white or, inverse, in white on the colour. */
interface Hatch extends Pick<ChartPattern, "kind" | "spacing" | "stroke"> {
  readonly inverse?: boolean;
}
/** Fine, coarse, inverse, and lines of dashes. */
const HATCHES: readonly Hatch[] = [
  { kind: "diagonal", spacing: 0.9, stroke: { width: 0.3 } },
  { kind: "dots", spacing: 0.8, stroke: { width: 0.45 } },
  { kind: "crosshatch", spacing: 1.1, stroke: { width: 0.25 } },
  { kind: "diagonal", spacing: 1.8, stroke: { width: 0.8 } },
  { kind: "dots", spacing: 1.4, stroke: { width: 0.9 } },
  { kind: "crosshatch", spacing: 0.9, stroke: { width: 0.25 }, inverse: true },
  { kind: "diagonal", spacing: 1.4, stroke: { width: 0.4 }, inverse: true },
  { kind: "dots", spacing: 1.3, stroke: { width: 0.6 }, inverse: true },
  { kind: "crosshatch", spacing: 1.9, stroke: { width: 0.45 } },
  { kind: "diagonal", spacing: 0.8, stroke: { width: 0.4, dash: { preset: "dashed" } } },
];
const WHITE = "#FFFFFF";
const DASHES: readonly Dash["preset"][] = ["solid", "dashed", "dotted", "dash_dot", "long_dash", "dash_dot_dot"];
const SHAPES: readonly NonNullable<ChartMarker["shape"]>[] = ["square", "triangle", "diamond"];

/** Returns the colours of series; the first is the accent, darkened where it is too pale on white. */
export function chartColors(accent: string): readonly string[] {
  const first = darkened(accent, LEAST);
  return [first, ...COLORS.filter((color) => color !== first)];
}

/** Returns the colours of slices with patterns: a dark and a light one, four slices each. */
export function sliceColors([accent = "#000000"]: readonly string[]): string[] {
  const dark = darkened(accent, LEAST * LEAST);
  const light = tintOf(dark, [0.8, 0.7, 0.6, 0.5, 0.4]);
  return [dark, dark, light, light];
}

function darkened(color: string, least: number): string {
  let share = 0;
  while (contrast(shade(color, share), WHITE) < least) share += 0.02;
  return shade(color, share);
}

/** `share` of the way to black */
function shade(color: string, share: number): string {
  const channel = (at: number): string =>
    Math.round(parseInt(color.slice(at, at + 2), 16) * (1 - share))
      .toString(16)
      .padStart(2, "0")
      .toUpperCase();
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Returns the look of a series: bars have outlines and patterns, lines and areas dashes. */
export function seriesLook(kind: "bar" | "line" | "area", colors: readonly string[], k: number): SeriesLook {
  const color = colors[k % colors.length]!;
  if (k === 0) return { color };
  if (kind !== "bar") {
    const shape = SHAPES[Math.floor(k / DASHES.length) - 1];
    return { color, stroke: { dash: { preset: DASHES[k % DASHES.length]! } }, ...(shape && { marker: { show: true, shape } }) };
  }
  if (k === 1) return { color: tintOf(colors[0]!, [0.2, 0.15, 0.1, 0.05]), stroke: { color: colors[0]!, width: 0.3 } };
  // the second colour is that of the first hatch
  const own = colors[(k - 1) % colors.length]!;
  const { inverse = false, ...hatch } = HATCHES[(k - 2) % HATCHES.length]!;
  const pattern = { ...hatch, color: inverse ? WHITE : own, background: { color: inverse ? own : WHITE } };
  return { fill: { pattern }, stroke: { color: own, width: 0.3 } };
}

/** Returns the first of some tints that has the contrast to its colour. */
const tintOf = (color: string, shares: readonly number[]): string =>
  shares.map((share) => tint(color, share)).find((tinted) => contrast(color, tinted) >= LEAST) ?? WHITE;
