// Characters that every reader decodes as ISO 8859-1; C1 controls differ in windows-1252.

const LATIN_1 = /^[\x00-\x7f\xa0-\xff]*$/;
const ASCII = /^[\x00-\x7f]*$/;

/** ECI 26: UTF-8 follows (AIM ITS/04-023). */
const UTF_8 = "^ECI000026";
const encoder = new TextEncoder();

interface Bytes {
  readonly text: string;
  readonly options: { readonly binarytext?: true; readonly parsefnc?: true };
}

/** ISO 8859-1 if possible, otherwise UTF-8 after its indicator. `from`: position of the indicator, after a prefix in the default set. */
export function bytesOf(text: string, from = 0): Bytes {
  if (ASCII.test(text)) return { text, options: {} };
  if (LATIN_1.test(text)) return { text, options: { binarytext: true } };
  const escaped = (s: string): string => utf8(s).replaceAll("^", "^^");
  return { text: escaped(text.slice(0, from)) + UTF_8 + escaped(text.slice(from)), options: { binarytext: true, parsefnc: true } };
}

/** One character per byte. */
function utf8(text: string): string {
  let out = "";
  for (const byte of encoder.encode(text)) out += String.fromCharCode(byte);
  return out;
}
