// Texts of clusters with supplementary characters, such as emoji: some readers split surrogate pairs in mappings of several characters.
export const isSequence = (text: string): boolean => SUPPLEMENTARY.test(text) && !JOINER_AT_THE_END.test(text);
const SUPPLEMENTARY = /[\u{10000}-\u{10ffff}]/u;
const JOINER_AT_THE_END = /[\u200c\u200d]$/;
/** UTF-16 units of one code: readers ignore longer mappings */
const MOST_UNITS = 6;

/** Texts of codes: the first character and each supplementary one are separate, others joined. */
export function codesOf(text: string): readonly string[] {
  const out: string[] = [];
  for (const char of text) {
    const last = out.length > 1 ? out.at(-1) : undefined;
    if (last !== undefined && !SUPPLEMENTARY.test(last + char) && last.length < MOST_UNITS) out[out.length - 1] = last + char;
    else out.push(char);
  }
  return out;
}
