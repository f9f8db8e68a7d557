// What a document carries beside its pages.
import type { Attachment, XmpSchema } from "../../ir/ir.js";

/** Files that a document carries, and what its XMP says of them. */
export interface Embedding {
  readonly files: readonly EmbeddedFile[];
  readonly statements: readonly XmpSchema[];
}

export interface EmbeddedFile extends Pick<Attachment, "name" | "mime" | "description" | "relationship"> {
  readonly bytes: Uint8Array;
}
