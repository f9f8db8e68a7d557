import { plainParts, type Decimal, type NumberFormatOptions, type NumberParts } from "../core/number-format.js";
import { shortestDecimal } from "../core/decimal.js";
import { NO_LOCALES, type LocaleSource } from "../core/world.js";
import type { Reason } from "../help/reason.js";
import { currencyDecimals, LocalizedForm, styleOf, type LocaleChoice } from "./localized-form.js";
import { unknownCurrency } from "./currency.js";
import { indexOf, LocaleData } from "./locale-data.js";
import { isReason, readLocale } from "./locale-tag.js";

interface Form {
  parts(value: Decimal): NumberParts;
  share(value: Decimal): NumberParts;
}

const MOST_TEXTS = 8192;

/** A row is made for its height and again for its page: the same string has its glyphs without a comparison. */
class CachedForm {
  readonly #texts = new Map<number, string>();

  constructor(readonly form: Form) {}

  text(value: number): string {
    let text = this.#texts.get(value);
    if (text === undefined) {
      const { before, after } = this.form.parts(shortestDecimal(value));
      text = before + after;
      if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
      this.#texts.set(value, text);
    }
    return text;
  }
}

/** `locale`: settings.locale, the default of every format (N1). */
export class Numbers {
  readonly #locales = new Map<string, LocaleChoice | Reason>();
  readonly #forms = new Map<string, CachedForm>();
  readonly #formsOf = new WeakMap<NumberFormatOptions, CachedForm>();
  #look: NumberFormatOptions | null = null;
  #latest: CachedForm | null = null;
  readonly locale: string | undefined;

  constructor(
    readonly source: LocaleSource,
    locale: string | undefined,
  ) {
    this.locale = isBlank(locale) ? undefined : locale!.trim();
  }

  localized(look: NumberFormatOptions): boolean {
    return this.#tagOf(look) !== null;
  }

  /** A double or exact decimal. Without a format, the shortest decimal in any locale (N1). */
  text(value: number | Decimal, look: NumberFormatOptions | undefined): string {
    if (look === undefined) return typeof value === "number" ? shortestDecimal(value) : value;
    const known = this.#form(look);
    if (typeof value === "number") return known.text(value);
    const { before, after } = known.form.parts(value);
    return before + after;
  }

  /** Divided at the decimal mark, or the end (N22). */
  parts(value: number | Decimal, look: NumberFormatOptions | undefined): NumberParts {
    const decimal = typeof value === "number" ? shortestDecimal(value) : value;
    return look === undefined ? plainParts(decimal, PLAIN) : this.#form(look).form.parts(decimal);
  }

  /** Already a percentage: neither style nor currency has an effect (N18). */
  share(percent: number, look: NumberFormatOptions = PLAIN): string {
    const { style: _, currency: __, ...own } = look;
    if (!this.localized(own)) return this.text(percent, { suffix: "%", ...own });
    const { before, after } = this.#form({ ...own, style: "percent" }).form.share(shortestDecimal(percent));
    return before + after;
  }

  /** Those of the currency, if the style is `currency`; else 0 (N6). */
  currencyDecimals(look: NumberFormatOptions): number {
    const { currency = "" } = look;
    return styleOf(look) === "currency" ? (currencyDecimals(currency.toUpperCase(), indexOf(this.source)) ?? 0) : 0;
  }

  /** Null if known or blank. */
  faultOfLocale(tag: string | undefined): Reason | null {
    if (isBlank(tag)) return null;
    const choice = this.choiceOf(tag!.trim());
    return "text" in choice ? choice : null;
  }

  /** The reason why a code names no currency (N9). */
  faultOfCurrency(code: string | undefined): Reason | null {
    if (code === undefined) return null;
    const index = indexOf(this.source);
    return /^[A-Za-z]{3}$/.test(code) && currencyDecimals(code.toUpperCase(), index) !== undefined ? null : unknownCurrency(code, index);
  }

  /** The locale of a format; null: none rules (N1, N3). */
  #tagOf(look: NumberFormatOptions): string | null {
    if (!isBlank(look.locale)) return look.locale!.trim();
    return this.locale ?? (styleOf(look) === "decimal" ? null : "en");
  }

  #form(look: NumberFormatOptions): CachedForm {
    // numbers of a column are consecutive
    if (look === this.#look) return this.#latest!;
    this.#look = look;
    return (this.#latest = this.#found(look));
  }

  #found(look: NumberFormatOptions): CachedForm {
    let form = this.#formsOf.get(look);
    if (!form) {
      const { notation, decimals, grouping, prefix, suffix, locale, currency, style, negative } = look;
      const key = JSON.stringify([notation, decimals, grouping, prefix, suffix, locale, currency, style, negative]);
      form = this.#forms.get(key);
      if (!form) this.#forms.set(key, (form = new CachedForm(this.#formOf(look))));
      this.#formsOf.set(look, form);
    }
    return form;
  }

  /** The contract's if faulty: the check refuses it. */
  #formOf(look: NumberFormatOptions): Form {
    const tag = this.#tagOf(look);
    const choice = tag === null ? null : this.choiceOf(tag);
    if (choice === null || "text" in choice) return plainForm(look);
    return new LocalizedForm(choice, look);
  }

  choiceOf(tag: string): LocaleChoice | Reason {
    let known = this.#locales.get(tag);
    if (!known) {
      const index = indexOf(this.source);
      const read = readLocale(tag, index);
      known = isReason(read) ? read : { data: new LocaleData(this.source, read.tag), index, system: read.system };
      this.#locales.set(tag, known);
    }
    return known;
  }
}

const PLAIN: NumberFormatOptions = {};
const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";
const plainForm = (look: NumberFormatOptions): Form => ({
  parts: (value) => plainParts(value, look),
  share: (value) => plainParts(value, look),
});

export const PLAIN_NUMBERS = new Numbers(NO_LOCALES, undefined);
