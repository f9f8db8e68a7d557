import { unitAt } from "../../../base/code-unit.js";
import { isIgnorable, isMark, charScript, COMMON, INHERITED } from "./ucd.js";
import { lookup } from "../../../base/lookup.js";

/*
 * The patterns are hyphenopoly's: TeX's, one wasm module per language with patterns and program, called without its wrapper, with one page of memory
 * or a few.
 */

/** Languages with freely usable patterns by script: primary subtags. */
const LANGUAGES: Readonly<Record<string, string>> = {
  Latn: "af bs ca cy da de en es et eu fi fr fur ga gl hr hsb hu ia is it la lt nb nl nn no oc pl pms pt rm sl sq sv tk tr",
  Cyrl: "be bg mn ru sr uk",
  Grek: "el",
  Geor: "ka",
  Deva: "hi mr",
  Beng: "as bn",
  Gujr: "gu",
  Guru: "pa",
  Knda: "kn",
  Mlym: "ml",
  Orya: "or",
  Taml: "ta",
  Telu: "te",
};
const SCRIPT_OF = new Map(Object.entries(LANGUAGES).flatMap(([script, list]) => list.split(" ").map((l) => [l, script] as const)));
const FILES: Readonly<Record<string, string>> = { bs: "sh-latn", el: "el-monoton", en: "en-us", mn: "mn-cyrl", sr: "sh-cyrl" };
/** Hyphenated by sound, not by word formation. */
const AMERICAN = new Set(["US", "CA", "PH", "LR"]);

/** Primary subtags, sorted. */
export const HYPHENATED: readonly string[] = [...SCRIPT_OF.keys()].sort();

/** Names of pattern files without extension. */
export const PATTERN_FILES: readonly string[] = [
  ...new Set([...HYPHENATED.map((language) => lookup(FILES, language) ?? language), "en-gb", "sh-latn"]),
];

/** Reads patterns by file name; the World does so. */
export type PatternSource = (name: string) => WebAssembly.Module;

interface Named {
  readonly name: string;
  /** ISO 15924 */
  readonly script: string;
}

/** BCP 47; null if absent. */
function patternsFor(language: string): Named | null {
  const [primary = "", ...more] = language.slice(0, LONGEST).split(/[-_]/);
  const own = primary.toLowerCase();
  const script = SCRIPT_OF.get(own);
  if (!script) return null;
  const written = more.find((s) => /^[a-z]{4}$/i.test(s))?.toLowerCase() ?? script.toLowerCase();
  if (own === "sr" && written === "latn") return { name: "sh-latn", script: "Latn" };
  if (written !== script.toLowerCase()) return null;
  const region = more.find((s) => /^[a-z]{2}$/i.test(s))?.toUpperCase();
  if (own === "en" && region !== undefined && !AMERICAN.has(region)) return { name: "en-gb", script };
  return { name: lookup(FILES, own) ?? own, script };
}
/** UTF-16 units: more than three subtags have. */
const LONGEST = 32;

interface Exports {
  readonly mem: WebAssembly.Memory;
  /** least letters before and after a hyphen */
  readonly lmi: WebAssembly.Global;
  readonly rmi: WebAssembly.Global;
  readonly lct: WebAssembly.Global;
  /** Into the 0-terminated word at the start of the memory. @returns its new length */
  hyphenate(left: number, right: number, hyphen: number): number;
}

/** Byte offset, tested in hyphenation-abi.test.ts for every language. */
const LETTERS_AT = 1664;
/** Longer words are not hyphenated. */
const MOST_LETTERS = 61;
const LEAST_BEFORE = 2;
const LEAST_AFTER = 3;
const MARK = 0x2d;
/** Of addresses, paths, formulas and programs. */
const SIGNS = new Set([..."@\\#&=?%+<>|~^$§"].map((c) => c.charCodeAt(0)));
const JOINTS = new Set([..."-/\u2010\u2011\u2012\u2013\u2014\u2015"].map((c) => c.charCodeAt(0)));
/** Parts of names are hyphenated only if needed. */
const NAME_JOINTS = new Set([..."_:*"].map((c) => c.charCodeAt(0)));
const NO_PLACES: readonly number[] = [];

export interface HyphenPlaces {
  readonly by: object | null;
  /** UTF-16 units from the word's start, ascending */
  readonly at: readonly number[];
  /** advances of the glyphs before each, 1/1000 em; null if unknown, or inside a glyph */
  readonly before: readonly number[] | null;
}

