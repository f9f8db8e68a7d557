import { readCffDict, readCffIndex } from "../../../base/cff-table.js";
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
const SHORT_BYTES = 3;

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
  const names = readCffIndex(cff, cff.u8(2));
  const top = readCffDict(readCffIndex(cff, names.end).item(0) ?? new Uint8Array());
  const placeOf = (operands: Uint8Array): number => operands.byteOffset - cff.bytes.byteOffset;
  const charstrings = top.get(CHARSTRINGS);
  if (charstrings?.[0] !== LONG) return cff.fault("its charstrings are not found");
  const place = placeOf(charstrings) + 1;
  const own = readCffIndex(cff, cff.u32(place));
  if (own.count !== advances.length) cff.fault(`it has ${own.count} charstrings for ${advances.length} glyphs`);
  const items = advances.map((advance, gid) => {
    const charstring = own.item(gid)!;
    // the first operand on the stack, before those of the first operator (Adobe Technical Note 5177, 3.1)
    const out = new Uint8Array(SHORT_BYTES + charstring.length);
    out.set([SHORT, (advance >> 8) & 255, advance & 255]);
    out.set(charstring, SHORT_BYTES);
    return out;
  });
  const index = indexOf(items);
  const out = new Uint8Array(cff.length + index.length);
  out.set(cff.bytes);
  out.set(index, cff.length);
  new DataView(out.buffer).setUint32(place, cff.length);
  const bounds = top.get(FONT_BBOX) ?? new Uint8Array();
  for (let i = 0, at = 0; at < bounds.length && bounds[at] === SHORT; i++, at += SHORT_BYTES)
    out.set(box.subarray(2 * i, 2 * i + 2), placeOf(bounds) + at + 1);
  return out;
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
