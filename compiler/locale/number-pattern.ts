// UTS #35, Number Format Patterns.

/** Quoted, with placeholders for signs. */
export interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

export interface NumberPattern {
  readonly positive: Affixes;
  /** null: a minus sign before the positive */
  readonly negative: Affixes | null;
  /** digits of the last group, and of others; 0 = no groups */
  readonly primary: number;
  readonly secondary: number;
  /** least integer digits; compact: remaining digits */
  readonly zeros: number;
}

export function readPattern(pattern: string): NumberPattern {
  const [positive = "", negative] = splitOutside(pattern, ";");
  const { prefix, digits, suffix } = divide(positive);
  const whole = digits.split(".")[0]!;
  const groups = whole.split(",");
  const primary = groups.length > 1 ? groups.at(-1)!.length : 0;
  const secondary = groups.length > 2 ? groups.at(-2)!.length : primary;
  return {
    positive: { prefix, suffix },
    negative: negative === undefined ? null : divide(negative),
    primary,
    secondary,
    zeros: whole.replace(/[^0]/g, "").length,
  };
}

const DIGIT = /[#0,.]/;

function divide(pattern: string): Affixes & { readonly digits: string } {
  let quoted = false;
  let [from, to] = [-1, -1];
  for (let i = 0; i < pattern.length; i++) {
    const unit = pattern[i]!;
    if (unit === "'") quoted = !quoted;
    if (quoted || !DIGIT.test(unit)) continue;
    if (from < 0) from = i;
    if (to >= 0 && to !== i) break;
    to = i + 1;
  }
  if (from < 0) return { prefix: pattern, digits: "", suffix: "" };
  return { prefix: pattern.slice(0, from), digits: pattern.slice(from, to), suffix: pattern.slice(to) };
}

function splitOutside(pattern: string, mark: string): readonly string[] {
  const out = [""];
  let quoted = false;
  for (const unit of pattern) {
    if (unit === "'") quoted = !quoted;
    if (unit === mark && !quoted) out.push("");
    else out[out.length - 1] += unit;
  }
  return out;
}

export interface Signs {
  readonly minus: string;
  readonly percent: string;
  readonly currency: string;
}

export function affixText(affix: string, { minus, percent, currency }: Signs): string {
  let out = "";
  for (let i = 0; i < affix.length; i++) {
    const unit = affix[i]!;
    if (unit === "'") {
      const end = affix.indexOf("'", i + 1);
      // two quotes are one
      out += end === i + 1 ? "'" : affix.slice(i + 1, end);
      i = end;
    } else out += unit === "-" ? minus : unit === "%" ? percent : unit === "¤" ? currency : unit;
  }
  return out;
}
