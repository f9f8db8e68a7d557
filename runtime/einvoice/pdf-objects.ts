// The bytes of a finished PDF to its dictionaries, embedded files and XMP: a reader apart from what wrote them.
import { inflateSync } from "node:zlib";

export interface PdfObjects {
  /** all that is no stream, and what is in object streams */
  readonly syntax: string;
  /** embedded files */
  readonly files: readonly Buffer[];
  readonly xmp: string;
}

/** The largest stream that is looked into: an invoice's XML has at most 2 MiB. */
const MOST = 16 * 1024 * 1024;

/** For files as the PDF backend writes them; of other files, streams with one filter, none encrypted. */
export function readObjects(pdf: Uint8Array): PdfObjects {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = bytes.toString("latin1");
  const syntax: string[] = [];
  const files: Buffer[] = [];
  let xmp = "";
  let end = 0;
  // of a stream, the dictionary stands before its word, on one line with its length
  const streams = /\d+ 0 obj\s*(<<(?:(?!endobj)[^])*?>>)\s*stream\r?\n/g;
  for (let match; (match = streams.exec(text));) {
    const dict = match[1]!;
    const start = match.index + match[0].length;
    // a length in another object: the stream ends before its keyword
    const direct = /\/Length (\d+)(?!\s+\d+\s+R)\b/.exec(dict)?.[1];
    const length = direct === undefined ? Math.max(0, text.indexOf("endstream", start) - start) : Number(direct);
    syntax.push(text.slice(end, start));
    // what is in a stream is not read as syntax
    streams.lastIndex = end = start + length;
    const isFile = /\/Type ?\/EmbeddedFile/.test(dict);
    const isList = /\/Type ?\/ObjStm/.test(dict);
    const isXmp = /\/Type ?\/Metadata/.test(dict);
    if (!isFile && !isList && !isXmp) continue;
    const raw = bytes.subarray(start, end);
    const data = /\/FlateDecode/.test(dict) ? inflateSync(raw, { maxOutputLength: MOST }) : raw;
    if (isFile) files.push(data);
    if (isList) syntax.push(data.toString("latin1"));
    if (isXmp) xmp = data.toString("utf8");
  }
  syntax.push(text.slice(end));
  return { syntax: syntax.join("\n"), files, xmp };
}
