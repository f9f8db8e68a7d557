// Declared colours, or tints and shades of the theme's first.
import { rgbOf, declaredColor } from "../../ir/values.js";
import type { Rgb, Stop } from "../../ir/ir.js";
import type { ChartSeriesFields } from "../request/types/chart.js";
import { linear } from "./scale.js";
import { bitsOf, mix, mixBits, paletteColor, type Theme } from "./theme.js";

export interface ColorScale {
  readonly low: number;
  readonly high: number;
  /** equally spaced, lowest value first */
  readonly colors: readonly Rgb[];
  at(value: number): Rgb;
}

/** Returns the scale of colors; null without values. */
export function colorScale(theme: Theme, series: readonly ChartSeriesFields[]): ColorScale | null {
  let low = Infinity;
  let high = -Infinity;
  for (const { values } of series)
    for (const v of values ?? []) {
      if (v === null) continue;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
  if (low > high) return null;
  const colors = colorsOf(theme, series);
  const bits = colors.map(bitsOf);
  const share = linear([low, high], [0, 1]);
  return { low, high, colors, at: (value) => (bits.length < 2 ? colors[0]! : between(bits, share.at(value))) };
}

/** The first series with declared colours determines the chart's. */
function colorsOf(theme: Theme, series: readonly ChartSeriesFields[]): readonly Rgb[] {
  const declared = series.find((s) => s.colors !== undefined && s.colors.length > 0)?.colors;
  if (declared) return declared.map((c) => rgbOf(c));
  const own = declaredColor(series.find((s) => s.color !== undefined)?.color);
  if (theme.mono && !own) return ["#F2F2F2", "#8C8C8C", "#111111"];
  const base = own ?? paletteColor(theme.palette, 0);
  // high values contrast with the paper
  return DARK.has(theme.preset)
    ? [mix(theme.paper, base, 0.16), base, mix(base, "#FFF7ED", 0.68)]
    : [mix(theme.paper, base, 0.1), base, mix(base, "#0B1B45", 0.62)];
}

const DARK: ReadonlySet<Theme["preset"]> = new Set(["executive_dark"] as const);

/** `share`: 0 to 1 */
function between(colors: readonly number[], share: number): Rgb {
  const place = share * (colors.length - 1);
  const i = Math.min(Math.floor(place), colors.length - 2);
  return mixBits(colors[i]!, colors[i + 1]!, place - i);
}

export const scaleStops = ({ colors }: ColorScale): readonly Stop[] =>
  colors.map((color, i) => ({ offset: colors.length < 2 ? 0 : i / (colors.length - 1), color, opacity: 1 }));
