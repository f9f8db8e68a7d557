// Deltas of COLR at coordinates of a variable font (OpenType 1.9.1: item variation stores, avar).
import { tuple } from "../../../base/tuple.js";
import { FontTable, tablePlaces } from "../../../base/font-table.js";
import type { Variations } from "../../../base/variations.js";

const F2DOT14 = 0x4000;
const AXIS = 20;
const LONG_WORDS = 0x8000;

/** Returns the delta of a variation index at coordinates of all axes. @throws FontFault */
export function deltasOf(font: Uint8Array, variations: Variations): (index: number) => number {
  const places = tablePlaces(font);
  const t = FontTable.of(font, places, "COLR");
  const store = t.u16(0) === 0 ? 0 : t.u32(30);
  if (store === 0) return () => 0;
  const map = t.u32(26);
  const at = normalized(FontTable.of(font, places, "fvar"), places.has("avar") ? FontTable.of(font, places, "avar") : null, variations);
  const scalars = scalarsOf(t, store + t.u32(store + 2), at);
  const known = new Map<number, number>();
  return (index) => {
    let delta = known.get(index);
    if (delta === undefined) {
      const [outer, inner] = map === 0 ? [index >>> 16, index & 0xffff] : mapped(t, map, index);
      known.set(index, (delta = deltaOf(t, store, { outer, inner }, scalars)));
    }
    return delta;
  };
}

/** Coordinates from -1 to 1, in the order of fvar. */
function normalized(fvar: FontTable, avar: FontTable | null, variations: Variations): readonly number[] {
  let segments = 8;
  return Array.from({ length: fvar.u16(8) }, (_, i) => {
    const axis = fvar.u16(4) + AXIS * i;
    const [min, usual, max] = tuple(
      [4, 8, 12].map((field) => fvar.i32(axis + field) / 65536),
      3,
    );
    const value = Math.min(max, Math.max(min, variations[fvar.name(axis)] ?? usual));
    const range = value < usual ? usual - min : max - usual;
    const plain = range === 0 ? 0 : Math.round(((value - usual) / range) * F2DOT14) / F2DOT14;
    if (!avar) return plain;
    const count = avar.u16(segments);
    const pairs = Array.from({ length: count }, (_pair, k) => ({
      from: avar.i16(segments + 2 + 4 * k) / F2DOT14,
      to: avar.i16(segments + 4 + 4 * k) / F2DOT14,
    }));
    segments += 2 + 4 * count;
    return moved(plain, pairs);
  });
}

function moved(value: number, pairs: readonly { readonly from: number; readonly to: number }[]): number {
  const k = pairs.findIndex(({ from }) => from >= value);
  const [before, after] = [pairs[k - 1], pairs[k]];
  if (!after) return value;
  if (after.from === value || !before) return after.to;
  return before.to + ((after.to - before.to) * (value - before.from)) / (after.from - before.from);
}

/** Share of each region of the store. */
function scalarsOf(t: FontTable, regions: number, at: readonly number[]): readonly number[] {
  const axes = t.u16(regions);
  return Array.from({ length: t.u16(regions + 2) }, (_, r) => {
    let scalar = 1;
    for (let a = 0; a < axes; a++) {
      const field = regions + 4 + 6 * (axes * r + a);
      const [start, peak, end] = tuple(
        [0, 2, 4].map((k) => t.i16(field + k) / F2DOT14),
        3,
      );
      scalar *= share(at[a] ?? 0, start, peak, end);
    }
    return scalar;
  });
}

function share(value: number, start: number, peak: number, end: number): number {
  if (peak === 0 || start > peak || peak > end || (start < 0 && end > 0)) return 1;
  if (value === peak) return 1;
  if (value <= start || value >= end) return 0;
  return value < peak ? (value - start) / (peak - start) : (end - value) / (end - peak);
}

/** Indexes beyond the map have its last entry. */
function mapped(t: FontTable, map: number, index: number): readonly [outer: number, inner: number] {
  const isLong = t.u8(map) === 1;
  const format = t.u8(map + 1);
  const count = isLong ? t.u32(map + 2) : t.u16(map + 2);
  if (count === 0) return [index >>> 16, index & 0xffff];
  const size = ((format >> 4) & 3) + 1;
  const from = map + (isLong ? 6 : 4) + size * Math.min(index, count - 1);
  let entry = 0;
  for (let k = 0; k < size; k++) entry = entry * 256 + t.u8(from + k);
  const inner = 2 ** ((format & 0xf) + 1);
  return [Math.floor(entry / inner), entry % inner];
}

/** 0 for a row that the store does not have. */
function deltaOf(
  t: FontTable,
  store: number,
  { outer, inner }: { readonly outer: number; readonly inner: number },
  scalars: readonly number[],
): number {
  if (outer >= t.u16(store + 6)) return 0;
  const offset = t.u32(store + 8 + 4 * outer);
  const data = store + offset;
  if (offset === 0 || inner >= t.u16(data)) return 0;
  const words = t.u16(data + 2);
  const [long, columns] = [words & ~LONG_WORDS, t.u16(data + 4)];
  const [wide, narrow] = words & LONG_WORDS ? [4, 2] : [2, 1];
  let at = data + 6 + 2 * columns + inner * (long * wide + (columns - long) * narrow);
  let sum = 0;
  for (let k = 0; k < columns; k++) {
    const size = k < long ? wide : narrow;
    const delta = size === 4 ? t.i32(at) : size === 2 ? t.i16(at) : (t.u8(at) << 24) >> 24;
    at += size;
    sum += delta * (scalars[t.u16(data + 6 + 2 * k)] ?? 0);
  }
  return sum;
}
