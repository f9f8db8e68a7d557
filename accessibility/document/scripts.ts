// Scripts of letters, and the scripts that languages are written in.
import { scriptOfLanguage } from "../../compiler/text/unicode/language.js";
import { charScript, COMMON, INHERITED, SCRIPTS } from "../../compiler/text/unicode/ucd.js";

/** Languages written in more scripts than the one that `scriptOfLanguage` has, by primary subtag (ISO 15924). */
const MORE: ReadonlyMap<string, readonly string[]> = new Map([
  ["ja", ["Hani", "Hira", "Kana"]],
  ["ko", ["Hang", "Hani"]],
  ["zh", ["Hani", "Bopo"]],
  ["yue", ["Hani", "Bopo"]],
  ["sr", ["Cyrl", "Latn"]],
  ["bs", ["Latn", "Cyrl"]],
  ["uz", ["Latn", "Cyrl"]],
  ["az", ["Latn", "Cyrl"]],
  ["tk", ["Latn", "Cyrl"]],
  ["kk", ["Cyrl", "Latn"]],
  ["mn", ["Cyrl", "Mong"]],
  ["pa", ["Guru", "Arab"]],
  ["ku", ["Latn", "Arab"]],
  ["und", []],
]);

/** Scripts of several languages: letters do not tell which. */
export const SHARED_SCRIPTS: ReadonlySet<string> = new Set(["Latn", "Cyrl", "Arab", "Deva", "Hani"]);

const NAMES: ReadonlyMap<string, string> = new Map([
  ["Latn", "Latin"],
  ["Cyrl", "Cyrillic"],
  ["Arab", "Arabic"],
  ["Deva", "Devanagari"],
  ["Hani", "Han"],
]);
export const nameOfScript = (script: string): string => NAMES.get(script) ?? script;

/** Scripts that a language uses; a script subtag is the only one. */
export function scriptsOf(language: string): ReadonlySet<string> {
  const [primary = "", ...rest] = language.split("-");
  const isNamed = rest.slice(0, 2).some((part) => /^[a-z]{4}$/i.test(part));
  const more = MORE.get(primary.toLowerCase());
  if (more && !isNamed) return new Set(more);
  const script = SCRIPTS[scriptOfLanguage(language)]!;
  if (primary.toLowerCase() === "ja" || primary.toLowerCase() === "ko" || primary.toLowerCase() === "zh")
    return new Set([script, ...(more ?? [])]);
  return new Set([script]);
}

const LETTER = /\p{L}/u;

/** Calls back with each letter that has a script. */
export function eachLetter(text: string, visit: (script: string, letter: string) => void): void {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // most are ASCII, whose other characters have no script
    if (unit < 0x80) {
      if ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a) visit("Latn", text[i]!);
      continue;
    }
    const letter = String.fromCodePoint(text.codePointAt(i)!);
    i += letter.length - 1;
    const script = charScript[letter.codePointAt(0)!]!;
    if (script !== COMMON && script !== INHERITED && LETTER.test(letter)) visit(SCRIPTS[script]!, letter);
  }
}
