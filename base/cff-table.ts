// Structures of CFF tables: indexes, dictionaries, FDSelect (Adobe Technical Note 5176).
import { FontFault, type FontTable } from "./font-table.js";

/** Items of an index; undefined beyond them. */
export interface CffIndex {
  readonly count: number;
  item(i: number): Uint8Array | undefined;
}

/** Operands by operator, as they are encoded; two-byte operators are 0x0c00 plus the second byte. */
export type CffDict = ReadonlyMap<number, Uint8Array>;

/** An index without items. */
export const NO_ITEMS: CffIndex = { count: 0, item: () => undefined };

/** Reads an index, whose items are checked when they are read. @throws FontFault */
export function readCffIndex(table: FontTable, at: number): CffIndex & { readonly end: number } {
  const count = table.u16(at);
  if (count === 0) return { ...NO_ITEMS, end: at + 2 };
  const size = table.u8(at + 2);
  if (!(size >= 1 && size <= 4)) table.fault(`the offsets of an index must be of 1 to 4 bytes; found ${size}`);
  table.within(at + 3, (count + 1) * size);
  const data = table.bytes;
  const base = at + 2 + (count + 1) * size;
  const offset = (i: number): number => {
    let v = 0;
    for (let k = at + 3 + i * size, end = k + size; k < end; k++) v = v * 256 + data[k]!;
    return base + v;
  };
  const end = offset(count);
  if (end > data.length) table.fault("an index reaches beyond the table");
  const item = (i: number): Uint8Array | undefined => {
    if (!(i >= 0 && i < count)) return undefined;
    const from = offset(i);
    const to = offset(i + 1);
    if (!(base < from && from <= to && to <= end)) table.fault(`item ${i} of an index lies outside of it`);
    return data.subarray(from, to);
  };
  return { count, end, item };
}

/** bytes of 48 operands, few of them real */
const LONGEST_OPERANDS = 512;

/** Reads a dictionary; an operator has at most the operands of a Type 2 stack. @throws FontFault */
export function readCffDict(data: Uint8Array): CffDict {
  const out = new Map<number, Uint8Array>();
  const broken = (): never => {
    throw new FontFault("CFF ", "a dictionary cannot be read");
  };
  let start = 0;
  for (let i = 0; i < data.length;) {
    const b = data[i]!;
    if (b <= 21) {
      const operator = b === 12 ? 0x0c00 | (data[i + 1] ?? broken()) : b;
      if (i - start > LONGEST_OPERANDS) broken();
      out.set(operator, data.subarray(start, i));
      i += b === 12 ? 2 : 1;
      start = i;
    } else if (b === 28) i += 3;
    else if (b === 29) i += 5;
    else if (b === 30) {
      do i++;
      while (i < data.length && (data[i]! & 15) !== 15 && data[i]! >> 4 !== 15);
      i++;
    } else if (b < 32 || b === 255) broken();
    else i += b >= 247 ? 2 : 1;
    if (i > data.length) broken();
  }
  return out;
}

/** Nibbles of a real (table 5); 15 ends it. */
const NIBBLES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "E", "E-", "", "-"];

/** Returns the numbers of operands that `readCffDict` has read. */
export function cffNumbers(operands: Uint8Array): readonly number[] {
  const out: number[] = [];
  const view = new DataView(operands.buffer, operands.byteOffset, operands.byteLength);
  for (let i = 0; i < operands.length;) {
    const b = operands[i]!;
    if (b === 30) {
      let text = "";
      let isEnd = false;
      for (i++; !isEnd && i < operands.length; i++)
        for (const nibble of [operands[i]! >> 4, operands[i]! & 15]) {
          if (nibble === 15) isEnd = true;
          else if (!isEnd) text += NIBBLES[nibble]!;
        }
      out.push(Number(text) || 0);
      continue;
    }
    if (b === 28) out.push(view.getInt16(i + 1));
    else if (b === 29) out.push(view.getInt32(i + 1));
    else if (b < 247) out.push(b - 139);
    else if (b < 251) out.push((b - 247) * 256 + operands[i + 1]! + 108);
    else out.push(-(b - 251) * 256 - operands[i + 1]! - 108);
    i += b === 28 ? 3 : b === 29 ? 5 : b >= 247 ? 2 : 1;
  }
  return out;
}

/** Reads the font dictionary of each glyph. @throws FontFault */
export function readFdSelect(table: FontTable, at: number, glyphs: number): Uint8Array {
  const format = table.u8(at);
  const of = new Uint8Array(glyphs);
  if (format === 0) {
    table.within(at + 1, glyphs);
    of.set(table.bytes.subarray(at + 1, at + 1 + glyphs));
  } else if (format === 3) {
    let from = table.u16(at + 3);
    for (let i = 0, n = table.u16(at + 1); i < n; i++) {
      const r = at + 3 + 3 * i;
      const next = table.u16(r + 3);
      if (next <= from) table.fault("the ranges of FDSelect are not in order");
      of.fill(table.u8(r + 2), from, next);
      from = next;
    }
  } else table.fault(`FDSelect of format ${format}`);
  return of;
}
