import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import { fontOf, words } from "../../tests/support/fonts/make.js";
import { smallFont } from "../../tests/support/fonts/small.js";
import { root } from "../../tests/support/tools.js";
import { checkFont } from "./font-check.js";

const hebrew = smallFont("NotoSansHebrew-Regular.ttf", "abcABC123 אבגדהוזשּׁל");
const cff = smallFont("NotoSansCJK-Regular.otf", "abc 日本語がか");

function changed(font: Uint8Array, tag: string, at: number, ...values: readonly number[]): Uint8Array {
  const out = font.slice();
  const view = new DataView(out.buffer);
  values.forEach((v, i) => view.setUint16(tablePlaces(font).get(tag)!.offset + at + 2 * i, v));
  return out;
}

const entryOf = (font: Uint8Array, tag: string): number => 12 + 16 * [...tablePlaces(font).keys()].indexOf(tag);

function entry(font: Uint8Array, tag: string, { offset, length }: { offset?: number; length?: number }): Uint8Array {
  const out = font.slice();
  const view = new DataView(out.buffer);
  if (offset !== undefined) view.setUint32(entryOf(font, tag) + 8, offset);
  if (length !== undefined) view.setUint32(entryOf(font, tag) + 12, length);
  return out;
}

function without(font: Uint8Array, tag: string): Uint8Array {
  const out = font.slice();
  out.set(new TextEncoder().encode("none"), entryOf(font, tag));
  return out;
}

const u16 = (font: Uint8Array, tag: string, at: number): number =>
  new DataView(font.buffer, font.byteOffset).getUint16(tablePlaces(font).get(tag)!.offset + at);

const CASES: readonly (readonly [string, Uint8Array, string])[] = [
  ["an empty file", new Uint8Array(0), "the file is empty"],
  ["a text", new TextEncoder().encode("a font, honestly"), "the file is not a TrueType or OpenType font"],
  ["a collection", new TextEncoder().encode("ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10"), "must be a file with one font; found a collection"],
  ["a directory cut off", hebrew.slice(0, 60), "the table directory is cut off"],
  ["a file cut off", hebrew.slice(0, hebrew.length - 400), "a table reaches beyond the file"],
  ["a table on the directory", entry(hebrew, "hmtx", { offset: 20 }), "the table hmtx: it begins inside the table directory"],
  ["a table missing", without(hebrew, "maxp"), "the table maxp is missing"],
  ["no outlines", without(hebrew, "glyf"), "it has no outlines that a PDF can embed (glyf or CFF)"],
  ["OS/2 cut off", entry(hebrew, "OS/2", { length: 60 }), "the table OS/2: it has 60 bytes, at least 64 are needed"],
  ["post cut off", entry(hebrew, "post", { length: 8 }), "the table post: it has 8 bytes, 32 are needed"],
  ["no glyphs", changed(hebrew, "maxp", 4, 0), "the table maxp: it has no glyphs"],
  ["more glyphs than widths", changed(cff, "maxp", 4, 60_000), "the table hmtx: it has"],
  ["more widths than glyphs", changed(hebrew, "hhea", 34, 9000), "the table hhea: its count of advance widths must be from 1 to"],
  ["no units", changed(hebrew, "head", 18, 0), "the table head: the units per em must be from 16 to 16384; found 0"],
  ["many units", changed(hebrew, "head", 18, 16_385), "the table head: the units per em must be from 16 to 16384; found 16385"],
  ["a high ascender", changed(hebrew, "hhea", 4, 0x7fff), "the table hhea: an ascender of 32767 and a descender of"],
  ["an ascender below", changed(hebrew, "hhea", 4, 0x8300, 0), "the table hhea: an ascender of -32000 and a descender of 0"],
  ["a heavy weight", changed(hebrew, "OS/2", 4, 40_000), "the table OS/2: its weight must be from 1 to 1000; found 40000"],
  ["characters far away", changed(hebrew, "cmap", 8, 0xffff, 0xffff), "the table cmap: it has"],
  ["outlines in another order", changed(hebrew, "loca", 6, 0xffff), "the table loca: the outline of glyph"],
  ["scripts far away", changed(hebrew, "GSUB", 4, 0xfff0), "the table GSUB: it has"],
  ["lookups that are not there", changed(hebrew, "GPOS", u16(hebrew, "GPOS", 8), 1), "the table GPOS: lookup"],
  ["a version to come", changed(hebrew, "GDEF", 0, 7), "the table GDEF: version 7"],
];

