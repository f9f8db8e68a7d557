// The verification as a program calls it, offline, at a fixed time.
import { verifySignatures } from "../../../runtime/signatures/verify/verify.js";
import { certificatesOf } from "../../../runtime/signatures/x509/certificate.js";
import type { SignatureReport } from "../../../runtime/signatures/verify/report/report.js";
import { nodeCrypto } from "../../../runtime/engine/crypto.js";
import { CONTRACT_LIMITS } from "../../../compiler/core/limits.js";

export const verified = (
  pdf: Uint8Array,
  { trust = [], time = Date.now() }: { trust?: readonly Uint8Array[]; time?: number } = {},
): Promise<SignatureReport> =>
  verifySignatures(pdf, {
    budgets: CONTRACT_LIMITS,
    crypto: nodeCrypto,
    time,
    trust: trust.flatMap(certificatesOf),
    revocation: [],
    network: null,
  });
