// Embedded files and file specifications of attachments (ISO 32000-1, 7.11).
import { freeName } from "../../../base/free-name.js";
import type { Attachment, Blobs } from "../../../ir/ir.js";
import { pdfDate } from "./metadata.js";
import { sortKey } from "./navigation.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { Bytes, name, text, type Dict, type Ref } from "../syntax/object.js";
import { nameTree } from "../syntax/tree.js";

/** Attachments of a catalog. */
export interface Attached {
  readonly names: Dict;
  readonly files: readonly Ref[];
}

/** ISO 32000-2, 7.11.4 and 14.13; ISO 19005-3, 6.8. Null without attachments. Checksums are of the uncompressed file. */
export function attachments(
  file: ObjectWriter,
  all: readonly Attachment[],
  blobs: Blobs,
  md5: (bytes: Uint8Array) => Uint8Array,
): Attached | null {
  if (all.length === 0) return null;
  return tables(
    file,
    all.map((a): readonly [string, Ref] => [a.name, write(file, a, blobs.get(a.blob), md5)]),
  );
}

function write(file: ObjectWriter, a: Attachment, bytes: Uint8Array, md5: (bytes: Uint8Array) => Uint8Array): Ref {
  const stream = file.stream(
    {
      Type: name("EmbeddedFile"),
      Subtype: name(a.mime),
      Params: { Size: bytes.length, ModDate: text(pdfDate(a.modified)), CheckSum: new Bytes(md5(bytes)) },
    },
    bytes,
  );
  return file.add({
    Type: name("Filespec"),
    F: text(a.name),
    UF: text(a.name),
    ...(a.description !== null && { Desc: text(a.description) }),
    AFRelationship: name(a.relationship),
    EF: { F: stream, UF: stream },
  });
}

function tables(file: ObjectWriter, written: readonly (readonly [string, Ref])[]): Attached {
  const sorted = [...written].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return {
    names: nameTree(
      file,
      sorted.map(([n, ref]) => [text(n), ref]),
    ),
    files: written.map(([, ref]) => ref),
  };
}

/** Attachments of documents of one file: equal files are one; other bytes under the same name get a number (PDF-33). */
export class JoinedAttachments {
  readonly #written = new Map<string, Ref>();
  readonly #known = new Set<string>();
  readonly #next = new Map<string, number>();

  constructor(
    readonly file: ObjectWriter,
    readonly md5: (bytes: Uint8Array) => Uint8Array,
  ) {}

  add(all: readonly Attachment[], blobs: Blobs): void {
    for (const a of all) {
      const key = `${a.blob} ${a.name}`;
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      const free = this.#free(a.name);
      this.#written.set(free, write(this.file, { ...a, name: free }, blobs.get(a.blob), this.md5));
    }
  }

  #free(given: string): string {
    const { name, n } = freeName(given, (free) => !this.#written.has(free), this.#next.get(given));
    this.#next.set(given, n + 1);
    return name;
  }

  /** Null without attachments. */
  end(): Attached | null {
    return this.#written.size === 0 ? null : tables(this.file, [...this.#written]);
  }
}
