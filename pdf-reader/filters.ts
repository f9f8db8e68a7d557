// Filters of streams (ISO 32000-1, 7.4): those that are not an image's codec.
import { CLASS, HEX } from "./lexer.js";
import { integerOf } from "./objects.js";
import { inflateTo, Output } from "./inflate.js";
import type { Meter } from "./meter.js";
import type { PdfDict } from "./types.js";

/** short names of inline images (table 94) */
const NAMES: ReadonlyMap<string, Filter> = new Map([
  ["FlateDecode", flate],
  ["Fl", flate],
  ["LZWDecode", lzw],
  ["LZW", lzw],
  ["ASCIIHexDecode", asciiHex],
  ["AHx", asciiHex],
  ["ASCII85Decode", ascii85],
  ["A85", ascii85],
  ["RunLengthDecode", runLength],
  ["RL", runLength],
]);
export const isFilter = (name: string): boolean => NAMES.has(name);

type Parameter = (key: string, otherwise: number) => number;
/** @returns false if damaged */
type Filter = (bytes: Uint8Array, out: Output, parameter: Parameter) => boolean;

/** Applies a filter; output is counted. `params` has direct numbers. */
export function applyFilter(
  name: string,
  bytes: Uint8Array,
  params: PdfDict | null,
  meter: Meter,
): { readonly bytes: Uint8Array; readonly damaged: boolean } {
  const parameter: Parameter = (key, otherwise) => integerOf(params?.get(key)) ?? otherwise;
  const out = new Output(Math.max(0, meter.left), () => meter.over("pdf_decoded_bytes", "bytes after decoding"), 3 * bytes.length);
  const filter = NAMES.get(name)!;
  const sound = filter(bytes, out, parameter);
  meter.decoded(out.length + out.spent);
  const decoded = out.take();
  if (filter !== flate && filter !== lzw) return { bytes: decoded, damaged: !sound };
  const plain = unpredicted(decoded, parameter, meter);
  return { bytes: plain ?? decoded, damaged: !sound || plain === null };
}

function flate(bytes: Uint8Array, out: Output): boolean {
  // some writers leave an end of line before the data
  let at = 0;
  while (at < 2 && (bytes[at] === 10 || bytes[at] === 13)) at++;
  return inflateTo(at === 0 ? bytes : bytes.subarray(at), out);
}

/** Variable codes of 9 to 12 bits (7.4.4.2). */
function lzw(bytes: Uint8Array, out: Output, parameter: Parameter): boolean {
  const early = parameter("EarlyChange", 1) === 0 ? 0 : 1;
  const starts = new Uint32Array(4096);
  const lengths = new Uint16Array(4096);
  let next = 258;
  let width = 9;
  let previous = -1;
  let [previousStart, previousLength] = [0, 0];
  let bits = 0;
  let count = 0;
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffffff;
    count += 8;
    if (count < width) continue;
    count -= width;
    const code = (bits >> count) & ((1 << width) - 1);
    if (code === 257) return true;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    const start = out.length;
    if (code < 256) out.push(code);
    else {
      const repeats = code === next && previous >= 0;
      if (code >= next && !repeats) return false;
      const [from, length] = repeats ? [previousStart, previousLength + 1] : [starts[code]!, lengths[code]!];
      out.repeat(from, length);
    }
    if (previous >= 0 && next < 4096) {
      // the previous run with the first byte of this one, which follows it
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      next++;
    }
    [previous, previousStart, previousLength] = [code, start, out.length - start];
    const reach = next + early;
    width = reach >= 2048 ? 12 : reach >= 1024 ? 11 : reach >= 512 ? 10 : 9;
  }
  return true;
}

function asciiHex(bytes: Uint8Array, out: Output): boolean {
  const to = out.room((bytes.length + 1) >> 1);
  let { length } = out;
  let high = -1;
  let sound = true;
  for (let at = 0; at < bytes.length; at++) {
    const c = bytes[at]!;
    if (c === 0x3e) break;
    const digit = HEX[c]!;
    if (digit === 255) {
      if (CLASS[c] !== 1) sound = false;
    } else if (high < 0) high = digit;
    else {
      to[length++] = high * 16 + digit;
      high = -1;
    }
  }
  if (high >= 0) to[length++] = high * 16;
  out.length = length;
  return sound;
}

function ascii85(bytes: Uint8Array, out: Output): boolean {
  const from = bytes[0] === 0x3c && bytes[1] === 0x7e ? 2 : 0;
  const [end, most] = extentOf85(bytes, from);
  const to = out.room(most);
  let { length } = out;
  let value = 0;
  let digits = 0;
  let sound = true;
  for (let at = from; at < end; at++) {
    const c = bytes[at]!;
    if (CLASS[c] === 1) continue;
    if (c === 0x7a && digits === 0) {
      // new bytes are zero
      length += 4;
      continue;
    }
    sound = c >= 0x21 && c <= 0x75;
    if (!sound) break;
    value = value * 85 + (c - 0x21);
    if (++digits < 5) continue;
    sound = value <= 0xffffffff;
    if (!sound) break;
    to[length++] = value / 0x1000000;
    to[length++] = value >>> 16;
    to[length++] = value >>> 8;
    to[length++] = value;
    value = digits = 0;
  }
  if (sound && digits === 1) sound = false;
  else if (sound && digits > 1) {
    for (let i = digits; i < 5; i++) value = value * 85 + 84;
    for (let i = 0; i < digits - 1; i++) to[length++] = Math.floor(value / 2 ** (24 - 8 * i));
  }
  out.length = length;
  return sound;
}

