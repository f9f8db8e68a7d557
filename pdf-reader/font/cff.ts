// CFF programs: names, CIDs, encoding, widths (Technical Notes 5176 and 5177).
import { cffNumbers, NO_ITEMS, readCffDict, readCffIndex, readFdSelect, type CffIndex } from "../../base/cff-table.js";
import { CharstringWalker, ESCAPE, type Subroutines } from "../../base/charstring.js";
import { FontFault, FontTable, tablePlaces } from "../../base/font-table.js";
import { greatest } from "../../base/many.js";
import { latin } from "../lexer.js";
import { STANDARD, STANDARD_STRINGS } from "./glyph-names.js";
import { PlainCharstring, type FontProgram } from "./program.js";

const CHARSET = 15;
const ENCODING = 16;
const CHARSTRINGS = 17;
const PRIVATE = 18;
const SUBRS = 19;
const DEFAULT_WIDTH = 20;
const NOMINAL_WIDTH = 21;
const FONT_MATRIX = 0x0c07;
const ROS = 0x0c1e;
const FD_ARRAY = 0x0c24;
const FD_SELECT = 0x0c25;
/** Expert and ExpertSubset have no widths here */
const ISO_ADOBE_GLYPHS = 229;
const NOTHING = new Uint8Array(0);
/** A width precedes the first path; the stack has 48 operands. */
const STEPS_A_GLYPH = 256;
const STEPS_AN_OUTLINE = 65_536;
/** FDSelect has a byte for each glyph. */
const MOST_FONT_DICTS = 256;

type Dict = ReadonlyMap<number, readonly number[]>;

interface Private {
  readonly subrs: CffIndex;
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  /** 1/1000 em of a unit */
  readonly scale: number;
}

/** The `CFF ` table of an OpenType font. @throws FontFault */
export function cffOf(openType: Uint8Array): Uint8Array {
  return FontTable.of(openType, tablePlaces(openType), "CFF ").bytes;
}

export class CffProgram implements FontProgram {
  readonly kind = "cff";
  readonly glyphCount: number;
  readonly names: readonly string[] | null;
  readonly encoding: readonly (string | null)[] | null;
  readonly cids: ReadonlyMap<number, number> | null;
  readonly greatestCid: number;
  readonly #charstrings: CffIndex;
  readonly #global: CffIndex;
  readonly #privates: readonly Private[];
  readonly #select: (gid: number) => number;
  readonly #gids = new Map<string, number>();

