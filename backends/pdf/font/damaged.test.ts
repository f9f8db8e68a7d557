import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CffIndex } from "../../../base/cff-table.js";
import { CharstringError } from "../../../base/charstring.js";
import { FontFault, FontTable, glyphCountOf, tablePlaces } from "../../../base/font-table.js";
import { damage, damaged } from "../../../tests/support/fonts/damage.js";
import { smallFont } from "../../../tests/support/fonts/small.js";
import { runs, seed } from "../../../tests/support/runs.js";
import { CffFont } from "./cff.js";
import { standalone } from "./charstring.js";
import { appendComposites } from "./compose.js";
import { readMetrics } from "./sfnt.js";
import { Subsetter } from "./subset.js";

/* Display lists may contain arbitrary fonts: any damage must be a FontFault. */
const FONTS = {
  glyf: smallFont("NotoSans-Regular.ttf", "ABCabcÄÅǺé123"),
  cff: smallFont("NotoSansCJK-Regular.otf", "abc 日本語がかアイウ"),
};

describe.each(["glyf", "cff"] as const)("damaged fonts with %s outlines", (format) => {
  const subsetter = new Subsetter();
  const composite = { components: [1, 2].map((gid) => ({ gid, x: 100 * gid, y: 0 })), advance: 900 };
  const used = (font: Uint8Array): number => {
    const { glyphCount } = readMetrics(font);
    if (glyphCount > 2000) return 0;
    const gids = Array.from({ length: glyphCount }, (_, g) => g);
    const made = subsetter.subset(font, format, gids);
    if (format === "glyf") return appendComposites(made, [composite]).font.length;
    const { bytes } = FontTable.of(font, tablePlaces(font), "CFF ");
    return made.length + new CffFont(bytes).program([{ code: 1, gid: 1, composite }]).length;
  };
  test("make a program, or are refused", () => {
    expect(used(FONTS[format])).toBeGreaterThan(1000);
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (all) => {
        const font = damaged(FONTS[format], all);
        try {
          expect(used(font)).toBeGreaterThanOrEqual(0);
        } catch (e) {
          if (!(e instanceof FontFault)) throw e;
          expect(e.message).toMatch(/^[^\n]{5,300}$/);
        }
      }),
      { seed, numRuns: runs(200) },
    );
  });
});

describe("charstrings", () => {
  const indexOf = (items: readonly (readonly number[])[]): CffIndex => ({
    count: items.length,
    item: (i) => (items[i] ? Uint8Array.from(items[i]) : undefined),
  });
  /** with fewer than 1240 subroutines the first has number -107 */
  const call = (i: number): number[] => [32 + i, 10];
  test("whose subroutines call each other without end, or ten to the tenth times", () => {
    const self = { global: indexOf([]), local: indexOf([call(0)]) };
    expect(() => standalone(Uint8Array.from([...call(0), 14]), self)).toThrow("the table CFF: subroutines nested too deep");
    const many = (i: number): number[] => [...Array.from({ length: 200 }, () => call(i)).flat(), 11];
    const bomb = { global: indexOf([]), local: indexOf(Array.from({ length: 9 }, (_, i) => (i === 8 ? [139, 139, 21, 11] : many(i + 1)))) };
    expect(() => standalone(Uint8Array.from([...call(0), 14]), bomb)).toThrow(
      "the table CFF: its charstrings are far longer than the table",
    );
  });
  test("with operators that draw nothing known", () => {
    for (const b of [0, 2, 9, 13, 15, 16, 17])
      expect(() => standalone(Uint8Array.from([139, 139, 21, 139, b, 14]), { global: indexOf([]), local: indexOf([]) })).toThrow(
        CharstringError,
      );
  });
});

test("widths that a PDF has no room for are refused, not cut", () => {
  const font = FONTS.glyf.slice();
  const view = new DataView(font.buffer);
  const places = tablePlaces(font);
  view.setUint16(places.get("head")!.offset + 18, 16);
  view.setUint16(places.get("hmtx")!.offset, 40_000);
  expect(glyphCountOf(font)).toBeGreaterThan(10);
  expect(() => readMetrics(font)).toThrow(/^the table hmtx: glyph 0 must be at most \d+ thousandths of an em wide; found 2500000/);
});
