// Signatures of a rendered document (SG-29), by keys of another process.
import type { Digest } from "../core/given.js";
import { problemOf, RenderError } from "../../../compiler/core/fail.js";
import { at, ROOT, stepsOf, type Src } from "../../../compiler/core/src.js";
import type { OrderedSignature } from "../../../compiler/request/signatures.js";
import type { Engine } from "../../engine/engine.js";
import { nodeCrypto } from "../../engine/crypto.js";
import type { SealTerms } from "../../engine/render-options.js";
import { refuse, unavailable } from "../core/fault.js";
import { NetworkFault, type Network } from "../core/network.js";
import type { SignatureRequest, SignedPdf } from "../core/options.js";
import { openHook, type OpenSigner } from "../signer.js";
import { certificatesOf, type Certificate } from "../x509/certificate.js";
import { lookDrawer } from "../draw-look.js";
import { signPdf } from "../sign.js";
import { packed, type Answer, type Ask, type DescribedSigner, type Question } from "./questions.js";

/** Means of signing in a process that renders. */
export interface SealTools {
  readonly ask: Ask;
  readonly engine: Engine;
}

/** Signs in order, each over what was there. @throws RenderError */
export async function sealedBy(
  pdf: Uint8Array,
  signatures: readonly OrderedSignature[],
  terms: SealTerms,
  tools: SealTools,
): Promise<Uint8Array> {
  let sealed = pdf;
  for (const [i, signature] of signatures.entries())
    sealed = await placed(at(ROOT, "settings", "signatures", i), () => signedOnce(sealed, signature, terms, tools));
  return sealed;
}

async function signedOnce(
  pdf: Uint8Array,
  { signer: name, level, appearance, field, reason, location, contact, certify }: OrderedSignature,
  terms: SealTerms,
  tools: SealTools,
): Promise<Uint8Array> {
  const request = { level, appearance, field, isNew: field === undefined, reason, location, contact, certify };
  const { pdf: signed } = await signedBy(name, pdf, request, terms, tools);
  return signed;
}

/**
 * Signs a PDF with a signer of the process that has the keys, which counts and logs it.
 * @throws RenderError with the option of the request as its place
 */
export async function signedBy(
  name: string,
  pdf: Uint8Array,
  request: SignatureRequest & { readonly level: OrderedSignature["level"] },
  { limits, now, protection }: SealTerms,
  { ask, engine }: SealTools,
): Promise<SignedPdf> {
  let isMade = false;
  try {
    const { signer, tsa, trust, revocation } = await openedBy(name, ask);
    const made = await signPdf(pdf, signer, request, {
      budgets: limits,
      ...(protection && { password: protection.open }),
      crypto: nodeCrypto,
      time: Date.parse(now),
      network: networkBy(name, ask),
      ...(tsa !== null && { tsa: { url: tsa } }),
      trust,
      revocation,
      drawLook: lookDrawer(engine),
    });
    isMade = true;
    return made;
  } finally {
    await ask({ ask: "ended", signer: name, level: request.level, isMade });
  }
}

interface Opened {
  readonly described: Uint8Array;
  readonly signer: OpenSigner;
  readonly tsa: string | null;
  readonly trust: readonly Certificate[];
  readonly revocation: readonly Uint8Array[];
}

/** Certificates are read once, as long as the signer is described alike. */
const opened = new WeakMap<Ask, Map<string, Opened>>();

async function openedBy(name: string, ask: Ask): Promise<Opened> {
  const known = await asked(ask, { ask: "describe", signer: name });
  if (!("signer" in known)) throw new Error("a signer was not described");
  const described = packed(known);
  let all = opened.get(ask);
  if (!all) opened.set(ask, (all = new Map()));
  let signer = all.get(name);
  if (!signer || Buffer.compare(signer.described, described) !== 0) {
    const { tsa, trust, revocation } = known.signer;
    signer = { described, signer: signerBy(name, known.signer, ask), tsa, trust: trust.flatMap(certificatesOf), revocation };
    all.set(name, signer);
  }
  return signer;
}

function signerBy(name: string, { certificates, scheme, digest }: DescribedSigner, ask: Ask): OpenSigner {
  const sign = async (data: Uint8Array, { digest: by }: { readonly digest: Digest }): Promise<Uint8Array> => {
    const answer = await asked(ask, { ask: "sign", signer: name, data, digest: by });
    return "bytes" in answer ? answer.bytes : refuse("signer", "it gave no signature");
  };
  return openHook({ certificates, algorithm: scheme, sign }, { digest });
}

const networkBy =
  (signer: string, ask: Ask): Network =>
  async (request) => {
    const answer = await ask({ ask: "fetch", signer, request });
    if ("bytes" in answer) return answer.bytes;
    if ("fault" in answer && answer.code === null) throw new NetworkFault(answer.fault, answer.isPassing);
    return unavailable("signer", "fault" in answer ? answer.fault : "it cannot be reached");
  };

/** @throws RenderError for a fault */
async function asked(ask: Ask, question: Question): Promise<Answer> {
  const answer = await ask(question);
  if (!("fault" in answer)) return answer;
  return answer.code === "API-002" ? refuse("signer", answer.fault) : unavailable("signer", answer.fault);
}

/** Options that a request has; what others break is a matter of the signer. */
const OWN: ReadonlySet<string | number> = new Set(["level", "field", "reason", "location", "contact", "certify", "appearance"]);

/** Problems of signing have the option as their place. */
async function placed<T>(src: Src, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const [option = "signer", ...rest] = stepsOf(e.problem.src);
    const here = OWN.has(option) ? at(src, option, ...rest) : at(src, "signer");
    throw new RenderError(problemOf(e.code, e.rule, here, e.problem.reason));
  }
}
