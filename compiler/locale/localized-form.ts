import { roundDecimal, type Decimal, type NumberFormatOptions, type NumberParts } from "../core/number-format.js";
import { CompactPatterns } from "./compact.js";
import { digitsIn } from "./digits.js";
import { lists, type LocaleData, type LocaleIndex } from "./locale-data.js";
import { affixText, readPattern, type Affixes, type NumberPattern, type Signs } from "./number-pattern.js";

/** A locale and its system of digits; undefined: the locale's own. */
export interface LocaleChoice {
  readonly data: LocaleData;
  readonly index: LocaleIndex;
  readonly system: string | undefined;
}

type NumberStyle = "decimal" | "currency" | "percent";

/** Returns the style, which a currency implies (N7). */
export const styleOf = ({ style, currency }: NumberFormatOptions): NumberStyle =>
  style ?? (currency === undefined ? "decimal" : "currency");

/** Returns the decimals of a currency (N6); undefined: unknown. */
export function currencyDecimals(code: string, { currencies }: LocaleIndex): number | undefined {
  for (const decimals in currencies) if (lists(currencies[decimals], code)) return Number(decimals);
  return undefined;
}

interface Around {
  readonly positive: Affixes;
  readonly negative: Affixes;
}

/** N2 to N15. Patterns are read once. */
export class LocalizedForm {
  readonly #look: NumberFormatOptions;
  readonly #style: NumberStyle;
  readonly #signs: Signs;
  readonly #mark: string;
  readonly #group: string;
  readonly #pattern: NumberPattern;
  readonly #around: Around;
  readonly #compact: CompactPatterns | null;
  /** least integer digits; 0 = no groups */
  readonly #grouped: number;
  readonly #decimals: number | undefined;
  readonly #digits: (text: string) => string;

  constructor({ data, index, system: chosen }: LocaleChoice, look: NumberFormatOptions) {
    const system = chosen ?? data.text("nu");
    const style = styleOf(look);
    const code = look.currency?.toUpperCase() ?? "";
    const [mark = "", group = "", minus = "", percent = "", moneyMark = mark, moneyGroup = group] = data.ofSystem<readonly string[]>(
      system,
      "s",
    )!;
    const symbol = data.value<string | readonly string[]>(`$${code}`) ?? code;
    const [currency = code, ownMark = "", ownGroup = ""] = typeof symbol === "string" ? [symbol] : symbol;
    const money = style === "currency";
    this.#look = look;
    this.#style = style;
    this.#signs = { minus, percent, currency };
    this.#mark = money ? ownMark || moneyMark : mark;
    this.#group = money ? ownGroup || moneyGroup : group;
    this.#pattern = readPattern(data.ofSystem<string>(system, money ? "c" : style === "percent" ? "p" : "d")!);
    this.#around = this.#aroundOf(this.#pattern);
    const compact = look.notation === "compact";
    this.#compact = compact ? new CompactPatterns(data.ofSystem(system, money ? "m" : "k") ?? [], data.text("plural")) : null;
    const { primary } = this.#pattern;
    const least = Math.max(data.value<number>("min") ?? 1, compact ? LEAST_COMPACT : 1);
    this.#grouped = look.grouping === false || primary === 0 ? 0 : primary + least;
    this.#decimals = look.decimals ?? (money && !compact ? currencyDecimals(code, index) : undefined);
    this.#digits = digitsIn(system, index);
  }

  parts(value: Decimal): NumberParts {
    const signed = value.startsWith("-");
    const size = signed ? value.slice(1) : value;
    if (this.#compact) {
      const { digits, pattern } = this.#compact.of(size, this.#decimals);
      return this.#written(digits, signed, pattern ? this.#aroundOf(pattern) : this.#around);
    }
    return this.#written(this.#shown(size), signed, this.#around);
  }

