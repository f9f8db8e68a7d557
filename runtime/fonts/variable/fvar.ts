import { tuple } from "../../../base/tuple.js";
import type { FontAxis, NamedInstance, VariableFace } from "../../../compiler/core/world.js";
import { FontFault, FontTable, type TablePlace } from "../../../base/font-table.js";
import type { Variations } from "../../../base/variations.js";

/** (FT-31) */
const MOST_AXES = 16;
/** Subfamily and coordinates of an instance need few; a table of more is no list of styles. */
const MOST_INSTANCES = 4096;
const TAG = /^[\x20-\x7e]{4}$/;
const POSTSCRIPT = /^[\x21-\x7e]{1,120}$/;
/** A header counts its 16-bit fields, an axis its bytes (OpenType 1.9, fvar). */
const AXIS = 20;
const NO_NAME = 0xffff;

interface NamedTables {
  readonly places: ReadonlyMap<string, TablePlace>;
  readonly glyphs: number;
  /** names by number */
  readonly names: ReadonlyMap<number, string>;
  readonly family: string;
  readonly italic: boolean;
}

/** Axes and named instances; null of a static font. @throws FontFault for tables that are not consistent, `avar` 2 and `VARC` */
export function variableOf(font: Uint8Array, { places, glyphs, names, family, italic }: NamedTables): VariableFace | null {
  if (places.has("VARC")) throw new FontFault(null, "it composes glyphs of variable parts (VARC), which are not drawn");
  if (!places.has("fvar")) return null;
  const table = (tag: string): FontTable => FontTable.of(font, places, tag);
  const fvar = table("fvar");
  const axes = axesOf(fvar, names);
  if (axes.length === 0) return null;
  if (places.has("avar")) checkAvar(table("avar"), axes.length);
  if (places.has("gvar")) checkGvar(table("gvar"), axes.length, glyphs);
  for (const tag of ["HVAR", "MVAR"]) if (places.has(tag)) checkStore(table(tag), tag === "HVAR" ? 4 : 8, axes.length);
  if (places.has("COLR")) checkColors(table("COLR"), axes.length);
  if (places.has("glyf") && !places.has("gvar")) throw new FontFault(null, "it has axes, but no variations of its outlines (gvar)");
  return {
    axes,
    instances: instancesOf(fvar, axes, names),
    prefix: prefixOf(names.get(25) ?? `${family}${italic ? " Italic" : ""}`),
    cff2: places.has("CFF2"),
  };
}

function axesOf(fvar: FontTable, names: NamedTables["names"]): readonly FontAxis[] {
  if (fvar.u16(0) !== 1) fvar.fault(`version ${fvar.u16(0)}`);
  const count = fvar.u16(8);
  if (count > MOST_AXES) fvar.fault(`it must have at most ${MOST_AXES} axes; found ${count}`);
  if (count > 0 && fvar.u16(10) !== AXIS) fvar.fault(`its axes must have ${AXIS} bytes; found ${fvar.u16(10)}`);
  const axes = Array.from({ length: count }, (_, i): FontAxis => {
    const at = fvar.u16(4) + AXIS * i;
    const tag = fvar.name(at);
    if (!TAG.test(tag)) fvar.fault(`the tag of axis ${i} is not one of four characters`);
    const [min, usual, max] = tuple(
      [4, 8, 12].map((offset) => fixed(fvar, at + offset)),
      3,
    );
    if (!(min <= usual && usual <= max)) fvar.fault(`the axis ${tag} is from ${min} to ${max}, its default ${usual}`);
    return { tag, name: names.get(fvar.u16(at + 18)) ?? tag, min, default: usual, max };
  });
  if (new Set(axes.map(({ tag }) => tag)).size < count) fvar.fault("it has an axis twice");
  return axes;
}

/** Those with a PostScript name, which a request can have. */
function instancesOf(fvar: FontTable, axes: readonly FontAxis[], names: NamedTables["names"]): readonly NamedInstance[] {
  const [count, size] = [fvar.u16(12), fvar.u16(14)];
  const from = fvar.u16(4) + AXIS * axes.length;
  const length = 4 + 4 * axes.length;
  if (count > MOST_INSTANCES) fvar.fault(`it must have at most ${MOST_INSTANCES} instances; found ${count}`);
  if (count > 0 && size < length) fvar.fault(`its instances must have ${length} bytes or more; found ${size}`);
  fvar.within(from, count * size);
  if (size < length + 2) return [];
  const out: NamedInstance[] = [];
  for (let i = 0; i < count; i++) {
    const at = from + i * size;
    const id = fvar.u16(at + length);
    const name = id === NO_NAME ? undefined : names.get(id);
    if (name === undefined || !POSTSCRIPT.test(name)) continue;
    const coordinates: Record<string, number> = {};
    for (const [k, { tag, min, max }] of axes.entries()) {
      const value = fixed(fvar, at + 4 + 4 * k);
      if (value < min || value > max) fvar.fault(`the instance ${name} is beyond the axis ${tag}`);
      coordinates[tag] = value;
    }
    out.push({ name, coordinates: coordinates satisfies Variations });
  }
  return out;
}

