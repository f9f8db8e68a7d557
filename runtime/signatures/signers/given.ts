// Signers that a program gives (SG-34).
import type { GivenSigner } from "../core/given.js";
import { formatFound } from "../../../compiler/core/fail.js";
import { SIGNATURE_LEVELS, signatureLevelOf, rankOf } from "../../../compiler/request/signatures.js";
import { postJson } from "../csc/post.js";
import { nodeNetwork } from "../network/node-network.js";
import { SignerDesk } from "./desk.js";
import type { SignerEntry } from "./file.js";

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
