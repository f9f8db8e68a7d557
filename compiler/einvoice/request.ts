// Body to document and invoice, or problems (decisions §5).
import { isObject } from "../../base/json.js";
import { atMost, type Limits } from "../core/limits.js";
import { formatFound, problemOf, type Problem } from "../core/fail.js";
import { at, pathOf, ROOT, srcOf, stepsOf, type Src } from "../core/src.js";
import { NO_LOCALES, type LocaleSource } from "../core/world.js";
import { breaks, must, type Reason } from "../help/reason.js";
import { nullsAreAbsent, withoutNulls } from "../request/absent.js";
import { decodeProblem, decodeValue, readJson, type DecodeProblem } from "../request/decode.js";
import { explain } from "../request/explain.js";
import { allowedBy, type RequestPolicy } from "../request/policy.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { EInvoiceSettings } from "../request/types/einvoice.js";
import schema from "../request/validators/e-invoice-schema.js";
import { COUNTRIES } from "./codes/money.js";
import type { Finding } from "./xml/finding.js";
import { guidelinesOf, xrechnungVersion } from "./xml/guideline.js";
import { residencyOf, type Residency } from "./residency.js";
import { drawnRequest } from "./draw/draw.js";
import { paymentOf, type Payment } from "./draw/payment.js";
import { taxPayloads, type TaxPayload } from "./draw/tax.js";
import type { Group } from "./model/value.js";
import { encodeModel } from "./model/encode.js";
import { LANGUAGES } from "./show/labels/table.js";
import { decodeModel } from "./model/decode.js";
import { writeInvoice, type WrittenInvoice } from "./model/document.js";
import { modelReason, ModelValidation } from "./judged.js";
import { InvoiceFile, Validation, type Clock, type Terms } from "./judge/validate.js";
import { LARGE, xmlLimits } from "./xml/xml.js";

const SRC = at(ROOT, "settings", "e_invoice");
/** Reported, never skipped: no official rules exist. */
export const NO_PEPPOL = "Peppol has no rules for CII (release 2026.5), which this invoice is: leave out the rule set peppol";
export const MAX_URL_SECONDS = 900;
export const MAX_TTL_HOURS = 23;
export const DEFAULT_URL_SECONDS = MAX_URL_SECONDS;
export const DEFAULT_TTL_HOURS = MAX_TTL_HOURS;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface ReadInvoice {
  readonly settings: EInvoiceSettings;
  readonly xml: Uint8Array;
  readonly validation: Validation;
  /** null for an invoice sent as XML */
  readonly written: WrittenInvoice | null;
}

export interface EInvoice extends ReadInvoice {
  /** visual part, in the profile that allows embedded files */
  readonly request: DocumentRequest;
  /** makes the visual part instead of `request` */
  readonly template: DrawingTemplate | null;
  /** by the built-in template: its problems are those of the drawing */
  readonly isDrawn: boolean;
  readonly xrechnung: string | null;
}

/** `invoice`: only rules of invoices refuse the request */
type Problems = { readonly problems: readonly Problem[]; readonly invoice?: ReadInvoice };

export interface ReadOptions {
  readonly limits: Limits;
  /** null if not configured */
  readonly storedIn?: Residency | null | undefined;
  readonly now?: Clock | undefined;
  /** absent: numbers and dates as in the invoice */
  readonly locales?: LocaleSource | undefined;
}

