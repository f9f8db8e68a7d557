// Compositing of colours (ISO 32000-2, 11.3).
import { eachOf } from "./color.js";
import type { BlendMode } from "../../ir/ir.js";
import type { Rgb01 } from "./color.js";

/** Red, green, blue and opacity, 0 to 1. */
export type Rgba = [number, number, number, number];

type Channel = (b: number, s: number) => number;

const hardLight: Channel = (b, s) => (s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1));

const SEPARABLE: ReadonlyMap<BlendMode, Channel> = new Map<BlendMode, Channel>([
  ["multiply", (b, s) => b * s],
  ["screen", (b, s) => b + s - b * s],
  ["overlay", (b, s) => hardLight(s, b)],
  ["darken", Math.min],
  ["lighten", Math.max],
  ["color-dodge", (b, s) => (b === 0 ? 0 : s >= 1 ? 1 : Math.min(1, b / (1 - s)))],
  ["color-burn", (b, s) => (b >= 1 ? 1 : s <= 0 ? 0 : 1 - Math.min(1, (1 - b) / s))],
  ["hard-light", hardLight],
  [
    "soft-light",
    (b, s) => {
      if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
      const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
      return b + (2 * s - 1) * (d - b);
    },
  ],
  ["difference", (b, s) => Math.abs(b - s)],
  ["exclusion", (b, s) => b + s - 2 * b * s],
]);

const lum = ([r, g, b]: Rgb01): number => 0.3 * r + 0.59 * g + 0.11 * b;
const sat = (c: Rgb01): number => Math.max(...c) - Math.min(...c);

function withLum(c: Rgb01, l: number): Rgb01 {
  const d = l - lum(c);
  const moved = eachOf(c, (v) => v + d);
  const [n, x] = [Math.min(...moved), Math.max(...moved)];
  const clip = (v: number): number => {
    let out = v;
    if (n < 0) out = l + ((out - l) * l) / (l - n);
    if (x > 1) out = l + ((out - l) * (1 - l)) / (x - l);
    return out;
  };
  return eachOf(moved, clip);
}

function withSat(c: Rgb01, s: number): Rgb01 {
  const [low, high] = [Math.min(...c), Math.max(...c)];
  return high === low ? [0, 0, 0] : eachOf(c, (v) => ((v - low) * s) / (high - low));
}

function blended(mode: BlendMode, b: Rgb01, s: Rgb01): Rgb01 {
  const channel = SEPARABLE.get(mode);
  if (channel) return [channel(b[0], s[0]), channel(b[1], s[1]), channel(b[2], s[2])];
  switch (mode) {
    case "hue":
      return withLum(withSat(s, sat(b)), lum(b));
    case "saturation":
      return withLum(withSat(b, sat(s)), lum(b));
    case "color":
      return withLum(s, lum(b));
    case "luminosity":
      return withLum(b, lum(s));
    default:
      return s;
  }
}

/** Paints a colour over a backdrop, in place. */
export function over(to: Rgba, color: Rgb01, alpha: number, mode: BlendMode = "normal"): void {
  if (alpha <= 0) return;
  const source = mode === "normal" || to[3] === 0 ? color : mixed(color, blended(mode, [to[0], to[1], to[2]], color), to[3]);
  const result = to[3] + alpha - to[3] * alpha;
  const share = alpha / result;
  for (let i = 0; i < 3; i++) to[i] = (1 - share) * to[i]! + share * source[i]!;
  to[3] = result;
}

export const mixed = (a: Rgb01, b: Rgb01, share: number): Rgb01 => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];
