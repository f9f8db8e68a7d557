import type { Limits } from "../../compiler/core/limits.js";
import type { RuleSet } from "../../compiler/einvoice/xml/guideline.js";
import type { InspectQuery } from "./inspect-call.js";
import { readInvoice } from "./read-invoice.js";
import { reportOn } from "./report-on.js";
import { fileInJson } from "./sent-file.js";
import { writeBody } from "./write-invoice.js";

export interface InvoiceCall {
  readonly einvoice: "validate" | "read" | "write" | "inspect";
  readonly body: Uint8Array;
  /** the body is the file in JSON (FH-18) */
  readonly isJson?: boolean;
  /** rule sets of a validation */
  readonly ruleSets?: readonly RuleSet[];
  /** query of an inspection */
  readonly query?: InspectQuery;
  /** version of the program that SARIF names; absent: the report as it is */
  readonly sarif?: string;
}

export const isInvoiceCall = (call: unknown): call is InvoiceCall => typeof call === "object" && call !== null && "einvoice" in call;

/** Report, model, or XML with findings. @throws RenderError */
export async function answerInvoiceCall(call: InvoiceCall, limits: Limits): Promise<unknown> {
  const { einvoice, body, isJson = false, ruleSets = [], query = {}, sarif = null } = call;
  if (einvoice === "inspect") {
    // rarely used, and with a reader of pages
    const { answerInspection } = await import("./inspect-call.js");
    return answerInspection({ body, isJson, query, sarif }, limits);
  }
  if (einvoice === "write") return writeBody(body, limits);
  const file = isJson ? fileInJson(body) : body;
  return einvoice === "read" ? readInvoice(file, limits) : reportOn(file, { ruleSets }, limits);
}
