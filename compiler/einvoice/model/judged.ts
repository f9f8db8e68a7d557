// Findings on written XML, with paths of the model, and omissions (I2, I12, I38).
import type { Finding } from "../finding.js";
import { Validation, type InvoiceFile, type Level, type Terms, type Verdict } from "../validate.js";
import type { WrittenInvoice } from "./document.js";
import { termOfFinding } from "./finding-path.js";

/** Omitted terms are warnings of the structure. */
export class ModelValidation extends Validation {
  readonly #placed = new Map<Level, Verdict>();

  constructor(
    file: InvoiceFile,
    terms: Terms,
    readonly written: WrittenInvoice,
  ) {
    super(file, terms);
  }

  override verdict(level: Level): Verdict {
    let found = this.#placed.get(level);
    if (!found) this.#placed.set(level, (found = this.#place(super.verdict(level))));
    return found;
  }

  #place({ stages }: Verdict): Verdict {
    const { placed, losses } = this.written;
    const made = stages.map((s) => ({
      ...s,
      findings: [...s.findings.map(placed), ...(s.name === "xml.structure" ? losses : [])],
    }));
    return { stages: made, findings: inTableOrder(made.flatMap((s) => s.findings)) };
  }
}

/** By place of their first term; those without are last (I2). */
export const inTableOrder = (findings: readonly Finding[]): readonly Finding[] => {
  const place = (f: Finding): number => termOfFinding(f)?.place ?? Infinity;
  return findings.toSorted((a, b) => {
    const [x, y] = [place(a), place(b)];
    return x === y ? 0 : x < y ? -1 : 1;
  });
};

/** `BR-06 (BT-27): reason`. */
export function modelReason({ rule, terms, message, expected, actual }: Finding): string {
  const facts = [expected !== undefined && `expected ${expected}`, actual !== undefined && `found ${actual}`].filter((f) => f !== false);
  const term = terms[0] === undefined ? "" : ` (${terms[0]})`;
  return `${rule}${term}: ${message.replace(/\.$/, "")}${facts.length === 0 ? "" : `; ${facts.join(", ")}`}`;
}
