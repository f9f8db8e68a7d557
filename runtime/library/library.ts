import { isList } from "../../base/json.js";
import { errorOf } from "../../base/error.js";
import { setImmediate } from "node:timers/promises";
import { limitsWith, type Limits } from "../../compiler/core/limits.js";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { formatFound, RenderError, type Problem } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";
import type { FormValues, ReadForm } from "../pdf/form.js";
import type { FilledForm } from "../pdf/fill/fill.js";
import type { DocumentRequest, RequestBytes } from "../../compiler/request/types/document.js";
import type { InspectReport } from "../../compiler/einvoice/inspect/report.js";
import { sarifOf } from "../einvoice/sarif.js";
import type { Finding as InvoiceFinding } from "../../compiler/einvoice/xml/finding.js";
import type { WriteProfile } from "../../compiler/einvoice/model/room.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";
import type { BarcodePayload } from "../../compiler/request/types/payload.js";
import type { InvoiceModel } from "../../compiler/request/types/invoice.js";
import type { IrDocument } from "../../ir/ir.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { InvoiceReport as ServiceReport } from "../einvoice/report.js";
import { version } from "../core/package.js";
import { judgedIn, judgedTemplate } from "../views/check.js";
import { documentFindings } from "../views/judged.js";
import type { Form } from "../views/report-form.js";
import { findingOf, placed, placesOf, rootOf, warningsInOrder, type Finding } from "../errors/findings.js";
import { CallerBody } from "./caller-body.js";
import { engineOf, knownEngine } from "./engines.js";
import { hooksOf } from "./hooks.js";
import { cacheFor } from "./edit-cache.js";
import * as operations from "../views/views.js";
import { png as pngPages } from "../views/png.js";
import type { SymbolText } from "../views/symbol.js";

export type { SymbolText } from "../views/symbol.js";
import { pooledSigning, signingOf } from "./signers.js";
import { builtInTemplate, templateRender } from "./templates.js";
import {
  checkOptions,
  type AttachOptions,
  type FillOptions,
  type InspectOptions,
  type MergeOptions,
  type OPTIONS,
  type Options,
  type PngOptions,
  type ShowOptions,
  type SvgOptions,
  type SymbolOptions,
  type ValidateOptions,
  type WriteEInvoiceOptions,
} from "./options.js";

export type { Options as LibraryOptions } from "./options.js";
export type { FormField, FormValues, ReadForm } from "../pdf/form.js";
export type { FilledForm } from "../pdf/fill/fill.js";

/** A request, or its JSON as bytes. */
export type Request = DocumentRequest | RequestBytes;

/** A request whose `settings.e_invoice` has the invoice, or its JSON as bytes. */
export type InvoiceRequest = (DocumentRequest & { settings: { e_invoice: EInvoiceSettings } }) | RequestBytes;

/** A PDF and its number of pages. */
export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** probable mistakes, with the option `warnings`; never a reason to refuse */
  readonly warnings: readonly Finding[];
}

/** Report of an invoice's validation; a library has no jobs, so it names none. */
export type InvoiceReport = Omit<ServiceReport, "job_id">;

/** Result of readEInvoice. */
export interface EInvoiceRead {
  readonly syntax: "cii" | "ubl";
  readonly document: "invoice" | "credit_note";
  /** null if the guideline is unknown */
  readonly profile: WriteProfile | null;
  /** BT-24; null if absent */
  readonly guideline: string | null;
  readonly invoice: InvoiceModel;
  /** elements and attributes with a value that no term takes */
  readonly left_out: readonly { readonly location: string; readonly value: string }[];
}

/** Result of showEInvoice; what no term takes is shown with its place. */
export interface ShownEInvoice extends Rendered {
  readonly left_out: EInvoiceRead["left_out"];
}

/** Result of writeEInvoice. */
export interface WrittenEInvoice {
  readonly xml: string;
  readonly warnings: readonly InvoiceFinding[];
}

/** A PDF/A-3b that carries its invoice. */
export interface RenderedEInvoice extends Rendered {
  /** the invoice, byte for byte as in the PDF */
  readonly xml: Uint8Array;
  /** at the level `strict` */
  readonly report?: InvoiceReport;
}

