// The bytes of a finished PDF/A-3 to what it lacks of an e-invoice's container: they are read again, apart from what wrote them.
import { inflateSync } from "node:zlib";

/** What the container has to have. */
export interface Container {
  readonly xml: Uint8Array;
  readonly name: string;
  readonly relationship: string;
}

/** The largest stream that is looked into: the XML has at most 2 MiB. */
const MOST = 16 * 1024 * 1024;

/**
 * @returns what is missing: the file byte for byte, its name and relationship, its place in the catalog, the statements of the XMP
 */
export function checkContainer(pdf: Uint8Array, { xml, name, relationship }: Container): readonly string[] {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = bytes.toString("latin1");
  const objects: string[] = [];
  let embedded = false;
  let xmp = "";
  // of a stream, the dictionary stands before its word, on one line with its length
  for (const match of text.matchAll(/(\d+) 0 obj\s*(<<(?:(?!endobj)[^])*?>>)\s*stream\r?\n/g)) {
    const [whole, , dict] = match;
    const start = match.index + whole.length;
    const length = Number(/\/Length (\d+)/.exec(dict!)?.[1] ?? 0);
    const isFile = /\/Type ?\/EmbeddedFile/.test(dict!);
    const isList = /\/Type ?\/ObjStm/.test(dict!);
    const isXmp = /\/Type ?\/Metadata/.test(dict!);
    if (!isFile && !isList && !isXmp) continue;
    const raw = bytes.subarray(start, start + length);
    const data = /\/FlateDecode/.test(dict!) ? inflateSync(raw, { maxOutputLength: MOST }) : raw;
    if (isFile) embedded ||= data.equals(xml);
    if (isList) objects.push(data.toString("latin1"));
    if (isXmp) xmp = data.toString("utf8");
  }
  const all = [text, ...objects].join("\n");
  const has: readonly (readonly [boolean, string])[] = [
    [embedded, "the XML as it was sent"],
    [all.includes(`(${name})`), "the file's name"],
    [new RegExp(`/AFRelationship ?/${relationship}\\b`).test(all), "its relationship"],
    [/\/AF ?[[\d]/.test(all), "its place in the catalog"],
    [xmp.includes(`>${name}<`) && xmp.includes("DocumentFileName"), "its name in the XMP"],
    [xmp.includes("ConformanceLevel"), "its level in the XMP"],
  ];
  return has.flatMap(([there, what]) => (there ? [] : [what]));
}
