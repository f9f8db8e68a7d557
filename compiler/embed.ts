// Files that a document carries to its attachments, and to their bytes beside those of its pictures.
import type { Attachment, BlobId } from "../ir/ir.js";
import type { Book } from "./box/page.js";
import type { Embedding } from "./core/embedding.js";
import type { PictureBytes, World } from "./core/world.js";

/** What embedding changes: the book, and where bytes are found. */
export interface Embedded {
  readonly in: (book: Book) => Book;
  readonly blobs: PictureBytes;
}

export function embed(embedding: Embedding | undefined, { pictures, now }: Pick<World, "pictures" | "now">, blobs: PictureBytes): Embedded {
  if (!embedding) return { in: (book) => book, blobs };
  const bytes = new Map<BlobId, Uint8Array>();
  const attachments = embedding.files.map(({ bytes: of, ...file }): Attachment => {
    const blob = pictures.hash(of);
    bytes.set(blob, of);
    return { ...file, modified: now, blob };
  });
  const { statements } = embedding;
  return {
    in: (book) => ({
      ...book,
      sequence: (index) => book.sequence(index),
      attachments,
      metadata: { ...book.metadata, statements: [...book.metadata.statements, ...statements] },
    }),
    blobs: {
      size: blobs.size + bytes.size,
      keys: () => [...blobs.keys(), ...bytes.keys()],
      get: (id) => blobs.get(id) ?? bytes.get(id),
      deflated: (id) => blobs.deflated(id),
    },
  };
}
