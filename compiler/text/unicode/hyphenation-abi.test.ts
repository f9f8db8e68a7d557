import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { HYPHENATED, Hyphenators } from "./hyphenation.js";

/*
 * Undocumented interface of the pattern modules: exports, word at offset 0, alphabet at offset 1664. A package version that changes it
 * fails here.
 */
const { hyphenation } = new Engine().world();
const hyphenators = new Hyphenators(hyphenation);
const folder = path.join(path.dirname(createRequire(import.meta.url).resolve("hyphenopoly/package.json")), "patterns");
const modules = readdirSync(folder).filter((name) => name.endsWith(".wasm"));

test("every module has the same exports and needs no imports", () => {
  expect(modules.length).toBeGreaterThan(60);
  for (const name of modules) {
    const module = new WebAssembly.Module(readFileSync(path.join(folder, name)));
    expect([name, WebAssembly.Module.imports(module)]).toEqual([name, []]);
    const kinds = Object.fromEntries(WebAssembly.Module.exports(module).map((e) => [e.name, e.kind]));
    expect([name, kinds]).toMatchObject([name, { mem: "memory", lmi: "global", rmi: "global", lct: "global", hyphenate: "function" }]);
  }
});

const HYPHEN = 0x2d;
/** modules may have more */
const ALPHABETS: Readonly<Record<string, string>> = {
  "en-us": "abcdefghijklmnopqrstuvwxyz",
  de: "abcdefghijklmnopqrstuvwxyzäöüß",
  sv: "abcdefghijklmnopqrstuvwxyzåäö",
  tr: "abcçdefgğhıijklmnoöprsştuüvyz",
  pl: "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
  ru: "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
  uk: "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
  "el-monoton": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
  ka: "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
  hi: "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
};

test("the alphabet is at offset 1664, in ascending order; the word, its end and its hyphens are at offset 0", () => {
  for (const [name, alphabet] of Object.entries(ALPHABETS)) {
    const { mem, lmi, rmi, lct, hyphenate } = new WebAssembly.Instance(hyphenation(name)).exports as {
      readonly mem: WebAssembly.Memory;
      readonly lmi: WebAssembly.Global;
      readonly rmi: WebAssembly.Global;
      readonly lct: WebAssembly.Global;
      hyphenate(left: number, right: number, hyphen: number): number;
    };
    const letters = [...new Uint16Array(mem.buffer, 1664, lct.value as number)];
    expect([name, letters]).toEqual([name, letters.toSorted((a, b) => a - b)]);
    expect([name, [...alphabet].filter((c) => !letters.includes(c.charCodeAt(0)))]).toEqual([name, []]);
    for (const least of [lmi.value, rmi.value] as number[]) expect([name, least >= 1 && least <= 3]).toEqual([name, true]);
    // 61 letters and as many hyphens end below the alphabet
    const memory = new Uint16Array(mem.buffer);
    const known = letters.filter((c) => c !== HYPHEN);
    const word = [...known, ...known, ...known].slice(0, 61);
    memory.set([...word, 0]);
    const length = hyphenate(2, 3, HYPHEN);
    expect([name, [...memory.subarray(0, length)].filter((c) => c !== HYPHEN)]).toEqual([name, word]);
    expect([name, memory[length]]).toEqual([name, 0]);
    expect([name, [...new Uint16Array(mem.buffer, 1664, letters.length)]]).toEqual([name, letters]);
  }
});

/*
 * Expected: npm package `hyphen` 1.14.1 with TeX's patterns, at least two letters from the word's beginning and three from its end. Marks
 * are not letters.
 */
const WORDS: readonly (readonly [string, string])[] = [
  ["af", "on-af-hank-lik-heid"],
  ["bs", "ne-za-vi-snost"],
  ["ca", "in-de-pen-dèn-cia"],
  ["cy", "an-nibyn-iaeth"],
  ["da", "uaf-hæn-gig-hed"],
  ["de", "Un-ab-hän-gig-keits-er-klä-rung"],
  ["en-GB", "re-com-mend-a-tions"],
  ["en", "uni-ver-sity"],
  ["es", "in-de-pen-den-cia"],
  ["et", "ise-seis-vus-ma-ni-fest"],
  ["eu", "in-de-pen-den-tzia"],
  ["fi", "it-se-näi-syys-ju-lis-tus"],
  ["fr", "in-dé-pen-dance"],
  ["fur", "in-di-pen-dence"],
  ["ga", "neamh-spleáchas"],
  ["gl", "in-de-pen-den-cia"],
  ["hr", "rav-no-prav-nost"],
  ["hsb", "nje-wotwis-nosć"],
  ["hu", "füg-get-len-ség"],
  ["ia", "in-de-pen-den-tia"],
  ["is", "sjálf-stæð-is-yf-ir-lýs-ing"],
  ["it", "in-di-pen-denza"],
  ["la", "con-sti-tu-tio-nem"],
  ["lt", "ne-pri-klau-so-mybė"],
  ["nb", "uav-hen-gig-hets-er-klæ-ring"],
  ["nl", "on-af-han-ke-lijk-heid"],
  ["nn", "sjølv-stende-er-klæ-ring"],
  ["no", "selv-sten-dig-het"],
  ["oc", "in-for-ma-cion"],
  ["pl", "nie-pod-le-głość"],
  ["pms", "in-di-pen-densa"],
  ["pt", "in-de-pen-dên-cia"],
  ["rm", "in-de-pen-denza"],
  ["sl", "ne-od-vi-snost"],
  ["sq", "pa-va-rë-sia"],
  ["sv", "själv-stän-dig-het"],
  ["tk", "ga-raş-syz-lyk"],
  ["tr", "ba-ğım-sız-lık"],
  ["be", "неза-ле-ж-насць"],
  ["bg", "не-за-ви-си-мост"],
  ["mn", "тус-гаар-тогт-нол"],
  ["ru", "го-су-дар-ствен-ность"],
  ["sr", "са-мо-стал-ност"],
  ["uk", "не-за-ле-жність"],
  ["el", "ανε-ξαρ-τη-σία"],
  ["ka", "და-მო-უ-კი-დებ-ლობა"],
  ["hi", "स्व-तं-त्र-ता-सं-ग्राम"],
  ["mr", "स्वा-तं-त्र्यदिन"],
  ["as", "বিশ্ব-বি-দ্যালয়"],
  ["bn", "বিশ্ব-বি-দ্যালয়"],
  ["gu", "વિશ્વ-વિ-દ્યાલય"],
  ["pa", "ਯੂਨੀ-ਵ-ਰਸਿਟੀ"],
  ["kn", "ವಿಶ್ವ-ವಿ-ದ್ಯಾಲಯ"],
  ["ml", "സർ-വ്വ-ക-ലാ-ശാ-ലകൾ"],
  ["or", "ମହା-ନ-ଗ-ର-ପାଳିକା"],
  ["ta", "பல்-க-லைக்-க-ழகம்"],
  ["te", "విశ్వ-వి-ద్యాలయం"],
];

test("there is a word of every language", () => {
  expect([...new Set(WORDS.map(([language]) => language.slice(0, 3).replace("-", "")))].sort()).toEqual(HYPHENATED);
});

test.each(WORDS)("%s: %s", (language, expected) => {
  const word = expected.replaceAll("-", "");
  const places = hyphenators.of(language)!.places(word, 0, word.length);
  expect([0, ...places].map((at, i) => word.slice(at, places[i])).join("-")).toBe(expected);
});
