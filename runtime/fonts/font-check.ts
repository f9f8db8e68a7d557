import { FontFault, FontTable, tablePlaces, type TablePlace } from "../../base/font-table.js";
import { checkLayout } from "./font-layout.js";
import { onlyPictures, pictureTables } from "./pictures.js";

/** Tables cover all data that is read, consistently. */
export interface ValidFont {
  readonly places: ReadonlyMap<string, TablePlace>;
  readonly format: "glyf" | "cff";
  readonly glyphs: number;
  readonly unitsPerEm: number;
}

/** OpenType 1.9: TrueType, CFF, Apple's TrueType */
const BEGINNINGS = [0x00010000, 0x4f54544f, 0x74727565];
const COLLECTION = 0x74746366;
/** Minimum bytes of tables for shaping and embedding. */
const NEEDED: Readonly<Record<string, number>> = { cmap: 4, head: 54, hhea: 36, hmtx: 4, maxp: 6, name: 6, "OS/2": 64 };
const POST = 32;
/** Greatest distance of ascender and descender from the baseline, em. */
const FARTHEST = 16;

/** @throws FontFault */
export function checkFont(bytes: Uint8Array): ValidFont {
  const places = directory(bytes);
  const table = (tag: string): FontTable => FontTable.of(bytes, places, tag);
  for (const [tag, least] of Object.entries(NEEDED)) {
    const t = table(tag);
    if (t.length < least) t.fault(`it has ${t.length} bytes, at least ${least} are needed`);
  }
  if (places.has("post") && table("post").length < POST) table("post").fault(`it has ${table("post").length} bytes, ${POST} are needed`);
  const format = places.has("glyf") ? "glyf" : "cff";
  if (format === "cff" && !places.has("CFF ") && !(places.has("CFF2") && places.has("fvar")))
    throw new FontFault(null, `it has no outlines that a PDF can embed (glyf or CFF)${onlyPictures(pictureTables(places))}`);
  const glyphs = glyphCount(table("maxp"), format);
  const unitsPerEm = checkHead(table("head"));
  checkMetrics(table("hhea"), table("hmtx"), { glyphs, unitsPerEm });
  const os2 = table("OS/2");
  if (os2.u16(4) > 1000) os2.fault(`its weight must be from 1 to 1000; found ${os2.u16(4)}`);
  checkCmap(table("cmap"), glyphs);
  if (format === "glyf") checkOutlines(table("loca"), table("glyf"), { glyphs, long: table("head").i16(50) === 1 });
  checkLayout(bytes, places, glyphs);
  return { places, format, glyphs, unitsPerEm };
}

function directory(bytes: Uint8Array): ReadonlyMap<string, TablePlace> {
  const beginning = bytes.length < 12 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (bytes.length === 0) throw new FontFault(null, "the file is empty");
  if (beginning === COLLECTION) throw new FontFault(null, "must be a file with one font; found a collection: take the font out of it");
  if (!BEGINNINGS.includes(beginning)) throw new FontFault(null, "the file is not a TrueType or OpenType font");
  const places = tablePlaces(bytes);
  const end = 12 + 16 * new DataView(bytes.buffer, bytes.byteOffset).getUint16(4);
  if (12 + 16 * places.size !== end) throw new FontFault(null, "the table directory names a table twice");
  for (const [tag, { offset, length }] of places)
    if (offset < end && length > 0) throw new FontFault(tag, "it begins inside the table directory");
  return places;
}

function glyphCount(maxp: FontTable, format: "glyf" | "cff"): number {
  const glyphs = maxp.u16(4);
  if (glyphs === 0) maxp.fault("it has no glyphs");
  if (format === "glyf" && maxp.length < 32) maxp.fault(`it has ${maxp.length} bytes, 32 are needed`);
  return glyphs;
}

/** @returns units per em */
function checkHead(head: FontTable): number {
  const upem = head.u16(18);
  if (head.u32(12) !== 0x5f0f3cf5) head.fault("its magic number is another one");
  if (upem < 16 || upem > 16384) head.fault(`the units per em must be from 16 to 16384; found ${upem}`);
  const location = head.i16(50);
  if (location !== 0 && location !== 1) head.fault(`the format of locations must be 0 or 1; found ${location}`);
  return upem;
}