test.each(CASES)("%s", (_, font, said) => {
  let wrong = "nothing";
  try {
    checkFont(font);
  } catch (e) {
    wrong = (e as Error).message;
  }
  expect(wrong.slice(0, said.length)).toBe(said);
});

/** First glyph with this number of contours (-1: composite), and its position in glyf. */
function outlineOf(font: Uint8Array, wanted: (contours: number) => boolean): { readonly gid: number; readonly at: number } {
  const loca = tablePlaces(font).get("loca")!.offset;
  const view = new DataView(font.buffer, font.byteOffset);
  const at = (g: number): number => (u16(font, "head", 50) === 1 ? view.getUint32(loca + 4 * g) : 2 * view.getUint16(loca + 2 * g));
  for (let gid = 0; gid < u16(font, "maxp", 4); gid++)
    if (at(gid + 1) > at(gid) && wanted((u16(font, "glyf", at(gid)) << 16) >> 16)) return { gid, at: at(gid) };
  throw new Error("there is no such glyph");
}

test("outlines made of others: of itself, of none, and for ever", () => {
  const font = smallFont("NotoSans-Regular.ttf", "AÄÅǺ");
  const { gid, at } = outlineOf(font, (n) => n < 0);
  expect(() => checkFont(changed(font, "glyf", at + 12, gid))).toThrow(`the table glyf: glyph ${gid} is a part of itself`);
  expect(() => checkFont(changed(font, "glyf", at + 12, 9999))).toThrow(`the table glyf: glyph ${gid} has glyph 9999 as a part`);
  expect(() => checkFont(changed(font, "glyf", at + 10, u16(font, "glyf", at + 10) | 0xe0))).toThrow("the table glyf: ");
});

test("outlines made of others that are made of others, twice as many each time", () => {
  const outline = (parts: readonly number[]): number[] => [
    0xffff,
    0,
    0,
    100,
    100,
    ...parts.flatMap((gid, i) => [2 | (i + 1 < parts.length ? 0x20 : 0), gid, 0]),
  ];
  const box = [1, 0, 0, 100, 100, 2, 0, 0x3131, 0x3100, 0];
  const made = (levels: number, each: number): Uint8Array => {
    const outlines = [box, ...Array.from({ length: levels }, (_, i) => outline(Array.from({ length: each }, () => i)))];
    const ends = outlines.reduce<number[]>((all, o) => [...all, all.at(-1)! + o.length], [0]);
    const tables = Object.fromEntries([...tablePlaces(hebrew)].map(([tag, p]) => [tag, hebrew.slice(p.offset, p.offset + p.length)]));
    const glyphs = u16(hebrew, "maxp", 4);
    const loca = Array.from({ length: glyphs + 1 }, (_, g) => ends[Math.min(g, levels + 1)]!);
    tables["head"]!.set([0, 0], 50);
    return fontOf({ ...tables, glyf: words(outlines.flat()), loca: words(loca) });
  };
  expect(checkFont(made(4, 4)).format).toBe("glyf");
  expect(() => checkFont(made(7, 8))).toThrow(/^the table glyf: glyph \d+ must be made of at most 4096 others; found \d+$/);
});

test("outlines whose points are not there", () => {
  const { gid, at } = outlineOf(hebrew, (n) => n > 1);
  expect(() => checkFont(changed(hebrew, "glyf", at + 12, 0))).toThrow(`the table glyf: the contours of glyph ${gid} are not in order`);
  const { gid: one, at: from } = outlineOf(hebrew, (n) => n === 1);
  expect(() => checkFont(changed(hebrew, "glyf", from + 10, 20_000))).toThrow(`the table glyf: the outline of glyph ${one} is cut off`);
  expect(() => checkFont(changed(hebrew, "glyf", from + 12, 0xffff))).toThrow(`the table glyf: the outline of glyph ${one} is cut off`);
});

test("every bundled font is sound, and so are those of others", () => {
  const own = ["files", "cjk", "world"].map((folder) => path.join(root, "fonts", folder));
  const others = path.join(root, "node_modules/pdfjs-dist/standard_fonts");
  const files = [...own, others].flatMap((dir) =>
    readdirSync(dir)
      .filter((f) => /\.[ot]tf$/.test(f))
      .map((f) => path.join(dir, f)),
  );
  expect(files.length).toBeGreaterThan(40);
  for (const file of files) expect([file, checkFont(new Uint8Array(readFileSync(file))).glyphs > 100]).toEqual([file, true]);
});
