// POST /api/v1/verify: a PDF file to the report on its signatures, without the network (SG-35).
import { fail, formatFound } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { must } from "../../compiler/help/reason.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import { nodeCrypto } from "../engine/crypto.js";
import type { Engine, Rendered } from "../engine/engine.js";
import { sentFields, sourceOf } from "../engine/file-request.js";
import type { AllRenderOptions } from "../engine/render-options.js";
import { certificatesIn } from "./verify/given-files.js";
import { verifySignatures } from "./verify/verify.js";
import type { Certificate } from "./x509/certificate.js";

const MOST_ROOTS = 100;

interface VerifyQuery {
  /** the body is the file, else JSON */
  readonly isFile: boolean;
  /** files of the service's roots */
  readonly trust: readonly Uint8Array[];
}

/** @throws RenderError */
export async function verifySent(engine: Engine, sent: SentBody, query: VerifyQuery, options: AllRenderOptions): Promise<Rendered> {
  const { pdf, trust } = query.isFile ? { pdf: sent.held as Uint8Array, trust: [] } : await givenIn(engine, sent, options);
  const report = await verifySignatures(pdf, {
    budgets: options.limits,
    crypto: nodeCrypto,
    time: Date.now(),
    trust: [...query.trust.flatMap(certificatesIn), ...trust],
    revocation: [],
    network: null,
  });
  return { pdf: new TextEncoder().encode(JSON.stringify(report)), pages: 0 };
}

async function givenIn(
  engine: Engine,
  sent: SentBody,
  options: AllRenderOptions,
): Promise<{ readonly pdf: Uint8Array; readonly trust: readonly Certificate[] }> {
  const { source, trust = [] } = sentFields(sent, ["source", "trust"], ["source"]);
  const src = at(ROOT, "trust");
  if (!Array.isArray(trust)) return fail("API-001", "shape-type", src, must("an array", formatFound(trust)));
  if (trust.length > MOST_ROOTS) fail("API-002", "trust-count", src, must(`at most ${MOST_ROOTS} certificates`, String(trust.length)));
  const roots = trust.flatMap((pem: unknown, i) => {
    if (typeof pem !== "string") return fail("API-001", "shape-type", at(src, i), must("a string", formatFound(pem)));
    const found = certificatesIn(new TextEncoder().encode(pem));
    return found.length > 0 ? found : fail("API-002", "trust", at(src, i), must("a certificate in PEM", "a text without one"));
  });
  return { pdf: await sourceOf(engine, source, options), trust: roots };
}
