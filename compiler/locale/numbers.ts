// Texts of the numbers of one request.
import { plainParts, type Decimal, type NumberLook, type NumberParts } from "../core/number-format.js";
import { shortestDecimal } from "../core/decimal.js";
import { NO_LOCALES, type LocaleSource } from "../core/world.js";

/** Formats numbers by the locales that the request names. `locale`: settings.locale, the default of every format (numbers.md N1). */
export class Numbers {
  constructor(
    readonly source: LocaleSource,
    readonly locale: string | undefined,
  ) {}

  /** Whether the text of a number depends on a locale. */
  localized(look: NumberLook): boolean {
    return localeOf(look, this.locale) !== null;
  }

  /** The text of a number, as double or as exact decimal. Without a format its shortest decimal, whatever the locale (numbers.md N1). */
  text(value: number | Decimal, look: NumberLook | undefined): string {
    const decimal = typeof value === "number" ? shortestDecimal(value) : value;
    if (look === undefined) return decimal;
    const { before, after } = this.#parts(decimal, look);
    return before + after;
  }

  /** The same, divided at the decimal mark, or at the end of the integer digits (numbers.md N22). */
  parts(value: number | Decimal, look: NumberLook | undefined): NumberParts {
    return this.#parts(typeof value === "number" ? shortestDecimal(value) : value, look ?? PLAIN);
  }

  /** A share of a chart that is a percentage already: 50 is 50 % (numbers.md N18). */
  share(percent: number, look: NumberLook | undefined): string {
    return this.text(percent, { decimals: look?.decimals ?? 0, suffix: "%" });
  }

  #parts(decimal: Decimal, look: NumberLook): NumberParts {
    return plainParts(decimal, look);
  }
}

const PLAIN: NumberLook = {};

/** The locale of a format; null = none rules (numbers.md N1, N3). */
function localeOf({ locale, style, currency }: NumberLook, general: string | undefined): string | null {
  const named = [locale, general].find((tag) => tag !== undefined && tag.trim() !== "");
  if (named !== undefined) return named.trim();
  return style === "percent" || style === "currency" || currency !== undefined ? "en" : null;
}

/** Numbers of a request without locales. */
export const PLAIN_NUMBERS = new Numbers(NO_LOCALES, undefined);
