import type { Limits } from "../../compiler/core/limits.js";
import type { RuleSet } from "../../compiler/einvoice/xml/guideline.js";
import { readInvoice } from "./read-invoice.js";
import { reportOn } from "./report-on.js";
import { fileInJson } from "./sent-file.js";
import { writeBody } from "./write-invoice.js";

export interface InvoiceCall {
  readonly einvoice: "validate" | "read" | "write";
  readonly body: Uint8Array;
  /** the body is the file in JSON (FH-18) */
  readonly isJson?: boolean;
  /** of a validation */
  readonly ruleSets?: readonly RuleSet[];
}

export const isInvoiceCall = (call: unknown): call is InvoiceCall => typeof call === "object" && call !== null && "einvoice" in call;

/** Report, model, or XML with findings. @throws RenderError */
export function answerInvoiceCall({ einvoice, body, isJson = false, ruleSets = [] }: InvoiceCall, limits: Limits): unknown {
  if (einvoice === "write") return writeBody(body, limits);
  const file = isJson ? fileInJson(body) : body;
  return einvoice === "read" ? readInvoice(file, limits) : reportOn(file, { ruleSets }, limits);
}
