import { keysOf } from "../../base/lookup.js";
import { problemOf, type Problem } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import { profileOf } from "../request/profile.js";
import type { Reason } from "../help/reason.js";
import { allowedBy, type Capability, type RequestPolicy } from "../request/policy.js";
import { algorithmOf, isEffective } from "../request/security.js";
import type { DocumentRequest } from "../request/types/document.js";

/** One API-002 per field (core contract, Authentication 4). Pages and picture bytes are counted later. */
export function checkPolicy(request: DocumentRequest, { profiles, security, signatures }: RequestPolicy): readonly Problem[] {
  const problems: Problem[] = [];
  const refuse = (rule: string, src: Src, reason: string | Reason): void => void problems.push(problemOf("API-002", rule, src, reason));
  const profile = profileOf(request);
  if (profiles && profile !== null && !profiles.includes(profile))
    refuse("policy-profile", at(ROOT, "settings", "profile"), allowedBy(profiles, profile));
  const signed = request.settings?.signatures;
  if (signed && signatures?.allow === false)
    refuse(
      "policy-signatures",
      at(ROOT, "settings", "signatures"),
      "the token's policy does not allow documents to be signed: leave signatures out",
    );
  else if (signatures?.signers)
    for (const [i, { signer }] of (signed ?? []).entries())
      if (!signatures.signers.includes(signer))
        refuse("policy-signer", at(ROOT, "settings", "signatures", i, "signer"), allowedBy(signatures.signers, signer));
  const locked = request.settings?.security;
  if (!locked || !security || !isEffective(locked)) return problems;
  if (security.allow === false)
    refuse(
      "policy-security",
      at(ROOT, "settings", "security"),
      "the token's policy does not allow documents to be locked: leave security out",
    );
  const algorithm = algorithmOf(locked);
  if (security.algorithms && !security.algorithms.includes(algorithm))
    refuse("policy-algorithm", at(ROOT, "settings", "security", "algorithm"), allowedBy(security.algorithms, algorithm));
  return problems;
}

const NEEDS = { flow_document: "layout.flow_document", datasets: "data.projection", projections: "data.projection" } as const;

export function checkCapabilities(request: DocumentRequest, lacking: readonly Capability[]): readonly Problem[] {
  const fields = keysOf(NEEDS).filter((f) => request[f] !== undefined && lacking.includes(NEEDS[f]));
  return fields.map((field) => ({
    code: "API-002",
    rule: "capability",
    src: at(ROOT, field),
    reason: `it needs the capability ${NEEDS[field]}, which this service does not have: its /health lists those it has`,
  }));
}