/** Shapes before meanings. Rules refuse here; with delivery as an object only the basic checks do, as the job reports the rest. */
export function readEInvoice(
  body: unknown,
  { eInvoiceStandards }: RequestPolicy = {},
  { limits, storedIn = null, now, locales = NO_LOCALES }: ReadOptions,
): EInvoice | Problems {
  const read = readJson(body);
  if ("problems" in read) return shapes(read.problems);
  const { value } = read;
  const sent = isObject(value) && isObject(value["settings"]) ? value["settings"]["e_invoice"] : undefined;
  const given = nullsAreAbsent(value) ? (withoutNulls(schema, sent) ?? undefined) : sent;
  // without XML the invoice draws itself; one that lacks both is told so
  const isDrawable = !isObject(given) || given["invoice"] !== undefined || given["xml"] === undefined;
  const draws = isDrawable && isObject(value) && !hasDocument(value);
  const decoded = decodeValue(draws ? { ...value, ...EMPTY } : value, limits);
  if ("problems" in decoded) return shapes(decoded.problems);
  const settingsPath = ["settings", "e_invoice"];
  if (given === undefined) return shapes([MISSING]);
  const wrong = explain(schema, given, 1, true).map(({ keyword, path, ...p }) => ({
    rule: `shape-${keyword}`,
    path: [...settingsPath, ...path],
    ...p,
  }));
  if (wrong.length > 0) return shapes(wrong);
  const given_ = given as EInvoiceSettings;
  if ((given_.xml === undefined) === (given_.invoice === undefined))
    return shapes([{ rule: "e-invoice-source", path: settingsPath, ...sourceReason(given_.xml !== undefined) }]);
  // without XML the caller has no other checker (I3)
  const settings = given_.invoice ? { ...given_, validation: { level: "strict" as const, ...given_.validation } } : given_;
  const problems = [
    ...meanings(decoded.request, settings, { allowed: eInvoiceStandards, storedIn, limits }),
    ...drawingProblems(settings, !draws),
    ...lookProblems(decoded.request, draws && settings.drawing?.template === undefined),
  ];
  if (problems.length > 0) return { problems };
  const invoice = settings.xml ? sentInvoice(settings, settings.xml.content, limits, now) : writtenInvoice(settings, limits, now);
  if ("problems" in invoice) return invoice;
  const { standard } = settings;
  const refused = refusalOf(invoice);
  if (refused) return { problems: [refused], invoice };
  const symbols = draws && settings.drawing?.template === undefined ? symbolsOf(invoice.written!.model, settings) : NO_SYMBOLS;
  if ("problem" in symbols) return { problems: [symbols.problem], invoice };
  const made = draws ? drawn(decoded.request, settings, invoice.written!, { ...symbols, locales }) : decoded.request;
  const { e_invoice: _own, ...others } = made.settings!;
  const request = { ...made, settings: { ...others, profile: "pdfa-3b" } } as DocumentRequest;
  const id = draws ? settings.drawing?.template : undefined;
  const template = id === undefined ? null : { id, data: encodeModel(invoice.written!.model), settings: decoded.request.settings! };
  return {
    request,
    template,
    isDrawn: draws && template === null,
    ...invoice,
    xrechnung: standard === "xrechnung" ? xrechnungVersion(invoice.validation.file.guideline ?? "") : null,
  };
}

const MISSING: DecodeProblem = {
  rule: "shape-required",
  path: ["settings"],
  reason: "the required field e_invoice is missing: it has the invoice",
  allowed: ["e_invoice"],
};

/** until the document is drawn */
const EMPTY = { flow_document: { page_masters: { main: { size: "a4" } }, segments: [] } };
const hasDocument = (value: Readonly<Record<string, unknown>>): boolean =>
  ["pages", "flow_document"].some((field) => value[field] !== undefined && value[field] !== null);

function drawn(
  sent: DocumentRequest,
  { drawing = {} }: EInvoiceSettings,
  { model }: WrittenInvoice,
  { locales, ...symbols }: Symbols & { readonly locales: LocaleSource },
): DocumentRequest {
  const primary = sent.settings?.metadata?.language?.trim().toLowerCase().split("-")[0];
  const language = drawing.language ?? LANGUAGES.find((l) => l === primary) ?? "en";
  const { logo, color } = drawing;
  const made = drawnRequest({ model, language, logo, color, ...symbols, locales });
  const { direction } = made.settings!;
  const settings = { ...made.settings, ...sent.settings };
  const metadata = { ...made.settings?.metadata, ...sent.settings?.metadata };
  const text = settings.defaults?.text;
  // the direction is that of its language, whatever the settings declare (SW-11)
  const defaults = text?.direction === undefined ? settings.defaults : { ...settings.defaults, text: { ...text, direction } };
  return { ...sent, ...made, settings: { ...settings, metadata, direction, defaults } } as DocumentRequest;
}