let watch = (): void => undefined;
/** Calls a function on every page and picture of this process. @param watching throws to end the call */
export const watchPages = (watching: () => void): void => void (watch = watching);

let mostPixels: number | undefined;
/** Bounds the pixels of a page that this process draws. */
export const drawPagesWithin = (pixels: number): void => void (mostPixels = pixels);

interface Job {
  readonly engine: Engine;
  readonly given: SentBody;
  readonly options: RenderOptions;
  readonly warnings: () => readonly Finding[];
}

/** The caller may change the input after the call: work that awaits the engine is on a copy. */
export async function work<T>(of: keyof typeof OPTIONS, options: Options, input: unknown, use: (job: Job) => Promise<T>): Promise<T> {
  checkOptions(of, options);
  options.signal?.throwIfAborted();
  const hooks = hooksOf(options, setImmediate);
  const known = knownEngine(options);
  // modules of the others are loaded before they read the input
  const waits =
    !(of === "render" || of === "check") ||
    hooks.options.turn !== undefined ||
    options.signers !== undefined ||
    (!known && options.fontDir !== undefined);
  const given = input instanceof SentBody ? input : new CallerBody(input, waits);
  const engine = known ?? (await engineOf(options));
  options.signal?.throwIfAborted();
  const signing = options.signers ? await signingOf(options.signers, engine) : pooledSigning(engine);
  const noted: Problem[] = [];
  const { maxPages, limits, assets, sourceDateEpoch: epoch } = options;
  const own = assets && new Map(Object.entries(assets));
  const job: Job = {
    engine,
    given,
    options: {
      ...hooks.options,
      onPage: (page, pages) => {
        watch();
        hooks.options.onPage?.(page, pages);
      },
      onPicture: watch,
      maxPages,
      limits: limitsWith(limits),
      epoch,
      assets: own && ((key) => own.get(key) ?? engine.assets(key)),
      signing,
      warn: options.warnings ? (p) => void noted.push(p) : undefined,
    },
    warnings: () => warningsOf(given, noted),
  };
  const result = await placed(given, () => use(job), judgedIn(engine, given, job.options, of === "renderBrief"));
  hooks.end();
  return result;
}

const warningsOf = (request: unknown, list: readonly Problem[]): readonly Finding[] => {
  const places = placesOf(request);
  const root = rootOf(request);
  return warningsInOrder(request, list).map((p) => findingOf(p, places, "warning", root));
};

/**
 * Renders a request to PDF, on the calling thread: a report of 475 pages blocks it for 1.3 s. A server uses `createPool`. With `signal` or
 * `onProgress`, the event loop gets a turn between phases and every 50 pages.
 */
export async function render(request: Request, options: Options = {}): Promise<Rendered> {
  return work("render", options, request, async ({ engine, given, options: o, warnings }) => {
    const { pdf, pages } = await engine.renderLater(given, { ...o, cache: cacheFor(given, options) });
    return { pdf, pages, warnings: warnings() };
  });
}

/**
 * Renders 1 to 10 records through a template into one PDF.
 * @param template its source, as an object or the bytes of its JSON; or `"invoice"`, `"packing_list"`, `"shipping_label"`
 * @param data one record, or an array of them
 */
export async function renderTemplate(template: object | string, data: object, options: Options = {}): Promise<Rendered> {
  const given = typeof template === "string" ? template : new CallerBody(template, true);
  const givenData = new CallerBody(data, true);
  return work("renderTemplate", options, undefined, async ({ engine, options: o, warnings }) =>
    placedInInputs(given, givenData, async () => {
      const source = typeof given === "string" ? await builtInTemplate(given) : given;
      const { pdf, pages } = await templateRender(engine, source, () => recordsOf(givenData), o);
      return { pdf, pages, warnings: warnings() };
    }),
  );
}

