// Embedded files (ISO 32000-2, 7.11.4 and 14.13; DF-14).
import { arrayOf, dictOf, nameOf, textOf } from "../../base/pdf/objects.js";
import { entriesOf } from "../../base/pdf/tree.js";
import { PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../../base/pdf/types.js";
import type { AttachmentFact } from "./facts.js";

/** Entries of names and of files, the preferred first. */
const KEYS = ["UF", "F", "Unix", "Mac", "DOS"] as const;

/** Digest of bytes, in hexadecimal. */
export type Sha256 = (bytes: Uint8Array) => string;

/** Returns files of the name tree, of `/AF` of the catalog, and of annotations, each once, by name. */
export function attachmentsOf(file: PdfFile, sha256: Sha256): readonly AttachmentFact[] {
  const out = new Map<string, AttachmentFact>();
  const digests = new Map<PdfStream, Pick<AttachmentFact, "sha256" | "bytes">>();
  const seen = new Set<PdfDict>();
  const add = (given: PdfObject | undefined, otherwise: string): void => {
    const spec = dictOf(file, given);
    const stream = spec && streamOf(file, spec);
    if (!stream || seen.has(spec)) return;
    seen.add(spec);
    let digest = digests.get(stream);
    if (digest === undefined) {
      const { bytes } = file.decode(stream);
      digests.set(stream, (digest = { sha256: sha256(bytes), bytes: bytes.length }));
    }
    const fact: AttachmentFact = {
      name: KEYS.map((key) => textOf(file, spec.get(key))).find((text) => text !== null && text !== "") ?? otherwise,
      ...digest,
      relationship: nameOf(file, spec.get("AFRelationship")) ?? "Unspecified",
      type: nameOf(file, stream.dict.get("Subtype")) ?? "",
      description: textOf(file, spec.get("Desc")) ?? "",
    };
    out.set(JSON.stringify(fact), fact);
  };
  const names = dictOf(file, dictOf(file, file.catalog.get("Names"))?.get("EmbeddedFiles"));
  for (const [name, value] of entriesOf(file, names, "Names")) add(value, textOf(file, name) ?? "");
  const associated = arrayOf(file, file.catalog.get("AF")) ?? [];
  file.step(associated.length);
  for (const value of associated) add(value, "");
  for (let number = 1; number <= file.pageCount; number++)
    for (const annotation of file.page(number).annots)
      if (nameOf(file, annotation.get("Subtype")) === "FileAttachment") add(annotation.get("FS"), "");
  return [...out].sort(([a, x], [b, y]) => compare(x.name, y.name) || compare(a, b)).map(([, fact]) => fact);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function streamOf(file: PdfFile, spec: PdfDict): PdfStream | null {
  const streams = dictOf(file, spec.get("EF"));
  for (const key of KEYS) {
    const found = file.get(streams?.get(key));
    if (found instanceof PdfStream) return found;
  }
  return null;
}
