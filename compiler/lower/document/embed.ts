import type { Attachment, BlobId } from "../../../ir/ir.js";
import type { Book } from "../../box/page.js";
import type { EmbeddedFile, Embedding } from "../../core/embedding.js";
import type { PictureBytes, World } from "../../core/world.js";

interface WithBlobs {
  readonly book: Book;
  readonly blobs: PictureBytes;
}

/** Joins files of the request, which come first, with those of the caller; undefined without either. */
export const embeddingOf = (own: readonly EmbeddedFile[], given: Embedding | undefined): Embedding | undefined =>
  own.length === 0 ? given : { statements: [], ...given, files: [...own, ...(given?.files ?? [])] };

export function embedFiles(embedding: Embedding | undefined, { pictures, now }: Pick<World, "pictures" | "now">, of: WithBlobs): WithBlobs {
  if (!embedding) return of;
  const { book, blobs } = of;
  const bytes = new Map<BlobId, Uint8Array>();
  const attachments = embedding.files.map(({ bytes: content, ...file }): Attachment => {
    const blob = pictures.hash(content);
    bytes.set(blob, content);
    return { ...file, modified: now, blob };
  });
  const { statements, keywords = "", preferences = {} } = embedding;
  const further = {
    ...(keywords !== "" && { keywords }),
    ...(Object.keys(preferences).length > 0 && { preferences }),
  };
  return {
    book: {
      ...book,
      sequence: (index) => book.sequence(index),
      attachments,
      metadata: { ...book.metadata, ...further, statements: [...book.metadata.statements, ...statements] },
    },
    blobs: {
      size: blobs.size + bytes.size,
      keys: () => [...blobs.keys(), ...bytes.keys()],
      get: (id) => blobs.get(id) ?? bytes.get(id),
      deflated: (id) => blobs.deflated(id),
      opened: (id) => blobs.opened(id),
    },
  };
}
