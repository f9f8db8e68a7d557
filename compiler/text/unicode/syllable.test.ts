import { expect, test } from "vitest";
import { continuesSyllable } from "./syllable.js";
import { isMark } from "./ucd.js";

/** Words with their syllables as dictionaries and UTN #11 divide them. */
test.each([
  "မြန်-မာ",
  "ကုမ္ပ-ဏီ",
  "ကျေး-ဇူး-တင်-ပါ-သည်။",
  "ဝယ်-ယူ-အား-ပေး-သည့်-အ-တွက်",
  "ဇန်-န-ဝါ-ရီ-လ",
  "ရက်-နေ့",
  // a contraction: its middle letter ends one syllable and begins the next
  "ကျွန်ုပ်-တို့",
  // kinzi, and letters below each other
  "အင်္ဂ-လိပ်",
  "တက္က-သိုလ်",
  // a letter with another below it stays with what is before it, also where both begin a syllable
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
