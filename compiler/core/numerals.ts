export type NumeralStyle = "decimal" | "lower_roman" | "upper_roman" | "lower_alpha" | "upper_alpha";

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

/** No common roman numeral. */
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
  }
}