interface Symbols {
  readonly payment: Payment | null;
  readonly tax: readonly TaxPayload[];
}
const NO_SYMBOLS: Symbols = { payment: null, tax: [] };

function symbolsOf(model: Group, settings: EInvoiceSettings): Symbols | { readonly problem: Problem } {
  const { payment_code: code, tax_code: given } = settings.drawing ?? {};
  const payment = paymentOf(model, code);
  if (payment && "lack" in payment) return { problem: lackProblem(settings, payment.lack) };
  if (!given) return { payment, tax: [] };
  const tax = taxPayloads(model, given);
  if ("payloads" in tax) return { payment, tax: tax.payloads };
  const { field, term, reason } = tax.fault;
  const place = at(SRC, "drawing", "tax_code");
  const told = term === null ? reason : `the invoice lacks a term for ${formatFound(given.kind)}: ${term}: ${reason.text}`;
  return { problem: problemOf("API-002", "e-invoice-tax", term === null ? at(place, ...field) : place, told) };
}

const lackProblem = ({ drawing }: EInvoiceSettings, lack: string): Problem =>
  problemOf(
    "API-002",
    "e-invoice-payment",
    at(SRC, "drawing", "payment_code"),
    `the invoice lacks a term for ${formatFound(drawing?.payment_code)}: ${lack}`,
  );

/** A drawing has its own design. */
function lookProblems({ settings }: DocumentRequest, draws: boolean): readonly Problem[] {
  if (!draws || settings?.look === undefined) return [];
  const reason = "a drawn invoice has its own design: leave it out, or send a flow_document";
  return [problemOf("API-002", "e-invoice-drawing", at(ROOT, "settings", "look"), reason)];
}

