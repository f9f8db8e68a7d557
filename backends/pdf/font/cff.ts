// CFF subsets as CID-keyed fonts (Adobe Technical Note 5176).
import { cffNumbers, NO_ITEMS, readCffDict, readCffIndex, readFdSelect, type CffDict, type CffIndex } from "../../../base/cff-table.js";
import type { Steps, Subroutines } from "../../../base/charstring.js";
import { FontFault, FontTable } from "../../../base/font-table.js";
import { ByteWriter } from "../syntax/bytes.js";
import { standalone } from "./charstring.js";
import type { CodedGlyph } from "./font.js";
import { compositeCharstring } from "./composite-charstring.js";

/** Adobe Technical Note 5176, tables 9, 10 and 23 */
const FONT_BBOX = 5;
const CHARSTRINGS = 17;
const PRIVATE = 18;
const SUBRS = 19;
const DEFAULT_WIDTH = 20;
const NOMINAL_WIDTH = 21;
const CHARSTRING_TYPE = 0x0c06;
const FONT_MATRIX = 0x0c07;
const ROS = 0x0c1e;
const CID_COUNT = 0x0c22;
const FD_ARRAY = 0x0c24;
const FD_SELECT = 0x0c25;
const CHARSET = 15;
/** number of the first string after the 391 standard ones */
const OWN_STRINGS = 391;

interface FontDict {
  readonly matrix: Uint8Array | null;
  readonly defaultWidth: Uint8Array | null;
  readonly nominalWidth: Uint8Array | null;
  readonly subrs: Subroutines;
}

/**
 * Charstrings are flattened at first use and cached. Subsets are CID-keyed: CIDs are the codes of the page, mostly glyph ids. @throws
 * FontFault for a damaged table
 */
export class CffFont {
  readonly #table: FontTable;
  readonly #charstrings: CffIndex;
  readonly #top: CffDict;
  readonly #fonts: readonly FontDict[];
  readonly #fontOf: (gid: number) => number;
  readonly #flat = new Map<number, Uint8Array>();
  readonly #steps: Steps;

