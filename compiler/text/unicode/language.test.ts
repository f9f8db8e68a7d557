import { expect, test } from "vitest";
import { scriptOfLanguage } from "./language.js";
import { SCRIPTS } from "./ucd.js";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];
const PART_OF: Readonly<Record<string, string>> = { Jpan: "Hani", Hans: "Hani", Hant: "Hani", Kore: "Hang" };

test("every two-letter language is written as CLDR's likely subtags say", () => {
  for (const tag of LETTERS.flatMap((a) => LETTERS.map((b) => a + b))) {
    const likely = new Intl.Locale(tag);
    if (likely.language !== tag) continue;
    const likeliest = likely.maximize().script ?? "Latn";
    const code = PART_OF[likeliest] ?? likeliest;
    // scripts unknown to the shaper are treated as Latin
    const wanted = (SCRIPTS as readonly string[]).includes(code) ? code : "Latn";
    expect(`${tag} ${SCRIPTS[scriptOfLanguage(tag)]!}`).toBe(`${tag} ${wanted}`);
  }
});

test("a script's own subtag wins, and regions change nothing", () => {
  const script = (tag: string): string => SCRIPTS[scriptOfLanguage(tag)]!;
  expect([script("sr-Latn-RS"), script("zh-Hant-TW"), script("en-Cyrl"), script("ja-Jpan"), script("ko-KR")]).toEqual([
    "Latn",
    "Hani",
    "Cyrl",
    "Hani",
    "Hang",
  ]);
  expect([script("de-AT"), script("ar-EG"), script("HI"), script("zh-yue-HK"), script("x-klingon"), script("")]).toEqual([
    "Latn",
    "Arab",
    "Deva",
    "Hani",
    "Latn",
    "Latn",
  ]);
});
