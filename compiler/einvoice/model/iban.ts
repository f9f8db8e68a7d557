/** Form and check digits of ISO 13616. */
export function isIban(text: string): boolean {
  const dense = text.replace(/ /g, "");
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(dense) && hasCheckDigits(dense);
}

/** Form and check digits of ISO 11649. @param dense without spaces, in capitals */
export const isCreditorReference = (dense: string): boolean => /^RF\d{2}[A-Z0-9]{1,21}$/.test(dense) && hasCheckDigits(dense);

/** ISO 7064, MOD 97-10, of a text that begins with two letters and the check digits. */
function hasCheckDigits(dense: string): boolean {
  const digits = (dense.slice(4) + dense.slice(0, 4)).replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
