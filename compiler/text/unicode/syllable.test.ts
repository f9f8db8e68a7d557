import { expect, test } from "vitest";
import { continuesSyllable } from "./syllable.js";
import { isMark } from "./ucd.js";

/** Dictionaries and UTN #11. */
test.each([
  "မြန်-မာ",
  "ကုမ္ပ-ဏီ",
  "ကျေး-ဇူး-တင်-ပါ-သည်။",
  "ဝယ်-ယူ-အား-ပေး-သည့်-အ-တွက်",
  "ဇန်-န-ဝါ-ရီ-လ",
  "ရက်-နေ့",
  // its middle letter is in both syllables
  "ကျွန်ုပ်-တို့",
  "အင်္ဂ-လိပ်",
  "တက္က-သိုလ်",
  // a letter with a stacked one stays with the preceding syllable, also if both begin a syllable
  "ဥက္ကဋ္ဌ",
  "ဩ-ဂုတ်",
  "လည်း-ကောင်း၊",
  // Shan, Mon
  "လိၵ်ႈ-တႆး",
  "ဘာ-သာ-မန်",
])("%s", (word) => {
  const text = word.replaceAll("-", "");
  let out = "";
  for (let i = 0; i < text.length; i++) out += (i > 0 && !isMark(text.charCodeAt(i)) && !continuesSyllable(text, i) ? "-" : "") + text[i]!;
  expect(out).toBe(word);
});
