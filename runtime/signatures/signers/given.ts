// Signers that a program gives (SG-34).
import { formatFound } from "../../../compiler/core/fail.js";
import { SIGNATURE_LEVELS, signatureLevelOf, rankOf } from "../../../compiler/request/signatures.js";
import type { CscAccess } from "../csc/client.js";
import { postJson } from "../csc/post.js";
import { nodeNetwork } from "../network/node-network.js";
import type { Tsa } from "../core/options.js";
import type { Algorithms, KeyFiles, Signer } from "../signer.js";
import { SignerDesk } from "./desk.js";
import type { SignerEntry } from "./file.js";

/** A key file, a remote signer, or a hook for a key that is elsewhere, with what its levels need. */
export type GivenSigner = (KeyFiles | Signer | { readonly csc: CscAccess }) &
  Algorithms & {
    /** level of signatures that name none */
    readonly level?: string;
    readonly tsa?: Tsa;
    /** roots, in PEM or DER */
    readonly trust?: readonly Uint8Array[];
    /** OCSP answers, CRLs and certificates, which precede the network */
    readonly revocation?: readonly Uint8Array[];
  };

/** @throws TypeError that names the signer */
export function deskOfGiven(signers: Readonly<Record<string, GivenSigner>>): SignerDesk {
  const entries = Object.entries(signers).map(([name, signer]) => entryOf(name, signer));
  return new SignerDesk(entries, "signers", { configured: nodeNetwork, named: nodeNetwork, post: postJson });
}

function entryOf(name: string, signer: GivenSigner): SignerEntry {
  const { level: word, tsa, digest, pss = false, trust = [], revocation = [] } = signer;
  const level = word === undefined ? (tsa ? "b-t" : "b-b") : signatureLevelOf(word);
  if (level === undefined || (!tsa && rankOf(level) > 0)) {
    const allowed = tsa ? SIGNATURE_LEVELS.join(", ") : "b-b without tsa";
    throw new TypeError(`signers.${name}.level: must be ${allowed}; found ${formatFound(word)}`);
  }
  const terms = { name, tsa: tsa ?? null, level, ...(digest && { digest }), pss, trust, revocation, owners: "*" as const };
  if ("csc" in signer) return { ...terms, from: { csc: signer.csc } };
  return { ...terms, from: "sign" in signer ? { hook: signer } : { key: signer } };
}
