// Subset TrueType programs: shown glyphs under their own ids, without instructions (OpenType 1.9, glyf).
import { FontFault, FontTable, tablePlaces } from "../../../base/font-table.js";
import { fontFileOf, TRUE_TYPE } from "../../../base/font-file.js";

const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;
const INSTRUCTIONS = 0x0100;
const SHORT_X = 0x02;
const SHORT_Y = 0x04;
const REPEAT = 0x08;
const SAME_X = 0x10;
const SAME_Y = 0x20;

const HEADER = 10;
/** First offset that 16-bit locations, counted in words, do not reach. */
const BEYOND_SHORT = 0x1ffff;

class Glyphs {
  readonly #loca: FontTable;
  readonly #glyf: FontTable;
  readonly #long: boolean;

  constructor(
    table: (tag: string) => FontTable,
    readonly count: number,
  ) {
    this.#loca = table("loca");
    this.#glyf = table("glyf");
    this.#long = table("head").i16(50) === 1;
  }

  /** Returns an outline without instructions and padding; empty if blank. @throws FontFault */
  outline(gid: number): { readonly bytes: Uint8Array; readonly components: readonly number[] } {
    const [from, to] = [this.#at(gid), this.#at(gid + 1)];
    if (from === to) return BLANK;
    if (to < from || to > this.#glyf.length) throw unreadable(gid);
    const glyph = new FontTable("glyf", this.#glyf.bytes.subarray(from, to));
    try {
      const contours = glyph.i16(0);
      if (contours === 0) return BLANK;
      return contours > 0 ? simple(glyph, contours) : composite(glyph);
    } catch (e) {
      throw e instanceof FontFault ? unreadable(gid) : e;
    }
  }

  #at(gid: number): number {
    return this.#long ? this.#loca.u32(4 * gid) : 2 * this.#loca.u16(2 * gid);
  }
}

const BLANK = { bytes: new Uint8Array(0), components: [] } as const;
const unreadable = (gid: number): FontFault => new FontFault("glyf", `the outline of glyph ${gid} cannot be followed`);

function simple(glyph: FontTable, contours: number): { readonly bytes: Uint8Array; readonly components: readonly number[] } {
  const ends = HEADER + 2 * contours;
  const points = glyph.u16(ends - 2) + 1;
  const instructions = glyph.u16(ends);
  const flags = ends + 2 + instructions;
  let at = flags;
  let coordinates = 0;
  for (let point = 0; point < points;) {
    const flag = glyph.u8(at++);
    const repeats = flag & REPEAT ? glyph.u8(at++) + 1 : 1;
    const x = flag & SHORT_X ? 1 : flag & SAME_X ? 0 : 2;
    const y = flag & SHORT_Y ? 1 : flag & SAME_Y ? 0 : 2;
    coordinates += repeats * (x + y);
    point += repeats;
  }
  glyph.within(at, coordinates);
  const bytes = new Uint8Array(ends + 2 + at - flags + coordinates);
  bytes.set(glyph.bytes.subarray(0, ends));
  bytes.set(glyph.bytes.subarray(flags, at + coordinates), ends + 2);
  return { bytes, components: [] };
}

function composite(glyph: FontTable): { readonly bytes: Uint8Array; readonly components: readonly number[] } {
  const components: number[] = [];
  const bytes = glyph.bytes.slice();
  let at = HEADER;
  let instructed = false;
  for (let more = true; more;) {
    const flags = glyph.u16(at);
    components.push(glyph.u16(at + 2));
    bytes[at] = (flags & ~INSTRUCTIONS) >> 8;
    instructed ||= (flags & INSTRUCTIONS) !== 0;
    at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0);
    more = (flags & MORE) !== 0;
  }
  glyph.within(0, at);
  return { bytes: instructed ? bytes.subarray(0, at) : bytes, components };
}

/** Further tables, whose tags are sorted before `glyf`. */
type Tables = Readonly<Record<string, Uint8Array>>;

/** Includes the components of glyphs; glyph numbers are unchanged. @throws FontFault */
export function glyfSubset(font: Uint8Array, gids: readonly number[], more: Tables = {}): Uint8Array {
  const places = tablePlaces(font);
  const table = (tag: string): FontTable => FontTable.of(font, places, tag);
  const glyphs = new Glyphs(table, table("maxp").u16(4));
  const outlines = new Map<number, Uint8Array>();
  const rest = [0, ...gids];
  for (let gid; (gid = rest.pop()) !== undefined;) {
    if (outlines.has(gid)) continue;
    if (gid >= glyphs.count) throw new FontFault("glyf", `there is no glyph ${gid}: the font has ${glyphs.count}`);
    const { bytes, components } = glyphs.outline(gid);
    outlines.set(gid, bytes);
    for (const part of components) rest.push(part);
  }
  const last = [...outlines.keys()].reduce((a, b) => Math.max(a, b), 0);
  return program({ table, outlines, count: last + 1 }, more);
}

interface Subset {
  readonly table: (tag: string) => FontTable;
  readonly outlines: ReadonlyMap<number, Uint8Array>;
  readonly count: number;
}

function program({ table, outlines, count }: Subset, more: Tables): Uint8Array {
  const { glyf, loca, long } = outlinesOf(outlines, count);
  const { hmtx, metrics } = metricsOf(table, outlines, count);
  const head = copyOf(table("head"), 54);
  head.setUint16(50, long ? 1 : 0);
  head.setUint32(8, 0);
  const hhea = copyOf(table("hhea"), 36);
  hhea.setUint16(34, metrics);
  const maxp = copyOf(table("maxp"), 32);
  maxp.setUint16(4, count);
  // one zone, nothing stored, defined or called
  [1, 0, 0, 0, 0, 0, 0].forEach((v, i) => maxp.setUint16(14 + 2 * i, v));
  const bytesOf = ({ buffer }: DataView): Uint8Array => new Uint8Array(buffer);
  const tables = { ...more, glyf, head: bytesOf(head), hhea: bytesOf(hhea), hmtx, loca, maxp: bytesOf(maxp) };
  return fontFileOf(TRUE_TYPE, Object.entries(tables));
}

/** @throws FontFault if shorter */
function copyOf(table: FontTable, length: number): DataView {
  table.within(0, length);
  return new DataView(table.bytes.slice(0, length).buffer);
}

function outlinesOf(
  outlines: ReadonlyMap<number, Uint8Array>,
  count: number,
): { readonly glyf: Uint8Array; readonly loca: Uint8Array; readonly long: boolean } {
  const even = (n: number): number => n + (n & 1);
  let most = 0;
  for (const { length } of outlines.values()) most += even(length);
  const long = most >= BEYOND_SHORT;
  const padded = long ? (n: number): number => n : even;
  let size = 0;
  for (const { length } of outlines.values()) size += padded(length);
  const glyf = new Uint8Array(size);
  const loca = new DataView(new ArrayBuffer((count + 1) * (long ? 4 : 2)));
  let at = 0;
  for (let gid = 0; gid <= count; gid++) {
    if (long) loca.setUint32(4 * gid, at);
    else loca.setUint16(2 * gid, at >> 1);
    const bytes = outlines.get(gid);
    if (!bytes) continue;
    glyf.set(bytes, at);
    at += padded(bytes.length);
  }
  return { glyf, loca: new Uint8Array(loca.buffer), long };
}

/** 0 for glyphs that are not in the subset; equal advances at the end are stored once. */
function metricsOf(
  table: (tag: string) => FontTable,
  outlines: ReadonlyMap<number, Uint8Array>,
  count: number,
): { readonly hmtx: Uint8Array; readonly metrics: number } {
  const own = table("hmtx");
  const long = table("hhea").u16(34);
  if (long === 0) own.fault("it has no advances");
  const advance = (gid: number): number => (outlines.has(gid) ? own.u16(4 * Math.min(gid, long - 1)) : 0);
  const bearing = (gid: number): number => (outlines.has(gid) ? own.i16(gid < long ? 4 * gid + 2 : 4 * long + 2 * (gid - long)) : 0);
  let metrics = count;
  const end = advance(count - 1);
  while (metrics > 1 && advance(metrics - 2) === end) metrics--;
  const hmtx = new DataView(new ArrayBuffer(4 * metrics + 2 * (count - metrics)));
  for (let gid = 0, at = 0; gid < count; gid++) {
    if (gid < metrics) {
      hmtx.setUint16(at, advance(gid));
      at += 2;
    }
    hmtx.setInt16(at, bearing(gid));
    at += 2;
  }
  return { hmtx: new Uint8Array(hmtx.buffer), metrics };
}
