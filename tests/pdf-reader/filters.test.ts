import { deflateRawSync, deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyFilter } from "../../pdf-reader/filters.js";
import { Meter } from "../../pdf-reader/meter.js";
import type { PdfDict } from "../../pdf-reader/types.js";
import { runs } from "../support/runs.js";
import { BUDGETS, latin } from "./open.js";

/* Filters against zlib, and against the examples and definitions of ISO 32000-1, 7.4. */

const NONE: PdfDict = new Map();
const apply = (name: string, bytes: Uint8Array, params: PdfDict = NONE): { readonly bytes: Uint8Array; readonly damaged: boolean } =>
  applyFilter(name, bytes, params, new Meter(BUDGETS, bytes.length));
const same = (a: Uint8Array, b: Uint8Array): void => {
  expect(Buffer.compare(a, b)).toBe(0);
};
const data = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.nat(255), fc.nat(600)).map(([b, n]) => new Uint8Array(n).fill(b)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

describe("Flate", () => {
  test("inflates what zlib deflates, by any level and strategy", () => {
    fc.assert(
      fc.property(data, fc.nat(9), fc.nat(4), (bytes, level, strategy) => {
        for (const deflated of [deflateSync(bytes, { level, strategy }), deflateRawSync(bytes, { level, strategy })]) {
          const { bytes: found, damaged } = apply("FlateDecode", deflated);
          expect(damaged).toBe(false);
          same(found, bytes);
        }
      }),
      { numRuns: runs(60) },
    );
  });
  test("what is cut off is a beginning of the data", () => {
    fc.assert(
      fc.property(data, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
        const deflated = deflateSync(bytes);
        const { bytes: found } = apply("FlateDecode", deflated.subarray(0, Math.floor(share * deflated.length)));
        same(found, bytes.subarray(0, found.length));
      }),
      { numRuns: runs(60) },
    );
  });
  test("any bytes end without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        apply("FlateDecode", bytes);
        apply("LZWDecode", bytes);
        apply("ASCII85Decode", bytes);
        apply("RunLengthDecode", bytes);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** LZW as ISO 32000-1, 7.4.4.2 defines it. */
function lzw(bytes: Uint8Array, early: number): Uint8Array {
  let bits = "";
  let table = new Map<string, number>();
  let width = 9;
  const code = (value: number): void => {
    bits += value.toString(2).padStart(width, "0");
  };
  const reset = (): void => {
    table = new Map(Array.from({ length: 256 }, (_, i) => [String.fromCharCode(i), i]));
    table.set("clear", 256).set("end", 257);
    width = 9;
  };
  reset();
  code(256);
  let current = "";
  for (const byte of bytes) {
    const next = current + String.fromCharCode(byte);
    if (table.has(next)) {
      current = next;
      continue;
    }
    code(table.get(current)!);
    table.set(next, table.size);
    // the reader adds its entry one code later
    if (table.size + early > 1 << width) width++;
    if (table.size >= 4095) {
      code(256);
      reset();
    }
    current = String.fromCharCode(byte);
  }
  if (current !== "") {
    code(table.get(current)!);
    if (table.size + 1 + early > 1 << width && width < 12) width++;
  }
  code(257);
  return Uint8Array.from((bits.match(/.{1,8}/g) ?? []).map((b) => parseInt(b.padEnd(8, "0"), 2)));
}

describe("LZW", () => {
  test("the example of 7.4.4.2", () => {
    const { bytes } = apply("LZWDecode", Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01));
    expect([...bytes]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  });
  test("with and without early change, through all widths and a full table", () => {
    const noise = Uint8Array.from({ length: 20_000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
    for (const early of [1, 0]) same(apply("LZWDecode", lzw(noise, early), new Map([["EarlyChange", early]])).bytes, noise);
    fc.assert(
      fc.property(data, fc.nat(1), (bytes, early) =>
        same(apply("LZWDecode", lzw(bytes, early), new Map([["EarlyChange", early]])).bytes, bytes),
      ),
      { numRuns: runs(30) },
    );
  });
});

describe("ASCII and run lengths", () => {
  test.each([
    ["ASCIIHexDecode", "48 65 6C6c 6F7>", "Hellop"],
    ["ASCII85Decode", '<~87cURD]i,"Ebo80~>', "Hello World!"],
    ["ASCII85Decode", "z~>", "\0\0\0\0"],
    ["RunLengthDecode", "\x02abc\xfeX\x80zzz", "abcXXX"],
  ])("%s", (name, encoded, plain) => {
    const { bytes, damaged } = apply(name, latin(encoded));
    expect([Buffer.from(bytes).toString("latin1"), damaged]).toEqual([plain, false]);
  });
  test("ASCII85 of any bytes", () => {
    const encode = (bytes: Uint8Array): string => {
      let out = "";
      for (let at = 0; at < bytes.length; at += 4) {
        const n = Math.min(4, bytes.length - at);
        let value = 0;
        for (let i = 0; i < 4; i++) value = value * 256 + (bytes[at + i] ?? 0);
        let digits = "";
        for (let i = 0; i < 5; i++, value = Math.floor(value / 85)) digits = String.fromCharCode(33 + (value % 85)) + digits;
        out += digits.slice(0, n + 1);
      }
      return `${out}~>`;
    };
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => same(apply("ASCII85Decode", latin(encode(bytes))).bytes, bytes)),
      { numRuns: runs(100) },
    );
  });
});

describe("predictors", () => {
  const rows = fc.record({
    colors: fc.integer({ min: 1, max: 4 }),
    depth: fc.constantFrom(1, 2, 4, 8, 16),
    columns: fc.integer({ min: 1, max: 9 }),
    kinds: fc.array(fc.nat(4), { minLength: 1, maxLength: 6 }),
    seed: fc.uint8Array({ minLength: 64, maxLength: 64 }),
  });
  test("PNG filters of each row (PNG 1.2, chapter 6)", () => {
    fc.assert(
      fc.property(rows, ({ colors, depth, columns, kinds, seed }) => {
        const row = Math.ceil((colors * depth * columns) / 8);
        const pixel = Math.ceil((colors * depth) / 8);
        const plain = Uint8Array.from({ length: row * kinds.length }, (_, i) => seed[i % 64]! ^ i);
        const at = (r: number, i: number): number => (r < 0 || i < 0 ? 0 : plain[r * row + i]!);
        const paeth = (a: number, b: number, c: number): number => {
          const p = a + b - c;
          const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
          return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
        };
        const filtered = kinds.flatMap((kind, r) => [
          kind,
          ...Array.from({ length: row }, (_, i) => {
            const [a, b, c] = [at(r, i - pixel), at(r - 1, i), i < pixel ? 0 : at(r - 1, i - pixel)];
            return (at(r, i) - [0, a, b, (a + b) >> 1, paeth(a, b, c)][kind]!) & 255;
          }),
        ]);
        const params = new Map([
          ["Predictor", 15],
          ["Colors", colors],
          ["BitsPerComponent", depth],
          ["Columns", columns],
        ]);
        same(apply("FlateDecode", deflateSync(Uint8Array.from(filtered)), params).bytes, plain);
      }),
      { numRuns: runs(60) },
    );
  });
  test("TIFF differences of 8 and of 4 bits", () => {
    const params = (depth: number): PdfDict =>
      new Map([
        ["Predictor", 2],
        ["Colors", 1],
        ["BitsPerComponent", depth],
        ["Columns", 4],
      ]);
    expect([...apply("FlateDecode", deflateSync(Uint8Array.of(1, 2, 3, 255, 9, 0, 0, 1)), params(8)).bytes]).toEqual([
      1, 3, 6, 5, 9, 9, 9, 10,
    ]);
    expect([...apply("FlateDecode", deflateSync(Uint8Array.of(0x12, 0x3f)), params(4)).bytes]).toEqual([0x13, 0x65]);
  });
});
