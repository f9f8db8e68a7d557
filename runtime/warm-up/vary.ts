// A request to one of the same look with other words and numbers.

/*
 * Caches of words, font programs, barcodes and pictures would else have the answers. Words keep their letters, and texts their words, so that they
 * need as much room as before; numbers become smaller.
 */

/** Fields with words that are set. */
const WORDS = new Set(["content", "text", "alt", "title", "header", "label", "labels", "name", "description", "notes"]);
const NUMBERS = new Set(["values", "lower_values", "upper_values", "points", "rows"]);
/** Fields with names of what is elsewhere, and facts of an invoice or a payment. */
const AS_IT_IS = new Set(["settings", "target", "payload"]);
const ANY_DIGITS = new Set(["qrcode", "code128", "datamatrix"]);
/** dates, variables, addresses: other letters change their meaning, or are refused */
const FIXED = /[{}@/]|\d-\d|^\d{4}$/;
/** Scripts whose letters may stand in any order. */
const LETTERS = /^\p{Script=Latin}{5,}$|^\p{Script=Cyrillic}{5,}$|^\p{Script=Greek}{5,}$/u;
const LONG = 6;

type Json = string | number | boolean | null | readonly Json[] | { readonly [field: string]: Json };

/** Words, numbers and order of fields by `seed`; 0: unchanged. */
export function varied(request: object, seed: number): object {
  return seed === 0 ? request : (new Variation(seed).of(request as Json, "") as object);
}

class Variation {
  constructor(readonly seed: number) {}

  of(value: Json, field: string, inList = false): Json {
    if (typeof value === "string") return WORDS.has(field) ? this.words(value) : value;
    if (typeof value === "number") return NUMBERS.has(field) ? this.number(value) : value;
    if (Array.isArray(value)) return value.map((v: Json) => this.of(v, field, true));
    if (typeof value !== "object" || value === null) return value;
    return this.object(value as Readonly<Record<string, Json>>, inList && NUMBERS.has(field));
  }

  private object(of: Readonly<Record<string, Json>>, isRow: boolean): Json {
    const { format, content } = of;
    if (typeof format === "string" && typeof content === "string") return { ...of, content: this.barcode(format, content) };
    const entries = Object.entries(of).map(([k, v]): readonly [string, Json] => {
      if (AS_IT_IS.has(k)) return [k, v];
      return [k, this.of(v, isRow && typeof v !== "object" ? (typeof v === "number" ? "rows" : "content") : k)];
    });
    // otherwise code is compiled for one order of fields only
    const first = this.seed % Math.max(1, entries.length);
    return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)]);
  }

  private number(n: number): number {
    const smaller = n * (1 - (this.seed % 8) / 100);
    return this.seed % 2 === 0 ? Math.round(smaller) : Math.round(smaller * 10) / 10;
  }

  private barcode(format: string, content: string): string {
    // without its check digit, which is found
    if (format === "ean13") return digits(content.slice(0, 12), this.seed);
    return ANY_DIGITS.has(format) ? digits(content, this.seed) : content;
  }

  private words(text: string): string {
    const words = text.split(" ");
    const first = words.length < LONG ? 0 : this.seed % words.length;
    return [...words.slice(first), ...words.slice(0, first)].map((word, k) => this.word(word, k)).join(" ");
  }

  private word(word: string, k: number): string {
    if (FIXED.test(word)) return word;
    if (LETTERS.test(word) && (k + this.seed) % 3 === 0) {
      const first = 1 + (this.seed % (word.length - 1));
      return word[0]! + word.slice(first) + word.slice(1, first);
    }
    return digits(word, this.seed);
  }
}

/** Other digits; zeros stay, and so does a first one of what a number must be. */
const digits = (text: string, seed: number): string => text.replace(/[1-9]/g, (d) => String(1 + ((Number(d) - 1 + seed) % 9)));
