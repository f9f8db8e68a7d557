// Any invoice to a PDF that shows its terms (I36).
import { isObject } from "../../base/json.js";
import { isOneOf, lookup } from "../../base/lookup.js";
import { CONTRACT_LIMITS, type Limits } from "../../compiler/core/limits.js";
import type { Embedding } from "../../compiler/core/embedding.js";
import { formatFound, problemOf, RenderError, type Problem } from "../../compiler/core/fail.js";
import { at, ROOT, type Src } from "../../compiler/core/src.js";
import { embeddingOf } from "../../compiler/einvoice/container.js";
import { inUtf8 } from "../../compiler/einvoice/xml/encoding.js";
import { xrechnungVersion, type Profile } from "../../compiler/einvoice/xml/guideline.js";
import { complete } from "../../compiler/einvoice/model/compute.js";
import { decodeModel } from "../../compiler/einvoice/model/decode.js";
import { readTerms, writeInvoice, type WrittenInvoice } from "../../compiler/einvoice/model/document.js";
import type { LeftOut } from "../../compiler/einvoice/model/read.js";
import { textAt, type Group } from "../../compiler/einvoice/model/value.js";
import { LANGUAGES, type Language } from "../../compiler/einvoice/show/labels/table.js";
import { showRequest } from "../../compiler/einvoice/show/show.js";
import { must, oneOf } from "../../compiler/help/reason.js";
import { decodeProblem, DecodedRequest, readJson } from "../../compiler/request/decode.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import type { Engine, Rendered } from "../engine/engine.js";
import { localeFiles } from "../engine/locales.js";
import type { RenderOptions } from "../engine/render-options.js";
import { invoiceIn } from "./carried.js";
import { drawnOptions, refusedDrawing } from "./drawn.js";
import { modelOfJson, modelShapes } from "./write-invoice.js";

export interface ShowTerms {
  readonly language: Language;
  readonly attach: boolean;
}

export interface ShownInvoice extends Rendered {
  /** content that no term takes; it is shown with its place */
  readonly leftOut: readonly LeftOut[];
}

export const isLanguage = (given: unknown): given is Language => isOneOf(LANGUAGES, given);
export const LANGUAGE_NAMES = oneOf(LANGUAGES.map((l) => JSON.stringify(l)));

/**
 * Shows any invoice's terms (I36). @param given XML or a PDF, or a model @param src of the model, for messages @throws RenderError
 */
export async function showInvoice(
  engine: Engine,
  given: SentBody | { readonly invoice: unknown; readonly src: Src },
  { language, attach }: ShowTerms,
  options: RenderOptions,
): Promise<ShownInvoice> {
  const { limits = CONTRACT_LIMITS } = options;
  const source = given instanceof SentBody ? ofFile(given, limits) : ofModel(given.invoice, given.src, attach, limits);
  const { model, leftOut } = source;
  const request = showRequest({ model, language, leftOut, attaches: attach, locales: localeFiles });
  const { profiles: _own, ...policy } = options.policy ?? {};
  const rendered = await engine
    .renderLater(new DecodedRequest(request), {
      ...options,
      ...drawnOptions(limits),
      policy,
      ...(attach && { embed: source.embedding() }),
    })
    .catch((e: unknown) => refusedDrawing(e, given instanceof SentBody ? ROOT : given.src));
  return { ...rendered, leftOut };
}

interface Source {
  readonly model: Group;
  readonly leftOut: readonly LeftOut[];
  readonly embedding: () => Embedding;
}

function ofFile(given: SentBody, limits: Limits): Source {
  const xml = invoiceIn(given.bytes!, limits);
  // without the PDF around it
  given.read(xml);
  const { model, leftOut, syntax, document, profile, guideline } = readTerms(xml);
  const embedding = (): Embedding =>
    syntax === "cii" && profile !== null && profile !== "peppol" ? carried(inUtf8(xml), profile, guideline) : plain(xml, document);
  return { model, leftOut, embedding };
}

function ofModel(invoice: unknown, src: Src, attach: boolean, limits: Limits): Source {
  const sent = modelOfJson(invoice, src);
  const [wrong] = modelShapes(sent, src, 1);
  if (wrong) throw new RenderError(wrong);
  const { model, problems } = decodeModel(sent, src, limits);
  if (problems.length > 0) throw new RenderError(problems[0]!);
  if (!attach) return { model: complete(model), leftOut: [], embedding: () => ({ files: [], statements: [] }) };
  const written = writtenOf(model, src);
  const guideline = textAt(written.model, "process_control", "specification_identifier") ?? null;
  const xml = new TextEncoder().encode(written.xml);
  return { model: written.model, leftOut: [], embedding: () => carried(xml, written.profile as Profile, guideline) };
}

