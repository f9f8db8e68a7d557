// Text strings (ISO 32000-2, 7.9.2.2).
import { PdfString } from "../../../pdf-reader/types.js";

/** Same in PDFDocEncoding and Unicode. */
const SIMPLE = /^[\n\r\t\x20-\x7e\xa1-\xac\xae-\xff]*$/;
/** First characters that would be byte order marks. */
const MARK = /^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/;

/** Writes a text in PDFDocEncoding, else in UTF-16. */
export function textString(text: string): PdfString {
  if (SIMPLE.test(text) && !MARK.test(text)) return new PdfString(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  const out = new Uint8Array(2 + 2 * text.length);
  out.set([0xfe, 0xff]);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    out[2 + 2 * i] = unit >> 8;
    out[3 + 2 * i] = unit & 255;
  }
  return new PdfString(out);
}
