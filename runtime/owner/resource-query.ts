// Questions of a render process to the service, and their answers.

/** A resource in the store. */
export interface StoredQuery {
  readonly kind: "asset" | "template" | "fonts" | "font_faces" | "font" | "job";
  /** asset key, template or job id, font hash */
  readonly name: string;
}

/**
 * A resource of its owner that a render needs: an asset's bytes, a template's source as JSON, the hashes of its fonts as JSON, all their faces as JSON, a
 * font's bytes, the hash of the body that made an e-invoice job, or the answer to a question about a signer.
 */
export type ResourceQuery = StoredQuery | { readonly kind: "signing"; readonly name: string; readonly question: Uint8Array };

/** An answer is null if the owner has no readable resource of that name. */
export interface ResourceAnswer {
  readonly given: Uint8Array | null | "unreadable";
}
