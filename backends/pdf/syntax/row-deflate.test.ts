import { inflateRawSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DeflateBlock } from "./deflate-block.js";
import { DistinctRows } from "./row-deflate.js";
import { runs } from "../../../tests/support/runs.js";

/** Bytes of literals, and of matches as RFC 1951 describes them. */
function block(steps: readonly (number | readonly [length: number, distance: number])[]): {
  readonly deflated: Uint8Array;
  readonly plain: Buffer;
} {
  const out = new DeflateBlock();
  const plain: number[] = [];
  for (const step of steps) {
    if (typeof step === "number") {
      out.literal(step);
      plain.push(step);
      continue;
    }
    const [length, distance] = [step[0], 1 + (step[1] % Math.max(1, plain.length))];
    if (plain.length === 0) continue;
    out.match(length, distance);
    for (let i = 0; i < length; i++) plain.push(plain[plain.length - distance]!);
  }
  return { deflated: out.end(), plain: Buffer.from(plain) };
}

const steps = fc.array(fc.oneof(fc.nat(255), fc.tuple(fc.integer({ min: 3, max: 1000 }), fc.nat(32_767))), { maxLength: 300 });

test("a block of literals and matches inflates to their bytes", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const { deflated, plain } = block(all);
      expect(Buffer.compare(inflateRawSync(deflated), plain)).toBe(0);
    }),
    { numRuns: runs(200) },
  );
});

test("each length and distance has its code", () => {
  const far = Array.from({ length: 33_000 }, (_, i) => (i * i) % 251);
  for (let bits = 0; bits < 15; bits++) {
    const { deflated, plain } = block([
      ...far,
      ...[-1, 0, 1].map((by) => [3, 2 ** bits + by - 1] as const).filter(([, d]) => d >= 0),
      [5, 32_767],
    ]);
    expect(Buffer.compare(inflateRawSync(deflated), plain)).toBe(0);
  }
  const { deflated, plain } = block([7, ...Array.from({ length: 600 }, (_, i) => [[3 + i, 0] as const, i % 256]).flat()]);
  expect(Buffer.compare(inflateRawSync(deflated), plain)).toBe(0);
});

test("frequencies of which codes would be longer than 15 bits", () => {
  const all: number[] = [];
  for (let value = 0, a = 1, b = 1; value < 24; value++, [a, b] = [b, a + b]) for (let i = 0; i < a; i++) all.push(value);
  const { deflated, plain } = block(all);
  expect(Buffer.compare(inflateRawSync(deflated), plain)).toBe(0);
});

const SIZE = 31;
/** Few values in few places, so that rows recur. */
const row = fc.uniqueArray(fc.tuple(fc.constantFrom(0, 3, 14, 15, 16, 30), fc.constantFrom(1, 2, 200, -1)), {
  selector: ([at]) => at,
  maxLength: 4,
});

test("rows of mostly zeros inflate to their bytes, in one stream after another", () => {
  fc.assert(
    fc.property(fc.array(fc.array(row, { minLength: 1, maxLength: 60 }), { maxLength: 3 }), fc.nat(1500), (streams, again) => {
      const distinct = new DistinctRows(SIZE);
      for (const rows of streams) {
        const numbers = rows.map((entries) => {
          for (const [at, value] of [...entries].sort(([a], [b]) => a - b)) distinct.put(at, value);
          return distinct.end();
        });
        const long = [...numbers, ...Array.from({ length: again }, (_, i) => numbers[(i * i) % numbers.length]!)];
        const plain = Buffer.concat(
          rows.map((entries) => {
            const bytes = Buffer.alloc(SIZE);
            for (const [at, value] of entries) bytes[at] = value & 255;
            return bytes;
          }),
        );
        const expected = Buffer.concat([
          plain,
          ...Array.from({ length: again }, (_, i) => plain.subarray(((i * i) % rows.length) * SIZE, (((i * i) % rows.length) + 1) * SIZE)),
        ]);
        expect(Buffer.compare(inflateSync(distinct.deflated(long)), expected)).toBe(0);
        distinct.clear();
      }
    }),
    { numRuns: runs(100) },
  );
});

test("more distinct rows than the table has slots at first", () => {
  const distinct = new DistinctRows(SIZE);
  const numbers = Array.from({ length: 5000 }, (_, i) => {
    distinct.put(4, i >> 8);
    distinct.put(9, i & 255);
    return distinct.end();
  });
  const plain = inflateSync(distinct.deflated(numbers));
  for (let i = 0; i < 5000; i++) expect([plain[i * SIZE + 4], plain[i * SIZE + 9]]).toEqual([i >> 8, i & 255]);
});
