// Amounts, dates and numbers in the language's form (I34).
import type { LocaleSource } from "../../core/world.js";
import { dateText } from "../../locale/dates.js";
import { Numbers } from "../../locale/numbers.js";
import { decimal, show } from "../xml/decimal.js";
import { shortest } from "../model/compute.js";
import type { Term } from "../model/terms.js";
import type { Language } from "./labels/table.js";

const NUMBERS = new Set(["amount", "price", "percentage", "quantity"]);
const MOST_DECIMALS = 6;

export class Forms {
  readonly #numbers: Numbers;

  constructor(
    locales: LocaleSource,
    readonly language: Language,
  ) {
    this.#numbers = new Numbers(locales, language);
  }

  /** Writes all decimals of a number, at least `least`. */
  number(text: string, least: number): string {
    const value = decimal(text);
    if (!value) return text;
    const digits = shortest(show(value));
    const decimals = Math.max(least, digits.split(".")[1]?.length ?? 0);
    if (decimals > MOST_DECIMALS) return text;
    return this.#numbers.text(digits, { decimals, grouping: true, locale: this.language });
  }

  /** With its own decimals, and the text of the file where that differs (SW-42). */
  readonly besideText = ({ type }: Term, value: string): string | undefined => {
    const text = value.trim();
    const formed = type === "date" ? this.date(text) : type !== null && NUMBERS.has(type) ? this.#own(text) : text;
    return formed === text ? undefined : `${formed} (${text})`;
  };

  #own(text: string): string {
    const value = decimal(text);
    if (!value) return text;
    const decimals = text.split(".")[1]?.length ?? 0;
    return this.#numbers.text(show(value), { decimals, grouping: true, locale: this.language });
  }

  readonly amount = (text: string): string => this.number(text, 2);

  date(text: string): string {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
    const choice = this.#numbers.choiceOf(this.language);
    if (year === undefined || "text" in choice) return text;
    return dateText({ year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0, second: 0 }, "medium", choice);
  }

  /** Undefined for texts and codes. */
  readonly of = ({ type }: Term, value: string): string | undefined => {
    if (type === "date") return this.date(value);
    if (type === null || !NUMBERS.has(type)) return undefined;
    const text = this.number(value, type === "amount" || type === "price" ? 2 : 0);
    return type === "percentage" ? `${text} %` : text;
  };
}