function drawingProblems({ drawing, xml }: EInvoiceSettings, hasOwn: boolean): readonly Problem[] {
  if (!drawing) return [];
  const src = at(SRC, "drawing");
  const problem = (rule: string, place: Src, reason: string | Reason): Problem => problemOf("API-002", rule, place, reason);
  if (xml)
    return [problem("e-invoice-drawing", src, "an invoice sent as XML is not drawn: leave it out beside xml, or send the invoice as data")];
  if (hasOwn) return [problem("e-invoice-drawing", src, "the request has its own document: leave it out, or pages and flow_document")];
  const out: Problem[] = [];
  for (const name of ["logo", "color", "tax_code"] as const)
    if (drawing.template !== undefined && drawing[name] !== undefined)
      out.push(problem("e-invoice-drawing", at(src, name), `the template has its own ${name}: leave it out beside template`));
  if (drawing.color !== undefined && !/^#[0-9a-f]{6}$/i.test(drawing.color))
    out.push(problem("e-invoice-color", at(src, "color"), must("a colour as #rrggbb", formatFound(drawing.color))));
  return out;
}

export interface DrawingTemplate {
  readonly id: string;
  readonly data: ReturnType<typeof encodeModel>;
  readonly settings: NonNullable<DocumentRequest["settings"]>;
}

const sourceReason = (isBoth: boolean): Omit<DecodeProblem, "rule" | "path"> => {
  const advice = isBoth ? "remove one of them" : 'such as "invoice": {"invoice_number": "2026-001", …}';
  const { text, ...parts } = must("one of xml and invoice", isBoth ? "both" : "neither", { advice });
  return { reason: text, ...parts };
};

const termsOf = ({ standard, profile, version, validation }: EInvoiceSettings): Terms => ({
  standard,
  profile,
  version,
  ruleSets: validation?.rule_sets,
});

function sentInvoice(settings: EInvoiceSettings, content: string, limits: Limits, now: Clock | undefined): ReadInvoice {
  const xml = new TextEncoder().encode(content);
  return {
    settings,
    xml,
    validation: new Validation(new InvoiceFile(xml, now, ["cii"], xmlLimits(limits.einvoice_xml_bytes)), termsOf(settings)),
    written: null,
  };
}

export type ModelSource = Pick<EInvoiceSettings, "standard" | "profile" | "version" | "invoice" | "profile_loss">;

/** XML of a model (I2 to I12), or problems. */
export function writtenFrom(
  { standard, profile, version, invoice, profile_loss: profileLoss }: ModelSource,
  limits: Limits,
): WrittenInvoice | readonly Problem[] {
  const src = at(SRC, "invoice");
  const { model, problems } = decodeModel(invoice, src, limits);
  if (problems.length > 0) return problems;
  const guideline = standard === "zugferd" ? guidelinesOf(standard, profile, version)[0] : undefined;
  return writeInvoice(model, src, { syntax: "cii", profile, profileLoss, guideline });
}

function writtenInvoice(
  settings: EInvoiceSettings,
  limits: Limits,
  now: Clock | undefined,
): ReadInvoice | { readonly problems: readonly Problem[] } {
  const written = writtenFrom(settings, limits);
  if (!("xml" in written)) return { problems: written };
  const xml = new TextEncoder().encode(written.xml);
  const validation = new ModelValidation(new InvoiceFile(xml, now, ["cii"], LARGE), termsOf(settings), written);
  return { settings, xml, validation, written };
}

const shapes = (list: readonly DecodeProblem[]): Problems => ({
  problems: list.map(decodeProblem),
});

function meanings(
  request: DocumentRequest,
  s: EInvoiceSettings,
  {
    allowed,
    storedIn,
    limits,
  }: { readonly allowed: readonly string[] | undefined; readonly storedIn: Residency | null; readonly limits: Limits },
): readonly Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, path: readonly (string | number)[], reason: string | Reason): void =>
    void problems.push(problemOf("API-002", rule, at(SRC, ...path), reason));
  const within = (path: readonly string[], value: number | undefined, most: number): void => {
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= most))
      add("e-invoice-range", path, must(`a whole number from 1 to ${most}`, formatFound(value)));
  };
  const profile = request.settings?.profile?.trim() ?? "";
  if (profile !== "" && profile !== "pdfa-3b")
    problems.push(
      problemOf(
        "API-002",
        "e-invoice-profile",
        at(ROOT, "settings", "profile"),
        must('"pdfa-3b", which every e-invoice is', formatFound(profile), { advice: "leave it out" }),
      ),
    );
  if (request.settings?.accessibility === "ua2")
    problems.push(
      problemOf(
        "API-002",
        "e-invoice-accessibility",
        at(ROOT, "settings", "accessibility"),
        must('"ua1", as an e-invoice is PDF/A-3', formatFound("ua2")),
      ),
    );
  if (request.settings?.attachments !== undefined)
    problems.push(
      problemOf(
        "API-002",
        "e-invoice-attachments",
        at(ROOT, "settings", "attachments"),
        "an e-invoice has no other files in its PDF: leave attachments out",
      ),
    );
  if (allowed && !allowed.includes(s.standard)) add("policy-standard", ["standard"], allowedBy(allowed, s.standard));
  if ((s.standard === "xrechnung") !== (s.profile === "xrechnung"))
    add(
      "e-invoice-combination",
      ["profile"],
      s.standard === "xrechnung"
        ? must('"xrechnung", as the standard is', formatFound(s.profile))
        : must(`another profile with the standard ${s.standard}`, formatFound(s.profile), {
            advice: 'it requires "standard": "xrechnung"',
          }),
    );
  if (s.version !== undefined && s.standard !== "zugferd")
    add("e-invoice-version", ["version"], "version belongs to the standard zugferd: leave it out");
  const { standard, profile: level }: { readonly standard: string; readonly profile: string } = s;
  if (level === "extended_ctc_fr" && standard === "zugferd")
    add(
      "e-invoice-combination",
      ["profile"],
      must("another profile with the standard zugferd", formatFound(level), { advice: 'it requires "standard": "factur_x"' }),
    );
  const sets = s.validation?.rule_sets ?? [];
  if (sets.length > 0 && s.validation?.level !== "strict")
    add("e-invoice-rule-sets", ["validation", "rule_sets"], 'rule sets need the level strict: set validation.level to "strict"');
  if (sets.includes("peppol")) add("e-invoice-rule-sets", ["validation", "rule_sets", sets.indexOf("peppol")], NO_PEPPOL);
  if (s.xml && s.profile_loss !== undefined)
    add("e-invoice-profile-loss", ["profile_loss"], "profile_loss belongs to an invoice sent as data: leave it out beside xml");
  const size = s.xml ? new TextEncoder().encode(s.xml.content).length : null;
  if (size === 0) add("e-invoice-xml", ["xml", "content"], "it is empty: it holds the invoice's XML");
  // embedded as received: receivers differ on byte order marks
  if (s.xml?.content.startsWith("\ufeff"))
    add("e-invoice-mark", ["xml", "content"], "it begins with a byte order mark (U+FEFF): leave it out");
  if (size !== null && size > limits.einvoice_xml_bytes)
    add("e-invoice-xml", ["xml", "content"], must(`${atMost(limits, "einvoice_xml_bytes")} bytes of UTF-8`, `${size} bytes`));
  const object = s.delivery?.mode === "object";
  if (s.validation?.execution === "async" && !(s.validation.level === "strict" && object))
    add(
      "e-invoice-async",
      ["validation", "execution"],
      'async needs the level strict and the delivery object: set validation.level to "strict" and delivery.mode to "object"',
    );
  if (s.report?.enabled && !object)
    add("e-invoice-report", ["report", "enabled"], 'a report needs the delivery object: set delivery.mode to "object"');
  within(["delivery", "url_ttl_seconds"], s.delivery?.url_ttl_seconds, MAX_URL_SECONDS);
  within(["retention", "ttl_hours"], s.retention?.ttl_hours, MAX_TTL_HOURS);
  const country = s.data_residency?.country;
  if (country !== undefined && !COUNTRIES.has(country))
    add(
      "e-invoice-country",
      ["data_residency", "country"],
      must("a code of ISO 3166-1 alpha-2, such as DE", formatFound(country), { suggestion: countryOf(country) }),
    );
  if (s.data_residency?.strict) {
    if ((s.data_residency.mode ?? "auto") === "auto" && country === undefined)
      add("e-invoice-residency", ["data_residency", "country"], "it is missing: strict needs a country, or a mode other than auto");
    else if (storedIn === "global" && residencyOf(s.data_residency) === "eu")
      add(
        "e-invoice-residency",
        ["data_residency", "strict"],
        breaks("a strict residency needs a service that keeps data there", "one that does not keep data in the EU alone"),
      );
  }
  if (s.job_id !== undefined && !UUID.test(s.job_id))
    add("e-invoice-job", ["job_id"], must("a UUID, such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301", formatFound(s.job_id)));
  return problems;
}

