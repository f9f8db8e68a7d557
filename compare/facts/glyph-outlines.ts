// Digests of the outlines of glyphs, equal for equal glyphs of other subsets of a font.
import { tuple } from "../../base/tuple.js";
import { FontFault, FontTable, tablePlaces } from "../../base/font-table.js";
import { Digest } from "./digest.js";

const DEEPEST = 8;
/** Flags of a component (OpenType 1.9, glyf). */
const WORDS = 1;
const SCALE = 8;
const MORE = 32;
const XY_SCALE = 64;
const TWO_BY_TWO = 128;

/** Digests of the glyphs of a program; 0 for a glyph without an outline. */
export interface Outlines {
  digest(gid: number): number;
}

/** Outlines of a TrueType program; null if it has none that can be read. */
export function trueTypeOutlines(bytes: Uint8Array): Outlines | null {
  try {
    const places = tablePlaces(bytes);
    const [head, loca, glyf] = tuple(
      ["head", "loca", "glyf"].map((tag) => FontTable.of(bytes, places, tag)),
      3,
    );
    return new TrueTypeOutlines(loca, glyf, head.i16(50) !== 0, head.u16(18) || 1000);
  } catch (e) {
    if (e instanceof FontFault) return null;
    throw e;
  }
}

class TrueTypeOutlines implements Outlines {
  readonly #known = new Map<number, number>();

  constructor(
    readonly loca: FontTable,
    readonly glyf: FontTable,
    readonly isLong: boolean,
    readonly unitsPerEm: number,
  ) {}

  digest(gid: number): number {
    let known = this.#known.get(gid);
    if (known === undefined) {
      try {
        const out = new Digest().number(this.unitsPerEm);
        known = this.#add(out, gid, 0) ? out.word() : 0;
      } catch (e) {
        if (!(e instanceof FontFault)) throw e;
        known = 0;
      }
      this.#known.set(gid, known);
    }
    return known;
  }

  #add(out: Digest, gid: number, depth: number): boolean {
    const [from, to] = this.isLong
      ? [this.loca.u32(4 * gid), this.loca.u32(4 * gid + 4)]
      : [2 * this.loca.u16(2 * gid), 2 * this.loca.u16(2 * gid + 2)];
    if (to - from < 10 || depth > DEEPEST) return false;
    this.glyf.within(from, to - from);
    this.glyf.spend((to - from) >> 2);
    if (this.glyf.i16(from) >= 0) {
      out.bytes(this.glyf.bytes.subarray(from, from + simpleLength(this.glyf, from, to)));
      return true;
    }
    for (let at = from + 10, flags = MORE; (flags & MORE) !== 0;) {
      flags = this.glyf.u16(at);
      const component = this.glyf.u16(at + 2);
      const scale = (flags & SCALE) !== 0 ? 2 : (flags & XY_SCALE) !== 0 ? 4 : (flags & TWO_BY_TWO) !== 0 ? 8 : 0;
      const end = at + 4 + ((flags & WORDS) !== 0 ? 4 : 2) + scale;
      this.glyf.within(at, end - at);
      out.number(flags & (WORDS | 2 | SCALE | XY_SCALE | TWO_BY_TWO)).bytes(this.glyf.bytes.subarray(at + 4, end));
      this.#add(out, component, depth + 1);
      at = end;
    }
    return true;
  }
}

/** Length of a simple glyph without the padding after it. */
function simpleLength(glyf: FontTable, from: number, to: number): number {
  const contours = glyf.i16(from);
  if (contours === 0) return 10;
  const points = glyf.u16(from + 10 + 2 * (contours - 1)) + 1;
  const instructions = glyf.u16(from + 10 + 2 * contours);
  let at = from + 12 + 2 * contours + instructions;
  let length = 0;
  for (let point = 0; point < points;) {
    const flag = glyf.u8(at++);
    const times = (flag & 8) !== 0 ? 1 + glyf.u8(at++) : 1;
    length += times * (((flag & 2) !== 0 ? 1 : (flag & 16) !== 0 ? 0 : 2) + ((flag & 4) !== 0 ? 1 : (flag & 32) !== 0 ? 0 : 2));
    point += times;
  }
  return Math.min(at + length, to) - from;
}
