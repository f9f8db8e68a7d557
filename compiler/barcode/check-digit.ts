import { tuple } from "../../base/tuple.js";
/** Returns the check digit of GS1: weights 3 and 1 from the right (General Specifications, 7.9). */
export function gs1CheckDigit(digits: string): string {
  let sum = 0;
  for (let i = digits.length - 1, weight = 3; i >= 0; i--, weight = 4 - weight) sum += Number(digits[i]) * weight;
  return String((10 - (sum % 10)) % 10);
}

/** The digit may be X. */
export function isbn10CheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += Number(digits[i]) * (10 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? "X" : String(check);
}

/** Returns the check digit of UPU S10: weights 8 6 4 2 3 5 9 7, modulo 11. */
export function s10CheckDigit(serial: string): string {
  const weights = [8, 6, 4, 2, 3, 5, 9, 7];
  const sum = weights.reduce((s, w, i) => s + w * Number(serial[i]), 0);
  const check = 11 - (sum % 11);
  return check === 10 ? "0" : check === 11 ? "5" : String(check);
}

/** The eleven digits of the UPC-A in the first seven of a UPC-E (number system first). */
export function upcExpanded(seven: string): string {
  const [system, a, b, c, d, e, last] = tuple([...seven], 7);
  if (last <= "2") return `${system}${a}${b}${last}0000${c}${d}${e}`;
  if (last === "3") return `${system}${a}${b}${c}00000${d}${e}`;
  if (last === "4") return `${system}${a}${b}${c}${d}00000${e}`;
  return `${system}${a}${b}${c}${d}${e}0000${last}`;
}
