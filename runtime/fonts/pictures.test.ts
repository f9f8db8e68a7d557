import { describe, expect, test } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import { engineWith } from "../../tests/support/fonts/engine.js";
import { fontOf, layoutTable, words } from "../../tests/support/fonts/make.js";
import { renamed } from "../../tests/support/fonts/renamed.js";
import { smallFont } from "../../tests/support/fonts/small.js";
import { page, text } from "../../tests/support/page.js";
import { readFace } from "./font-files.js";
import { picturedGlyphs } from "./pictures.js";

/* Fonts with pictures (FT-2), of tables as OpenType 1.9 describes them. */
const plain = smallFont("NotoSans-Regular.ttf", "abcd ");
const tablesOf = (font: Uint8Array): Record<string, Uint8Array> =>
  Object.fromEntries([...tablePlaces(font)].map(([tag, { offset, length }]) => [tag, font.slice(offset, offset + length)]));
const view = (table: Uint8Array): DataView => new DataView(table.buffer, table.byteOffset);
const glyphs = view(tablesOf(plain)["maxp"]!).getUint16(4);

/** Without contours of the glyph, as fonts of pictures have it. */
function blank(tables: Record<string, Uint8Array>, gid: number): void {
  const isLong = view(tables["head"]!).getInt16(50) === 1;
  const at = isLong ? view(tables["loca"]!).getUint32(4 * gid) : 2 * view(tables["loca"]!).getUint16(2 * gid);
  view(tables["glyf"]!).setInt16(at, 0);
}

const long = (v: number): readonly number[] => [v >>> 16, v & 0xffff];
const svg = (first: number, last: number): Uint8Array => words(0, long(10), 0, 0, 1, first, last, long(14), long(2), [0x3c3e]);
/** One strike, in which the given glyphs have four bytes each. */
function sbix(given: readonly number[]): Uint8Array {
  let at = 4 + 4 * (glyphs + 1);
  const offsets = Array.from({ length: glyphs + 1 }, (_, gid) => {
    const own = at;
    if (given.includes(gid)) at += 8;
    return long(own);
  });
  return words([1, 0], long(1), long(12), [20, 72], ...offsets, ...given.map(() => [0, 0, 0, 0]));
}
/** A size with one index subtable after its array. */
const bitmaps = (first: number, last: number, subtable: readonly number[]): Uint8Array =>
  words(
    [3, 0],
    long(1),
    long(56),
    long(8 + 2 * subtable.length),
    long(1),
    Array.from({ length: 18 }, () => 0),
    [first, last],
    long(8),
    subtable,
  );

const SUBTABLES: Readonly<Record<string, readonly [subtable: readonly number[], pictured: readonly number[]]>> = {
  "1, with offsets of 32 bits": [
    [1, 17, 0, 4, ...[0, 8, 8, 16].flatMap(long)],
    [2, 4],
  ],
  "2, all of one size": [
    [2, 19, 0, 4, 0, 8, 0, 0, 0, 0],
    [2, 3, 4],
  ],
  "3, with offsets of 16 bits": [
    [3, 17, 0, 4, 0, 8, 8, 16],
    [2, 4],
  ],
  "4, of some glyphs": [
    [4, 17, 0, 4, ...long(2), 2, 0, 3, 8, 0, 16],
    [2, 3],
  ],
  "5, of some glyphs of one size": [
    [5, 19, 0, 4, 0, 8, 0, 0, 0, 0, ...long(2), 2, 4],
    [2, 4],
  ],
};

test.each(Object.entries(SUBTABLES))("an index of format %s", (_, [subtable, pictured]) => {
  const font = fontOf({ ...tablesOf(plain), CBDT: words(3, 0, 0, 0), CBLC: bitmaps(2, 4, subtable) });
  expect([...picturedGlyphs(font, tablePlaces(font), glyphs)]).toEqual(pictured);
});