  /** Positive; most are unchanged or get zeros. */
  #shown(size: Decimal): Decimal {
    const shown = this.#style === "percent" ? hundredfold(size) : size;
    const decimals = this.#decimals;
    if (decimals === undefined) return shown;
    const point = shown.indexOf(".");
    const missing = decimals - (point < 0 ? 0 : shown.length - point - 1);
    if (missing === 0) return shown;
    if (missing < 0) return roundDecimal(shown, decimals);
    return (point < 0 ? `${shown}.` : shown) + ZEROS.slice(0, missing);
  }

  /** A percentage already (N18). */
  share(value: Decimal): NumberParts {
    const signed = value.startsWith("-");
    const digits = roundDecimal(signed ? value.slice(1) : value, this.#decimals ?? 0);
    return this.#written(digits, signed, this.#around);
  }

  #written(digits: Decimal, signed: boolean, { positive, negative }: Around): NumberParts {
    const { prefix, suffix } = signed && /[1-9]/.test(digits) ? negative : positive;
    const point = digits.indexOf(".");
    if (point < 0) return { before: prefix + this.#groups(digits), after: suffix };
    return { before: prefix + this.#groups(digits.slice(0, point)), after: this.#mark + this.#digits(digits.slice(point + 1)) + suffix };
  }

  #groups(digits: string): string {
    if (this.#grouped === 0 || digits.length < this.#grouped) return this.#digits(digits);
    const { primary, secondary } = this.#pattern;
    let end = digits.length - primary;
    let out = this.#digits(digits.slice(end));
    for (; end > 0; end -= secondary) out = this.#digits(digits.slice(Math.max(0, end - secondary), end)) + this.#group + out;
    return out;
  }

  /** Texts of a pattern, with the format's prefix and suffix (N12, N13). */
  #aroundOf({ positive, negative }: NumberPattern): Around {
    const { prefix: before = "", suffix: after = "" } = this.#look;
    const plain = this.#texts(positive);
    const outer = { prefix: before + plain.prefix, suffix: plain.suffix + after };
    if (this.#look.negative === "parentheses")
      return { positive: outer, negative: { prefix: `(${outer.prefix}`, suffix: `${outer.suffix})` } };
    const signed = this.#texts(negative ?? { prefix: `-${positive.prefix}`, suffix: positive.suffix });
    return { positive: outer, negative: { prefix: afterSign(signed.prefix, before, this.#signs.minus), suffix: signed.suffix + after } };
  }

  /** A currency of letters is spaced (CLDR, currencySpacing). */
  #texts({ prefix, suffix }: Affixes): Affixes {
    const { currency } = this.#signs;
    const before = affixText(prefix, this.#signs) + (prefix.endsWith("¤") && LETTER_LAST.test(currency) ? NO_BREAK_SPACE : "");
    const after = (suffix.startsWith("¤") && LETTER_FIRST.test(currency) ? NO_BREAK_SPACE : "") + affixText(suffix, this.#signs);
    return { prefix: before, suffix: after };
  }
}

const ZEROS = "000000";
const NO_BREAK_SPACE = "\u00a0";
const LETTER_LAST = /[^\p{S}\p{Z}]$/u;
const LETTER_FIRST = /^[^\p{S}\p{Z}]/u;
/** four digits without group sign: 1234 万 (ECMA-402) */
const LEAST_COMPACT = 2;

/** Puts a text after a leading minus sign, else before all. */
function afterSign(prefix: string, text: string, minus: string): string {
  if (text === "") return prefix;
  const at = prefix.indexOf(minus);
  const leads = at >= 0 && /^\p{Cf}*$/u.test(prefix.slice(0, at));
  const cut = leads ? at + minus.length : 0;
  return prefix.slice(0, cut) + text + prefix.slice(cut);
}

/** 0.285 to 28.5. */
function hundredfold(value: Decimal): Decimal {
  const point = value.indexOf(".");
  if (point < 0) return value === "0" ? value : `${value}00`;
  const fraction = value.slice(point + 1).padEnd(2, "0");
  const whole = (value.slice(0, point) + fraction.slice(0, 2)).replace(/^0+(?=\d)/, "");
  const rest = fraction.slice(2);
  return rest === "" ? whole : `${whole}.${rest}`;
}
