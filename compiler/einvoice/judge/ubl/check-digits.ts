const digits = (text: string): number[] => [...text].map((c) => c.charCodeAt(0) - 48);

/** Checks a GLN: weights 3 and 1 from the right. */
export function isGln(text: string): boolean {
  if (!/^[0-9]+$/.test(text)) return false;
  const [check, ...rest] = digits(text).reverse();
  const sum = rest.reduce((s, d, i) => s + d * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === check;
}

/** Norwegian organization number: weights 2 to 7 from the right, modulo 11. */
export function isMod11(text: string): boolean {
  if (!/^[0-9]+$/.test(text) || /^0*$/.test(text)) return false;
  const [check, ...rest] = digits(text).reverse();
  const sum = rest.reduce((s, d, i) => s + d * ((i % 6) + 2), 0);
  return (11 - (sum % 11)) % 11 === check;
}

/** Checks a Belgian number: its last two digits are 97 − others modulo 97. */
export const isBelgian = (text: string): boolean =>
  /^[0-9]{10}$/.test(text) && 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8));

/** Checks a Greek number: powers of two, modulo 11. */
export function isGreek(text: string): boolean {
  if (!/^[0-9]{9}/.test(text)) return false;
  const own = digits(text);
  const sum = own.slice(0, 8).reduce((s, d, i) => s + d * 2 ** (8 - i), 0);
  return (sum % 11) % 10 === own[8];
}

/** Swedish organization number: Luhn over nine digits. */
export function isSwedish(text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  const sum = digits(text.slice(0, 9))
    .reverse()
    .reduce((s, d, i) => s + (i % 2 === 0 ? ((d * 2) % 10) + Math.floor((d * 2) / 10) : d), 0);
  return (10 - (sum % 10)) % 10 === (text.length > 9 ? Number(text[9]) : NaN);
}

/** Australian business number: weighted sum modulo 89. */
export function isAustralian(text: string): boolean {
  if (!/^[0-9]{11}$/.test(text)) return false;
  const [first = 0, ...rest] = digits(text);
  return ((first - 1) * 10 + rest.reduce((s, d, i) => s + d * (2 * i + 1), 0)) % 89 === 0;
}

/** Checks an Italian VAT number: Luhn, eleven digits; any text with another country's code. */
export function isItalianVat(text: string): boolean {
  if (!/^it/i.test(text)) return true;
  const code = text.slice(2);
  if (!/^[0-9]{11}$/.test(code)) return false;
  return digits(code).reduce((s, d, i) => s + (i % 2 === 0 ? d : d * 2 > 9 ? d * 2 - 9 : d * 2), 0) % 10 === 0;
}

/** Checks an Italian tax code: eleven digits, or sixteen characters of a person. */
export const isItalianTaxCode = (text: string): boolean =>
  text.length === 16
    ? /^[A-Za-z]{6}[0-9]{2}[A-Za-z][0-9]{2}.{3}[0-9][A-Za-z]$/s.test(text)
    : text.length === 11 && /^[+-]?[0-9]+$/.test(text);
