// Body to a typed request with the settings of its invoice, or the problems of their shape.
import { isObject } from "../../../base/json.js";
import type { Problem } from "../../core/fail.js";
import type { Limits } from "../../core/limits.js";
import { must } from "../../help/reason.js";
import { nullsAreAbsent, withoutNulls } from "../../request/absent.js";
import { decodeProblem, decodeValue, readJson, type DecodeProblem } from "../../request/decode.js";
import { explain } from "../../request/explain.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { EInvoiceSettings } from "../../request/types/einvoice.js";
import schema from "../../request/validators/e-invoice-schema.js";
import { lookup } from "../../../base/lookup.js";

export interface Shape {
  readonly request: DocumentRequest;
  readonly settings: EInvoiceSettings;
  /** The request has no document: its invoice is drawn. */
  readonly draws: boolean;
}

/** Decodes a body as an e-invoice request: fields, types, and one source of the invoice. */
export function shapeOf(body: unknown, limits: Limits): Shape | { readonly problems: readonly Problem[] } {
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
  const settings = given as EInvoiceSettings;
  if ((settings.xml === undefined) === (settings.invoice === undefined))
    return shapes([{ rule: "e-invoice-source", path: settingsPath, ...sourceReason(settings.xml !== undefined) }]);
  // without XML the caller has no other checker (I3)
  const strict = { ...settings, validation: { level: "strict" as const, ...settings.validation } };
  return { request: decoded.request, settings: settings.invoice ? strict : settings, draws };
}

const shapes = (list: readonly DecodeProblem[]): { readonly problems: readonly Problem[] } => ({ problems: list.map(decodeProblem) });

const MISSING: DecodeProblem = {
  rule: "shape-required",
  path: ["settings"],
  reason: "the required field e_invoice is missing: it has the invoice",
  allowed: ["e_invoice"],
};

/** document until one is drawn */
const EMPTY = { flow_document: { page_masters: { main: { size: "a4" } }, segments: [] } };
const hasDocument = (value: Readonly<Record<string, unknown>>): boolean =>
  ["pages", "flow_document"].some((field) => (lookup(value, field) ?? null) !== null);

const sourceReason = (isBoth: boolean): Omit<DecodeProblem, "rule" | "path"> => {
  const advice = isBoth ? "remove one of them" : 'such as "invoice": {"invoice_number": "2026-001", …}';
  const { text, ...parts } = must("one of xml and invoice", isBoth ? "both" : "neither", { advice });
  return { reason: text, ...parts };
};
