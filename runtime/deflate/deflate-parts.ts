import { concatBytes } from "../../base/bytes.js";
import { constants, deflateRawSync } from "node:zlib";
import { deflateWhole } from "./deflate-whole.js";
import { deflateJoined } from "./joined-streams.js";

/*
 * Long streams are deflated in parts by two threads: each part continues from the bytes before it and ends on a byte boundary. Boundaries
 * depend on the length only, so that the result is independent of threads.
 */

/**
 * Bytes of a part, not a power of two: a part that ends where a reader's buffer does leaves the reader in doubt if the stream is
 * complete.
 */
export const PART = 16_400;

/** Longest streams of content that are one part: each of several parts costs a state of zlib. */
const CONTENT = 13;
const LONGEST_CONTENT = 60 << 10;
/** Objects that resemble their neighbours shrink to a tenth and less: their streams, of other windows, are always one part. */
const WIDEST = 15;

const longestWhole = (window: number): number => (window === CONTENT ? LONGEST_CONTENT : window === WIDEST ? 0 : Infinity);

/** The last part has 0.5 to 1.5 of the others' length. */
export const partCount = (length: number, window: number): number =>
  length <= longestWhole(window) ? 1 : Math.max(1, Math.round(length / PART));

export interface Part {
  /** bytes after the dictionary */
  readonly bytes: Uint8Array;
  readonly before: number;
  readonly last: boolean;
  /** power of two */
  readonly window: number;
  /** whole streams in `bytes` (`joined-streams.ts`); 0: a part of one */
  readonly joined: number;
}

export function partOf(bytes: Uint8Array, index: number, window: number): Part {
  const count = partCount(bytes.length, window);
  if (count === 1) return { bytes, before: 0, last: true, window, joined: 0 };
  const start = index * PART;
  const before = Math.min(start, 1 << window);
  const last = index + 1 === count;
  return { bytes: bytes.subarray(start - before, last ? bytes.length : start + PART), before, last, window, joined: 0 };
}

/** Bytes of a deflated part beyond its own. zlib's output buffer holds the whole result. */
const BEYOND = 64;

/** Single: zlib stream (RFC 1950); one of several: deflate segment (RFC 1951); joined streams: joined zlib streams. */
export function deflatePart({ bytes, before, last, window: windowBits, joined }: Part, level: number): Uint8Array {
  if (joined > 0) return deflateJoined(bytes, joined, level, windowBits);
  if (last && before === 0) return deflateWhole(bytes, level, windowBits);
  const chunkSize = bytes.length - before + BEYOND;
  return deflateRawSync(bytes.subarray(before), {
    level,
    windowBits,
    chunkSize,
    ...(before > 0 && { dictionary: bytes.subarray(0, before) }),
    finishFlush: last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });
}

/** Joins parts to a zlib stream (RFC 1950, 2.2). */
export function joinParts(parts: readonly Uint8Array[], adler: number, window: number): Uint8Array {
  const method = ((window - 8) << 4) | 8;
  // FLEVEL of level 6, and FCHECK
  const flags = 2 << 6;
  const header = [method, flags + 31 - ((256 * method + flags) % 31)];
  return concatBytes([header, ...parts, [adler >>> 24, (adler >>> 16) & 255, (adler >>> 8) & 255, adler & 255]]);
}

/** Returns the checksum of a zlib stream (RFC 1950, 8.2). */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length;) {
    // sums stay within 32 bits
    const to = Math.min(bytes.length, from + 3800);
    for (; from < to; from++) {
      a += bytes[from]!;
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