function checkMetrics(
  hhea: FontTable,
  hmtx: FontTable,
  { glyphs, unitsPerEm }: { readonly glyphs: number; readonly unitsPerEm: number },
): void {
  const [ascender, descender] = [hhea.i16(4), hhea.i16(6)];
  if (Math.max(Math.abs(ascender), Math.abs(descender)) > FARTHEST * unitsPerEm || ascender < descender)
    hhea.fault(`an ascender of ${ascender} and a descender of ${descender}, at ${unitsPerEm} units per em`);
  const full = hhea.u16(34);
  if (full === 0 || full > glyphs)
    hhea.fault(`its count of advance widths must be from 1 to ${glyphs}, the number of glyphs; found ${full}`);
  const needed = 4 * full + 2 * (glyphs - full);
  if (hmtx.length < needed) hmtx.fault(`it has ${hmtx.length} bytes, ${needed} are needed for ${glyphs} glyphs`);
}

/** Checks that arrays are inside the table and ranges sorted, for binary search. */
function checkCmap(t: FontTable, glyphs: number): void {
  const seen = new Set<number>();
  for (let i = 0, n = t.u16(2); i < n; i++) {
    const at = t.u32(4 + 8 * i + 4);
    if (seen.has(at)) continue;
    seen.add(at);
    const format = t.u16(at);
    if (format === 0) t.within(at, 262);
    else if (format === 4) checkSegments(t, at);
    else if (format === 6) t.within(at + 10, 2 * t.u16(at + 8));
    else if (format === 10) t.within(at + 20, 2 * t.u32(at + 16));
    else if (format === 12 || format === 13) checkGroups(t, at, glyphs);
    else if (format === 14) checkSelectors(t, at);
    else if (format !== 2 && format !== 8) t.fault(`a subtable of format ${format}`);
  }
}

/** Format 4: BMP. */
function checkSegments(t: FontTable, at: number): void {
  const count = t.u16(at + 6) >> 1;
  const [ends, starts, offsets] = [at + 14, at + 16 + 2 * count, at + 16 + 6 * count];
  if (count === 0) t.fault("a subtable without segments");
  let last = -1;
  for (let i = 0; i < count; i++) {
    const [start, end, offset] = [t.u16(starts + 2 * i), t.u16(ends + 2 * i), t.u16(offsets + 2 * i)];
    // the last segment has no glyphs; some fonts have two such segments
    if (start === 0xffff && end === 0xffff && i >= count - 2) continue;
    if (start <= last || end < start) t.fault(`segment ${i} of a subtable is not in order`);
    last = end;
    if (offset !== 0) t.within(offsets + 2 * i + offset, 2 * (end - start + 1));
  }
}

function checkGroups(t: FontTable, at: number, glyphs: number): void {
  let last = -1;
  const count = t.u32(at + 12);
  t.within(at + 16, 12 * count);
  for (let i = 0; i < count; i++) {
    const r = at + 16 + 12 * i;
    const [start, end, first] = [t.u32(r), t.u32(r + 4), t.u32(r + 8)];
    if (start <= last || end < start || end > 0x10ffff) t.fault(`group ${i} of a subtable is not in order`);
    last = end;
    const to = t.u16(at) === 12 ? first + end - start : first;
    if (to >= glyphs) t.fault(`group ${i} of a subtable leads to glyph ${to}, the font has ${glyphs}`);
  }
}

/** Format 14: variation selectors. */
function checkSelectors(t: FontTable, at: number): void {
  const count = t.u32(at + 6);
  t.within(at + 10, 11 * count);
  for (let i = 0; i < count; i++) {
    const r = at + 10 + 11 * i;
    const [usual, others] = [t.u32(r + 3), t.u32(r + 7)];
    if (usual !== 0) t.within(at + usual, 4 + 4 * t.u32(at + usual));
    if (others !== 0) t.within(at + others, 4 + 5 * t.u32(at + others));
  }
}

/** Nesting of components, and number per glyph: viewers resolve them one by one. */
const MAX_NESTED = 16;
const MAX_PARTS = 4096;
const WORDS = 0x1;
const SCALE = 0x8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

