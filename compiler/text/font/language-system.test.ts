import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { runs, seed } from "../../../tests/support/runs.js";
import { Face } from "./face.js";
import { HarfBuzz, scriptTag, type Word } from "./harfbuzz.js";
import { LanguageSystems, NO_LANGUAGE } from "./language-system.js";
import { languagesOf } from "./opentype.js";

/* Reference: HarfBuzz with the language itself. */
const world = new Engine().world();
const hb = new HarfBuzz(world.harfbuzz);
const systems = new LanguageSystems(world.harfbuzz);

const LANGUAGES = (
  "en de tr az crh tt kk ba ro mo ro-MD nl ca pl mt sr mk bg ru uk abq vi se smj gsw sr-Latn el grc el-polyton ja ko zh zh-Hans zh-Hant zh-HK " +
  "zh-TW zh-MO yue hi mr ne sa ur fa ar sd ks ps ug ku ckb ha uz rhg he yi th lo bn as mni und x-private en-fonipa de-x-abc mul zxx art-lojban " +
  `TR Tr-tr zh-hant-hk-x-private ja-${"a1b2c3d4-".repeat(12)}z en-${"abcdefgh-".repeat(400)}z`
).split(" ");
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  Latn: ["fi fı İi ijń ÍJ l·l ŞşȚț Ŋŋ fj 1/2", "Ła Çç Ðđ"],
  Cyrl: ["бгдпт вжзийклцшщъью ђ", "Башҡорт г̄"],
  Hani: ["直与海骨草令戻「」、。", "誤起返"],
  Deva: ["झ ण ल श क्ष द्ध ५८९", "र्कि"],
  Arab: ["ھ ه ۴۵۶۷ ک ي ی مُ لا", "سلام"],
  Hebr: ["שָׁלוֹם אַ"],
  Beng: ["রক্ষা ৰ"],
  Thai: ["น้ำ ก็"],
};

const faces = world.fonts.families.flatMap((family) =>
  family.faces
    .filter((info) => info.weight === 400)
    .map((info) => ({
      name: info.postScriptName,
      info,
      face: new Face(
        info,
        () => world.fonts.bytes(info),
        hb,
        systems,
        (outline) => world.colors().open(world.fonts.bytes(info), outline),
      ),
    })),
);
const rtl = (script: string): boolean => script === "Arab" || script === "Hebr";
const same = (a: Word, b: Word): void => expect(JSON.stringify(a)).toBe(JSON.stringify(b));

describe.each(faces)("$name", ({ face, info }) => {
  const font = face.font();
  const own = languagesOf(world.fonts.bytes(info));
  const names = new Map<string, string>();
  const holds = (language: string, script: string, text: string): boolean => {
    const said = { font, script: scriptTag(script), rtl: rtl(script), spaced: false };
    const alike = systems.representative(language, own, names);
    const wanted = hb.shape({ ...said, language: hb.language(language) }, text);
    same(hb.shape({ ...said, language: hb.language(alike) }, text), wanted);
    return JSON.stringify(hb.shape({ ...said, language: hb.language(NO_LANGUAGE) }, text)) !== JSON.stringify(wanted);
  };
  test("text is shaped alike in a language and in what stands for it", () => {
    let different = 0;
    for (const language of LANGUAGES)
      for (const [script, texts] of Object.entries(TEXTS)) for (const text of texts) if (holds(language, script, text)) different++;
    if (/^NotoSans-|CJK|Arabic/.test(info.postScriptName)) expect(different).toBeGreaterThan(0);
    // bounded by the font's languages, not by requests
    expect(names.size).toBeLessThanOrEqual(2 * own.size);
  });
  test("and so in any language", () => {
    const two = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 2, maxLength: 3 });
    const tag = fc.tuple(two, fc.constantFrom("", "-Latn", "-Cyrl", "-RS", "-HK", "-Hant")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(tag, fc.constantFrom(...Object.keys(TEXTS)), (language, script) => {
        holds(language, script, TEXTS[script]![0]!);
      }),
      { seed, numRuns: runs(60) },
    );
  });
});
