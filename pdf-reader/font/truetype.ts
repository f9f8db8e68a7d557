import { FontFault, FontTable, type TablePlace } from "../../base/font-table.js";
import { latin } from "../lexer.js";
import { MAC_GLYPHS } from "./glyph-names.js";
import type { FontProgram } from "./program.js";

/** A subtable of `cmap`. */
interface CharacterMap {
  readonly platform: number;
  readonly encoding: number;
  /** glyph of a character, 0 if absent */
  glyph(code: number): number;
}

/** Tables that PDF omits from subsets may be missing. */
export class TrueTypeProgram implements FontProgram {
  readonly kind = "truetype";
  readonly encoding = null;
  readonly names = null;
  readonly cids = null;
  readonly greatestCid = 0;
  readonly glyphCount: number;
  readonly maps: readonly CharacterMap[];
  /** by platform and encoding; the first of several counts */
  readonly #byKind = new Map<number, CharacterMap>();
  readonly #places: ReadonlyMap<string, TablePlace>;
  readonly #unitsPerEm: number;
  readonly #metrics: FontTable;
  readonly #metricCount: number;
  #names: ReadonlyMap<string, number> | null = null;

  /** @throws FontFault */
  constructor(readonly bytes: Uint8Array) {
    this.#places = placesOf(bytes);
    const table = (tag: string): FontTable => FontTable.of(bytes, this.#places, tag);
    this.#unitsPerEm = table("head").u16(18);
    if (this.#unitsPerEm === 0) throw new FontFault("head", "its units per em are 0");
    this.glyphCount = table("maxp").u16(4);
    this.#metricCount = table("hhea").u16(34);
    this.#metrics = table("hmtx");
    this.maps = this.#places.has("cmap") ? characterMaps(table("cmap")) : [];
    for (const map of this.maps) {
      const kind = (map.platform << 16) | map.encoding;
      if (!this.#byKind.has(kind)) this.#byKind.set(kind, map);
    }
  }

  width(gid: number): number | null {
    if (this.#metricCount === 0 || gid >= this.glyphCount) return null;
    const at = 4 * Math.min(gid, this.#metricCount - 1);
    return at + 2 > this.#metrics.length ? null : (this.#metrics.u16(at) * 1000) / this.#unitsPerEm;
  }

  charstring(): null {
    return null;
  }

  map(platform: number, encoding: number): CharacterMap | null {
    return this.#byKind.get((platform << 16) | encoding) ?? null;
  }

  named(name: string): number | null {
    this.#names ??= this.#places.has("post") ? namesOf(FontTable.of(this.bytes, this.#places, "post")) : new Map();
    return this.#names.get(name) ?? null;
  }
}

/** Tables beyond the file are omitted, as viewers do. */
function placesOf(font: Uint8Array): ReadonlyMap<string, TablePlace> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const out = new Map<string, TablePlace>();
  const count = font.length < 12 ? 0 : view.getUint16(4);
  for (let at = 12; at + 16 <= Math.min(font.length, 12 + 16 * count); at += 16) {
    const place = { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) };
    if (place.offset + place.length <= font.length) out.set(latin(font, at, at + 4), place);
  }
  return out;
}

function characterMaps(table: FontTable): CharacterMap[] {
  const count = table.u16(2);
  return Array.from({ length: count }, (_, i) => {
    const [platform, encoding, at] = [table.u16(4 + 8 * i), table.u16(6 + 8 * i), table.u32(8 + 8 * i)];
    return { platform, encoding, glyph: lookup(table, at) };
  });
}

function lookup(table: FontTable, at: number): (code: number) => number {
  switch (table.u16(at)) {
    case 0:
      return (code) => (code < 256 && at + 6 + code < table.length ? table.u8(at + 6 + code) : 0);
    case 4:
      return (code) => segmented(table, at, code);
    case 6: {
      const [first, count] = [table.u16(at + 6), table.u16(at + 8)];
      return (code) => (code >= first && code < first + count ? table.u16(at + 10 + 2 * (code - first)) : 0);
    }
    case 12: {
      const groups = table.u32(at + 12);
      return (code) => {
        let [low, high] = [0, groups];
        while (low < high) {
          const middle = (low + high) >> 1;
          const group = at + 16 + 12 * middle;
          if (table.u32(group + 4) < code) low = middle + 1;
          else high = middle;
        }
        const group = at + 16 + 12 * low;
        return low < groups && table.u32(group) <= code ? table.u32(group + 8) + code - table.u32(group) : 0;
      };
    }
    default:
      return () => 0;
  }
}

function segmented(table: FontTable, at: number, code: number): number {
  if (code > 0xffff) return 0;
  const count = table.u16(at + 6) >> 1;
  const [ends, starts] = [at + 14, at + 16 + 2 * count];
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.u16(ends + 2 * middle) < code) low = middle + 1;
    else high = middle;
  }
  if (low === count) return 0;
  const start = table.u16(starts + 2 * low);
  if (start > code) return 0;
  const delta = table.u16(starts + 2 * count + 2 * low);
  const rangeAt = starts + 4 * count + 2 * low;
  const range = table.u16(rangeAt);
  if (range === 0) return (code + delta) & 0xffff;
  const glyphAt = rangeAt + range + 2 * (code - start);
  if (glyphAt + 2 > table.length) return 0;
  const glyph = table.u16(glyphAt);
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}

function namesOf(table: FontTable): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  const format = table.u32(0);
  if (format === 0x10000) MAC_GLYPHS.forEach((name, gid) => out.set(name, gid));
  if (format !== 0x20000) return out;
  const count = table.u16(32);
  const own: string[] = [];
  for (let at = 34 + 2 * count; at < table.length;) {
    const length = table.u8(at);
    if (at + 1 + length > table.length) break;
    own.push(latin(table.bytes, at + 1, at + 1 + length));
    at += 1 + length;
  }
  for (let gid = 0; gid < count; gid++) {
    const index = table.u16(34 + 2 * gid);
    const name = index < MAC_GLYPHS.length ? MAC_GLYPHS[index] : own[index - MAC_GLYPHS.length];
    if (name !== undefined && !out.has(name)) out.set(name, gid);
  }
  return out;
}
