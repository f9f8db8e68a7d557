// Findings with their class, law, consequence and act (IN-13, IN-17, IN-18).
import { labelOf } from "../show/labels/label.js";
import type { Language } from "../show/labels/table.js";
import { termWithId } from "../model/terms.js";
import type { Finding, Severity } from "../xml/finding.js";
import { actOf, actText } from "./acts.js";
import { lawItemsOf } from "./law.js";
import type { Box, FindingClass, FoundFault, InspectStageName } from "./report.js";

interface Given {
  readonly rule: string;
  readonly stage: InspectStageName;
  readonly class: FindingClass;
  readonly severity: Severity;
  readonly message: string;
  readonly why: string;
  readonly terms?: readonly string[];
  readonly law?: readonly string[];
  readonly location?: string;
  readonly line?: number | undefined;
  readonly path?: string | null;
  readonly page?: number;
  readonly box?: Box;
  readonly mends?: "sender" | "receiver";
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/** Name of a term with its identifier: `Invoice number (BT-1)`; the identifier alone if the model has none. */
export function termName(id: string | undefined, language: Language): string {
  const term = id === undefined ? undefined : termWithId(id);
  return term ? `${labelOf({ field: term.field, term }, language)} (${term.id})` : (id ?? "");
}

export function faultOf({ terms = [], law = [], ...given }: Given): FoundFault {
  const { rule, stage, class: kind, severity, message, why, mends = "sender" } = given;
  const facts = { expected: given.expected ?? null, actual: given.actual ?? null };
  return {
    rule,
    stage,
    class: kind,
    severity,
    terms: [...terms],
    law: [...law],
    location: given.location ?? null,
    line: given.line ?? null,
    path: given.path ?? null,
    page: given.page ?? null,
    box: given.box ?? null,
    message,
    why,
    mends,
    how: actText(actOf({ rule, stage, terms, ...facts }), "en", termName(terms[0], "en"), facts.expected ?? ""),
    ...facts,
    patch: null,
  };
}

const NO_INVOICE = "A receiver's program cannot take the invoice from this file.";

/** A finding of `validate`, as it is. @param path of its first term in the invoice */
export function validated(finding: Finding, stage: InspectStageName, path: string | null): FoundFault {
  const { rule, severity, terms, location, line, message, expected, actual } = finding;
  const isFormat = stage === "xml.well_formed" || stage === "xml.structure";
  const law = isFormat ? [] : lawItemsOf(terms);
  return faultOf({
    rule,
    stage,
    class: isFormat ? "format" : "business",
    severity,
    terms,
    law,
    location,
    line,
    path,
    message,
    why: whyOf(isFormat, severity, law),
    expected,
    actual,
  });
}

function whyOf(isFormat: boolean, severity: Severity, law: readonly string[]): string {
  if (severity === "warning") return "The official rules advise against it, and do not refuse the invoice.";
  if (isFormat) return NO_INVOICE;
  return law.length === 0
    ? "The official rules refuse the invoice, although it concerns no item that the deduction of input tax needs."
    : `The official rules refuse the invoice, and the deduction of input tax needs this item (${law.join(", ")}).`;
}

/** A fault because of which no invoice can be extracted. */
export const noInvoice = (rule: string, message: string, others: Partial<Given> = {}): FoundFault =>
  faultOf({ rule, stage: "find", class: "format", severity: "error", message, why: NO_INVOICE, ...others });
