// Embedded files as facts (DF-14).
import { embeddedFiles } from "../../pdf-reader/embedded-files.js";
import { nameOf, textOf } from "../../pdf-reader/objects.js";
import type { PdfFile, PdfStream } from "../../pdf-reader/types.js";
import type { AttachmentFact } from "./facts.js";

/** Digest of bytes, in hexadecimal. */
export type Sha256 = (bytes: Uint8Array) => string;

/** Returns files of the name tree, of `/AF` of the catalog, and of annotations, each once, by name. */
export function attachmentsOf(file: PdfFile, sha256: Sha256): readonly AttachmentFact[] {
  const out = new Map<string, AttachmentFact>();
  const digests = new Map<PdfStream, Pick<AttachmentFact, "sha256" | "bytes">>();
  for (const { spec, stream, name, relationship, from } of embeddedFiles(file)) {
    if (from === "page") continue;
    let digest = digests.get(stream);
    if (digest === undefined) {
      const { bytes } = file.decode(stream);
      digests.set(stream, (digest = { sha256: sha256(bytes), bytes: bytes.length }));
    }
    const fact: AttachmentFact = {
      name,
      ...digest,
      relationship: relationship ?? "Unspecified",
      type: nameOf(file.get(stream.dict.get("Subtype"))) ?? "",
      description: textOf(file, spec.get("Desc")) ?? "",
    };
    out.set(JSON.stringify(fact), fact);
  }
  return [...out].sort(([a, x], [b, y]) => compare(x.name, y.name) || compare(a, b)).map(([, fact]) => fact);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
