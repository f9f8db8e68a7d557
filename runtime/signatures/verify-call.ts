// POST /api/v1/verify: a PDF file to the report on its signatures, without the network (SG-35).
import { fail, formatFound, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { must } from "../../compiler/help/reason.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import { nodeCrypto } from "../engine/crypto.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { AllRenderOptions } from "../engine/render-options.js";
import { fieldsOf, sourceOf } from "./source.js";
import { certificatesIn } from "./verify/given-files.js";
import { verifySignatures } from "./verify/verify.js";
import type { Certificate } from "./x509/certificate.js";

export interface VerifyQuery {
  /** the body is the file, else JSON */
  readonly isFile: boolean;
  /** files of the service's roots */
  readonly trust: readonly Uint8Array[];
}

const MOST_ROOTS = 100;

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
  const read = readJson(sent);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const { source, trust = [] } = fieldsOf(read.value, ROOT, ["source", "trust"], ["source"]);
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
