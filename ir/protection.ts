/**
 * How a document is locked: an option of backends that can, beside the display list and never in it. At least one password is not empty.
 */
export interface Protection {
  readonly algorithm: "aes_256" | "aes_128";
  /** as bytes of the algorithm's encoding; empty = anyone may open it */
  readonly open: Uint8Array;
  /** null = opening it gives all permissions */
  readonly owner: Uint8Array | null;
  readonly denied: readonly Permission[];
}

export const PERMISSIONS = [
  "print",
  "print_high_quality",
  "modify",
  "copy",
  "annotate",
  "fill_forms",
  "extract_accessibility",
  "assemble",
] as const;
/** What a reader may do with a protected document; `backends/pdf/syntax/encrypt.ts` has the bits (ISO 32000-2, table 22). */
export type Permission = (typeof PERMISSIONS)[number];
