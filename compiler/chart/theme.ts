import { rgbOf, declaredColor } from "../../ir/values.js";
import type { Rgb } from "../../ir/ir.js";
import type { ComputedText } from "../box/text.js";
import { contrast, luminance } from "../core/contrast.js";
import { pt } from "../core/units.js";
import type { ChartFillStyle, ChartTextStyle, ChartTheme } from "../request/types/chart.js";
import { finishRun, resolveRun, SERVICE_TEXT, type ComputedRun } from "../style/text.js";

export interface TextLook {
  readonly look: ComputedText;
  readonly direction: "auto" | "ltr" | "rtl";
}

export interface Semantic {
  readonly increase: Rgb;
  readonly decrease: Rgb;
  readonly total: Rgb;
  readonly subtotal: Rgb;
}

/** Points. */
export interface Theme {
  readonly preset: NonNullable<ChartTheme["preset"]>;
  readonly palette: readonly Rgb[];
  readonly background: ChartFillStyle | null;
  /** for contrast and mixtures, instead of the background */
  readonly paper: Rgb;
  readonly text: TextLook;
  readonly title: TextLook;
  readonly grid: Rgb;
  readonly axis: Rgb;
  readonly semantic: Semantic;
  readonly markers: boolean;
  /** patterns, dashes and markers distinguish series */
  readonly mono: boolean;
}

interface Preset {
  readonly palette: readonly Rgb[];
  readonly background: Rgb | null;
  readonly paper: Rgb;
  readonly text: Rgb;
  readonly title: Rgb;
  readonly grid: Rgb;
  readonly axis: Rgb;
  readonly semantic: Semantic;
  readonly markers: boolean;
  readonly mono: boolean;
}

/** Palettes and backgrounds of the contract (element model, Theme); others match them. */
const PRESETS: Readonly<Record<NonNullable<ChartTheme["preset"]>, Preset>> = {
  dashboard_light: {
    palette: ["#3B82F6", "#10B981", "#8B5CF6", "#F59E0B", "#6B7280", "#06B6D4", "#EC4899", "#84CC16", "#D946EF"],
    background: null,
    paper: "#FFFFFF",
    text: "#4B5563",
    title: "#1F2937",
    grid: "#E5E7EB",
    axis: "#9CA3AF",
    semantic: { increase: "#10B981", decrease: "#EC4899", total: "#3B82F6", subtotal: "#6B7280" },
    markers: false,
    mono: false,
  },
  business_light: {
    palette: ["#E8573A", "#2563EB", "#0F766E", "#A16207", "#4B5563"],
    background: "#FAFAF7",
    paper: "#FAFAF7",
    text: "#57534E",
    title: "#292524",
    grid: "#E4E2DA",
    axis: "#A8A29E",
    semantic: { increase: "#0F766E", decrease: "#E8573A", total: "#2563EB", subtotal: "#4B5563" },
    markers: false,
    mono: false,
  },
  executive_dark: {
    palette: ["#E8573A", "#D4A853", "#7483A3", "#5F9B8D", "#A3A39E"],
    background: "#0E0E0F",
    paper: "#0E0E0F",
    text: "#B9B9B4",
    title: "#ECECE8",
    grid: "#2A2A2D",
    axis: "#5C5C62",
    semantic: { increase: "#5F9B8D", decrease: "#E8573A", total: "#7483A3", subtotal: "#A3A39E" },
    markers: true,
    mono: false,
  },
  print_mono: {
    palette: ["#111111", "#555555", "#888888", "#B5B5B5"],
    background: null,
    paper: "#FFFFFF",
    text: "#111111",
    title: "#111111",
    grid: "#CFCFCF",
    axis: "#555555",
    semantic: { increase: "#888888", decrease: "#111111", total: "#555555", subtotal: "#B5B5B5" },
    markers: true,
    mono: true,
  },
};

/** `prefer`: names in any script are set. */
const TEXT: ComputedRun = { ...SERVICE_TEXT.look, family: "Noto Sans", mode: "prefer", size: 7.5 };

/** A family brings its mode (element model, Font rules). */
export function textLook(up: TextLook, own: ChartTextStyle | undefined): TextLook {
  if (!own) return up;
  const look = finishRun(resolveRun({ ...up.look, linkStyle: null }, own), false);
  return { look, direction: own.direction ?? up.direction };
}

/** undeclared, as in most charts */
const PLAIN: Partial<Record<Theme["preset"], Theme>> = {};

export function themeOf({ preset = "dashboard_light", ...declared }: ChartTheme = {}): Theme {
  if (Object.keys(declared).length > 0) return resolved(preset, declared);
  return (PLAIN[preset] ??= resolved(preset, declared));
}

function resolved(preset: Theme["preset"], declared: Omit<ChartTheme, "preset">): Theme {
  const { palette, background, text, title, grid, axis, semantic, markers, mono } = PRESETS[preset];
  const own = declared.palette?.map((c) => rgbOf(c));
  const fill = declared.background ?? (background ? { color: background } : null);
  const paper = declaredColor(fill?.color) ?? PRESETS[preset].paper;
  // legible on a declared background that hides the preset's
  const hidden = (fill?.opacity ?? 1) > 0.5 && contrast(text, paper) < LEAST_CONTRAST;
  const ink = hidden ? inkOn(paper) : null;
  const base = textLook({ look: { ...TEXT, color: ink ?? text }, direction: "auto" }, declared.text);
  const strong = declared.text?.color === undefined ? { ...base.look, color: ink ?? title } : base.look;
  return {
    preset,
    palette: own ?? palette,
    background: fill,
    paper,
    text: base,
    title: { look: strong.weightDeclared ? strong : { ...strong, weight: 600 }, direction: base.direction },
    grid: ink ? mix(paper, ink, 0.15) : grid,
    axis: ink ? mix(paper, ink, 0.45) : axis,
    semantic: own ? semanticOf(own) : semantic,
    markers,
    mono,
  };
}

/** A missing subtotal has the total's. */
export const semanticOf = (colors: readonly Rgb[]): Semantic => ({
  increase: colors[0]!,
  decrease: colors[1 % colors.length]!,
  total: colors[2 % colors.length]!,
  subtotal: colors[colors.length > 3 ? 3 : 2 % colors.length]!,
});

export const paletteColor = (palette: readonly Rgb[], i: number): Rgb => palette[i % palette.length]!;

export const bitsOf = (color: Rgb): number => parseInt(color.slice(1), 16);

/** 0 is `a`, 1 is `b`. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb => mixBits(bitsOf(a), bitsOf(b), share);

export function mixBits(from: number, to: number, share: number): Rgb {
  let bits = 0;
  for (let shift = 16; shift >= 0; shift -= 8) {
    const low = (from >> shift) & 255;
    bits |= Math.round(low + (((to >> shift) & 255) - low) * share) << shift;
  }
  return `#${(0x1000000 | bits).toString(16).slice(1).toUpperCase()}`;
}

/** below, text is hardly legible */
const LEAST_CONTRAST = 3;

export const inkOn = (color: Rgb): Rgb => (luminance(color) > 0.36 ? "#1F2937" : "#FFFFFF");

/** points */
export const GRID_WIDTH = 0.5;
export const AXIS_WIDTH = 0.75;
/** points */
export const LINE_WIDTH = 1.5;
/** points */
export const MARKER_SIZE = pt(1.8);
