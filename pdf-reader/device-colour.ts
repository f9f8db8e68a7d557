// Colours of device spaces as sRGB of 8 bits (ISO 32000-1, 8.6.4 and 10.3).

type Components = readonly number[];

const byte = (value: number): number => (value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255));

/** Packs a colour, each part 0 to 1, to 0xRRGGBB. */
export const packed = (r: number, g: number, b: number): number => (byte(r) << 16) | (byte(g) << 8) | byte(b);

/** Writes a colour as `#RRGGBB`. */
export const hexOf = (rgb: number): `#${string}` => `#${rgb.toString(16).padStart(6, "0").toUpperCase()}`;

export const grayToRgb = ([g = 0]: Components): number => packed(g, g, g);
export const rgbToRgb = ([r = 0, g = 0, b = 0]: Components): number => packed(r, g, b);
export const cmykToRgb = ([c = 0, m = 0, y = 0, k = 0]: Components): number =>
  packed((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k));

const BY_LENGTH: ReadonlyMap<number, (components: Components) => number> = new Map([
  [1, grayToRgb],
  [3, rgbToRgb],
  [4, cmykToRgb],
]);

/** Returns a colour of 1, 3 or 4 components as `#RRGGBB`; null for another number, which is transparent. */
export function deviceColour(components: Components): `#${string}` | null {
  const convert = BY_LENGTH.get(components.length);
  return convert ? hexOf(convert(components)) : null;
}