  constructor(data: Uint8Array) {
    const table = new FontTable("CFF ", data);
    this.#table = table;
    this.#steps = { left: STEPS + STEPS_A_BYTE * data.length };
    const names = readCffIndex(table, table.u8(2));
    const tops = readCffIndex(table, names.end);
    const strings = readCffIndex(table, tops.end);
    const global = readCffIndex(table, strings.end);
    this.#top = readCffDict(tops.item(0) ?? new Uint8Array());
    if ((numberAt(this.#top.get(CHARSTRING_TYPE)) ?? 2) !== 2) table.fault("charstrings of type 1");
    this.#charstrings = readCffIndex(table, required(this.#top, CHARSTRINGS));
    if (this.#top.has(FD_ARRAY)) {
      const dicts = readCffIndex(table, required(this.#top, FD_ARRAY));
      if (dicts.count > MOST_FONTS) table.fault(`it must have at most ${MOST_FONTS} font dictionaries; found ${dicts.count}`);
      this.#fonts = Array.from({ length: dicts.count }, (_, i) => this.#font(readCffDict(dicts.item(i)!), global));
      const select = readFdSelect(table, required(this.#top, FD_SELECT), this.#charstrings.count);
      const wrong = select.find((font) => font >= dicts.count);
      if (wrong !== undefined) table.fault(`FDSelect names font dictionary ${wrong}, there are ${dicts.count}`);
      this.#fontOf = (gid) => select[gid] ?? 0;
    } else {
      this.#fonts = [this.#font(this.#top, global)];
      this.#fontOf = () => 0;
    }
  }

  #font(dict: CffDict, global: CffIndex): FontDict {
    const [size, offset] = cffNumbers(dict.get(PRIVATE) ?? new Uint8Array());
    const matrix = dict === this.#top ? null : (dict.get(FONT_MATRIX) ?? null);
    if (size === undefined || offset === undefined)
      return { matrix, defaultWidth: null, nominalWidth: null, subrs: { global, local: NO_ITEMS } };
    this.#table.within(offset, size);
    const own = readCffDict(this.#table.bytes.subarray(offset, offset + size));
    const subrs = numberAt(own.get(SUBRS));
    return {
      matrix,
      defaultWidth: own.get(DEFAULT_WIDTH) ?? null,
      nominalWidth: own.get(NOMINAL_WIDTH) ?? null,
      subrs: { global, local: subrs === undefined ? NO_ITEMS : readCffIndex(this.#table, offset + subrs) },
    };
  }

  get uniform(): boolean {
    const [first, ...others] = this.#fonts.map((f) => f.matrix?.join() ?? "");
    return others.every((m) => m === first);
  }

  /** Makes a subset with .notdef; codes are glyph ids, ascending. */
  subset(gids: readonly number[]): Uint8Array {
    return this.program(gids.map((gid) => ({ code: gid, gid, composite: null })));
  }

  program(coded: readonly CodedGlyph[], fontName = "Subset"): Uint8Array {
    const subset = coded[0]?.code === 0 ? coded : [NOTDEF, ...coded];
    const used = [...new Set(subset.map((g) => this.#fontOf(g.gid)))].sort((a, b) => a - b);
    const charstrings = index(subset.map((g) => this.#drawn(g)));
    const charset = charsetOf(subset.map((g) => g.code));
    const select = selectOf(subset.map((g) => used.indexOf(this.#fontOf(g.gid))));
    const privates = used.map((i) => privateDict(this.#fonts[i]!));
    const strings = index(["Adobe", "Identity"].map((s) => new TextEncoder().encode(s)));
    const head = [Uint8Array.of(1, 0, 4, 4), index([new TextEncoder().encode(fontName)])];
    const top = (at: readonly number[]): Uint8Array => {
      const w = new ByteWriter(64);
      // must precede the rest (section 18)
      operator(w, ROS, int(OWN_STRINGS), int(OWN_STRINGS + 1), int(0));
      const bbox = this.#top.get(FONT_BBOX);
      if (bbox) operator(w, FONT_BBOX, bbox);
      const matrix = this.#top.get(FONT_MATRIX);
      if (matrix) operator(w, FONT_MATRIX, matrix);
      operator(w, CID_COUNT, int(subset.at(-1)!.code + 1));
      operator(w, CHARSET, int(at[0]!));
      operator(w, FD_SELECT, int(at[1]!));
      operator(w, CHARSTRINGS, int(at[2]!));
      operator(w, FD_ARRAY, int(at[3]!));
      return index([w.take()]);
    };
    const fontDicts = (at: number): Uint8Array => {
      let offset = at;
      return index(
        used.map((i, k) => {
          const w = new ByteWriter(32);
          const { matrix } = this.#fonts[i]!;
          if (matrix) operator(w, FONT_MATRIX, matrix);
          operator(w, PRIVATE, int(privates[k]!.length), int(offset));
          offset += privates[k]!.length;
          return w.take();
        }),
      );
    };
    // five bytes per offset, so that lengths are known in advance
    const before = [...head, top([0, 0, 0, 0]), strings, index([])];
    let at = before.reduce((n, p) => n + p.length, 0);
    const offsets = [charset, select, charstrings].map((part) => (at += part.length) - part.length);
    offsets.push(at);
    before[2] = top(offsets);
    const dicts = fontDicts(at + fontDicts(0).length);
    const out = new ByteWriter(at + dicts.length + 64);
    for (const part of [...before, charset, select, charstrings, dicts, ...privates]) out.bytes(part);
    return out.take();
  }

  #drawn({ gid, composite }: CodedGlyph): Uint8Array {
    if (!composite) return this.#charstring(gid);
    const nominal = numberAt(this.#fonts[this.#fontOf(gid)]!.nominalWidth) ?? 0;
    return compositeCharstring(composite, (part) => this.#charstring(part), composite.advance - nominal);
  }

  #charstring(gid: number): Uint8Array {
    let flat = this.#flat.get(gid);
    if (!flat) {
      const charstring = this.#charstrings.item(gid);
      if (!charstring) this.#table.fault(`there is no glyph ${gid}`);
      flat = standalone(charstring, this.#fonts[this.#fontOf(gid)]!.subrs, this.#steps);
      this.#flat.set(gid, flat);
    }
    return flat;
  }
}

/** steps per byte; bundled fonts need less than 2 */
const STEPS_A_BYTE = 16;
const STEPS = 1 << 20;
const MOST_FONTS = 256;

const NOTDEF: CodedGlyph = { code: 0, gid: 0, composite: null };
const numberAt = (operands: Uint8Array | null | undefined): number | undefined => (operands ? cffNumbers(operands)[0] : undefined);

function required(dict: CffDict, key: number): number {
  const v = numberAt(dict.get(key));
  if (v === undefined) throw new FontFault("CFF ", `the font's dictionary has no operator ${key}`);
  return v;
}

function index(items: readonly Uint8Array[]): Uint8Array {
  const total = items.reduce((n, p) => n + p.length, 1);
  const w = new ByteWriter(3 + 4 * (items.length + 1) + total);
  w.byte(items.length >> 8);
  w.byte(items.length & 255);
  if (items.length === 0) return w.take();
  const size = total < 0x100 ? 1 : total < 0x10000 ? 2 : total < 0x1000000 ? 3 : 4;
  w.byte(size);
  const offset = (v: number): void => {
    for (let k = size - 1; k >= 0; k--) w.byte((v >>> (8 * k)) & 255);
  };
  let at = 1;
  offset(at);
  for (const item of items) offset((at += item.length));
  for (const item of items) w.bytes(item);
  return w.take();
}

const int = (v: number): Uint8Array => Uint8Array.of(29, (v >>> 24) & 255, (v >>> 16) & 255, (v >>> 8) & 255, v & 255);

function operator(w: ByteWriter, key: number, ...operands: readonly Uint8Array[]): void {
  for (const operand of operands) w.bytes(operand);
  if (key > 255) w.byte(key >> 8);
  w.byte(key & 255);
}

function privateDict(font: FontDict): Uint8Array {
  const w = new ByteWriter(16);
  if (font.defaultWidth) operator(w, DEFAULT_WIDTH, font.defaultWidth);
  if (font.nominalWidth) operator(w, NOMINAL_WIDTH, font.nominalWidth);
  return w.take();
}

function charsetOf(gids: readonly number[]): Uint8Array {
  const out = new Uint8Array(1 + 2 * (gids.length - 1));
  gids.slice(1).forEach((g, i) => {
    out[1 + 2 * i] = g >> 8;
    out[2 + 2 * i] = g & 255;
  });
  return out;
}

function selectOf(fonts: readonly number[]): Uint8Array {
  const ranges: number[] = [];
  fonts.forEach((font, i) => {
    if (i === 0 || font !== fonts[i - 1]) ranges.push(i >> 8, i & 255, font);
  });
  const n = ranges.length / 3;
  return Uint8Array.of(3, n >> 8, n & 255, ...ranges, fonts.length >> 8, fonts.length & 255);
}
