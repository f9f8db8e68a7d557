import { expect, test } from "vitest";
import type { GlyphsOp, Op } from "../../ir/ir.js";
import { charScript, SCRIPTS } from "../text/unicode/ucd.js";
import { Languages, LIKELY, MAY_IMPLY } from "./language.js";

test("what a script stands for is what CLDR says (likely subtags)", () => {
  for (const [script, language] of Object.entries(LIKELY)) {
    const likely = new Intl.Locale(`und-${script}`).maximize().language;
    expect(`${script} ${language}`).toBe(`${script} ${likely}`);
  }
});

test("a part has a language where all its letters are of a script that is not the document's", () => {
  const said = (language: string, text: string): string | undefined => new Languages(language).of(text);
  expect(said("en", "مرحبا 12")).toBe("ar");
  expect(said("fa", "مرحبا")).toBeUndefined();
  expect(said("ar-EG", "مرحبا")).toBeUndefined();
  expect(said("ar", "Hello")).toBeUndefined();
  expect(said("en", "Hello مرحبا")).toBeUndefined();
  expect(said("en", "12 – 34")).toBeUndefined();
  expect(said("en", "漢字かな")).toBe("ja");
  expect(said("en", "漢字")).toBe("zh");
  expect(said("ja", "漢字かな")).toBeUndefined();
  expect(said("de", "한글 漢字")).toBe("ko");
  expect(said("uk", "Київ")).toBeUndefined();
  expect(said("en", "Ελλάδα Київ")).toBeUndefined();
});

test("a paragraph is cut where its language changes; signs between two parts of one language are its own", () => {
  const glyphs = (text: string): Op => ({ op: "glyphs", text }) as Op;
  const cut = (language: string, ...texts: readonly string[]): readonly (readonly [string | undefined, string])[] =>
    new Languages(language).runs(texts.map(glyphs)).map((s) => [s.lang, s.ops.map((op) => (op.op === "glyphs" ? op.text : "")).join("")]);
  expect(cut("en", "Hello ", "مرحبا", " 12 ", "بالعالم", " and ", "Київ", ".")).toEqual([
    [undefined, "Hello "],
    ["ar", "مرحبا 12 بالعالم"],
    [undefined, " and "],
    ["ru", "Київ"],
    [undefined, "."],
  ]);
  // kanji without kana in a Japanese paragraph is not Chinese
  expect(cut("en", "Total ", "合計", " 12 ", "です")).toEqual([
    [undefined, "Total "],
    ["ja", "合計 12 です"],
  ]);
  expect(cut("ar", "مرحبا ", "Hello")).toEqual([[undefined, "مرحبا Hello"]]);
  const group = {
    op: "group",
    transform: [0, 1, -1, 0, 0, 0],
    clip: null,
    opacity: 1,
    isolated: false,
    blend: "normal",
    mask: null,
  } as const;
  const turned = new Languages("en").runs([{ ...group, children: [glyphs("a "), glyphs("שלום")] }]);
  expect(turned.map((s) => [s.lang, s.ops])).toEqual([
    [undefined, [{ ...group, children: [glyphs("a ")] }]],
    ["he", [{ ...group, children: [glyphs("שלום")] }]],
  ]);
});

test("a run of one face in two scripts is cut between them, where its glyphs stand", () => {
  const text = "is Київ, ok";
  const op: GlyphsOp = {
    ...{
      op: "glyphs",
      x: 10,
      y: 5,
      font: 0,
      size: 20,
      slant: 0,
      fill: { color: "#000000", opacity: 1 },
      text,
      actualText: null,
      source: 0,
    },
    run: { ids: [...text].map((_, i) => i), advances: [...text].map(() => 500), offsets: null, clusters: [...text].map((_, i) => i) },
  };
  const found = new Languages("en")
    .runs([op])
    .flatMap((s) => s.ops.map((o) => (o.op === "glyphs" ? [s.lang, o.text, o.x, o.run.clusters] : [])));
  expect(found).toEqual([
    [undefined, "is", 10, [0, 1]],
    [undefined, " ", 30, [0]],
    ["ru", "Київ", 40, [0, 1, 2, 3]],
    [undefined, ", ", 80, [0, 1]],
    [undefined, "ok", 100, [0, 1]],
  ]);
});

test("no character implies a language but those that are looked for first", () => {
  for (let cp = 0; cp < 0x110000; cp++) {
    if (MAY_IMPLY.test(String.fromCodePoint(cp))) continue;
    expect(LIKELY[SCRIPTS[charScript[cp]!]!], `U+${cp.toString(16)}`).toBeUndefined();
  }
});
