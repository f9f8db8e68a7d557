// Text to the bytes of a symbol, with the indicator that names their character set if it is not the symbology's.
/** Characters beyond ASCII that every reader takes from a byte of ISO 8859-1: its C1 controls are other characters in windows-1252. */
const LATIN_1 = /^[\x00-\x7f\xa0-\xff]*$/;
const ASCII = /^[\x00-\x7f]*$/;

/** Extended channel interpretation 26: what follows is UTF-8 (AIM ITS/04-023). */
const UTF_8 = "^ECI000026";
const encoder = new TextEncoder();

/** Text for the encoder, and how it is to be read. */
export interface Bytes {
  readonly text: string;
  readonly options: { readonly binarytext?: true; readonly parsefnc?: true };
}

/**
 * The text as the encoder takes it, of a symbology that is ISO 8859-1 where no indicator says otherwise: so if it has all characters, else
 * UTF-8 after its indicator. `from`: where the indicator begins, behind what readers expect in the default set.
 */
export function bytesOf(text: string, from = 0): Bytes {
  if (ASCII.test(text)) return { text, options: {} };
  if (LATIN_1.test(text)) return { text, options: { binarytext: true } };
  const escaped = (s: string): string => utf8(s).replaceAll("^", "^^");
  return { text: escaped(text.slice(0, from)) + UTF_8 + escaped(text.slice(from)), options: { binarytext: true, parsefnc: true } };
}

/** A character for each byte. */
function utf8(text: string): string {
  let out = "";
  for (const byte of encoder.encode(text)) out += String.fromCharCode(byte);
  return out;
}
