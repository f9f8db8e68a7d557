/** Form and check digits of ISO 13616. */
export function isIban(text: string): boolean {
  const dense = text.replace(/ /g, "");
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(dense)) return false;
  const digits = (dense.slice(4) + dense.slice(0, 4)).replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
