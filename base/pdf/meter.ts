// Work is counted, never clocked (PDF-26).
import { PdfFault, type PdfBudgetName, type PdfBudgets } from "./types.js";

/** direct values per object: long arrays are bounded too */
const VALUES_AN_OBJECT = 16;

export class Meter {
  #values = 0;
  #objects = 0;
  #decoded = 0;

  constructor(readonly budgets: PdfBudgets) {}

  /** Counts an indirect object that is read, or objects that are used again. */
  object(count = 1): void {
    this.#objects += count;
    this.#checkObjects();
  }

  /** Counts a direct value. */
  value(): void {
    if (++this.#values % VALUES_AN_OBJECT !== 0) return;
    this.#objects++;
    this.#checkObjects();
  }

  #checkObjects(): void {
    if (this.#objects > this.budgets.pdf_objects) this.over("pdf_objects", "objects");
  }

  get left(): number {
    return this.budgets.pdf_decoded_bytes - this.#decoded;
  }

  decoded(bytes: number): void {
    this.#decoded += bytes;
    if (this.#decoded > this.budgets.pdf_decoded_bytes) this.over("pdf_decoded_bytes", "bytes after decoding");
  }

  depth(levels: number): void {
    if (levels > this.budgets.pdf_depth) this.over("pdf_depth", "levels of nesting");
  }

  over(name: PdfBudgetName, unit: string): never {
    throw new PdfFault(`has more than ${this.budgets[name]} ${unit}`, name);
  }
}
