// QR codes, model 2 (ISO/IEC 18004).
import { must } from "../help/reason.js";
import { BarcodeFault } from "./formats.js";
import type { Grid } from "./grid.js";
import { frameOf, maskedModules } from "./qr-modules.js";
import { bitsOf, bitsOfBytes, groupOf, segments, utf8, type Bits, type QrEncoding } from "./qr-segments.js";

/* Faster than BWIPP: labels and invoices need thousands. Tests compare both. */
type Level = "L" | "M" | "Q" | "H";

export interface QrOptions {
  readonly eclevel?: Level;
  /** 1 to 40 */
  readonly version?: number;
  /** 0 to 7 */
  readonly mask?: number;
  /** The content is GS1 element strings, U+001D between them (FNC1 in the first position). */
  readonly gs1?: boolean;
  readonly encoding?: QrEncoding;
}

/** error correction codewords per block, by version (ISO/IEC 18004, table 9) */
const CHECK: Readonly<Record<Level, readonly number[]>> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30,
  ],
};
/** blocks, by version */
const BLOCKS: Readonly<Record<Level, readonly number[]>> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43,
    45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59,
    62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66,
    70, 74, 77, 81,
  ],
};
const LEVEL_BITS: Readonly<Record<Level, number>> = { L: 1, M: 0, Q: 3, H: 2 };

function rawModules(version: number): number {
  let n = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const align = Math.floor(version / 7) + 2;
    n -= (25 * align - 10) * align - 55;
    if (version >= 7) n -= 36;
  }
  return n;
}
export const dataCodewords = (version: number, level: Level): number =>
  (rawModules(version) >> 3) - CHECK[level][version - 1]! * BLOCKS[level][version - 1]!;

// GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : EXP[LOG[a]! + LOG[b]!]!);

const generators = new Map<number, Uint8Array>();
/** Product of (x - 2^i), leading coefficient omitted. */
function generator(degree: number): Uint8Array {
  let g = generators.get(degree);
  if (!g) {
    g = new Uint8Array(degree);
    g[degree - 1] = 1;
    for (let i = 0; i < degree; i++) for (let j = 0; j < degree; j++) g[j] = times(g[j]!, EXP[i]!) ^ (j + 1 < degree ? g[j + 1]! : 0);
    generators.set(degree, g);
  }
  return g;
}

function remainder(data: readonly number[], degree: number): Uint8Array {
  const g = generator(degree);
  const out = new Uint8Array(degree);
  const last = degree - 1;
  for (const b of data) {
    const factor = b ^ out[0]!;
    for (let i = 0; i < last; i++) out[i] = out[i + 1]! ^ times(g[i]!, factor);
    out[last] = times(g[last]!, factor);
  }
  return out;
}

function interleaved(data: readonly number[], version: number, level: Level): number[] {
  const blocks = BLOCKS[level][version - 1]!;
  const degree = CHECK[level][version - 1]!;
  const short = Math.floor(data.length / blocks);
  const long = data.length % blocks;
  const parts: (readonly number[])[] = [];
  let at = 0;
  for (let b = 0; b < blocks; b++) {
    const n = short + (b >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, at + n));
    at += n;
  }
  const checks = parts.map((p) => remainder(p, degree));
  const out: number[] = [];
  for (let i = 0; i <= short; i++) for (const p of parts) if (i < p.length) out.push(p[i]!);
  for (let i = 0; i < degree; i++) for (const c of checks) out.push(c[i]!);
  return out;
}

/** @throws BarcodeFault if too long */
export function encodeQr(content: string, options: QrOptions): Grid {
  const { eclevel: level = "M", version: requestedVersion, mask: requestedMask, gs1 = false, encoding = {} } = options;
  const most = requestedVersion ?? encoding.most ?? 40;
  let made: { readonly version: number; readonly bits: Bits } | null = null;
  let group = -1;
  let bits: Bits | null = null;
  for (let v = requestedVersion ?? 1; v <= most; v++) {
    if (groupOf(v) !== group) {
      group = groupOf(v);
      bits = encoding.bytes
        ? bitsOfBytes(encoding.bytes, groupOf(v), encoding.eci)
        : bitsOf(segments(content, groupOf(v), gs1), groupOf(v), gs1);
    }
    if (bits && bits.length <= 8 * dataCodewords(v, level)) {
      made = { version: v, bits };
      break;
    }
  }
  if (!made) {
    const room = 8 * dataCodewords(most, level);
    const found = bits ? `${bits.length} bits` : `${utf8(content).length} bytes`;
    throw new BarcodeFault(
      "content",
      must(`at most ${room} bits, the capacity of version ${most} with error correction ${level}`, found, {
        advice: "shorten the content, or take a larger version or a lower error correction",
      }),
    );
  }
  const { version } = made;
  const capacity = dataCodewords(version, level);
  made.bits.put(0, Math.min(4, 8 * capacity - made.bits.length));
  made.bits.put(0, (8 - (made.bits.length % 8)) % 8);
  const data = made.bits.bytes;
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const codewords = interleaved(data, version, level);
  const frame = frameOf(version);
  const { size, order, plain } = frame;
  plain.set(frame.dark);
  for (let i = 0; i < 8 * codewords.length; i++) plain[order[i]!] = (codewords[i >> 3]! >> (7 - (i & 7))) & 1;
  const dark = maskedModules(frame, LEVEL_BITS[level], requestedMask ?? null);
  const lines = Array.from({ length: size + 1 }, (_, i) => i);
  return { xs: lines, ys: lines, dark };
}
