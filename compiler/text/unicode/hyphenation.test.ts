import fc from "fast-check";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { runs } from "../../../tests/support/runs.js";
import { HYPHENATED, Hyphenators } from "./hyphenation.js";

const { hyphenation } = new Engine().world();
const hyphenators = new Hyphenators(hyphenation);
const shown = (language: string, word: string, needed = false): string => {
  const places = hyphenators.of(language)!.places(`(${word}`, 1, word.length + 1, needed);
  return [0, ...places].map((at, i) => word.slice(at, places[i])).join("-");
};

describe("words and where they are hyphenated", () => {
  test.each([
    ["en", "extraordinary", "ex-tra-or-di-nary"],
    ["en-GB", "recommendations", "re-com-mend-a-tions"],
    ["en-AU", "extraordinary", "ex-traordin-ary"],
    ["de", "Silbentrennung", "Sil-ben-tren-nung"],
    ["de-CH", "Donaudampfschifffahrt", "Do-nau-dampf-schiff-fahrt"],
    ["fr", "considérablement", "consi-dé-ra-ble-ment"],
    ["fr", "d’infrastructure", "d’in-fra-struc-ture"],
    ["tr", "İstanbul’daki", "İs-tan-bul’daki"],
    ["tr", "yayımladı", "ya-yım-ladı"],
    ["el", "Προσβασιμότητα", "Προ-σβα-σι-μό-τητα"],
    ["ru", "независимость", "неза-ви-си-мость"],
    ["sr-Latn", "nezavisnost", "ne-za-vi-snost"],
    ["sr", "независност", "не-за-ви-сност"],
    ["ta", "தமிழ்நாட்டில்", "தமிழ்-நாட்டில்"],
    ["de", "u\u0308berra\u0308umen", "u\u0308ber-ra\u0308u-men"],
    ["de", "Verfassungs-Gerichtshof,", "Ver-fas-sungs-Ge-richts-hof,"],
    ["en", "“recommendations.”", "“rec-om-men-da-tions.”"],
    ["en", "Telecommunications/infrastructure", "Telecom-mu-ni-ca-tions/in-fra-struc-ture"],
    ["en", "and/or", "and/or"],
    ["en", "COVID-19-recommendations", "COVID-19-rec-om-men-da-tions"],
    ["en", "recommendation12-recommendation", "rec-om-men-da-tion12-rec-om-men-da-tion"],
    ["en", "McDonald’s-recommendation", "McDonald’s-rec-om-men-da-tion"],
    ["en", "recom\u00admendations-recommendations", "recom\u00admendations-rec-om-men-da-tions"],
    ["en", "recommendations\u2011recommendations", "rec-om-men-da-tions\u2011rec-om-men-da-tions"],
    ["en", "C++-recommendations", "C++-rec-om-men-da-tions"],
    ["de", "Telekom-Aktie", "Te-le-kom-Ak-tie"],
    ["de", "BahnCard-Besitzer", "BahnCard-Be-sit-zer"],
    ["de", "24-Stunden-Überwachung", "24-Stun-den-Über-wa-chung"],
    ["de", "Straßen-/Schienenverkehr", "Stra-ßen-/Schie-nen-ver-kehr"],
    ["de", "Schüler/-innenvertretung", "Schü-ler/-in-nen-ver-tre-tung"],
    ["fr", "TGV-considérablement", "TGV-consi-dé-ra-ble-ment"],
    // numerals, brackets and quotation marks end a word (SW-18)
    ["en", "recommendation12", "rec-om-men-da-tion12"],
    ["en", "12recommendation", "12rec-om-men-da-tion"],
    ["en", "recommendation٣", "rec-om-men-da-tion٣"],
    ["en", "recommendation²,³", "rec-om-men-da-tion²,³"],
    ["en", "recommendation①.", "rec-om-men-da-tion①."],
    ["en", "recommendation\u{1d7cf}", "rec-om-men-da-tion\u{1d7cf}"],
    ["de", "Bescheinigung¹⁾", "Be-schei-ni-gung¹⁾"],
    ["de", "Bescheinigung[3]", "Be-schei-ni-gung[3]"],
    ["de", "[3]Bescheinigung", "[3]Be-schei-ni-gung"],
    ["de", "Bescheinigung(B2B)", "Be-schei-ni-gung(B2B)"],
    ["de", "„Bescheinigung“4", "„Be-schei-ni-gung“4"],
    ["de", "»Bescheinigung«(ХХ)", "»Be-schei-ni-gung«(ХХ)"],
    ["de", "Schüler(Innenvertretung)", "Schü-ler(In-nen-ver-tre-tung)"],
    ["de", "Abend²", "Abend²"],
    ["en", "recommendations[note4recommendations]", "rec-om-men-da-tions[note4recommendations]"],
    // two letters before, three after
    ["de", "Abend", "Abend"],
    ["de", "aber", "aber"],
    ["it", "idea", "idea"],
  ])("%s: %s", (language, word, expected) => expect(shown(language, word)).toBe(expected));

  test.each([
    "https://example.com/recommendations",
    "recommendations@example.com",
    "www.recommendations.example",
    "recommendations.example",
    "/documents/recommendations",
    "(/documents/recommendations",
    "./documents/recommendations",
    "documents//recommendations",
    "documents/recommendations/",
    "documents/recommendations.pdf",
    "documents\\recommendations",
    "~/recommendations",
    "key=recommendations",
    "recommendations_table",
    "1,234,567,890",
    "sha256sum4",
    "H2SO4",
    "recommendation12recommendation",
    "12recommendation12",
    "²recommendation²",
    "recommendation12a",
    "recommendations(key=1)",
    "www.recommendations.example[3]",
    "recommendations²@example.com",
    "JavaScriptRecommendations",
    "iRecommendation",
    "RECOMMENDATIONS",
    "recom\u00admendations",
    "recom\u200bmendations",
    "recom\u2060mendations",
    "recommendationsрус",
    "recommendations#here",
    "name:recommendations",
  ])("%s is never", (word) => expect(shown("en", word)).toBe(word));

  test.each([
    ["en", "RECOMMENDATIONS", "REC-OM-MEN-DA-TIONS"],
    ["en", "JavaScriptRecommendations", "Java-Script-Rec-om-men-da-tions"],
    ["en", "McDonald", "Mc-Don-ald"],
    ["en", "iPhone", "iPhone"],
    ["en", "internationalization_of_everything", "in-ter-na-tion-al-iza-tion_of_every-thing"],
    ["de", "Telekommunikationsmitarbeiter:innen", "Te-le-kom-mu-ni-ka-ti-ons-mit-ar-bei-ter:in-nen"],
    ["de", "Telekommunikationsmitarbeiter*innen", "Te-le-kom-mu-ni-ka-ti-ons-mit-ar-bei-ter*in-nen"],
    ["en", "https://example.com/recommendations", "https://example.com/recommendations"],
    ["en", "recommendations@example.com", "recommendations@example.com"],
    ["en", "recommendation12recommendation", "recommendation12recommendation"],
    ["en", "recom\u00admendations", "recom\u00admendations"],
  ])("%s: %s, if no line holds it", (language, word, expected) => expect(shown(language, word, true)).toBe(expected));
});