  /** @throws FontFault */
  constructor(bytes: Uint8Array) {
    const table = new FontTable("CFF ", bytes);
    const names = readCffIndex(table, table.u8(2));
    const tops = readCffIndex(table, names.end);
    const strings = readCffIndex(table, tops.end);
    this.#global = readCffIndex(table, strings.end);
    if (tops.count === 0) table.fault("it has no font");
    const top = readDict(tops.item(0));
    const at = top.get(CHARSTRINGS)?.[0];
    if (at === undefined) throw new FontFault("CFF ", "it has no charstrings");
    this.#charstrings = readCffIndex(table, at);
    this.glyphCount = this.#charstrings.count;
    const isKeyed = top.has(ROS);
    const sids = charsetOf(table, top.get(CHARSET)?.[0] ?? 0, this.glyphCount, isKeyed);
    if (isKeyed) {
      this.greatestCid = greatest(sids, 0);
      this.cids = new Map(sids.map((cid, gid) => [cid, gid]));
      this.names = this.encoding = null;
      const fonts = readCffIndex(table, top.get(FD_ARRAY)?.[0] ?? 0);
      if (fonts.count > MOST_FONT_DICTS) table.fault(`it has ${fonts.count} font dictionaries`);
      const scale = scaleOf(top, 1);
      this.#privates = Array.from({ length: fonts.count }, (_, i) => {
        const dict = readDict(fonts.item(i));
        return privateOf(
          table,
          dict,
          top.has(FONT_MATRIX) ? scale * (dict.has(FONT_MATRIX) ? scaleOf(dict, 1) / 1000 : 1) : scaleOf(dict, 1),
        );
      });
      const select = readFdSelect(table, top.get(FD_SELECT)?.[0] ?? 0, this.glyphCount);
      this.#select = (gid) => select[gid] ?? 0;
    } else {
      const nameOf = (sid: number): string =>
        STANDARD_STRINGS[sid] ??
        (sid - STANDARD_STRINGS.length < strings.count ? latin(strings.item(sid - STANDARD_STRINGS.length)!) : ".notdef");
      const all = sids.map(nameOf);
      this.cids = null;
      this.greatestCid = 0;
      this.names = all.slice(1);
      all.forEach((name, gid) => {
        if (!this.#gids.has(name)) this.#gids.set(name, gid);
      });
      this.encoding = encodingOf(table, top.get(ENCODING)?.[0] ?? 0, all, nameOf);
      this.#privates = [privateOf(table, top, scaleOf(top, 1))];
      this.#select = () => 0;
    }
  }

  named(name: string): number | null {
    return this.#gids.get(name) ?? null;
  }

  width(gid: number): number | null {
    const own = this.#privates[this.#select(gid)];
    if (gid >= this.glyphCount || own === undefined) return null;
    const found = widths.read(this.#charstrings.item(gid) ?? NOTHING, { global: this.#global, local: own.subrs });
    if (found === undefined) return null;
    return (found === null ? own.defaultWidth : own.nominalWidth + found) * own.scale;
  }

  charstring(gid: number): Uint8Array | null {
    const own = this.#privates[this.#select(gid)];
    if (gid >= this.glyphCount || own === undefined) return null;
    return outlines.read(this.#charstrings.item(gid) ?? NOTHING, { global: this.#global, local: own.subrs });
  }
}

const scaleOf = (dict: Dict, otherwise: number): number => {
  const a = dict.get(FONT_MATRIX)?.[0];
  return a === undefined || a === 0 ? otherwise : a * 1000;
};

function privateOf(table: FontTable, dict: Dict, scale: number): Private {
  const [size, offset] = dict.get(PRIVATE) ?? [];
  if (size === undefined || offset === undefined) return { subrs: NO_ITEMS, defaultWidth: 0, nominalWidth: 0, scale };
  table.within(offset, size);
  table.spend(size);
  const own = readDict(table.bytes.subarray(offset, offset + size));
  const subrs = own.get(SUBRS)?.[0];
  return {
    subrs: subrs === undefined ? NO_ITEMS : readCffIndex(table, offset + subrs),
    defaultWidth: own.get(DEFAULT_WIDTH)?.[0] ?? 0,
    nominalWidth: own.get(NOMINAL_WIDTH)?.[0] ?? 0,
    scale,
  };
}

const readDict = (data: Uint8Array | undefined): Dict =>
  new Map([...readCffDict(data ?? NOTHING)].map(([operator, operands]) => [operator, cffNumbers(operands)]));

function charsetOf(table: FontTable, at: number, count: number, isKeyed: boolean): number[] {
  const out = [0];
  if (at <= 2) {
    const most = at === 0 && !isKeyed ? Math.min(count, ISO_ADOBE_GLYPHS) : isKeyed ? count : 1;
    for (let gid = 1; gid < most; gid++) out.push(gid);
    return out;
  }
  const format = table.u8(at);
  let place = at + 1;
  if (format === 0) {
    for (; out.length < count; place += 2) out.push(table.u16(place));
    return out;
  }
  if (format > 2) table.fault("a charset of an unknown format");
  while (out.length < count) {
    const first = table.u16(place);
    const more = format === 1 ? table.u8(place + 2) : table.u16(place + 2);
    place += format === 1 ? 3 : 4;
    for (let i = 0; i <= more && out.length < count; i++) out.push(first + i);
  }
  return out;
}

function encodingOf(table: FontTable, at: number, names: readonly string[], nameOf: (sid: number) => string): (string | null)[] {
  if (at === 0) return [...STANDARD];
  const out = new Array<string | null>(256).fill(null);
  if (at === 1) return out;
  const format = table.u8(at);
  const count = table.u8(at + 1);
  let place = at + 2;
  if ((format & 127) === 0) for (let i = 0; i < count; i++) out[table.u8(place++)] = names[i + 1] ?? null;
  else
    for (let i = 0, gid = 1; i < count; i++) {
      const [first, left] = [table.u8(place), table.u8(place + 1)];
      place += 2;
      for (let k = 0; k <= left; k++) out[(first + k) & 255] = names[gid++] ?? null;
    }
  if (format >= 128) {
    const more = table.u8(place++);
    for (let i = 0; i < more; i++, place += 3) out[table.u8(place)] = nameOf(table.u16(place + 1));
  }
  return out;
}

const NO_OUTLINE = new PlainCharstring();

/** Charstrings with their subroutines in place. */
class OutlineReader extends CharstringWalker {
  #out = NO_OUTLINE;

  read(code: Uint8Array, subrs: Subroutines): Uint8Array {
    const out = (this.#out = new PlainCharstring());
    try {
      this.walk(code, subrs, { left: STEPS_AN_OUTLINE });
      return out.take();
    } finally {
      this.#out = NO_OUTLINE;
    }
  }

  protected operator(_operator: number, _extra: 0 | 1, code: Uint8Array, from: number, to: number): boolean {
    this.#out.copy(this.operands, 0, this.ends[this.count]!);
    this.#out.copy(code, from, Math.min(to, code.length));
    return true;
  }
}

/** The operand before those of the first operator. */
class WidthReader extends CharstringWalker {
  #width: number | null | undefined;

  /** Width beyond the nominal; null: default, undefined: not found. */
  read(code: Uint8Array, subrs: Subroutines): number | null | undefined {
    this.#width = undefined;
    this.walk(code, subrs, { left: STEPS_A_GLYPH });
    return this.#width;
  }

  protected operator(operator: number, extra: 0 | 1): boolean {
    // no tool writes arithmetic before the first path
    if (operator !== ESCAPE) this.#width = extra === 1 ? this.number(0) : null;
    return false;
  }
}

const outlines = new OutlineReader();
const widths = new WidthReader();
