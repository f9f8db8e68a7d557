// Drawing of an invoice that is sent as data: the built-in one with its codes, or a template's.
import { formatFound, type Problem } from "../../core/fail.js";
import type { LocaleSource } from "../../core/world.js";
import { must } from "../../help/reason.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { EInvoiceSettings } from "../../request/types/einvoice.js";
import { drawnRequest } from "../draw/draw.js";
import { paymentOf, type Payment } from "../draw/payment.js";
import { taxPayloads, type TaxPayload } from "../draw/tax.js";
import type { WrittenInvoice } from "../model/document.js";
import { encodeModel } from "../model/encode.js";
import type { Group } from "../model/value.js";
import { LANGUAGES } from "../show/labels/table.js";
import { documentProblem, settingsProblem } from "./place.js";
import type { Shape } from "./shape.js";

export interface DrawingTemplate {
  readonly id: string;
  readonly data: ReturnType<typeof encodeModel>;
  readonly settings: NonNullable<DocumentRequest["settings"]>;
}

interface Drawing {
  readonly request: DocumentRequest;
  readonly template: DrawingTemplate | null;
}

/** Makes the document of a written invoice; with a template's name, what the template is given too. */
export function drawingOf(
  { request, settings }: Shape,
  written: WrittenInvoice,
  locales: LocaleSource,
): Drawing | { readonly problem: Problem } {
  const id = settings.drawing?.template;
  const symbols = id === undefined ? symbolsOf(written.model, settings) : NO_SYMBOLS;
  if ("problem" in symbols) return symbols;
  return {
    request: drawn(request, settings, written, { ...symbols, locales }),
    template: id === undefined ? null : { id, data: encodeModel(written.model), settings: request.settings! },
  };
}

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
  const told = term === null ? reason : `the invoice lacks a term for ${formatFound(given.kind)}: ${term}: ${reason.text}`;
  return { problem: settingsProblem("e-invoice-tax", ["drawing", "tax_code", ...(term === null ? field : [])], told) };
}

const lackProblem = ({ drawing }: EInvoiceSettings, lack: string): Problem =>
  settingsProblem(
    "e-invoice-payment",
    ["drawing", "payment_code"],
    `the invoice lacks a term for ${formatFound(drawing?.payment_code)}: ${lack}`,
  );

/** Problems of the settings of a drawing, and of a look beside the built-in one. */
export const drawingProblems = (shape: Shape): readonly Problem[] => [...settingProblems(shape), ...lookProblems(shape)];

function settingProblems({ settings: { drawing, xml }, draws }: Shape): readonly Problem[] {
  if (!drawing) return [];
  const problem = (reason: string, ...path: readonly string[]): Problem =>
    settingsProblem("e-invoice-drawing", ["drawing", ...path], reason);
  if (xml) return [problem("an invoice sent as XML is not drawn: leave it out beside xml, or send the invoice as data")];
  if (!draws) return [problem("the request has its own document: leave it out, or pages and flow_document")];
  const out: Problem[] = [];
  for (const name of ["logo", "color", "tax_code"] as const)
    if (drawing.template !== undefined && drawing[name] !== undefined)
      out.push(problem(`the template has its own ${name}: leave it out beside template`, name));
  if (drawing.color !== undefined && !/^#[0-9a-f]{6}$/i.test(drawing.color))
    out.push(settingsProblem("e-invoice-color", ["drawing", "color"], must("a colour as #rrggbb", formatFound(drawing.color))));
  return out;
}

/** A drawing has its own design. */
function lookProblems({ request, settings, draws }: Shape): readonly Problem[] {
  if (!draws || settings.drawing?.template !== undefined || request.settings?.look === undefined) return [];
  return [documentProblem("e-invoice-drawing", "look", "a drawn invoice has its own design: leave it out, or send a flow_document")];
}