test("languages without patterns, and other scripts of those with them, are not hyphenated", () => {
  for (const language of ["", "th", "ja", "zh-Hans", "ar", "he", "xx", "cs", "de-Cyrl", "ru-Latn", "x-de", "e", "-"])
    expect([language, hyphenators.of(language)]).toEqual([language, null]);
  expect(hyphenators.of("DE_at")).toBe(hyphenators.of("de"));
  expect(hyphenators.of("en-US")).toBe(hyphenators.of("en"));
  expect(hyphenators.of("en-Latn-GB")).toBe(hyphenators.of("en-IE"));
  expect(hyphenators.of(`de-${"x".repeat(100_000)}`)).toBe(hyphenators.of("de"));
});

/* Reference: the package's program. */
const require = createRequire(import.meta.url);
const patterns = (file: string): Uint8Array => readFileSync(require.resolve(`hyphenopoly/patterns/${file}`));
const { default: hyphenopoly } = (await import("hyphenopoly" as string)) as {
  default: { config(options: object): ReadonlyMap<string, (word: string) => string> };
};

const NAMES: Readonly<Record<string, string>> = { bs: "sh-latn", el: "el-monoton", en: "en-us", mn: "mn-cyrl", sr: "sh-cyrl" };
const theirs = hyphenopoly.config({
  require: [...new Set(HYPHENATED.map((language) => NAMES[language] ?? language))],
  hyphen: "-",
  leftmin: 2,
  rightmin: 3,
  minWordLength: 1,
  sync: true,
  loaderSync: patterns,
});

describe("each language has patterns, which say what they say to the package's own program", () => {
  test.each(HYPHENATED.map((language) => [language]))("%s", (language) => {
    const name = NAMES[language] ?? language;
    const mine = hyphenators.of(language)!;
    const letters = [...memoryOf(name)].map((c) => String.fromCharCode(c)).filter((c) => /^\p{Ll}$|^\p{Lo}$/u.test(c));
    expect(letters.length).toBeGreaterThan(15);
    let hyphenated = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...letters), { minLength: 5, maxLength: 14, size: "max" }), (chars) => {
        const word = chars.join("");
        const places = mine.places(word, 0, word.length);
        if (places.length > 0) hyphenated++;
        expect([0, ...places].map((at, i) => word.slice(at, places[i])).join("-")).toBe(theirs.get(name)!(word));
      }),
      { numRuns: runs(60) },
    );
    expect(hyphenated).toBeGreaterThan(0);
  });
});

function memoryOf(name: string): Uint16Array {
  const { mem, lct } = new WebAssembly.Instance(hyphenation(name)).exports as { mem: WebAssembly.Memory; lct: WebAssembly.Global };
  return new Uint16Array(mem.buffer, 1664, lct.value);
}

test("no more languages are retained than a few", () => {
  let read = 0;
  const counted = new Hyphenators((name) => (read++, hyphenation(name)));
  for (const language of HYPHENATED) counted.of(language);
  expect(read).toBeGreaterThan(40);
  const before = read;
  for (const language of HYPHENATED.slice(-4)) counted.of(language);
  expect(read).toBe(before);
  counted.of(HYPHENATED[0]!);
  expect(read).toBe(before + 1);
});
