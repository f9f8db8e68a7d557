// PDF reader independent of the writer.
import { inflateSync } from "node:zlib";

export interface PdfObjects {
  /** text outside of streams, and contents of object streams */
  readonly syntax: string;
  readonly files: readonly Buffer[];
  readonly xmp: string;
}

/** Limit of inflated bytes; an invoice's XML has at most 2 MiB. */
const MOST = 16 * 1024 * 1024;

/** Output of the PDF backend: direct lengths, at most one filter. */
export function readObjects(pdf: Uint8Array): PdfObjects {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = bytes.toString("latin1");
  const syntax: string[] = [];
  const files: Buffer[] = [];
  let xmp = "";
  let end = 0;
  // on one line with its length
  const streams = /\d+ 0 obj\s*(<<(?:(?!endobj)[^])*?>>)\s*stream\r?\n/g;
  for (let match; (match = streams.exec(text));) {
    const dict = match[1]!;
    const start = match.index + match[0].length;
    // a length in another object: the stream ends before its keyword
    const direct = /\/Length (\d+)(?!\s+\d+\s+R)\b/.exec(dict)?.[1];
    const length = direct === undefined ? Math.max(0, text.indexOf("endstream", start) - start) : Number(direct);
    syntax.push(text.slice(end, start));
    // stream data is not syntax
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
