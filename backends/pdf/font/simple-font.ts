// Simple TrueType fonts, in which readers set typed text (ISO 32000-1, 9.6.3).
import { FontFault, FontTable, tablePlaces } from "../../../base/font-table.js";
import { glyfSubset } from "./glyf.js";
import type { SfntMetrics } from "./sfnt.js";

type Metrics = Pick<SfntMetrics, "widths" | "isWhole">;

interface SimpleFont {
  readonly program: Uint8Array;
  /** 1/1000 em, of codes 32 to 255 */
  readonly widths: readonly number[];
}

/** @param characters of codes 32 to 255, 0 for none; those without a glyph are left out @throws FontFault */
function simpleFont(font: Uint8Array, { widths, isWhole }: Metrics, characters: readonly number[]): SimpleFont {
  const glyphOf = charactersOf(font);
  const mapped = new Map<number, number>();
  const gids: number[] = isWhole ? Array.from(widths, (_, gid) => gid) : [];
  const out: number[] = [];
  for (const character of characters) {
    const gid = character === 0 ? 0 : glyphOf(character);
    out.push(gid === 0 ? 0 : widths[gid]!);
    if (gid === 0) continue;
    mapped.set(character, gid);
    gids.push(gid);
  }
  return { program: glyfSubset(font, gids, { cmap: unicodeMap(mapped) }), widths: out };
}

const LETTER = /\p{L}/u;

/**
 * Leaves characters out until the font has at most this size: those that are not letters first, those of ASCII last, in each the later ones.
 *
 * @throws FontFault
 */
export function smallFont(
  font: Uint8Array,
  metrics: Metrics,
  characters: readonly number[],
  fits: (program: Uint8Array) => boolean,
): SimpleFont {
  const all = simpleFont(font, metrics, characters);
  if (metrics.isWhole || fits(all.program)) return all;
  const rank = (character: number): number => (character < 128 ? 0 : LETTER.test(String.fromCodePoint(character)) ? 1 : 2);
  const order = characters.map((_, i) => i).sort((a, b) => rank(characters[a]!) - rank(characters[b]!) || a - b);
  const first = (count: number): SimpleFont => {
    const coded = new Set(order.slice(0, count));
    return simpleFont(
      font,
      metrics,
      characters.map((character, i) => (coded.has(i) ? character : 0)),
    );
  };
  let [low, high] = [0, characters.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(first(middle).program)) low = middle;
    else high = middle;
  }
  return first(low);
}

/** Glyph of a character of the first plane, 0 without (OpenType 1.9, cmap). */
function charactersOf(font: Uint8Array): (character: number) => number {
  const cmap = FontTable.of(font, tablePlaces(font), "cmap");
  const count = cmap.u16(2);
  for (let i = 0; i < count; i++) {
    const platform = cmap.u16(4 + 8 * i);
    const encoding = cmap.u16(6 + 8 * i);
    const at = cmap.u32(8 + 8 * i);
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    if (!isUnicode) continue;
    if (cmap.u16(at) === 4) return (character) => inSegments(cmap, at, character);
    if (cmap.u16(at) === 12) return (character) => inGroups(cmap, at, character);
  }
  throw new FontFault("cmap", "it has no characters of Unicode");
}

function inSegments(cmap: FontTable, at: number, character: number): number {
  const twice = cmap.u16(at + 6);
  const [ends, starts] = [at + 14, at + 16 + twice];
  for (let s = 0; s < twice; s += 2) {
    if (cmap.u16(ends + s) < character) continue;
    const start = cmap.u16(starts + s);
    if (start > character) return 0;
    const delta = cmap.u16(starts + twice + s);
    const place = starts + 2 * twice + s;
    const offset = cmap.u16(place);
    if (offset === 0) return (character + delta) & 0xffff;
    const gid = cmap.u16(place + offset + 2 * (character - start));
    return gid === 0 ? 0 : (gid + delta) & 0xffff;
  }
  return 0;
}

function inGroups(cmap: FontTable, at: number, character: number): number {
  const groups = cmap.u32(at + 12);
  for (let g = 0; g < groups; g++) {
    const group = at + 16 + 12 * g;
    if (cmap.u32(group + 4) < character) continue;
    const start = cmap.u32(group);
    return start > character ? 0 : cmap.u32(group + 8) + character - start;
  }
  return 0;
}

/** A table of platform 3, encoding 1, which fonts that are not symbolic need (ISO 32000-1, 9.6.6.4). */
function unicodeMap(mapped: ReadonlyMap<number, number>): Uint8Array {
  const all = [...mapped].sort(([a], [b]) => a - b);
  const segments = [...all.map(([character, gid]) => [character, (gid - character) & 0xffff] as const), [0xffff, 1] as const];
  const count = segments.length;
  const length = 16 + 8 * count;
  const view = new DataView(new ArrayBuffer(12 + length));
  const power = 2 ** Math.floor(Math.log2(count));
  const header = [0, 1, 3, 1, 0, 12, 4, length, 0, 2 * count, 2 * power, Math.log2(power), 2 * (count - power)];
  header.forEach((v, i) => view.setUint16(2 * i, v));
  segments.forEach(([character, delta], i) => {
    view.setUint16(26 + 2 * i, character);
    view.setUint16(28 + 2 * count + 2 * i, character);
    view.setUint16(28 + 4 * count + 2 * i, delta);
  });
  return new Uint8Array(view.buffer);
}
