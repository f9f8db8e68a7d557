// Colours by their channels, and their contrast.
import { luminanceOf, ratioOf } from "../../compiler/core/contrast.js";

/** Red, green and blue, 0 to 1. */
export type Rgb01 = readonly [number, number, number];

/** The color with each channel changed. */
export const eachOf = ([r, g, b]: Rgb01, change: (channel: number) => number): Rgb01 => [change(r), change(g), change(b)];

export function colorOf(hex: string): Rgb01 {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export const hexOf = (color: Rgb01): string =>
  `#${color
    .map((c) =>
      Math.round(c * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")
    .toUpperCase()}`;

/** Contrast ratio from 1 to 21. */
export const contrastOf = (a: Rgb01, b: Rgb01): number => ratioOf(luminanceOf(...a), luminanceOf(...b));

/** Two decimals, cut: 4.499 is not 4.5. */
export const cut = (ratio: number): number => Math.floor(ratio * 100 + 1e-9) / 100;