/** Of a text: [start, end), in the unit that begins at `from`. */
interface Part {
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

export class Hyphenator {
  readonly #patterns: Exports;
  readonly #memory: Uint16Array;
  readonly #left: number;
  readonly #right: number;
  /** letters in the lower case of the patterns */
  readonly #letters = new Map<number, number>();
  readonly #capitals = new Set<number>();
  readonly #letterOf = new Uint16Array(MOST_LETTERS + 1);
  readonly #at = new Int32Array(MOST_LETTERS + 1);

  /** @param script ISO 15924 */
  constructor(
    module: WebAssembly.Module,
    readonly script: string,
    turkic: boolean,
  ) {
    this.#patterns = new WebAssembly.Instance(module).exports as unknown as Exports;
    const { mem, lmi, rmi, lct } = this.#patterns;
    this.#memory = new Uint16Array(mem.buffer);
    this.#left = Math.max(LEAST_BEFORE, lmi.value);
    this.#right = Math.max(LEAST_AFTER, rmi.value);
    for (const small of new Uint16Array(mem.buffer, LETTERS_AT, lct.value)) {
      const letter = String.fromCharCode(small);
      if (small === MARK || isIgnorable(small)) continue;
      this.#letters.set(small, small);
      const capital = turkic ? letter.toLocaleUpperCase("tr") : letter.toUpperCase();
      if (capital.length !== 1 || capital === letter) continue;
      this.#letters.set(capital.charCodeAt(0), small);
      this.#capitals.add(capital.charCodeAt(0));
    }
    const apostrophe = 0x27;
    if (this.#letters.has(apostrophe)) this.#letters.set(0x2019, apostrophe);
  }

  /**
   * UTF-16 units from `from`, ascending. Parts of a compound are separate words, and brackets, quotation marks and numerals end a word
   * (SW-18). Not hyphenated: addresses and paths, parts with signs, words between or around numerals, of other scripts or with soft
   * hyphens. Only if `needed`, as no line holds the word: words in capitals or with inner capitals, and parts of names joined by signs.
   */
  places(text: string, from: number, to: number, needed = false): readonly number[] {
    if (to - from < LEAST_BEFORE + LEAST_AFTER || this.#isAddress(text, from, to)) return NO_PLACES;
    const out: number[] = [];
    let start = from;
    for (let i = from; i <= to; i++) {
      if (i < to) {
        const c = unitAt(text, i);
        if (!JOINTS.has(c) && !(needed && NAME_JOINTS.has(c))) continue;
      }
      if (i - start >= LEAST_BEFORE + LEAST_AFTER && !this.#hasSigns(text, start, i))
        this.#words(out, text, { from, start, end: i }, needed);
      start = i + 1;
    }
    return out.length > 0 ? out : NO_PLACES;
  }

  #words(out: number[], text: string, { from, start, end }: Part, needed: boolean): void {
    let word = start;
    for (let i = start; i <= end; i++) {
      if (i < end && !this.#encloses(text, i)) continue;
      if (i - word >= LEAST_BEFORE + LEAST_AFTER && this.#isWord(text, word, i, needed))
        this.#word(out, text, { from, start: word, end: i });
      word = i + 1;
    }
  }

  #encloses(text: string, i: number): boolean {
    const c = unitAt(text, i);
    return !this.#letters.has(c) && c !== APOSTROPHE && ENCLOSING.test(text[i]!);
  }

  #hasSigns(text: string, from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const c = unitAt(text, i);
      if (SIGNS.has(c) || (NAME_JOINTS.has(c) && c !== COLON)) return true;
    }
    return false;
  }

  #word(out: number[], text: string, { from, start, end }: Part): void {
    let n = 0;
    let small = false;
    const flush = (): void => {
      if (n >= this.#left + this.#right && n <= MOST_LETTERS) this.#add(out, from, n);
      n = 0;
    };
    for (let i = start; i < end; i++) {
      const c = unitAt(text, i);
      const letter = this.#letters.get(c);
      if (letter !== undefined) {
        const capital = this.#capitals.has(c);
        if (capital && small && n > 0) {
          const long = n >= LEAST_BEFORE && this.#areLetters(text, i, Math.min(end, i + LEAST_AFTER));
          flush();
          if (long) out.push(i - from);
        }
        small = !capital;
        if (n < MOST_LETTERS) {
          this.#letterOf[n] = letter;
          this.#at[n] = i;
        }
        n++;
      } else if (n > 0 && isMark(c)) {
        // a letter and a mark, one letter in the patterns
        const one = n <= MOST_LETTERS ? String.fromCharCode(this.#letterOf[n - 1]!, c).normalize("NFC") : "";
        const known = one.length === 1 ? this.#letters.get(one.charCodeAt(0)) : undefined;
        if (known === undefined) return;
        this.#letterOf[n - 1] = known;
      } else flush();
    }
    flush();
  }

  #areLetters(text: string, from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (!this.#letters.has(unitAt(text, i))) return false;
    return to - from === LEAST_AFTER;
  }

  /** Also a path or an assignment. */
  #isAddress(text: string, from: number, to: number): boolean {
    const at = (i: number): string => (i >= from && i < to ? text[i]! : " ");
    for (let i = from; i < to; i++) {
      switch (unitAt(text, i)) {
        case 0x40: // @
        case 0x5c: // \
        case 0x3d: // =
          return true;
        case 0x3f: // ?
          if (LETTER.test(at(i + 1))) return true;
          break;
        case 0x2e: // .
          if (LETTER_OR_DIGIT.test(at(i - 1)) ? LETTER.test(at(i + 1)) : at(i + 1) === "/") return true;
          break;
        case 0x2f: // /
          if (!BEFORE_SLASH.test(at(i - 1)) || !BEHIND_SLASH.test(at(i + 1))) return true;
      }
    }
    return false;
  }

