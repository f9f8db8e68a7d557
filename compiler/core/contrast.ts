// Relative luminance and contrast ratio (WCAG 2.2, glossary).

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

/** Returns the relative luminance of red, green and blue, each 0 to 1. */
export const luminanceOf = (r: number, g: number, b: number): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Returns the relative luminance of `#RRGGBB`, 0 to 1. */
export function luminance(color: string): number {
  const bits = parseInt(color.slice(1), 16);
  return luminanceOf(((bits >> 16) & 255) / 255, ((bits >> 8) & 255) / 255, (bits & 255) / 255);
}

/** Returns the contrast ratio of two luminances, 1 to 21. */
export const ratioOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Returns the contrast ratio of two colours `#RRGGBB`, 1 to 21. */
export const contrast = (a: string, b: string): number => ratioOf(luminance(a), luminance(b));
