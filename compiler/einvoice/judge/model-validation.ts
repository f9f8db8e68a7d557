// Findings on written XML, with paths of the model, and omissions (I2, I12, I38).
import type { Finding } from "../xml/finding.js";
import { Validation, type InvoiceFile, type Level, type Terms, type Verdict } from "./validate.js";
import type { WrittenInvoice } from "../model/document.js";
import { termOfFinding } from "../model/finding-path.js";

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
    const ranked: Ranked[] = [];
    const made = stages.map((s) => {
      const findings = s.findings.map((f) => {
        const { finding, follows } = placed(f);
        ranked.push({ finding, rank: f.terms.length === 0 ? 2 : follows ? 1 : 0 });
        return finding;
      });
      if (s.name !== "xml.structure") return { ...s, findings };
      for (const finding of losses) ranked.push({ finding, rank: 0 });
      return { ...s, findings: [...findings, ...losses] };
    });
    return { stages: made, findings: inTableOrder(ranked) };
  }
}

interface Ranked {
  readonly finding: Finding;
  /** Faults of what is given precede those of values that follow from it, and rules of terms those of elements. */
  readonly rank: number;
}

/** Sorts by the place of the first term (I2). */
function inTableOrder(ranked: readonly Ranked[]): readonly Finding[] {
  const place = ({ finding }: Ranked): number => termOfFinding(finding)?.place ?? Infinity;
  const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return ranked.toSorted((a, b) => order(a.rank, b.rank) || order(place(a), place(b))).map(({ finding }) => finding);
}

/** Writes a reason: `BR-06 (BT-27): reason`. */
export function modelReason({ rule, terms, message, expected, actual }: Finding): string {
  const facts = [expected !== undefined && `expected ${expected}`, actual !== undefined && `found ${actual}`].filter((f) => f !== false);
  const term = terms[0] === undefined ? "" : ` (${terms[0]})`;
  return `${rule}${term}: ${message.replace(/\.$/, "")}${facts.length === 0 ? "" : `; ${facts.join(", ")}`}`;
}
