import { roundDecimal, type Decimal } from "../core/number-format.js";
import { readPattern, type NumberPattern } from "./number-pattern.js";
import { pluralForm } from "./plural.js";
import { lookup } from "../../base/lookup.js";

/** one, or by plural form */
type Form = string | Readonly<Record<string, string>>;

/** `pattern`: null below the first unit */
interface Compact {
  readonly digits: Decimal;
  readonly pattern: NumberPattern | null;
}

const FIRST = 3;

/** Patterns of compact numbers by power of ten (locale-data.ts: `/k`, `/m`). */
export class CompactPatterns {
  readonly #forms: readonly Form[];

  constructor(
    patterns: readonly Form[],
    readonly rules: string,
  ) {
    const forms: Form[] = [];
    // "": the pattern before with one digit more
    for (const form of patterns) forms.push(form === "" ? longer(forms.at(-1)!) : form);
    this.#forms = forms;
  }

  /** Writes in the unit of the rounded number: 999.96 thousand is 1 million. @param decimals absent: at most one */
  of(value: Decimal, decimals: number | undefined): Compact {
    let power = sizeOf(value);
    let shown = this.#shown(value, power, decimals);
    const after = sizeOf(shown.digits) + shown.exponent;
    if (after > power) shown = this.#shown(value, (power = after), decimals);
    const { digits, exponent, form } = shown;
    if (form === null) return { digits, pattern: null };
    const pattern = typeof form === "string" ? form : (lookup(form, pluralForm(this.rules, digits, exponent)) ?? form["other"]!);
    const read = readPattern(pattern);
    return { digits, pattern: exponent === 0 ? null : read };
  }

  #shown(
    value: Decimal,
    power: number,
    decimals: number | undefined,
  ): { readonly digits: Decimal; readonly exponent: number; readonly form: Form | null } {
    const form = this.#formAt(power);
    const one = form === null ? "0" : typeof form === "string" ? form : form["other"]!;
    const { zeros, positive } = readPattern(one);
    // "0" alone: the number is not shortened
    const plain = form === null || (zeros === 1 && bare(positive.prefix) && bare(positive.suffix));
    const exponent = plain ? 0 : power - zeros + 1;
    const rounded = roundDecimal(movedLeft(value, exponent), decimals ?? 1);
    return { digits: decimals === undefined ? trimmed(rounded) : rounded, exponent, form: plain ? null : form };
  }

  /** Powers beyond the last have its unit. */
  #formAt(power: number): Form | null {
    if (power < FIRST || this.#forms.length === 0) return null;
    const last = this.#forms.length - 1 + FIRST;
    let form = this.#forms[Math.min(power, last) - FIRST]!;
    for (let at = last; at < power; at++) form = longer(form);
    return form;
  }
}

const bare = (affix: string): boolean => affix.replace(/[¤\s]/g, "") === "";

/** One digit more before the unit; a "0" alone stays one. */
const longer = (form: Form): Form =>
  typeof form === "string"
    ? form === "0"
      ? "0"
      : form.replace("0", "00")
    : Object.fromEntries(Object.entries(form).map(([name, pattern]) => [name, pattern.replace("0", "00")]));

function sizeOf(value: Decimal): number {
  const point = value.indexOf(".");
  return (point < 0 ? value.length : point) - 1;
}

function movedLeft(value: Decimal, by: number): Decimal {
  if (by === 0) return value;
  const point = value.indexOf(".");
  const whole = point < 0 ? value : value.slice(0, point);
  const fraction = point < 0 ? "" : value.slice(point + 1);
  const all = whole.padStart(by + 1, "0");
  return `${all.slice(0, -by)}.${all.slice(-by)}${fraction}`;
}

const trimmed = (digits: Decimal): Decimal => (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);