/** Adds line and column to errors in the bytes of a template or record. */
export async function placedInInputs<T>(template: CallerBody | string, data: CallerBody, use: () => Promise<T>): Promise<T> {
  let source: CallerBody | null = null;
  const { placedIn } = await import("./template-places.js");
  const inputs = { template: typeof template === "string" ? null : template, data };
  try {
    return await placedIn(inputs, (read) => void (source = read), use);
  } catch (e) {
    return placed(source, () => Promise.reject(errorOf(e)), judgedTemplate(source));
  }
}

/** @throws RenderError API-001 for bytes that are not JSON */
function recordsOf(data: unknown): readonly unknown[] {
  const read = readJson(data);
  if ("problems" in read) throw new RenderError(decodeProblem({ ...read.problems[0]!, path: ["data", ...read.problems[0]!.path] }));
  return isList(read.value) ? read.value : [read.value];
}

/**
 * Renders a brief, `{ brief: {…}, settings? }`, the flat form of a document (docs/agents.md). Refusals have their place in the brief.
 */
export async function renderBrief(body: object | Uint8Array, options: Options = {}): Promise<Rendered> {
  return work("renderBrief", options, body, async ({ engine, given, options: o, warnings }) => {
    const { renderBrief: rendered } = await import("../engine/brief-render.js");
    const { pdf, pages } = await rendered(engine, given, o);
    return { pdf, pages, warnings: warnings() };
  });
}

/** Renders a request with an invoice to a PDF/A-3b that carries it. What the invoice breaks at the level it asks for refuses it. */
export async function renderEInvoice(request: InvoiceRequest, options: Options = {}): Promise<RenderedEInvoice> {
  return work("renderEInvoice", options, request, async ({ engine, given, options: o, warnings }) => {
    const { renderWithoutJob } = await import("../einvoice/without-job.js");
    return { ...(await renderWithoutJob(engine, given, o)), warnings: warnings() };
  });
}

/** Reads an invoice; the phases are told around it. @throws TypeError for an option, or for an input that is neither text nor bytes */
async function reading<T>(
  of: "validateEInvoice" | "readEInvoice" | "inspectEInvoice",
  options: Options,
  invoice: string | Uint8Array,
  use: (bytes: Uint8Array, limits: Limits) => Promise<T>,
): Promise<T> {
  checkOptions(of, options);
  if (typeof invoice !== "string" && !isBytes(invoice)) throw new TypeError("invoice: must be text or a Uint8Array");
  options.signal?.throwIfAborted();
  const given = typeof invoice === "string" ? new TextEncoder().encode(invoice) : new Uint8Array(invoice);
  const hooks = hooksOf(options, setImmediate);
  hooks.options.entering?.("check");
  await hooks.options.turn?.();
  const result = await use(given, limitsWith(options.limits));
  hooks.end();
  return result;
}

/**
 * Reads the form of a PDF: its fields, their values, and a JSON Schema of the values.
 * @throws RenderError API-002 for a file that cannot be read
 */
export async function readForm(pdf: Uint8Array, options: Options = {}): Promise<ReadForm> {
  checkOptions("readForm", options);
  if (!isBytes(pdf)) throw new TypeError("pdf: must be a Uint8Array");
  options.signal?.throwIfAborted();
  const own = new Uint8Array(pdf);
  const [{ readFormOf }, { nodeCrypto }] = await Promise.all([import("../pdf/form.js"), import("../engine/crypto.js")]);
  return readFormOf(own, { budgets: limitsWith(options.limits), crypto: nodeCrypto });
}

/**
 * Fills the form of a PDF: the file stays as it is, with new values and looks after it. With `flatten`, looks become content of the pages
 * and the file is written anew.
 * @param values by full name, as `readForm` has them; a field that has none keeps its value
 * @throws RenderError API-001, API-002 for the first value that is refused, and a file that cannot be filled
 */
export async function fillForm(pdf: Uint8Array, values: FormValues, options: FillOptions = {}): Promise<FilledForm> {
  if (!isBytes(pdf)) throw new TypeError("pdf: must be a Uint8Array");
  const own = new Uint8Array(pdf);
  const given: unknown = structuredClone(values);
  const { flatten, read_only } = options;
  return work("fillForm", options, undefined, async ({ engine, options: o }) => {
    const { fillFormOf } = await import("../pdf/fill/fill.js");
    const { limits } = o;
    return fillFormOf(
      own,
      given,
      { flatten, read_only },
      { renderer: engine, options: o, budgets: limitsWith(limits), crypto: engine.crypto },
    );
  });
}

