// Filters of streams (ISO 32000-1, 7.4): those that are not an image's codec.
import { CLASS, HEX, integerOf } from "./lexer.js";
import { inflateTo, Output } from "./inflate.js";
import type { Meter } from "./meter.js";
import type { PdfDict } from "./types.js";

/** short names of inline images (table 94) */
const NAMES: Readonly<Record<string, Filter>> = {
  FlateDecode: flate,
  Fl: flate,
  LZWDecode: lzw,
  LZW: lzw,
  ASCIIHexDecode: asciiHex,
  AHx: asciiHex,
  ASCII85Decode: ascii85,
  A85: ascii85,
  RunLengthDecode: runLength,
  RL: runLength,
};
export const isFilter = (name: string): boolean => Object.hasOwn(NAMES, name);

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
  const sound = NAMES[name]!(bytes, out, parameter);
  meter.decoded(out.length);
  const decoded = out.take();
  if (NAMES[name] !== flate && NAMES[name] !== lzw) return { bytes: decoded, damaged: !sound };
  const plain = unpredicted(decoded, parameter);
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
      const to = out.room(length);
      for (let i = 0; i < length; i++) to[start + i] = to[from + i]!;
      out.length = start + length;
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
  let high = -1;
  let sound = true;
  for (const c of bytes) {
    if (c === 0x3e) break;
    const digit = HEX[c]!;
    if (digit === 255) {
      if (CLASS[c] !== 1) sound = false;
    } else if (high < 0) high = digit;
    else {
      out.push(high * 16 + digit);
      high = -1;
    }
  }
  if (high >= 0) out.push(high * 16);
  return sound;
}

function ascii85(bytes: Uint8Array, out: Output): boolean {
  let value = 0;
  let digits = 0;
  const put = (n: number): void => {
    for (let i = 0; i < n; i++) out.push(Math.floor(value / 2 ** (24 - 8 * i)) & 255);
  };
  for (let at = bytes[0] === 0x3c && bytes[1] === 0x7e ? 2 : 0; at < bytes.length; at++) {
    const c = bytes[at]!;
    if (CLASS[c] === 1) continue;
    if (c === 0x7e) break;
    if (c === 0x7a && digits === 0) {
      value = 0;
      put(4);
      continue;
    }
    if (c < 0x21 || c > 0x75) return false;
    value = value * 85 + (c - 0x21);
    if (++digits < 5) continue;
    if (value > 0xffffffff) return false;
    put(4);
    value = digits = 0;
  }
  if (digits === 1) return false;
  if (digits > 1) {
    for (let i = digits; i < 5; i++) value = value * 85 + 84;
    put(digits - 1);
  }
  return true;
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

/** Null for invalid parameters (7.4.4.4). An unfinished last row is kept. */
function unpredicted(bytes: Uint8Array, parameter: Parameter): Uint8Array | null {
  const predictor = parameter("Predictor", 1);
  if (predictor <= 1) return bytes;
  const [colors, depth, columns] = [parameter("Colors", 1), parameter("BitsPerComponent", 8), parameter("Columns", 1)];
  if (colors < 1 || columns < 1 || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const row = Math.ceil((colors * depth * columns) / 8);
  const pixel = Math.ceil((colors * depth) / 8);
  if (!Number.isSafeInteger(row) || row > 1 << 30) return null;
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
    const kind = bytes[from]!;
    const n = Math.min(row, bytes.length - from - 1);
    for (let i = 0; i < n; i++) {
      const left = i >= pixel ? out[to + i - pixel]! : 0;
      const up = to > 0 ? out[to + i - row]! : 0;
      const corner = to > 0 && i >= pixel ? out[to + i - row - pixel]! : 0;
      out[to + i] = bytes[from + 1 + i]! + predicted(kind, left, up, corner);
    }
  }
  return out;
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
