// Signatures of a request, and the signers that it may name (SG-27).
import type { SignatureSettings } from "./types/document.js";

/** Levels of PAdES, the lowest first. */
export const SIGNATURE_LEVELS = ["b-b", "b-t", "b-lt", "b-lta"] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** Reads a level in any case, also in the standard's spelling `PAdES-B-B` (SG-2); undefined for another word. */
export function signatureLevelOf(word: string): SignatureLevel | undefined {
  const plain = word.toLowerCase().replace(/^pades-/, "");
  return SIGNATURE_LEVELS.find((level) => level === plain);
}

/** Rank of a level: the higher needs all that the lower needs. */
export const rankOf = (level: SignatureLevel): number => SIGNATURE_LEVELS.indexOf(level);

/** A signer that a request may name; it has no key. */
export interface OfferedSigner {
  readonly name: string;
  /** level of signatures that name none */
  readonly level: SignatureLevel;
  /** highest level that the signer can make */
  readonly most: SignatureLevel;
}

/** A checked signature, which follows its document to the process that signs. */
export interface OrderedSignature extends Omit<SignatureSettings, "level" | "appearance"> {
  readonly level: SignatureLevel;
  readonly appearance?: { readonly text?: string; readonly image?: Uint8Array };
}
