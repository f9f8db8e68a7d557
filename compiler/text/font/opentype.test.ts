import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { FontFault, FontTable } from "../../../base/font-table.js";
import { damage, damaged } from "../../../tests/support/fonts/damage.js";
import { fontOf, layoutTable, maxp, words } from "../../../tests/support/fonts/make.js";
import { smallFont } from "../../../tests/support/fonts/small.js";
import { runs, seed } from "../../../tests/support/runs.js";
import { glyphInteractionOf } from "./glyph-interaction.js";
import { languagesOf, lookupsCover } from "./opentype.js";

/* Rules decide on caching only: unreadable ones prevent it. */
const NOTHING: ReadonlySet<number> = new Set();

describe("tables that would take for ever, or all memory", () => {
  const all = (n: number): number[] => Array.from({ length: n }, () => [0, 0xffff, 0]).flat();
  const cases: readonly [string, Uint8Array][] = [
    ["ten thousand ranges of every glyph", layoutTable(1, { rest: [1, 6, 0, 2, 10_000, ...all(10_000)] })],
    ["every lookup at one place", layoutTable(1, { lookups: 8000, subtables: 2000, rest: [1, 6, 0, 2, 1000, ...all(1000)] })],
    [
      "a context's rules, each the same long one",
      layoutTable(5, {
        rest: [1, 10, 1, 18, 0, 1, 1, 5, 0, 8000, ...Array.from({ length: 8000 }, () => 16002), 8000, 0, ...all(3000)],
      }),
    ],
  ];
  test.each(cases)("%s", (name, table) => {
    for (const tag of ["GSUB", "GPOS"]) {
      const font = fontOf({ maxp: maxp(60_000), [tag]: table });
      // covered, or too long to read, which proves nothing; lookups of type 5 in GPOS place marks, here on glyph 5
      expect(lookupsCover(font, 70, "Latn")).toBe(name !== "a context's rules, each the same long one" || tag === "GSUB");
      const found = glyphInteractionOf(font, "Latn", NOTHING);
      expect(found === null || found.contextual.length === 60_000).toBe(true);
    }
  });
  test("glyphs replaced in a row, the last of which others see", () => {
    const count = 30_000;
    // each is replaced by its predecessor; the ligature of the first affects all
    const rest = [2, 6 + 2 * count, count, ...Array.from({ length: count }, (_, i) => i), 2, 1, 1, count, 0];
    const font = fontOf({ maxp: maxp(60_000), GSUB: layoutTable(1, { rest }), GDEF: words([1, 0, 12, 0, 0, 0, 1, 0, 1, 3]) });
    const { contextual: seen } = glyphInteractionOf(font, "Latn", NOTHING)!;
    expect(seen.findIndex((s) => s === 0)).toBe(count + 1);
  });
});

describe("damaged fonts", () => {
  const fonts: Uint8Array[] = [];
  const letters = (from: number, to: number): string => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
  beforeAll(() => {
    fonts.push(smallFont("NotoSans-Regular.ttf", letters(0x20, 0x17f)), smallFont("NotoSansArabic-Regular.ttf", letters(0x621, 0x655)));
  });
  test("have an answer that depends on the bytes alone, or none", () => {
    fc.assert(
      fc.property(fc.nat(1), fc.array(damage, { minLength: 1, maxLength: 3 }), fc.constantFrom("Latn", "Arab"), (which, all, script) => {
        const font = damaged(fonts[which]!, all);
        expect(lookupsCover(font, 3, script)).toBe(lookupsCover(font.slice(), 3, script));
        expect(languagesOf(font).size).toBeLessThan(1000);
        const found = glyphInteractionOf(font, script, new Set([1, 2, 3]));
        if (found) expect(found.pairFirst.length).toBe(found.contextual.length);
      }),
      { seed, numRuns: runs(400) },
    );
  });
});

describe("a table's reader", () => {
  test("reads what is in the table, and says what is not", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(20), fc.integer({ min: -4, max: 44 }), (file, start, at) => {
        const table = new FontTable("test", file.subarray(start));
        const view = new DataView(file.buffer, file.byteOffset + Math.min(start, file.length), table.length);
        for (const [read, wanted, size] of [
          [() => table.u8(at), () => view.getUint8(at), 1],
          [() => table.i16(at), () => view.getInt16(at), 2],
          [() => table.u32(at), () => view.getUint32(at), 4],
        ] as const) {
          if (at >= 0 && at + size <= table.length) expect(read()).toBe(wanted());
          else expect(read).toThrow(FontFault);
        }
      }),
      { seed, numRuns: runs(300) },
    );
  });
  test("counts what it does", () => {
    const table = new FontTable("test", new Uint8Array(4));
    expect(() => {
      for (;;) table.u16(0);
    }).toThrow("the table test: its parts overlap too often to be read");
  });
});
