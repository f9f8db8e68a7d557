import type { Attachment, Metadata, XmpSchema } from "../../ir/ir.js";

export interface Embedding {
  readonly files: readonly EmbeddedFile[];
  readonly statements: readonly XmpSchema[];
  /** "" without */
  readonly keywords?: string;
  readonly preferences?: Metadata["preferences"];
}

export interface EmbeddedFile extends Pick<Attachment, "name" | "mime" | "description" | "relationship"> {
  readonly bytes: Uint8Array;
}
