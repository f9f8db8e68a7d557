// Files and XMP schemas embedded in a document.
import type { Attachment, Metadata, XmpSchema } from "../../ir/ir.js";

/** Embedded files, with their XMP statements. */
export interface Embedding {
  readonly files: readonly EmbeddedFile[];
  readonly statements: readonly XmpSchema[];
  /** of the document, "" without */
  readonly keywords?: string;
  readonly preferences?: Metadata["preferences"];
}

export interface EmbeddedFile extends Pick<Attachment, "name" | "mime" | "description" | "relationship"> {
  readonly bytes: Uint8Array;
}
