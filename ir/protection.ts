/** An option of backends, never part of the display list. At least one password is not empty. */
export interface Protection {
  readonly algorithm: "aes_256" | "aes_128";
  /** in the encoding of the algorithm; empty = no password to open */
  readonly open: Uint8Array;
  /** null = opening grants all permissions */
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
/** Permissions of a reader; bits in `backends/pdf/syntax/encrypt.ts` (ISO 32000-2, table 22). */
export type Permission = (typeof PERMISSIONS)[number];
