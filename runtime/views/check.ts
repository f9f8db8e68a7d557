import { isObject } from "../../base/json.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { messageOf, type Problem, type RenderError } from "../../compiler/core/fail.js";
import { DecodedRequest, readJson } from "../../compiler/request/decode.js";
import type { Finding } from "../../compiler/einvoice/xml/finding.js";
import { withPatches, type Found } from "../../compiler/request/judged.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { localeFiles } from "../engine/locales.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Renderer } from "../engine/renderer.js";
import { rootOf } from "../errors/findings.js";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { accessibilityOf, judgedBody, movedBy, placedInBrief, type Judged, type JudgedDocument } from "./accessibility.js";
import { templateProblems } from "./template-problems.js";
import { briefProblems, judgedRefusal, problemsFound, unheard, errorsAlone, type Checking, type CheckOptions } from "./judged.js";
import { memberOf } from "../../base/lookup.js";

type InputKind = "request" | "e-invoice" | "template" | "brief" | "xml";

/** "request" if unrecognised. */
export function kindOfInput(sent: SentBody): InputKind {
  const start = new TextDecoder().decode(sent.bytes!.subarray(0, 256)).replace(/^\ufeff/, "");
  if (/^\s*</.test(start)) return "xml";
  const read = readJson(sent);
  return "problems" in read ? "request" : kindOfValue(read.value);
}

function kindOfValue(value: unknown): Exclude<InputKind, "xml"> {
  if (!isObject(value)) return "request";
  const { schema, settings } = value;
  if (Object.hasOwn(value, "brief")) return "brief";
  if (isObject(schema) && Array.isArray(schema["fields"])) return "template";
  return isObject(settings) && isObject(settings["e_invoice"]) ? "e-invoice" : "request";
}

/** Problems of a file, with patches that hold (FH-6). */
export async function checkFile(kind: Exclude<InputKind, "xml">, engine: Checking, sent: SentBody, bounds: RenderOptions): Promise<Found> {
  const root = rootOf(sent);
  const again = (value: unknown): Promise<Found> => foundIn(kindOfValue(value), engine, new SentBody(value), unheard(bounds));
  return withPatches(await foundIn(kind, engine, sent, bounds), root, again);
}

/** Kinds of documents that have pages without further data. */
type DocumentKind = Exclude<InputKind, "xml" | "template">;

/** Findings of a file with patches, and its report (AX-34). */
export async function checkAccessibility(kind: DocumentKind, engine: Renderer, sent: SentBody, bounds: RenderOptions): Promise<Judged> {
  const root = rootOf(sent);
  const { report, ...found } = await judgedBody(engine, sent, await documentAs(kind, sent, bounds), bounds);
  const again = (value: unknown): Promise<Found> => foundIn(kindOfValue(value), engine, new SentBody(value), unheard(bounds));
  return { ...(await withPatches(found, root, again)), report };
}

/** Findings and report of a request that a template makes, whose places are those of the request. */
export function checkMadeRequest(engine: Renderer, request: DocumentRequest, bounds: RenderOptions): Promise<Judged> {
  const find = (checking: Checking, body: Uint8Array | object): Promise<Found> => checking.findings(body, { ...bounds, warnings: true });
  return judgedBody(engine, request, { find, placed: (src) => src }, bounds);
}

/** Report of a request, a brief, or a request with an e-invoice. @throws RenderError if more than PDF/UA refuses it */
export async function accessibilityReportOf(engine: Renderer, sent: SentBody, bounds: RenderOptions): Promise<AccessibilityReport> {
  const kind = kindOfValue(rootOf(sent)());
  const silent = { ...bounds, warnings: false };
  return accessibilityOf(engine, sent, await documentAs(kind === "template" ? "request" : kind, sent, silent), bounds);
}

/** Trials of patches need no warnings. */
async function documentAs(kind: DocumentKind, sent: SentBody, bounds: CheckOptions): Promise<JudgedDocument> {
  return {
    find: (checking, body) => {
      if (body === sent) return foundIn(kind, checking, sent, bounds);
      const changed = new SentBody(body);
      // a change of what was read is read
      if (sent.isRead) changed.read(body);
      return foundIn(kind, checking, changed, { ...unheard(bounds), warnings: false });
    },
    placed: kind === "e-invoice" ? await placedInInvoice(sent) : await placedInBrief(sent),
  };
}

