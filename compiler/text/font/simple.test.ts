import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { Face, type ShapeContext } from "./face.js";
import { COLOR_READER } from "../color/reader.js";
import type { Word } from "./harfbuzz.js";
import { glyphInteractionOf } from "./glyph-interaction.js";
import { TextEngine } from "../shape/engine.js";
import { LanguageSystems } from "./language-system.js";
import { SimpleShaper, mayBeSimple } from "./simple.js";
import { runs } from "../../../tests/support/runs.js";

/* Every bundled face: ids, advances, offsets, clusters, unsafe breaks. */
const engine = new TextEngine(new Engine().world());
const { hb } = engine;
const systems = new LanguageSystems(new Engine().world().harfbuzz);
const source = engine.fonts.source;
const SCRIPTS = ["Latn", "Grek", "Cyrl", "Hani", "Hang"];
const LANGUAGES = ["en", "ja", "zh-Hant", "ko", "tr", "nl", "sr"];

interface Subject {
  readonly name: string;
  readonly face: Face;
  readonly characters: readonly number[];
}

const faces: readonly Subject[] = source.families.flatMap((family) =>
  family.faces.map((info) => ({
    name: info.postScriptName,
    face: new Face(
      info,
      () => source.bytes(info),
      hb,
      systems,
      (outline) => COLOR_READER.open(source.bytes(info), outline),
    ),
    characters: info.coverage.flatMap(([from, to]) => Array.from({ length: Math.min(to, 0xffff) - from + 1 }, (_, i) => from + i)),
  })),
);

const same = (a: Word, b: Word): void => expect(JSON.stringify(a)).toBe(JSON.stringify(b));

const simpleOf = (face: Face, context: ShapeContext): SimpleShaper | null => {
  const interaction = face.interaction(context.scriptCode);
  return interaction ? new SimpleShaper(hb, context, interaction) : null;
};

const NEAR = [..."fijlTVAWYPL.,-'’“”1470/ &aeothcsrFÄéößАУТГрукаλΑΤあがゝー、。「」漢字日本語각나한글·“”…—"].map((c) => c.codePointAt(0)!);

describe("simple runs", () => {
  test.each(faces)("$name: what HarfBuzz makes of it, or not taken", ({ face, characters }) => {
    const any = fc.oneof(fc.constantFrom(...characters), fc.constantFrom(...NEAR));
    const text = fc.array(any, { minLength: 1, maxLength: 14 }).map((codes) => String.fromCodePoint(...codes));
    const wanted = { script: fc.constantFrom(...SCRIPTS), language: fc.constantFrom(...LANGUAGES), spaced: fc.boolean() };
    let taken = 0;
    fc.assert(
      fc.property(text, fc.record(wanted), (t, { script, language, spaced }) => {
        const context = face.context(script, false, language, spaced);
        const fast = simpleOf(face, context)?.shape(t, 0, t.length);
        if (!fast) return;
        taken++;
        same(fast, hb.shape(context, t));
      }),
      { numRuns: runs(250) },
    );
    expect(taken).toBeGreaterThan(0);
  });

  test("every single character, and every pair of letters, of the general face", () => {
    const { face, characters } = faces.find((f) => f.name === "NotoSans-Regular")!;
    const differ: string[] = [];
    for (const script of ["Latn", "Cyrl", "Grek"]) {
      const context = face.context(script, false, "en");
      const simple = simpleOf(face, context)!;
      const compare = (t: string): void => {
        const fast = simple.shape(t, 0, t.length);
        if (fast && JSON.stringify(fast) !== JSON.stringify(hb.shape(context, t))) differ.push(`${script} ${t}`);
      };
      for (const c of characters) compare(String.fromCharCode(c));
      const letters = Array.from({ length: 0xff - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));
      for (const a of letters) for (const b of letters) compare(a + b);
    }
    expect(differ).toEqual([]);
  });

  test.each(faces.filter((f) => f.face.info.weight === 400))(
    "$name: each character between others that kern",
    ({ name, face, characters }) => {
      const cjk = name.startsWith("NotoSansCJK");
      const differ: string[] = [];
      for (const script of ["Latn", "Hani"]) {
        const context = face.context(script, false, "en");
        const simple = simpleOf(face, context)!;
        for (const c of characters) {
          // a sample: they are alike
          if (cjk && c > 0x3400 && c < 0xf900 && c % 97) continue;
          const char = String.fromCharCode(c);
          for (const [a, b] of ["VA", "ŕå", "To", "fi", "あ、"] as const) {
            const t = `${a}${char}${b}`;
            const fast = simple.shape(t, 0, t.length);
            if (fast && JSON.stringify(fast) !== JSON.stringify(hb.shape(context, t))) differ.push(`${script} ${t}`);
          }
        }
      }
      expect(differ).toEqual([]);
    },
  );

  test("it is what most text takes", () => {
    const taken = (name: string, script: string, text: string): boolean => {
      const { face } = faces.find((f) => f.name === name)!;
      return simpleOf(face, face.context(script, false, "en"))!.shape(text, 0, text.length) !== null;
    };
    expect(taken("NotoSans-Regular", "Latn", "Invoice 2026-1184, 1,204.50 EUR: Sugar, Tea & Pears")).toBe(true);
    expect(taken("NotoSansCJKjp-Regular", "Hani", "今天天气很好，我们去公园散步。")).toBe(true);
    expect(taken("NotoSansCJKjp-Regular", "Hani", "日本語の文章は、がぎぐと続く。")).toBe(true);
    // left to HarfBuzz
    for (const t of ["e\u0301", "a\u200db", "1\u20442", "\u1100\u1161"]) expect(taken("NotoSans-Regular", "Latn", t)).toBe(false);
  });

  test("tables that cannot be followed, and scripts with rules of their own, are not simple", () => {
    const bytes = source.bytes(faces[0]!.face.info);
    expect(glyphInteractionOf(bytes.slice(0, 200), "Latn", new Set())).toBeNull();
    expect(glyphInteractionOf(new Uint8Array(4), "Latn", new Set())).toBeNull();
    for (const script of ["Arab", "Hebr", "Deva", "Beng", "Thai", "Khmr"]) expect(mayBeSimple(script, false)).toBe(false);
    expect(mayBeSimple("Latn", true)).toBe(false);
  });
});