  /** Surrounded by punctuation only, with numerals at one side at most. */
  #isWord(text: string, from: number, to: number, needed: boolean): boolean {
    let before = false;
    let stop = false;
    let numerals = 0;
    let letters = false;
    for (let i = from; i < to; i++) {
      const c = unitAt(text, i);
      if (this.#letters.has(c)) {
        // capitals begin words; a colon between letters is a name's
        if (stop || (before && !needed && this.#capitals.has(c)) || (letters && numerals === AFTER)) return false;
        before = letters = true;
        continue;
      }
      if (isMark(c) && before) continue;
      const high = (c & 0xfc00) === 0xd800;
      if (NUMBER.test(high ? text.slice(i, i + 2) : text[i]!)) {
        if (letters && numerals === BEFORE) return false;
        numerals = letters ? AFTER : BEFORE;
        if (high) i++;
      } else {
        const script = charScript[c]!;
        if ((script !== COMMON && script !== INHERITED) || (c & 0xf800) === 0xd800 || isIgnorable(c)) return false;
      }
      stop = before && c === COLON;
      before = false;
    }
    return true;
  }

  #add(out: number[], from: number, n: number): void {
    const memory = this.#memory;
    for (let k = 0; k < n; k++) memory[k] = this.#letterOf[k]!;
    memory[n] = 0;
    const length = this.#patterns.hyphenate(this.#left, this.#right, MARK);
    if (length <= n) return;
    for (let k = 0, i = 0; k < length; k++) {
      if (memory[k] !== MARK) {
        i++;
        continue;
      }
      const at = this.#at[i]!;
      if (this.#lettersIn(0, i) >= LEAST_BEFORE && this.#lettersIn(i, n) >= LEAST_AFTER) out.push(at - from);
    }
  }

  /** Counts letters without vowel signs and apostrophes. */
  #lettersIn(i: number, n: number): number {
    let count = 0;
    for (let k = i; k < n; k++) if (!isMark(this.#letterOf[k]!) && this.#letterOf[k] !== 0x27) count++;
    return count;
  }
}

/** Of numerals, to a word's letters. */
const BEFORE = 1;
const AFTER = 2;
const COLON = 0x3a;
const APOSTROPHE = 0x2019;
/** Brackets and quotation marks. */
const ENCLOSING = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"]/u;
const NUMBER = /^\p{N}/u;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;
/** "and/or", "Straßen-/Schienenverkehr", "actor(s)/actress(es)" */
const BEFORE_SLASH = /[\p{L}\p{M}\p{N}\p{Pd}\p{Pe}\p{Pf}.*]/u;
const BEHIND_SLASH = /[\p{L}\p{N}\p{Pd}\p{Ps}\p{Pi}]/u;

const MOST = 8;

/** Makes hyphenators on first use. */
export class Hyphenators {
  /** most recent last */
  readonly #known = new Map<string, Hyphenator>();

  constructor(readonly source: PatternSource) {}

  /** BCP 47; null without patterns. */
  of(language: string): Hyphenator | null {
    const named = patternsFor(language);
    if (!named) return null;
    let known = this.#known.get(named.name);
    if (!known) {
      known = new Hyphenator(this.source(named.name), named.script, named.name === "tr");
      if (this.#known.size >= MOST) this.#known.delete(this.#known.keys().next().value!);
      this.#known.set(named.name, known);
    }
    return known;
  }
}