const countryOf = (found: string): string | undefined =>
  COUNTRIES.has(found.trim().toUpperCase()) ? JSON.stringify(found.trim().toUpperCase()) : undefined;

function refusalOf({ settings: { validation: requested, delivery }, validation }: ReadInvoice): Problem | null {
  const object = delivery?.mode === "object";
  const { findings } = validation.verdict(object ? "basic" : (requested?.level ?? "basic"));
  const found = firstOf(findings, !object && (requested?.fail_on_warnings ?? false));
  return found ? findingProblem(found) : null;
}

/** A finding about written XML is at its term (I2), another at the XML. */
export function findingProblem(found: Finding): Problem {
  const path = found.path === undefined ? ["xml", "content"] : ["invoice", ...stepsOf(srcOf(found.path))];
  const reason = found.path === undefined ? findingReason(found) : modelReason(found);
  return { code: "API-002", rule: "e-invoice-invalid", src: at(SRC, ...path), reason };
}

export function findingText(found: Finding): string {
  const { src, reason } = findingProblem(found);
  return `${pathOf(src)}: ${reason}`;
}

/** Warnings only if they refuse. */
const firstOf = (findings: readonly Finding[], warnings: boolean): Finding | undefined =>
  findings.find((f) => f.severity === "error") ?? (warnings ? findings[0] : undefined);

export function findingReason({ rule, message, expected, actual, line }: Finding): string {
  const facts = [expected !== undefined && `expected ${expected}`, actual !== undefined && `found ${actual}`];
  const listed = facts.filter((f) => f !== false).join(", ");
  const where = line === undefined ? "" : ` (line ${line})`;
  return `${rule}: ${message.replace(/\.$/, "")}${listed === "" ? "" : `; ${listed}`}${where}`;
}
