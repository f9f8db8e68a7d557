// Relative luminance and contrast ratio (WCAG 2.2, glossary).

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

const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

const luminance = ([r, g, b]: Rgb01): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Contrast ratio from 1 to 21. */
export function contrastOf(a: Rgb01, b: Rgb01): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Two decimals, cut: 4.499 is not 4.5. */
export const cut = (ratio: number): number => Math.floor(ratio * 100 + 1e-9) / 100;
