/** Characters from U+00A0 on, in the order of their bytes. */
const UPPER = "\u00a0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u00adŽŻ°ą˛ł´ľśˇ¸šşťź˝žż" + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß" + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";
const BYTES: ReadonlyMap<string, number> = new Map([...UPPER].map((c, i) => [c, 0xa0 + i]));

/** Byte of a character in ISO 8859-2; null if it has none. */
export function latin2(c: string): number | null {
  const code = c.codePointAt(0)!;
  return code < 0xa0 ? code : (BYTES.get(c) ?? null);
}
