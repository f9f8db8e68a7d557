import { describe, expect, test } from "vitest";
import { fontOf, maxp, words } from "../../../tests/support/fonts/make.js";
import { COLOR_READER } from "./reader.js";

/* Variable paints at coordinates: numbers by the formulas of OpenType 1.9.1. */
const long = (v: number): readonly number[] => [v >>> 16, v & 0xffff];
const bytes = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const f2 = (v: number): number => Math.round(v * 0x4000) & 0xffff;
const tag = [0x7767, 0x6874];
const fvar = words(1, 0, 16, 2, 1, 20, 0, 8, tag, long(100 << 16), long(400 << 16), long(900 << 16), 0, 256);
/** Half of the way up is 0.25. */
const avar = words(1, 0, 0, 1, 4, f2(-1), f2(-1), 0, 0, f2(0.5), f2(0.25), f2(1), f2(1));

/** Two regions, towards both ends; rows of a delta in 16 and one in 8 bits. */
const rows: readonly (readonly [up: number, down: number])[] = [
  [400, -8],
  [-200, 40],
];
const store = bytes(
  words(1, long(12), 1, long(28), 1, 2),
  words(0, f2(1), f2(1), f2(-1), f2(-1), 0),
  words(2, 1, 2, 0, 1),
  ...rows.map(([up, down]) => [...words(up & 0xffff), down & 255]),
);

/** Glyph 1 is a paint that moves an outline, of format 15; its fields begin at `base`. */
function colr({ base = 0, map = [] as readonly number[] }): Uint8Array {
  const solid = [2, 0, 0, 0x40, 0];
  const outline = [10, 0, 0, 6, 0, 1, ...solid];
  const paint = [15, 0, 0, 12, ...words(100, 50), ...words(long(base)), ...outline];
  const list = [...words(long(1), 1, long(10)), ...paint];
  const at = 34 + list.length;
  const head = words(1, 0, long(0), long(0), 0, long(34), long(0), long(0), long(map.length > 0 ? at : 0), long(at + map.length));
  return bytes(head, list, map, store);
}

const cpal = bytes(words(0, 1, 1, 1, long(14), 0), [0x11, 0x22, 0x33, 0xff]);
const head = (): Uint8Array => {
  const table = new Uint8Array(54);
  new DataView(table.buffer).setUint16(18, 1000);
  return table;
};

const square = { verbs: "MLLLZ", coords: [0, 0, 10, 0, 10, 10, 0, 10] };

/** Place of the outline's origin, y up. */
function placeAt(wght: number, parts: Parameters<typeof colr>[0] = {}, more: Record<string, Uint8Array> = {}): readonly number[] {
  const font = fontOf({ COLR: colr(parts), CPAL: cpal, head: head(), maxp: maxp(2), fvar, ...more });
  const drawn = COLOR_READER.open(font, () => square, { wght }).glyph(1, "#000000")!;
  const [op] = drawn.ops;
  if (op?.op !== "path") throw new Error("not a path");
  return [op.path.coords[0]!, 0 - op.path.coords[1]!];
}

describe("a moved outline (FT-27)", () => {
  test.each([
    [400, 100, 50],
    [900, 100 + 400, 50 - 200],
    [650, 100 + 200, 50 - 100],
    [100, 100 - 8, 50 + 40],
    [250, 100 - 4, 50 + 20],
    // held to the axis
    [1000, 500, -150],
  ])("at weight %d it is at %d, %d", (wght, x, y) => {
    expect(placeAt(wght)).toEqual([x, y]);
  });

  test("avar moves the coordinate", () => {
    expect(placeAt(650, {}, { avar })).toEqual([200, 0]);
    expect(placeAt(775, {}, { avar })).toEqual([100 + 400 * 0.625, 50 - 200 * 0.625]);
    expect(placeAt(250, {}, { avar })).toEqual([96, 70]);
  });

  test.each([
    ["of bytes", [0, 0x00, 0, 2, 1, 0]],
    ["of words, with a long count", [1, 0x1f, 0, 0, 0, 2, 0, 1, 0, 0]],
  ])("a map %s leads to other rows; beyond it its last counts", (_, map) => {
    expect(placeAt(900, { map })).toEqual([100 - 200, 50 + 400]);
    expect(placeAt(900, { map, base: 1 })).toEqual([500, 450]);
  });

  test("rows that are not there, and no variation, change nothing", () => {
    for (const base of [2, 0x10000, 0xffffffff]) expect(placeAt(900, { base })).toEqual([100, 50]);
  });
});