/**
 * Validates an invoice in CII or UBL, or the one that a PDF carries, at the level `strict`. An invalid invoice, and XML that is not well-formed, are results.
 * @throws RenderError API-002 for a PDF that carries no invoice, and for the rule set `peppol` with CII, which has none
 */
export async function validateEInvoice(invoice: string | Uint8Array, options: ValidateOptions = {}): Promise<InvoiceReport> {
  return reading("validateEInvoice", options, invoice, async (bytes, limits) => {
    const { reportOn } = await import("../einvoice/report-on.js");
    return reportOn(bytes, { profile: options.profile, ruleSets: options.ruleSets }, limits);
  });
}

/**
 * Reads an invoice in CII or UBL, or the one that a PDF carries, as its terms: never judges. `left_out`: what has no term.
 * @throws RenderError API-002 for XML or a PDF that has no such invoice
 */
export async function readEInvoice(invoice: string | Uint8Array, options: Options = {}): Promise<EInvoiceRead> {
  return reading("readEInvoice", options, invoice, async (bytes, limits) => {
    const { readInvoice } = await import("../einvoice/read-invoice.js");
    const { schema_version: _version, ...read } = readInvoice(bytes, limits);
    return read;
  });
}

/**
 * Inspects a file that arrived, of any kind: finds the invoice in it, judges it, compares it with its pages, and decides. The report has the
 * answer to its sender.
 * @throws RenderError API-001, API-002 for a policy that is wrong; never for what the file contains
 */
export async function inspectEInvoice(file: string | Uint8Array, options: InspectOptions = {}): Promise<InspectReport> {
  return reading("inspectEInvoice", options, file, async (bytes, limits) => {
    const { policyOf } = await import("../../compiler/einvoice/inspect/policy.js");
    const { inspect } = await import("../einvoice/inspect.js");
    const { name, language, ruleSets } = options;
    return inspect(bytes, { name, language, ruleSets, policy: policyOf(options.policy, at(ROOT, "policy")) }, limits);
  });
}

/** Reports of `inspectEInvoice` as SARIF 2.1.0. */
export const toSarif = (reports: readonly InspectReport[]): object => sarifOf(reports, version);

/**
 * Writes the XML of an invoice, absent sums worked out, and judges it at the level `strict`. `warnings`: findings that do not make it invalid.
 * @throws RenderError for the first error, API-001 or API-002 with its path in the invoice
 */
export async function writeEInvoice(invoice: InvoiceModel, options: WriteEInvoiceOptions): Promise<WrittenEInvoice> {
  checkOptions("writeEInvoice", options);
  const { syntax, profile, profileLoss, level = "strict", ruleSets = [], limits, signal } = options ?? {};
  if (syntax === undefined) throw new TypeError('syntax: must be "cii" or "ubl"; found none');
  signal?.throwIfAborted();
  const given = new CallerBody(invoice, true);
  const hooks = hooksOf(options, setImmediate);
  hooks.options.entering?.("check");
  const { writeModel, modelOfJson, checkProfile, checkRuleSets } = await import("../einvoice/write-invoice.js");
  checkProfile(profile, syntax);
  checkRuleSets(ruleSets, level, syntax, at(ROOT, "ruleSets"));
  const sent = modelOfJson(given, ROOT);
  await hooks.options.turn?.();
  const terms = { syntax, profile, profileLoss, level, ruleSets: [...new Set(ruleSets)] };
  const written = writeModel(sent, ROOT, terms, limitsWith(limits));
  if (!("xml" in written)) throw new RenderError(written[0]!);
  hooks.end();
  return { xml: written.xml, warnings: written.findings };
}