/** To five decimals, which distinguish all values of 16 bits. */
const fixed = (table: FontTable, at: number): number => Math.round((table.i32(at) / 65536) * 1e5) / 1e5;

function checkAvar(avar: FontTable, axes: number): void {
  if (avar.u16(0) !== 1) avar.fault(`version ${avar.u16(0)} is not drawn, version 1 is`);
  // fonts without segments have no count
  const count = avar.u16(6);
  if (count !== axes) avar.fault(`it has ${count} axes, fvar ${axes}`);
  let at = 8;
  for (let i = 0; i < count; i++) {
    const pairs = avar.u16(at);
    avar.within(at + 2, 4 * pairs);
    for (let k = 1; k < pairs; k++)
      if (avar.i16(at + 2 + 4 * k) < avar.i16(at - 2 + 4 * k)) avar.fault(`the segments of axis ${i} are not in order`);
    at += 2 + 4 * pairs;
  }
}

function checkGvar(gvar: FontTable, axes: number, glyphs: number): void {
  if (gvar.u16(4) !== axes) gvar.fault(`it has ${gvar.u16(4)} axes, fvar ${axes}`);
  if (gvar.u16(12) !== glyphs) gvar.fault(`it has ${gvar.u16(12)} glyphs, the font ${glyphs}`);
  gvar.within(gvar.u32(8), 2 * axes * gvar.u16(6));
  const isLong = (gvar.u16(14) & 1) === 1;
  const data = gvar.u32(16);
  const at = (gid: number): number => (isLong ? gvar.u32(20 + 4 * gid) : 2 * gvar.u16(20 + 2 * gid));
  gvar.within(20, (glyphs + 1) * (isLong ? 4 : 2));
  let last = at(0);
  for (let gid = 0; gid < glyphs; gid++) {
    const next = at(gid + 1);
    if (next < last || data + next > gvar.length) gvar.fault(`the variations of glyph ${gid} are outside of it`);
    if (next - last > 0) checkTuples(gvar, gid, data + last, data + next);
    last = next;
  }
}

const SHARED_POINTS = 0x8000;
const TUPLES = 0x0fff;

function checkTuples(gvar: FontTable, gid: number, from: number, to: number): void {
  const wrong = (): never => gvar.fault(`the variations of glyph ${gid} are cut off`);
  if (to - from < 4) wrong();
  const axes = gvar.u16(4);
  const head = gvar.u16(from);
  let at = from + 4;
  let data = from + gvar.u16(from + 2);
  if (data > to || ((head & SHARED_POINTS) !== 0 && data >= to)) wrong();
  for (let i = 0; i < (head & TUPLES); i++) {
    if (at + 4 > to) wrong();
    data += gvar.u16(at);
    const index = gvar.u16(at + 2);
    if ((index & 0x8000) === 0 && (index & 0x0fff) >= gvar.u16(6)) gvar.fault(`glyph ${gid} has a tuple that is not shared`);
    at += 4 + (index & 0x8000 ? 2 * axes : 0) + (index & 0x4000 ? 4 * axes : 0);
  }
  if (at > to || data > to) wrong();
}

/** Deltas of paints, and the map to them (OpenType 1.9.1, COLR). */
function checkColors(colr: FontTable, axes: number): void {
  if (colr.u16(0) !== 1 || colr.u32(30) === 0) return;
  checkStore(colr, 30, axes);
  const map = colr.u32(26);
  if (map === 0) return;
  const isLong = colr.u8(map) === 1;
  if (colr.u8(map) > 1) colr.fault(`a map of variations of format ${colr.u8(map)}`);
  const size = ((colr.u8(map + 1) >> 4) & 3) + 1;
  colr.within(map + (isLong ? 6 : 4), size * (isLong ? colr.u32(map + 2) : colr.u16(map + 2)));
}

/** An item variation store: offsets and counts. */
function checkStore(table: FontTable, field: number, axes: number): void {
  const store = field === 8 ? table.u16(10) : table.u32(field);
  if (store === 0) return;
  if (table.u16(store) !== 1) table.fault(`a store of variations of format ${table.u16(store)}`);
  const regions = store + table.u32(store + 2);
  if (table.u16(regions) !== axes) table.fault(`it has ${table.u16(regions)} axes, fvar ${axes}`);
  const count = table.u16(regions + 2);
  table.within(regions + 4, 6 * axes * count);
  for (let i = 0, n = table.u16(store + 6); i < n; i++) {
    const offset = table.u32(store + 8 + 4 * i);
    if (offset === 0) continue;
    const at = store + offset;
    const [items, words, columns] = [table.u16(at), table.u16(at + 2), table.u16(at + 4)];
    for (let k = 0; k < columns; k++) if (table.u16(at + 6 + 2 * k) >= count) table.fault(`data ${i} names a region that is not there`);
    const long = words & 0x7fff;
    if (long > columns) table.fault(`data ${i} has ${long} of ${columns} columns in words`);
    table.within(at + 6 + 2 * columns, items * (words & 0x8000 ? 2 * (columns + long) : columns + long));
  }
}

/** Letters and digits of a name (Adobe Technical Note 5902). */
const prefixOf = (name: string): string => name.replace(/[^A-Za-z0-9]/g, "").slice(0, 63) || "Variable";
