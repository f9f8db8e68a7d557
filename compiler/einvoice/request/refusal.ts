// Findings about an invoice as problems of its request.
import { pathOf, srcOf, stepsOf } from "../../core/src.js";
import type { Problem } from "../../core/fail.js";
import type { Finding } from "../xml/finding.js";
import { modelReason } from "../judge/model-validation.js";
import type { ReadInvoice } from "./invoice.js";
import { settingsProblem } from "./place.js";

/** The finding that refuses an invoice's request at the level it asks for, or null. */
export function refusalOf({ settings: { validation: requested, delivery }, validation }: ReadInvoice): Problem | null {
  const object = delivery?.mode === "object";
  const { findings } = validation.verdict(object ? "basic" : (requested?.level ?? "basic"));
  const found = firstOf(findings, !object && (requested?.fail_on_warnings ?? false));
  return found ? findingProblem(found) : null;
}

/** A finding about written XML is at its term (I2), another at the XML. */
export function findingProblem(found: Finding): Problem {
  const path = found.path === undefined ? ["xml", "content"] : ["invoice", ...stepsOf(srcOf(found.path))];
  const reason = found.path === undefined ? findingReason(found) : modelReason(found);
  return settingsProblem("e-invoice-invalid", path, reason);
}

export function findingText(found: Finding): string {
  const { src, reason } = findingProblem(found);
  return `${pathOf(src)}: ${reason}`;
}

/** Warnings only if they refuse. */
const firstOf = (findings: readonly Finding[], warnings: boolean): Finding | undefined =>
  findings.find((f) => f.severity === "error") ?? (warnings ? findings[0] : undefined);

function findingReason({ rule, message, expected, actual, line }: Finding): string {
  const facts = [expected !== undefined && `expected ${expected}`, actual !== undefined && `found ${actual}`];
  const listed = facts.filter((f) => f !== false).join(", ");
  const where = line === undefined ? "" : ` (line ${line})`;
  return `${rule}: ${message.replace(/\.$/, "")}${listed === "" ? "" : `; ${listed}`}${where}`;
}