/**
 * Joins whole PDF files, as `platen merge` does: pages, links, bookmarks, page labels, tags and attachments; title and so on of the first.
 * @throws RenderError API-002 at `files[i]` for a file that cannot be read, API-502 for one that the profile forbids
 */
export async function merge(files: readonly Uint8Array[], options: MergeOptions = {}): Promise<Rendered> {
  if (!isList(files) || files.length === 0 || !files.every(isBytes)) throw new TypeError("files: must be a list of Uint8Array");
  const own = files.map((bytes) => new Uint8Array(bytes));
  const { profile, ...others } = options;
  checkOptions("merge", options);
  return work("merge", others, {}, async ({ engine, options: o, warnings }) => {
    const { fileOf, mergePdfs } = await import("../pdf/merge.js");
    const warn = o.warn && ((p: Problem) => o.warn!({ ...p, src: at(ROOT, "files", fileOf(p) ?? 0) }));
    const { pdf, pages } = await mergePdfs(engine, own, { ...o, profile, ...(warn && { warn }) }).catch((e: unknown) => inFile(e, "files"));
    return { pdf, pages, warnings: warnings() };
  });
}

/**
 * Puts the XML of an invoice (CII) into its PDF, made by any program, as `platen einvoice attach` does: a PDF/A-3b that carries it.
 * @throws RenderError API-002 for a PDF that cannot be read or has an invoice, and for XML that is refused; API-502 for a PDF that cannot be PDF/A-3b
 */
export async function attachEInvoice(pdf: Uint8Array, xml: string | Uint8Array, options: AttachOptions = {}): Promise<RenderedEInvoice> {
  if (!isBytes(pdf)) throw new TypeError("pdf: must be a Uint8Array");
  if (typeof xml !== "string" && !isBytes(xml)) throw new TypeError("xml: must be text or a Uint8Array");
  const given = { pdf: new Uint8Array(pdf), xml: typeof xml === "string" ? new TextEncoder().encode(xml) : new Uint8Array(xml) };
  const { standard, profile, level, ...others } = options;
  checkOptions("attachEInvoice", options);
  return work("attachEInvoice", others, {}, async ({ engine, options: o, warnings }) => {
    const { attachInvoice } = await import("../pdf/attach.js");
    const pdfWarn = o.warn && ((p: Problem) => o.warn!({ ...p, src: at(ROOT, "pdf") }));
    const { outcome, judged } = await attachInvoice(
      engine,
      given,
      { standard, profile, level },
      { ...o, ...(pdfWarn && { pdfWarn }) },
    ).catch((e: unknown) => inFile(e, "pdf"));
    if ("refused" in outcome) throw outcome.refused;
    return { pdf: outcome.rendered.pdf, pages: outcome.rendered.pages, xml: judged!.xml, warnings: warnings() };
  });
}

async function inFile(e: unknown, argument: "files" | "pdf"): Promise<never> {
  const { MergeFault } = await import("../pdf/merge.js");
  if (!(e instanceof MergeFault)) throw e;
  const code = e.cause instanceof RenderError ? e.cause.code : "API-002";
  const place = at(ROOT, argument);
  throw new RenderError({ code, rule: "pdf-file", src: argument === "files" ? at(place, e.file) : place, reason: e.reason });
}

/**
 * The string that the symbol of a payload encodes, with its bytes, and the format and options of the barcode.
 * @throws RenderError with the path in the payload
 */
export async function symbolText(payload: BarcodePayload | RequestBytes, options: SymbolOptions = {}): Promise<SymbolText> {
  checkOptions("symbolText", options);
  const { sign = false, signal, ...others } = options;
  signal?.throwIfAborted();
  const { payloadOf, symbolText: encoded } = await import("../views/symbol.js");
  const given = payloadOf(payload);
  return encoded(given, (await engineOf(others)).world(), sign);
}

/**
 * Shows every term of an invoice as a tagged PDF (PDF/UA-1), whether valid or not: from CII or UBL, a PDF that carries one, or the invoice as data.
 * @throws RenderError for input that is no such invoice
 */