/** End of the data and bytes of output at most, counted before they are made: a `z` is four. */
function extentOf85(bytes: Uint8Array, from: number): readonly [end: number, most: number] {
  let [at, zeros] = [from, 0];
  for (; at < bytes.length && bytes[at] !== 0x7e; at++) if (bytes[at] === 0x7a) zeros++;
  return [at, 4 * zeros + 4 * Math.ceil((at - from - zeros) / 5)];
}

function runLength(bytes: Uint8Array, out: Output): boolean {
  for (let at = 0; at < bytes.length;) {
    const n = bytes[at++]!;
    if (n === 128) return true;
    if (n < 128) {
      out.append(bytes.subarray(at, at + n + 1));
      at += n + 1;
      if (at > bytes.length) return false;
    } else {
      if (at >= bytes.length) return false;
      out.room(257 - n).fill(bytes[at++]!, out.length, out.length + 257 - n);
      out.length += 257 - n;
    }
  }
  return true;
}

/** Null for invalid parameters (7.4.4.4). An unfinished last row remains. */
function unpredicted(bytes: Uint8Array, parameter: Parameter, meter: Meter): Uint8Array | null {
  const predictor = parameter("Predictor", 1);
  if (predictor <= 1) return bytes;
  const [colors, depth, columns] = [parameter("Colors", 1), parameter("BitsPerComponent", 8), parameter("Columns", 1)];
  if (colors < 1 || columns < 1 || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const row = Math.ceil((colors * depth * columns) / 8);
  const pixel = Math.ceil((colors * depth) / 8);
  if (!Number.isSafeInteger(row) || row > 1 << 30) return null;
  // samples of a few bits are as much work as bytes
  if (predictor === 2 && depth < 8) meter.decoded(bytes.length * (8 / depth));
  if (predictor === 2) return differences(bytes.slice(), { row, colors, depth, columns });
  return predictor >= 10 && predictor <= 15 ? png(bytes, row, pixel) : null;
}

function differences(
  bytes: Uint8Array,
  { row, colors, depth, columns }: { readonly row: number; readonly colors: number; readonly depth: number; readonly columns: number },
): Uint8Array {
  for (let from = 0; from < bytes.length; from += row) {
    const end = Math.min(from + row, bytes.length);
    if (depth === 8) for (let i = from + colors; i < end; i++) bytes[i] = bytes[i]! + bytes[i - colors]!;
    else if (depth === 16)
      for (let i = from + 2 * colors; i + 1 < end; i += 2) {
        const sum = ((bytes[i]! << 8) | bytes[i + 1]!) + ((bytes[i - 2 * colors]! << 8) | bytes[i - 2 * colors + 1]!);
        bytes[i] = sum >> 8;
        bytes[i + 1] = sum;
      }
    else {
      const mask = (1 << depth) - 1;
      const left = new Uint8Array(Math.min(colors, 8 * row));
      for (let sample = 0; sample < colors * columns; sample++) {
        const bit = sample * depth;
        const at = from + (bit >> 3);
        if (at >= end) break;
        const shift = 8 - depth - (bit & 7);
        const component = sample % colors;
        const value = (((bytes[at]! >> shift) & mask) + (left[component] ?? 0)) & mask;
        if (component < left.length) left[component] = value;
        bytes[at] = (bytes[at]! & ~(mask << shift)) | (value << shift);
      }
    }
  }
  return bytes;
}

function png(bytes: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(bytes.length - rows);
  for (let from = 0, to = 0; from < bytes.length; from += row + 1, to += row) {
    const n = Math.min(row, bytes.length - from - 1);
    out.set(bytes.subarray(from + 1, from + 1 + n), to);
    PNG_ROWS[bytes[from]!]?.(out, { from: to, to: to + n, row: to > 0 ? row : 0, pixel });
  }
  return out;
}

/** `row`: distance of the row above; 0 for the first */
interface PngRow {
  readonly from: number;
  readonly to: number;
  readonly row: number;
  readonly pixel: number;
}

/** Adds the prediction of each filter type (PNG 1.2, chapter 6); others than these change nothing. */
const PNG_ROWS: readonly (((out: Uint8Array, row: PngRow) => void) | null)[] = [
  null,
  (out, { from, to, pixel }) => {
    for (let i = from + pixel; i < to; i++) out[i]! += out[i - pixel]!;
  },
  (out, { from, to, row }) => {
    if (row > 0) for (let i = from; i < to; i++) out[i]! += out[i - row]!;
  },
  (out, { from, to, row, pixel }) => {
    for (let i = from; i < to; i++) {
      const left = i >= from + pixel ? out[i - pixel]! : 0;
      out[i]! += (left + (row > 0 ? out[i - row]! : 0)) >> 1;
    }
  },
  (out, { from, to, row, pixel }) => {
    for (let i = from; i < to; i++) {
      const [hasLeft, hasUp] = [i >= from + pixel, row > 0];
      const left = hasLeft ? out[i - pixel]! : 0;
      const up = hasUp ? out[i - row]! : 0;
      const corner = hasLeft && hasUp ? out[i - row - pixel]! : 0;
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      out[i]! += a <= b && a <= c ? left : b <= c ? up : corner;
    }
  },
];
