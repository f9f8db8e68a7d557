// Questions of a process that renders to the process that has the keys, and their answers (SG-8).
import type { Digest, Scheme } from "../core/given.js";
import { deserialize, serialize } from "node:v8";
import type { SignatureLevel } from "../../../compiler/request/signatures.js";
import type { AuthorityRequest } from "../core/network.js";

/** A signer without its key. */
export interface DescribedSigner {
  /** DER */
  readonly certificates: readonly Uint8Array[];
  readonly scheme: Scheme;
  readonly digest: Digest | undefined;
  /** address of the time stamp authority; its access stays with the key */
  readonly tsa: string | null;
  readonly trust: readonly Uint8Array[];
  readonly revocation: readonly Uint8Array[];
}

export type Question = { readonly signer: string } & (
  | { readonly ask: "describe" }
  | { readonly ask: "sign"; readonly data: Uint8Array; readonly digest: Digest }
  | { readonly ask: "fetch"; readonly request: AuthorityRequest }
  | { readonly ask: "ended"; readonly level: SignatureLevel; readonly isMade: boolean }
);

export type Answer =
  | { readonly signer: DescribedSigner }
  | { readonly bytes: Uint8Array }
  | { readonly noted: true }
  /** `code`: of a problem; null: of the network, where another try may succeed if it is passing */
  | { readonly fault: string; readonly code: "API-002" | "API-505" | null; readonly isPassing: boolean };

/** Asks the process that has the keys. */
export type Ask = (question: Question) => Promise<Answer>;

/** The reader and the writer are processes of one program. */
export const packed = (value: Question | Answer): Uint8Array => serialize(value);
export const questionOf = (bytes: Uint8Array): Question => deserialize(bytes) as Question;
export const answerOf = (bytes: Uint8Array): Answer => deserialize(bytes) as Answer;