/** Writes in BT-24's profile; without it in the smallest of en16931 and extended that has all. @throws RenderError */
function writtenOf(model: Group, src: Src): WrittenInvoice {
  const first = writeInvoice(model, src, { syntax: "cii" });
  if ("xml" in first) return first;
  const own = textAt(model, "process_control", "specification_identifier");
  const extended = own === undefined ? writeInvoice(model, src, { syntax: "cii", profile: "extended" }) : first;
  if ("xml" in extended) return extended;
  throw new RenderError(first[0]!);
}

const carried = (xml: Uint8Array, profile: Profile, guideline: string | null): Embedding =>
  embeddingOf({
    standard: profile === "xrechnung" ? "xrechnung" : "factur_x",
    profile,
    xrechnung: profile === "xrechnung" ? xrechnungVersion(guideline ?? "") : null,
    xml,
  });

/** A file without metadata of Factur-X: UBL, or CII of an unknown guideline. */
const plain = (xml: Uint8Array, document: "invoice" | "credit_note"): Embedding => ({
  files: [
    {
      name: document === "invoice" ? "invoice.xml" : "credit-note.xml",
      mime: "text/xml",
      description: "The invoice as data",
      relationship: "Alternative",
      bytes: xml,
    },
  ],
  statements: [],
});

export interface ShowQuery {
  readonly isFile: boolean;
  readonly query: Readonly<Record<string, unknown>>;
}

/** @throws RenderError */
export async function showSent(engine: Engine, body: SentBody, { isFile, query }: ShowQuery, options: RenderOptions): Promise<Rendered> {
  options.entering?.("decode");
  if (isFile) return showInvoice(engine, body, showTermsOf(query), options);
  const [name] = Object.keys(query);
  if (name !== undefined)
    throw new RenderError(problemOf("API-002", "show-query", at(ROOT, name), "a body of JSON has it as a field: leave the parameter out"));
  const { invoice, ...terms } = showBody(body);
  return showInvoice(engine, { invoice, src: at(ROOT, "invoice") }, terms, options);
}

/** Query of /show beside a file. @throws RenderError API-002 */
export function showTermsOf(query: Readonly<Record<string, unknown>>): ShowTerms {
  const refuse = (name: string, expected: string): never => {
    throw new RenderError(problemOf("API-002", "show-query", at(ROOT, name), must(expected, formatFound(lookup(query, name)))));
  };
  for (const name of Object.keys(query))
    if (name !== "language" && name !== "attach")
      throw new RenderError(problemOf("API-002", "show-query", at(ROOT, name), "unknown parameter, allowed: language, attach"));
  const { language = "en", attach = "false" } = query;
  if (!isLanguage(language)) return refuse("language", LANGUAGE_NAMES);
  if (attach !== "true" && attach !== "false") return refuse("attach", 'one of "true" and "false"');
  return { language, attach: attach === "true" };
}

/** `{invoice, language?, attach?}`. @throws RenderError API-001 */
export function showBody(body: Uint8Array | SentBody): ShowTerms & { readonly invoice: unknown } {
  const read = readJson(body);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const { value } = read;
  const shape = (path: readonly string[], reason: string, rule = "shape-type"): RenderError =>
    new RenderError({ code: "API-001", rule, src: at(ROOT, ...path), reason } satisfies Problem);
  if (!isObject(value)) throw shape([], must("an object with invoice", formatFound(value)).text);
  const { invoice, language = "en", attach = false, ...others } = value;
  for (const name of Object.keys(others))
    if (name !== "$schema") throw shape([name], "unknown field, allowed: invoice, language, attach", "shape-unknown");
  if (invoice === undefined) throw shape([], "the required field invoice is missing", "shape-required");
  if (!isLanguage(language)) throw shape(["language"], must(LANGUAGE_NAMES, formatFound(language)).text, "shape-enum");
  if (typeof attach !== "boolean") throw shape(["attach"], must("true or false", formatFound(attach)).text);
  return { invoice, language, attach };
}