export async function showEInvoice(invoice: string | Uint8Array | InvoiceModel, options: ShowOptions = {}): Promise<ShownEInvoice> {
  const { language = "en", attach = false, ...others } = options;
  checkOptions("showEInvoice", options);
  const sent = typeof invoice === "string" ? new SentBody(new TextEncoder().encode(invoice)) : invoice;
  return work("showEInvoice", others, sent, async ({ engine, given, options: o, warnings }) => {
    const { showInvoice } = await import("../einvoice/show-invoice.js");
    const source = isBytes(given.held) ? given : { invoice: given, src: ROOT };
    const { pdf, pages, leftOut } = await showInvoice(engine, source, { language, attach }, o);
    return { pdf, pages, warnings: warnings(), left_out: leftOut };
  });
}

/**
 * Everything wrong with a request, of the earliest stage that finds anything; empty = it renders. Warnings come behind the errors, where they are
 * asked for: with them, a request renders that has no finding of severity error.
 */
export async function check(request: Request, options: Options = {}): Promise<readonly Finding[]> {
  return work("check", options, request, async ({ engine, given, options: o }) => {
    const { errors, warnings } = await documentFindings(engine, given, { ...o, warnings: options.warnings ?? false });
    const places = placesOf(given);
    return [...errors.map((p) => findingOf(p, places)), ...warningsOf(given, warnings)];
  });
}

/**
 * Judges what a program can know of the accessibility of a document, a request, a brief or a request with an e-invoice: WCAG 2.2 at levels A
 * and AA, and PDF/UA.
 * @throws RenderError for a request that is refused by more than PDF/UA
 */
export async function checkAccessibility(
  request: Request | InvoiceRequest | { readonly brief: object },
  options: Options = {},
): Promise<AccessibilityReport> {
  return work("checkAccessibility", options, request, async ({ engine, given, options: o }) => {
    const { accessibilityReportOf } = await import("../views/check.js");
    return accessibilityReportOf(engine, given, o);
  });
}

/** Writes a report of `checkAccessibility` as HTML, as a PDF, or as EARL 1.0 in JSON-LD. */
export async function accessibilityReport(report: AccessibilityReport, form: "pdf"): Promise<Uint8Array>;
export async function accessibilityReport(report: AccessibilityReport, form: "html" | "earl"): Promise<string>;
export async function accessibilityReport(report: AccessibilityReport, form: Form): Promise<string | Uint8Array>;
export async function accessibilityReport(report: AccessibilityReport, form: Form): Promise<string | Uint8Array> {
  const { FORMS, reportAs } = await import("../views/report-form.js");
  if (!FORMS.includes(form)) throw new TypeError(`form: must be ${FORMS.join(", ")}; found ${formatFound(form)}`);
  return reportAs(await engineOf({}), report, form);
}

/** Compiles a request to its display list. */
export async function compile(request: Request, options: Options = {}): Promise<IrDocument> {
  return work("compile", options, request, async ({ engine, given, options: o }) => (await operations.displayList(engine, given, o)).doc);
}

/** Renders pages to SVG, one document each, with text as outlines. @throws TypeError for pages that the document does not have */
export async function svg(request: Request, options: SvgOptions = {}): Promise<string[]> {
  return work("svg", options, request, ({ engine, given, options: o }) => operations.svg(engine, given, o, options.pages));
}

/** Renders pages to PNG, one file each. @throws as `svg`; RenderError API-501 for a page that has too many pixels */
export async function png(request: Request, options: PngOptions = {}): Promise<Uint8Array[]> {
  return work("png", options, request, ({ engine, given, options: o }) =>
    pngPages(engine, given, o, { ...options, mostPixels }).catch(async (e: unknown) => {
      const { PagePixelsError } = await import("../pictures/page-size.js");
      if (!(e instanceof PagePixelsError)) throw e;
      throw new RenderError({ code: "API-501", rule: "png-memory", src: ROOT, reason: e.message });
    }),
  );
}

/** The document's text in reading order, as `platen text` prints it. */
export async function text(request: Request, options: Options = {}): Promise<string> {
  return work("text", options, request, ({ engine, given, options: o }) => operations.text(engine, given, o));
}
