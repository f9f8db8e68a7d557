import { limitsWith } from "../../compiler/core/limits.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import type { SignatureReport } from "../signatures/verify/report/report.js";
import { checkOptions, type VerifyOptions } from "./options.js";

/**
 * Verifies the signatures of a PDF: of each what was signed, by whom, whether it is trusted, and what changed since.
 * @throws RenderError API-002 for a file that cannot be read
 */
export async function verify(pdf: Uint8Array, options: VerifyOptions = {}): Promise<SignatureReport> {
  checkOptions("verify", options);
  if (!isBytes(pdf)) throw new TypeError("pdf: must be a Uint8Array");
  options.signal?.throwIfAborted();
  const [{ verifySignatures }, { certificatesIn }, { nodeCrypto }] = await Promise.all([
    import("../signatures/verify/verify.js"),
    import("../signatures/verify/given-files.js"),
    import("../engine/crypto.js"),
  ]);
  const filesOf = (given: readonly (string | Uint8Array)[] = []): readonly Uint8Array[] =>
    given.map((file) => (typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file)));
  const trust = filesOf(options.trust).map((file, i) => {
    const found = certificatesIn(file);
    if (found.length === 0) throw new TypeError(`trust[${i}]: must be certificates in PEM or DER`);
    return found;
  });
  return verifySignatures(new Uint8Array(pdf), {
    budgets: limitsWith(options.limits),
    crypto: nodeCrypto,
    time: options.at === undefined ? Date.now() : new Date(options.at).getTime(),
    trust: trust.flat(),
    revocation: filesOf(options.revocation),
    network: options.online ? (await import("../signatures/network/node-network.js")).nodeNetwork : null,
  });
}
