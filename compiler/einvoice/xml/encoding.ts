// Readers accept any encoding, verdicts demand UTF-8 (I30).

/** UTF-16: a byte order mark, or `<`. */
const BEGINNINGS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0x3c, 0x00, 0x3f, 0x00], "utf-16le"],
  [[0x00, 0x3c, 0x00, 0x3f], "utf-16be"],
];
/** 0x80 … 0x9f of windows-1252, the web's ISO-8859-1; decoders of some platforms leave controls */
const WINDOWS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const ofWindows = (control: string): string => WINDOWS[control.charCodeAt(0) - 0x80]!;
const DECLARED = /^(<\?xml\s[^>]*?)\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** Text in UTF-8, without the declared encoding; as it is if the encoding is UTF-8, unknown, or not that of the bytes. */
export function inUtf8(bytes: Uint8Array): Uint8Array {
  const begins = BEGINNINGS.find(([mark]) => mark.every((b, i) => bytes[i] === b));
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 256));
  const [, , double, single] = DECLARED.exec(head) ?? [];
  const encoding = begins?.[1] ?? double ?? single;
  if (encoding === undefined || /^utf-?8$/i.test(encoding.trim())) return bytes;
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const text = decoder.decode(bytes);
    const known = decoder.encoding === "windows-1252" ? text.replace(/[\u0080-\u009f]/g, ofWindows) : text;
    return new TextEncoder().encode(known.replace(DECLARED, "$1"));
  } catch {
    return bytes;
  }
}
