export type NumeralStyle =
  "decimal" | "lower_roman" | "upper_roman" | "lower_alpha" | "upper_alpha" | "cjk_decimal" | "arabic_indic" | "devanagari";

/** a to z, then aa, ab; 0 is 0. */
export function letters(n: number): string {
  if (n < 1) return String(n);
  let out = "";
  for (let v = n; v > 0; v = Math.floor((v - 1) / 26)) out = String.fromCharCode(97 + ((v - 1) % 26)) + out;
  return out;
}

const ROMAN = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
] as const;

/** First number without a common roman numeral. */
const ROMAN_END = 4000;

/** Decimal from 4,000; 0 is 0 (L5). */
export function roman(n: number): string {
  if (n < 1 || n >= ROMAN_END) return String(n);
  let out = "";
  let left = n;
  for (const [value, digits] of ROMAN) {
    while (left >= value) {
      out += digits;
      left -= value;
    }
  }
  return out;
}

/** Decimal, in the ten digits from `zero` on. */
const digitsFrom = (n: number, zero: number): string =>
  String(n).replace(/\d/g, (digit) => String.fromCharCode(zero + digit.charCodeAt(0) - 0x30));

const CJK = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"] as const;
const TEN = "十";

/** Writes numbers as titles have them up to 99, then digit by digit (SW-14). */
function cjkDecimal(n: number): string {
  const digits = [...String(n)].map((digit) => CJK[Number(digit)]!);
  if (n < 10 || n > 99) return digits.join("");
  const [tens, ones] = digits;
  return `${n < 20 ? "" : tens}${TEN}${n % 10 === 0 ? "" : ones}`;
}

export function numeral(n: number, style: NumeralStyle): string {
  switch (style) {
    case "decimal":
      return String(n);
    case "lower_roman":
      return roman(n);
    case "upper_roman":
      return roman(n).toUpperCase();
    case "lower_alpha":
      return letters(n);
    case "upper_alpha":
      return letters(n).toUpperCase();
    case "cjk_decimal":
      return cjkDecimal(n);
    case "arabic_indic":
      return digitsFrom(n, 0x660);
    case "devanagari":
      return digitsFrom(n, 0x966);
  }
}
