// Embedded files and file specifications of attachments (ISO 32000-1, 7.11).
import type { Attachment, Blobs } from "../../../ir/ir.js";
import { pdfDate } from "./metadata.js";
import { sortKey } from "./navigation.js";
import type { PdfFile } from "../syntax/file.js";
import { Bytes, name, text, type Dict, type Ref } from "../syntax/object.js";
import { nameTree } from "../syntax/tree.js";

export interface Attached {
  readonly names: Dict;
  readonly files: readonly Ref[];
}

/** ISO 32000-2, 7.11.4 and 14.13; ISO 19005-3, 6.8. Null without attachments. Checksums are of the uncompressed file. */
export function attachments(
  file: PdfFile,
  all: readonly Attachment[],
  blobs: Blobs,
  md5: (bytes: Uint8Array) => Uint8Array,
): Attached | null {
  if (all.length === 0) return null;
  const written = all.map((a): readonly [string, Ref] => {
    const bytes = blobs.get(a.blob);
    const stream = file.stream(
      {
        Type: name("EmbeddedFile"),
        Subtype: name(a.mime),
        Params: { Size: bytes.length, ModDate: text(pdfDate(a.modified)), CheckSum: new Bytes(md5(bytes)) },
      },
      bytes,
    );
    const spec = file.add({
      Type: name("Filespec"),
      F: text(a.name),
      UF: text(a.name),
      ...(a.description !== null && { Desc: text(a.description) }),
      AFRelationship: name(a.relationship),
      EF: { F: stream, UF: stream },
    });
    return [a.name, spec];
  });
  const sorted = [...written].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return {
    names: nameTree(
      file,
      sorted.map(([n, ref]) => [text(n), ref]),
    ),
    files: written.map(([, ref]) => ref),
  };
}
