// Values in DER (X.690, 10 and 11).
import { concatBytes } from "../../../base/bytes.js";

/** Encoded values. */
export type Der = Uint8Array;

export function tagged(tag: number, ...content: readonly Der[]): Der {
  const length = content.reduce((n, part) => n + part.length, 0);
  return concatBytes([Uint8Array.of(tag, ...lengthBytes(length)), ...content]);
}

function lengthBytes(length: number): readonly number[] {
  if (length < 128) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest & 255);
  return [128 | bytes.length, ...bytes];
}

export const sequence = (...items: readonly Der[]): Der => tagged(0x30, ...items);
/** A SET OF is sorted by the bytes of its items (11.6). */
export const setOf = (...items: readonly Der[]): Der => tagged(0x31, ...items.toSorted(Buffer.compare));
/** Writes a context-specific tag: EXPLICIT, or IMPLICIT for constructed types. */
export const context = (number: number, ...content: readonly Der[]): Der => tagged(0xa0 | number, ...content);
export const octets = (bytes: Uint8Array): Der => tagged(0x04, bytes);
export const nothing = (): Der => Uint8Array.of(0x05, 0);
export const truth = (): Der => Uint8Array.of(0x01, 1, 0xff);

/** Writes a non-negative INTEGER of big-endian bytes. */
export function integer(value: number | Uint8Array): Der {
  const given = typeof value === "number" ? Uint8Array.from(Buffer.from(value.toString(16).padStart(12, "0"), "hex")) : value;
  let from = 0;
  while (from < given.length - 1 && given[from] === 0) from++;
  const bytes = given.subarray(from);
  return tagged(0x02, bytes[0]! >= 0x80 ? concatBytes([Uint8Array.of(0), bytes]) : bytes);
}

export function oid(name: string): Der {
  const [first = 0, second = 0, ...rest] = name.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((value) => {
    const digits = [value % 128];
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift(128 | (left % 128));
    return digits;
  });
  return tagged(0x06, Uint8Array.from(bytes));
}