/** Inside glyf, in order; composites refer to existing glyphs without cycles. hb-subset would omit violating glyphs. */
function checkOutlines(loca: FontTable, glyf: FontTable, { glyphs, long }: { readonly glyphs: number; readonly long: boolean }): void {
  const needed = (glyphs + 1) * (long ? 4 : 2);
  if (loca.length < needed) loca.fault(`it has ${loca.length} bytes, ${needed} are needed for ${glyphs} glyphs`);
  const at = (g: number): number => (long ? loca.u32(4 * g) : 2 * loca.u16(2 * g));
  const parts = new Map<number, readonly number[]>();
  for (let g = 0; g < glyphs; g++) {
    const [from, to] = [at(g), at(g + 1)];
    if (to < from || to > glyf.length) loca.fault(`the outline of glyph ${g} lies outside the table glyf`);
    if (from === to) continue;
    if (to - from < 10) glyf.fault(`the outline of glyph ${g} has ${to - from} bytes, at least 10 are needed`);
    if (glyf.i16(from) < 0) parts.set(g, components(glyf, g, { from, to, glyphs }));
    else if (glyf.i16(from) > 0) checkContours(glyf, g, from, to);
  }
  /** depth by glyph; -1 while being computed */
  const depths = new Map<number, number>();
  const counts = new Map<number, number>();
  const depth = (g: number, above: number): number => {
    const known = depths.get(g);
    const own = parts.get(g);
    if (!own) return 0;
    if (known === -1) return glyf.fault(`glyph ${g} is a part of itself`);
    if (above > MAX_NESTED) return glyf.fault(`glyph ${g} is more than ${MAX_NESTED} components deep`);
    if (known !== undefined) return known;
    depths.set(g, -1);
    let most = 0;
    let count = 0;
    for (const part of own) {
      most = Math.max(most, depth(part, above + 1));
      count += 1 + (counts.get(part) ?? 0);
    }
    depths.set(g, most + 1);
    counts.set(g, count);
    if (count > MAX_PARTS) return glyf.fault(`glyph ${g} must be made of at most ${MAX_PARTS} others; found ${count}`);
    if (most + 1 > MAX_NESTED) return glyf.fault(`glyph ${g} has components more than ${MAX_NESTED} deep`);
    return most + 1;
  };
  for (const g of parts.keys()) depth(g, 0);
}

const X_SHORT = 0x2;
const Y_SHORT = 0x4;
const REPEAT = 0x8;
const X_SAME = 0x10;
const Y_SAME = 0x20;

/** Consecutive contours, all points present: else PDF readers draw nothing. */
function checkContours(glyf: FontTable, gid: number, from: number, to: number): void {
  const contours = glyf.i16(from);
  let p = from + 10;
  let last = -1;
  for (let i = 0; i < contours; i++, p += 2) {
    if (p + 2 > to || glyf.u16(p) <= last) glyf.fault(`the contours of glyph ${gid} are not in order`);
    last = glyf.u16(p);
  }
  const cut = (): never => glyf.fault(`the outline of glyph ${gid} is cut off`);
  if (p + 2 > to) cut();
  p += 2 + glyf.u16(p);
  let size = 0;
  for (let left = last + 1; left > 0;) {
    if (p >= to) cut();
    const flags = glyf.u8(p++);
    const times = flags & REPEAT ? 1 + (p < to ? glyf.u8(p++) : cut()) : 1;
    const x = flags & X_SHORT ? 1 : flags & X_SAME ? 0 : 2;
    const y = flags & Y_SHORT ? 1 : flags & Y_SAME ? 0 : 2;
    size += times * (x + y);
    left -= times;
    if (left < 0) glyf.fault(`the outline of glyph ${gid} has more points than its contours`);
  }
  if (p + size > to) cut();
}

function components(
  glyf: FontTable,
  gid: number,
  { from, to, glyphs }: { readonly from: number; readonly to: number; readonly glyphs: number },
): number[] {
  const out: number[] = [];
  let flags = MORE;
  for (let p = from + 10; flags & MORE;) {
    if (p + 4 > to) glyf.fault(`the outline of glyph ${gid} is cut off`);
    flags = glyf.u16(p);
    const part = glyf.u16(p + 2);
    if (part >= glyphs) glyf.fault(`glyph ${gid} has glyph ${part} as a part, the font has ${glyphs}`);
    out.push(part);
    p += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0);
    if (p > to) glyf.fault(`the outline of glyph ${gid} is cut off`);
  }
  return out;
}