/** Glyph of `b`, by the order in which the small font has its characters. */
const gidOf = (character: string): number => 1 + [..." abcd"].indexOf(character);

test.each([
  ["SVG ", (gid: number) => ({ "SVG ": svg(gid, gid) })],
  ["sbix", (gid: number) => ({ sbix: sbix([gid]) })],
  ["CBDT", (gid: number) => ({ CBDT: words(3, 0, 0, 0), CBLC: bitmaps(gid, gid, [2, 19, 0, 4, 0, 8, 0, 0, 0, 0]) })],
  ["EBDT", (gid: number) => ({ EBDT: words(2, 0, 0, 0), EBLC: bitmaps(gid, gid, [2, 19, 0, 4, 0, 8, 0, 0, 0, 0]) })],
] as const)("a glyph with a picture in %s alone is absent, another has its outline", (tag, pictures) => {
  const has = (font: Uint8Array, character: string): boolean =>
    readFace("a.ttf", font).face.coverage.some(([from, to]) => from <= character.codePointAt(0)! && character.codePointAt(0)! <= to);
  const tables = { ...tablesOf(plain), ...pictures(gidOf("b")) };
  const outlined = fontOf(tables);
  expect([readFace("a.ttf", outlined).notDrawn, has(outlined, "b"), has(outlined, "a")]).toEqual([[tag], true, true]);
  blank(tables, gidOf("b"));
  expect(has(fontOf(tables), "b")).toBe(false);
  expect(has(fontOf(tables), "a")).toBe(true);
  // blank without a picture, as today
  const others = tablesOf(plain);
  blank(others, gidOf("b"));
  expect([has(fontOf(others), "b"), readFace("a.ttf", fontOf(others)).notDrawn]).toEqual([true, undefined]);
});

test("a space stays a space, whatever picture it has", () => {
  const font = fontOf({ ...tablesOf(plain), "SVG ": svg(0, glyphs - 1) });
  expect(readFace("a.ttf", font).face.coverage).toEqual([
    [32, 32],
    [97, 100],
  ]);
});

test("a font of pictures alone is refused, naming its table and what is drawn", () => {
  const { glyf: _glyf, loca: _loca, ...others } = tablesOf(plain);
  const bitmapsOnly = fontOf({ ...others, CBDT: words(3, 0, 0, 0), CBLC: bitmaps(2, 3, [2, 19, 0, 4, 0, 8, 0, 0, 0, 0]) });
  const message = ": its pictures (CBDT) are not drawn; glyphs in colour are drawn from COLR";
  expect(() => readFace("a.ttf", bitmapsOnly)).toThrow(`a.ttf: it has no outlines that a PDF can embed (glyf or CFF)${message}`);
  const tables = { ...tablesOf(plain), sbix: sbix(["a", "b", "c", "d"].map(gidOf)) };
  for (const character of "abcd") blank(tables, gidOf(character));
  expect(() => readFace("a.ttf", fontOf(tables))).toThrow("(sbix) are not drawn; glyphs in colour are drawn from COLR");
});

test.each([
  ["SVG ", { "SVG ": words(0, long(10_000), 0, 0) }],
  ["sbix", { sbix: words([1, 0], long(1), long(9000)) }],
  ["CBLC", { CBDT: words(3, 0, 0, 0), CBLC: bitmaps(2, 3, [77, 17, 0, 4]) }],
])("a damaged table %s is refused", (tag, tables) => {
  expect(() => readFace("a.ttf", fontOf({ ...tablesOf(plain), ...tables }))).toThrow(`a.ttf: the table ${tag.trim()}: `);
});

