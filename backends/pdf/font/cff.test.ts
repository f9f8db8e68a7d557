import { readFileSync } from "node:fs";
import fc from "fast-check";
import * as hb from "harfbuzzjs";
import opentype from "opentype.js";
import { describe, expect, test } from "vitest";
import { fontOf } from "../../../tests/support/fonts/make.js";
import { fontFile } from "../../../tests/support/tools.js";
import { CffFont } from "./cff.js";
import { standalone } from "./charstring.js";
import type { CffIndex } from "../../../base/cff-table.js";
import { CharstringError } from "../../../base/charstring.js";
import { tablePlaces } from "../../../base/font-table.js";
import { runs } from "../../../tests/support/runs.js";

const cffOf = (otf: Uint8Array): Uint8Array => {
  const t = tablePlaces(otf).get("CFF ")!;
  return otf.subarray(t.offset, t.offset + t.length);
};

function wrap(cff: Uint8Array, glyphs: number, upem: number): Uint8Array {
  const table = (n: number, fill: (v: DataView) => void): Uint8Array => {
    const v = new DataView(new ArrayBuffer(n));
    fill(v);
    return new Uint8Array(v.buffer);
  };
  const tables = {
    "CFF ": cff,
    head: table(54, (v) => (v.setUint32(0, 0x10000), v.setUint32(12, 0x5f0f3cf5), v.setUint16(18, upem))),
    hhea: table(36, (v) => (v.setUint32(0, 0x10000), v.setUint16(34, 1))),
    hmtx: table(4 + 2 * glyphs, (v) => v.setUint16(0, upem)),
    maxp: table(6, (v) => (v.setUint32(0, 0x5000), v.setUint16(4, glyphs))),
  };
  return fontOf(tables, 0x4f54544f);
}

const drawer = (otf: Uint8Array): hb.Font => new hb.Font(new hb.Face(new hb.Blob(otf.slice().buffer), 0));

function nameKeyed(): Uint8Array {
  const box = (x: number, y: number, w: number): opentype.Path => {
    const p = new opentype.Path();
    p.moveTo(x, y);
    p.lineTo(x + w, y);
    p.curveTo(x + w, y + 300, x + w - 20, y + 500, x, y + 500);
    p.close();
    return p;
  };
  const glyph = (name: string, unicode: number | undefined, advanceWidth: number, p: opentype.Path): opentype.Glyph =>
    new opentype.Glyph({ name, ...(unicode !== undefined && { unicode }), advanceWidth, path: p });
  const glyphs = [
    glyph(".notdef", undefined, 500, new opentype.Path()),
    ..."ABCDEFGH".split("").map((c, i) => glyph(c, c.charCodeAt(0), 400 + 50 * i, box(10 * i, 5 * i, 100 + 30 * i))),
  ];
  const font = new opentype.Font({ familyName: "Named", styleName: "Regular", unitsPerEm: 1000, ascender: 800, descender: -200, glyphs });
  return new Uint8Array(font.toArrayBuffer());
}

describe("subsets of CFF", () => {
  test.each(["NotoSansCJK-Regular.otf", "NotoSansCJK-Bold.otf"])("%s: every glyph of a random subset draws as before", (file) => {
    const otf = new Uint8Array(readFileSync(fontFile(file)));
    const font = new CffFont(cffOf(otf));
    const before = drawer(otf);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 65534 }), { minLength: 1, maxLength: 60 }), (picked) => {
        const gids = [...picked].sort((a, b) => a - b);
        const subset = font.subset(gids);
        const after = drawer(wrap(subset, gids.length + 1, 1000));
        gids.forEach((g, i) => expect(after.glyphToPath(i + 1)).toBe(before.glyphToPath(g)));
        expect(after.glyphToPath(0)).toBe(before.glyphToPath(0));
      }),
      { numRuns: runs(40) },
    );
  });

  test("a font whose glyphs have names becomes CID-keyed by glyph number", () => {
    const otf = nameKeyed();
    const before = drawer(otf);
    const font = new CffFont(cffOf(otf));
    for (const gids of [[2], [1, 5], [0, 3, 8], [1, 2, 3, 4, 5, 6, 7, 8]]) {
      const kept = gids[0] === 0 ? gids : [0, ...gids];
      const subset = font.subset(gids);
      const after = drawer(wrap(subset, kept.length, 1000));
      kept.forEach((g, i) => expect(after.glyphToPath(i)).toBe(before.glyphToPath(g)));
    }
  });

  test("the same glyphs give the same bytes, whatever was asked for before", () => {
    const cff = cffOf(nameKeyed());
    const font = new CffFont(cff);
    font.subset([1, 2, 3]);
    expect(font.subset([4, 6])).toEqual(new CffFont(cff).subset([4, 6]));
  });
});

describe("charstrings", () => {
  const index = (...items: readonly (readonly number[])[]): CffIndex => ({
    count: items.length,
    item: (i) => (items[i] ? Uint8Array.from(items[i]) : undefined),
  });
  const none = index();
  const flat = (code: readonly number[], local = none, global = none): number[] => [
    ...standalone(Uint8Array.from(code), { local, global }),
  ];
  const n = (v: number): number => v + 139;

  test("hints go, the width stays", () => {
    // width 7, hstem 1 2, hintmask with implicit vstem 3 4, move, line, end
    const code = [n(7), n(1), n(2), 18, n(3), n(4), 19, 0b1100_0000, n(5), n(6), 21, n(8), 6, 14];
    expect(flat(code)).toEqual([n(7), n(5), n(6), 21, n(8), 6, 14]);
    expect(flat([n(9), n(5), 22, 14])).toEqual([n(9), n(5), 22, 14]);
    expect(flat([n(9), 14])).toEqual([n(9), 14]);
    expect(flat([14])).toEqual([14]);
    // only the first operator has a width
    expect(flat([n(5), n(6), 21, n(1), n(2), n(3), n(4), 5, n(2), 4, 14])).toEqual([
      n(5),
      n(6),
      21,
      n(1),
      n(2),
      n(3),
      n(4),
      5,
      n(2),
      4,
      14,
    ]);
  });

  test("subroutines are put in place, by their bias, also where they end the glyph", () => {
    const local = index([n(5), 22, 11]);
    const global = index([n(3), 6, 14]);
    expect(flat([n(-107), 10, n(-107), 29], local, global)).toEqual([n(5), 22, n(3), 6, 14]);
    expect(flat([28, 0xff, 0x95, 10, 14], local)).toEqual([n(5), 22, 14]);
  });

  test("what cannot be followed is said", () => {
    expect(() => flat([n(1), 10, 14])).toThrow(CharstringError);
    expect(() => flat([10])).toThrow(CharstringError);
    expect(() => flat([n(1), n(2), 21])).toThrow("without an end");
    expect(() => flat([n(1), n(2), 12, 10, 14])).toThrow("operator 12 10");
    expect(() => flat([n(1), n(2), n(3), n(4), 14])).toThrow("made of two others");
    const loop = index([n(-107), 10]);
    expect(() => flat([n(-107), 10, 14], loop)).toThrow("nested too deep");
  });
});
