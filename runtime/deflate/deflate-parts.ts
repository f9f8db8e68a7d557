// A long stream to parts that two threads can deflate, and the deflated parts to one zlib stream.
import { concatBytes } from "../../base/bytes.js";
import { constants, deflateRawSync, deflateSync } from "node:zlib";

/*
 * A long stream is deflated in parts, so that two threads can do it at once: each part goes on from what is before it, as if one
 * compressor had done them all, and ends on a whole byte. Where the parts end depends on the length alone: the bytes are the same whoever
 * makes them.
 */

const PART = 1 << 14;

/** How many parts a stream of so many bytes has. They are of one length, but for the last, which is from half of that to one and a half. */
export const partCount = (length: number): number => Math.max(1, Math.round(length / PART));

/** What is needed to deflate one part. */
export interface Part {
  /** the part's bytes, after those that it goes on from */
  readonly bytes: Uint8Array;
  /** how many bytes it goes on from */
  readonly before: number;
  readonly last: boolean;
  /** how far back repetitions are looked for, as a power of two */
  readonly window: number;
}

/** Part number `index` of a stream. */
export function partOf(bytes: Uint8Array, index: number, window: number): Part {
  const count = partCount(bytes.length);
  if (count === 1) return { bytes, before: 0, last: true, window };
  const start = index * PART;
  const before = Math.min(start, 1 << window);
  const last = index + 1 === count;
  return { bytes: bytes.subarray(start - before, last ? bytes.length : start + PART), before, last, window };
}

/** A stream's only part as a zlib stream (RFC 1950); one of several as a piece of a deflate stream (RFC 1951). */
export function deflatePart({ bytes, before, last, window: windowBits }: Part, level: number): Uint8Array {
  if (last && before === 0) return deflateSync(bytes, { level, windowBits });
  return deflateRawSync(bytes.subarray(before), {
    level,
    windowBits,
    ...(before > 0 && { dictionary: bytes.subarray(0, before) }),
    finishFlush: last ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });
}

/** The zlib stream (RFC 1950, 2.2) of a stream's deflated parts, of which there are several. */
export function joinParts(parts: readonly Uint8Array[], adler: number, window: number): Uint8Array {
  const method = ((window - 8) << 4) | 8;
  // deflated as level 6 does, and a check of both bytes
  const flags = 2 << 6;
  const header = [method, flags + 31 - ((256 * method + flags) % 31)];
  return concatBytes([header, ...parts, [adler >>> 24, (adler >>> 16) & 255, (adler >>> 8) & 255, adler & 255]]);
}

/** A zlib stream's check of what was deflated (RFC 1950, 8.2). */
export function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let from = 0; from < bytes.length;) {
    // as many bytes as fit in 32 bits before the sums must be reduced
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