describe("a sequence whose glyph has a picture alone (FT-2)", () => {
  /** Letters F and R of flags, with the glyphs of `a` and `b`, which are joined to that of `c`. */
  const flags = (isBlank: boolean): Uint8Array => {
    const groups = [[..." abcd"].map((c) => c.codePointAt(0)!), [0x1f1eb, 0x1f1f7]].flatMap((list, k) =>
      list.map((cp, i) => [...long(cp), ...long(cp), ...long(k === 0 ? 1 + i : 2 + i)]),
    );
    const cmap = words(0, 1, 3, 10, long(12), 12, 0, long(16 + 12 * groups.length), long(0), long(groups.length), ...groups);
    const ligature = layoutTable(4, { rest: [1, 8, 1, 14, 1, 1, 2, 1, 4, gidOf("c"), 2, gidOf("b")] });
    const tables: Record<string, Uint8Array> = { ...tablesOf(plain), cmap, GSUB: ligature, "SVG ": svg(gidOf("c"), gidOf("c")) };
    if (isBlank) blank(tables, gidOf("c"));
    return renamed(fontOf(tables), "Pictures", "Pictures-Regular");
  };
  const fontsOf = async (font: Uint8Array, style: object): Promise<readonly string[]> => {
    const { made, errors } = await engineWith(font).displayed(page([text("🇫🇷", { style: { font_family: "Pictures", ...style } })]));
    return made ? made.doc.resources.fonts.map(({ name }) => name) : errors.map(({ code, reason }) => `${code} ${reason}`);
  };

  test("is absent: other faces show it, a strict family is refused", async () => {
    expect(await fontsOf(flags(true), { font_mode: "prefer" })).toEqual(["NotoEmoji-Regular"]);
    expect(await fontsOf(flags(true), {})).toEqual([
      expect.stringMatching(/^API-002 U\+1F1EB U\+1F1F7 "🇫🇷" is not covered by the strict font: the font has a picture of it/),
    ]);
    expect(await fontsOf(flags(true), { emoji_family: "Noto Color Emoji" })).toEqual(["NotoColorEmoji"]);
    expect(await fontsOf(flags(true), { emoji_family: "Pictures", font_family: "Noto Sans" })).toEqual([
      expect.stringMatching(/^API-002 /),
    ]);
  });

  /** Letters, joined by the feature of ligatures. */
  test.each([{}, { font_features: { ss01: 1 } }])("is absent of letters, too: %j", async (more) => {
    const tables: Record<string, Uint8Array> = { ...tablesOf(plain), "SVG ": svg(gidOf("c"), gidOf("c")) };
    tables["GSUB"] = layoutTable(4, { rest: [1, 8, 1, 14, 1, 1, 2, 1, 4, gidOf("c"), 2, gidOf("b")] });
    blank(tables, gidOf("c"));
    const font = renamed(fontOf(tables), "Pictures", "Pictures-Regular");
    const shown = async (content: string, style: object): Promise<readonly string[]> => {
      const { made, errors } = await engineWith(font).displayed(
        page([text(content, { style: { font_family: "Pictures", ...more, ...style } })]),
      );
      if (!made) return errors.map(({ code, reason }) => `${code} ${reason}`);
      const { fonts } = made.doc.resources;
      return JSON.stringify(made.doc.pages)
        .match(/"op":"glyphs".*?"text":"[^"]*"/g)!
        .map((op) => `${fonts[Number(/"font":(\d+)/.exec(op)![1])]!.name} ${/"text":"([^"]*)"/.exec(op)![1]!}`);
    };
    expect(await shown("dabad", { font_mode: "prefer" })).toEqual(["Pictures-Regular d", "NotoSans-Regular ab", "Pictures-Regular ad"]);
    expect(await shown("abab", { font_mode: "prefer" })).toEqual(["NotoSans-Regular abab"]);
    expect(await shown("dabad", {})).toEqual([
      expect.stringMatching(
        /^API-002 U\+0061 U\+0062 "ab" is not covered by the strict font: the font has a picture of it.*turn the ligature off/,
      ),
    ]);
    expect(await shown("da bad", {})).toEqual(["Pictures-Regular da bad"]);
  });

  test("with an outline it is shown", async () => {
    expect(await fontsOf(flags(false), {})).toEqual(["Pictures-Regular"]);
  });
});
