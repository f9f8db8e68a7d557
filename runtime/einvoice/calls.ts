import type { Limits } from "../../compiler/core/limits.js";
import type { RuleSet } from "../../compiler/einvoice/guideline.js";
import { readInvoice } from "./read-invoice.js";
import { reportOn } from "./report-on.js";
import { writeBody } from "./write-invoice.js";

export interface InvoiceCall {
  readonly einvoice: "validate" | "read" | "write";
  readonly body: Uint8Array;
  /** of a validation */
  readonly ruleSets?: readonly RuleSet[];
}

export const isInvoiceCall = (call: unknown): call is InvoiceCall => typeof call === "object" && call !== null && "einvoice" in call;

/** Report, model, or XML with findings. @throws RenderError */
export function answerInvoiceCall({ einvoice, body, ruleSets = [] }: InvoiceCall, limits: Limits): unknown {
  if (einvoice === "validate") return reportOn(body, { ruleSets }, limits);
  return einvoice === "read" ? readInvoice(body, limits) : writeBody(body, limits);
}
