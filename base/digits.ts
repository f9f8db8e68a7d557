/** Replaces decimal digits of any script by those of ASCII. */
export const latinDigits = (text: string): string =>
  /^[\0-\u007f]*$/.test(text) ? text : text.replace(/\p{Nd}/gu, (c) => String(digitOf(c.codePointAt(0)!)));

function digitOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}
