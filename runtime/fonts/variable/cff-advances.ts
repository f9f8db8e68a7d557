import { fontFileOf, OPEN_TYPE } from "../../../base/font-file.js";
import { FontTable, tablePlaces } from "../../../base/font-table.js";

/** OpenType 1.9, head */
const CHECKSUM = 8;
const BOX = 36;
const BOX_BYTES = 8;
/** Adobe Technical Note 5176, table 9 */
const FONT_BBOX = 5;
const CHARSTRINGS = 17;
/** operand of five bytes */
const LONG = 29;
/** operand of three bytes */
const SHORT = 28;
const ESCAPE = 12;
const REAL = 30;

/**
 * A font with other advances in `hmtx` and in its charstrings, which have none yet: CFF2 has no widths, and HarfBuzz adds none. `box`: of
 * its glyphs in `head`, which HarfBuzz leaves without values
 * @throws FontFault
 */
export function withAdvances(font: Uint8Array, advances: readonly number[], box: Uint8Array): Uint8Array {
  const places = tablePlaces(font);
  const table = (tag: string): FontTable => FontTable.of(font, places, tag);
  const hhea = table("hhea");
  const all = new Map<string, Uint8Array>([...places.keys()].map((tag) => [tag, table(tag).bytes.slice()] as const));
  all.set("hmtx", hmtxOf(table("hmtx"), hhea.u16(34), advances));
  new DataView(all.get("hhea")!.buffer).setUint16(34, advances.length);
  all.set("CFF ", cffOf(table("CFF "), advances, box));
  const head = all.get("head")!;
  head.set(box, BOX);
  head.fill(0, CHECKSUM, CHECKSUM + 4);
  return fontFileOf(
    OPEN_TYPE,
    [...all].sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Returns the box of all glyphs, as a font has it. @throws FontFault */
export function boxOf(font: Uint8Array): Uint8Array {
  const head = FontTable.of(font, tablePlaces(font), "head");
  head.within(BOX, BOX_BYTES);
  return head.bytes.slice(BOX, BOX + BOX_BYTES);
}

function hmtxOf(own: FontTable, long: number, advances: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * advances.length));
  for (const [gid, advance] of advances.entries()) {
    view.setUint16(4 * gid, advance);
    view.setInt16(4 * gid + 2, own.i16(gid < long ? 4 * gid + 2 : 4 * long + 2 * (gid - long)));
  }
  return new Uint8Array(view.buffer);
}

/** The index of charstrings is moved to the end of the table. */
function cffOf(cff: FontTable, advances: readonly number[], box: Uint8Array): Uint8Array {
  const names = indexAt(cff, cff.u8(2));
  const tops = indexAt(cff, names.end);
  const operands = operandsOf(cff, tops.at(0), tops.at(1));
  const [charstrings = NaN] = operands.get(CHARSTRINGS) ?? [];
  if (cff.u8(charstrings) !== LONG) cff.fault("its charstrings are not found");
  const place = charstrings + 1;
  const own = indexAt(cff, cff.u32(place));
  if (own.count !== advances.length) cff.fault(`it has ${own.count} charstrings for ${advances.length} glyphs`);
  const items = advances.map((advance, gid) => {
    const charstring = cff.bytes.subarray(own.at(gid), own.at(gid + 1));
    // the first operand on the stack, before those of the first operator (Adobe Technical Note 5177, 3.1)
    const out = new Uint8Array(3 + charstring.length);
    out.set([SHORT, (advance >> 8) & 255, advance & 255]);
    out.set(charstring, 3);
    return out;
  });
  const index = indexOf(items);
  const out = new Uint8Array(cff.length + index.length);
  out.set(cff.bytes);
  out.set(index, cff.length);
  new DataView(out.buffer).setUint32(place, cff.length);
  for (const [i, at] of (operands.get(FONT_BBOX) ?? []).entries()) if (out[at] === SHORT) out.set(box.subarray(2 * i, 2 * i + 2), at + 1);
  return out;
}

/** Places of the operands of a dictionary between two offsets, by operator of one byte. */
function operandsOf(cff: FontTable, from: number, to: number): ReadonlyMap<number, readonly number[]> {
  const out = new Map<number, readonly number[]>();
  let operands: number[] = [];
  for (let i = from; i < to;) {
    const b = cff.u8(i);
    if (b <= 21) {
      if (b !== ESCAPE) out.set(b, operands);
      operands = [];
      i += b === ESCAPE ? 2 : 1;
      continue;
    }
    operands.push(i);
    if (b === SHORT) i += 3;
    else if (b === LONG) i += 5;
    else if (b === REAL) {
      do i++;
      while ((cff.u8(i) & 15) !== 15 && cff.u8(i) >> 4 !== 15);
      i++;
    } else i += b >= 247 ? 2 : 1;
  }
  return out;
}

interface Index {
  readonly count: number;
  readonly end: number;
  /** of an item, or the end of the last */
  at(i: number): number;
}

function indexAt(cff: FontTable, at: number): Index {
  const count = cff.u16(at);
  if (count === 0) return { count, end: at + 2, at: () => at + 2 };
  const size = cff.u8(at + 2);
  const base = at + 2 + (count + 1) * size;
  const offset = (i: number): number => {
    let v = 0;
    for (let k = 0; k < size; k++) v = v * 256 + cff.u8(at + 3 + i * size + k);
    return base + v;
  };
  return { count, end: offset(count), at: offset };
}

function indexOf(items: readonly Uint8Array[]): Uint8Array {
  const data = items.reduce((n, { length }) => n + length, 0);
  const out = new Uint8Array(3 + 4 * (items.length + 1) + data);
  const view = new DataView(out.buffer);
  view.setUint16(0, items.length);
  view.setUint8(2, 4);
  let at = 3 + 4 * (items.length + 1);
  view.setUint32(3, 1);
  for (const [i, item] of items.entries()) {
    out.set(item, at);
    at += item.length;
    view.setUint32(3 + 4 * (i + 1), at - (2 + 4 * (items.length + 1)));
  }
  return out;
}