/** Null for an invoice with a document of its own. */
async function placedInInvoice(sent: SentBody): Promise<JudgedDocument["placed"]> {
  const value = rootOf(sent)();
  if (isObject(value) && ["pages", "flow_document"].some((field) => (memberOf(value, field) ?? null) !== null)) return null;
  const { INVOICE, LOGO, ofInvoice } = await import("../einvoice/drawn.js");
  return movedBy((p) => ofInvoice(p, INVOICE, LOGO));
}

/** Problems of a template, with patches that hold. */
export async function checkTemplate(engine: Checking, sent: SentBody, bounds: RenderOptions): Promise<Found> {
  const again = (value: unknown): Promise<Found> => templateProblems(engine, new SentBody(value), unheard(bounds));
  return withPatches(await templateProblems(engine, sent, bounds), rootOf(sent), again);
}

/** Finds the patch of a refusal of a body of any kind. @param isBrief true if the body is taken for a brief */
export const judgedIn =
  (engine: Checking, sent: SentBody, bounds: RenderOptions, isBrief = false) =>
  (e: RenderError): Promise<Problem> =>
    judgedRefusal(e, sent, (value) => foundIn(isBrief ? "brief" : kindOfValue(value), engine, new SentBody(value), errorsAlone(bounds)));

/** Finds the patch of a refusal whose place is in a template. */
export const judgedTemplate =
  (source: SentBody | null) =>
  (e: RenderError): Promise<Problem> =>
    judgedRefusal(e, source, (value) => templateProblems(null, new SentBody(value), {}));

/** Problems without patches. */
async function foundIn(kind: Exclude<InputKind, "xml">, engine: Checking, sent: SentBody, bounds: CheckOptions): Promise<Found> {
  if (kind === "template") return templateProblems(engine, sent, bounds);
  if (kind === "brief") return briefProblems(engine, sent, { warnings: true, ...bounds });
  if (kind === "e-invoice") return checkEInvoice(engine, sent, bounds);
  return problemsFound(engine, sent, rootOf(sent)(), { warnings: true, ...bounds });
}

/**
 * Invoice rules are errors if they refuse the request or fail its job at the requested level, else warnings: at level basic the PDF may
 * contain an invoice that its receiver refuses.
 */
async function checkEInvoice(engine: Checking, sent: SentBody, bounds: CheckOptions): Promise<Found> {
  const [{ readEInvoice }, { findingProblem }, { embeddingOf }, { drawnOptions, INVOICE, LOGO, ofInvoice }] = await Promise.all([
    import("../../compiler/einvoice/request/read.js"),
    import("../../compiler/einvoice/request/refusal.js"),
    import("../../compiler/einvoice/container.js"),
    import("../einvoice/drawn.js"),
  ]);
  const read = readEInvoice(sent, undefined, { limits: bounds.limits ?? CONTRACT_LIMITS, locales: localeFiles });
  const refused = "problems" in read ? read.problems : [];
  const invoice = "problems" in read ? read.invoice : read;
  if (!invoice) return { errors: refused, warnings: [] };
  const { settings, validation, xml } = invoice;
  const { standard, profile, version, validation: requested = {} } = settings;
  const textOf = (f: Finding): string => messageOf(findingProblem(f));
  /** A fault is reported once per place. */
  const unique = (list: readonly Finding[]): readonly Problem[] => [...new Map(list.map((f) => [textOf(f), findingProblem(f)])).values()];
  const found = (level: "basic" | "strict"): readonly Finding[] => validation.verdict(level).findings;
  const fails = found(requested.level ?? "basic").filter((f) => f.severity === "error" || requested.fail_on_warnings);
  const failing = new Set(fails.map(textOf));
  const errors = unique(fails);
  if ("problems" in read || errors.length > 0) return { errors: errors.length > 0 ? errors : refused, warnings: [] };
  const ofDrawing = (list: readonly Problem[]): readonly Problem[] => (read.isDrawn ? list.map((p) => ofInvoice(p, INVOICE, LOGO)) : list);
  const drawn = await engine.findings(new DecodedRequest(read.request), {
    warnings: true,
    ...bounds,
    ...(read.isDrawn && drawnOptions(bounds.limits ?? CONTRACT_LIMITS)),
    embed: embeddingOf({ standard, profile, ...(version && { version }), xrechnung: read.xrechnung, xml }),
  });
  const others = found("strict").filter((f) => !failing.has(textOf(f)));
  return { errors: ofDrawing(drawn.errors), warnings: drawn.errors.length > 0 ? [] : [...ofDrawing(drawn.warnings), ...unique(others)] };
}
