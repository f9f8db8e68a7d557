// CSS colours in sRGB (CSS Color 4).
import { color as parseColor, serializeRGB } from "@csstools/css-color-parser";
import { parseComponentValue } from "@csstools/css-parser-algorithms";
import { tokenize } from "@csstools/css-tokenizer";
import { lookup } from "../../../../base/lookup.js";

export interface Rgba {
  /** `#rrggbb` */
  readonly hex: string;
  /** 0 to 1 */
  readonly alpha: number;
}

/** entries, characters per entry */
const MAX_KNOWN = 4096;
const MAX_LENGTH = 64;
const known = new Map<string, Rgba | null>();
const SYSTEM: Readonly<Record<string, string>> = { canvas: "#ffffff", canvastext: "#000000" };
const FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|contrast-color|device-cmyk)\(/i;

/** Refused if unreadable: browsers may support them. */
export const looksLikeColor = (value: string): boolean => FUNCTION.test(value);

/** Reads a colour, clipped to sRGB (CSS Color 4). */
export function colorOf(value: string): Rgba | null {
  const text = value.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return { hex: text, alpha: 1 };
  const seen = known.get(text);
  if (seen !== undefined) return seen;
  const read = readColor(lookup(SYSTEM, text) ?? text);
  if (text.length > MAX_LENGTH) return read;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, read);
  return read;
}

function readColor(text: string): Rgba | null {
  // paper is light (CSS Color 5, 8)
  const light = /^light-dark\(((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+),.*\)$/.exec(text)?.[1];
  if (light !== undefined) return readColor(light.trim());
  const component = parseComponentValue(tokenize({ css: text }));
  const data = component ? parseColor(component) : false;
  if (!data || Number.isNaN(data.alpha)) return null;
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.e-]+))?\)$/.exec(serializeRGB(data, false).toString());
  if (!parts) return null;
  const hex = [parts[1]!, parts[2]!, parts[3]!].map((v) => Number(v).toString(16).padStart(2, "0")).join("");
  return { hex: `#${hex}`, alpha: parts[4] === undefined ? 1 : Number(parts[4]) };
}
