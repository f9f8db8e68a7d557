// Work is counted, never clocked (PDF-26).
import { PdfFault, type PdfBudgetName, type PdfBudgets } from "./types.js";

/** direct values per object: long arrays are bounded too */
const VALUES_AN_OBJECT = 16;
/** Steps that a byte of the file justifies; pages of dense drawings have 2 to 5 values a byte. */
const STEPS_A_BYTE = 8;
/** Steps between two calls of the watch. */
const WATCHED = 8_192;
/** Shorter runs are part of the value that they belong to. */
const SHORT_RUN = 64;

/** Counts of a lexer. */
export interface Counts {
  value(): void;
  run(bytes: number): void;
  depth(levels: number): void;
}

export class Meter implements Counts {
  #values = 0;
  #objects = 0;
  #decoded = 0;
  #steps: number;
  #watched = 0;

  /** @param size bytes of the file @param watch called now and then; its exception ends the reading */
  constructor(
    readonly budgets: PdfBudgets,
    size: number,
    readonly watch: (() => void) | null = null,
  ) {
    this.#steps = STEPS_A_BYTE * size;
  }

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

  /** Counts small steps: values of content, entries of tables. Beyond what the size of the file justifies, each counts as an object. */
  step(count = 1): void {
    if (this.watch !== null && (this.#watched += count) > WATCHED) {
      this.#watched = 0;
      this.watch();
    }
    if (count <= this.#steps) {
      this.#steps -= count;
      return;
    }
    this.#objects += count - this.#steps;
    this.#steps = 0;
    this.#checkObjects();
  }

  /** Counts bytes of a string, name, comment or white space: objects may share them. */
  run(bytes: number): void {
    if (bytes > SHORT_RUN) this.decoded(bytes);
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
    checkDepth(levels, this.budgets);
  }

  over(name: PdfBudgetName, unit: string): never {
    throw new PdfFault(`has more than ${this.budgets[name]} ${unit}`, name);
  }
}

/** Bounds the nesting of content whose values are counted elsewhere. */
export class NestingCounts implements Counts {
  constructor(readonly budgets: PdfBudgets) {}

  value(): void {
    // counted elsewhere
  }

  run(): void {
    // bytes are counted when they are decoded
  }

  depth(levels: number): void {
    checkDepth(levels, this.budgets);
  }
}

/** Counts each value of decoded data as a step of its file. */
export class StepCounts extends NestingCounts {
  constructor(readonly file: { readonly budgets: PdfBudgets; step(count: number): void }) {
    super(file.budgets);
  }

  override value(): void {
    this.file.step(1);
  }
}

/** @throws PdfFault */
export function checkDepth(levels: number, { pdf_depth: most }: PdfBudgets): void {
  if (levels > most) throw new PdfFault(`has more than ${most} levels of nesting`, "pdf_depth");
}
