// POST /api/v1/sign: a request to the signed file (SG-35).
import { compile } from "../../../compiler/compile.js";
import { fail, formatFound } from "../../../compiler/core/fail.js";
import { at, ROOT, type Src } from "../../../compiler/core/src.js";
import { must } from "../../../compiler/help/reason.js";
import type { SentBody } from "../../../compiler/request/sent-body.js";
import type { DocumentRequest } from "../../../compiler/request/types/document.js";
import type { Engine, Rendered } from "../../engine/engine.js";
import { fieldsOf, placedBy, sentFields, sourceOf } from "../../engine/file-request.js";
import type { AllRenderOptions } from "../../engine/render-options.js";
import type { SignatureBox } from "../core/options.js";
import type { Ask } from "./questions.js";
import { signedBy } from "./seal.js";

type Fields = Readonly<Record<string, unknown>>;

const SIDES = ["left", "top", "width", "height"] as const;
const SIGNATURE = at(ROOT, "signature");
const FIELDS = ["signer", "level", "field", "page", "box", "reason", "location", "contact", "certify", "appearance"];

/** @throws RenderError with its place in the request */
export async function signSent(engine: Engine, sent: SentBody, options: AllRenderOptions, ask: Ask): Promise<Rendered> {
  const { source, signature, output } = bodyOf(sent);
  const { page, box, ...rest } = signature;
  const place = { page: pageOf(page), box: boxOf(box) };
  const { signatures } = await placedBy(fromDocument, () => compile(documentOf(rest, output), engine.world(options), options));
  const { signer: name, field: _placeholder, ...request } = signatures[0]!;
  const field = typeof rest["field"] === "string" ? { field: rest["field"] } : {};
  const pdf = await sourceOf(engine, source, options);
  const terms = { limits: options.limits, protection: null, now: engine.world(options).now };
  const signed = await placedBy(fromOption, () => signedBy(name, pdf, { ...request, ...field, ...place }, terms, { ask, engine }));
  return { pdf: signed.pdf, pages: 0 };
}

/** @throws RenderError API-001 */
function bodyOf(sent: SentBody): { readonly source: unknown; readonly signature: Fields; readonly output: unknown } {
  const { source, signature, output } = sentFields(sent, ["source", "signature", "output"], ["source", "signature"]);
  return { source, signature: fieldsOf(signature, SIGNATURE, FIELDS, ["signer"]), output };
}

/** A document with the signature and its field, so that the rules of documents hold for it. */
function documentOf(signature: Fields, output: unknown): object {
  const name = signature["field"] ?? "Signature";
  return {
    settings: {
      signatures: [{ ...signature, field: name }],
      ...(output !== undefined && { output }),
    },
    pages: [{ size: "a4", elements: [{ type: "field", kind: "signature", name, layout: { left: 20, top: 20 } }] }],
  } satisfies Record<keyof Pick<DocumentRequest, "settings" | "pages">, unknown>;
}

function fromDocument(steps: readonly (string | number)[]): Src {
  const [first, part, item, ...rest] = steps;
  if (first === "pages") return at(SIGNATURE, "field");
  if (part === "output") return at(ROOT, "output", ...(item === undefined ? [] : [item]), ...rest);
  return at(SIGNATURE, ...rest);
}

function fromOption([option = "signer", ...rest]: readonly (string | number)[]): Src {
  if (option === "source") return at(ROOT, "source");
  // other options are those of the signer
  return FIELDS.some((field) => field === option) ? at(SIGNATURE, option, ...rest) : at(SIGNATURE, "signer");
}

function pageOf(page: unknown): number | undefined {
  if (page === undefined) return undefined;
  const src = at(SIGNATURE, "page");
  if (typeof page !== "number") return fail("API-001", "shape-type", src, must("a number", formatFound(page)));
  return Number.isInteger(page) && page >= 1
    ? page
    : fail("API-002", "signature-page", src, must("a whole number from 1", formatFound(page)));
}

function boxOf(box: unknown): SignatureBox | undefined {
  if (box === undefined) return undefined;
  const src = at(SIGNATURE, "box");
  const sides = fieldsOf(box, src, SIDES, SIDES);
  const side = (name: (typeof SIDES)[number]): number => {
    const value = sides[name];
    if (typeof value !== "number") return fail("API-001", "shape-type", at(src, name), must("a number", formatFound(value ?? null)));
    const isRight = name === "left" || name === "top" ? value >= 0 : value > 0;
    return isRight ? value : fail("API-002", "signature-box", at(src, name), must("more than 0", formatFound(value)));
  };
  return { left: side("left"), top: side("top"), width: side("width"), height: side("height") };
}
