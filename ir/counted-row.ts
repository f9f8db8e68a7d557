// Rows of tables with counts instead of cells, in memory: a printed display list has their kids.
import type { MarkId } from "./values.js";

/** Data cells without attributes, each with one mark. The marks are consecutive. */
export interface PlainCells {
  readonly mark: MarkId;
  readonly count: number;
}

/** A TR without attributes that may count its kids, so that a backend need not read them one by one. */
export abstract class CountedRow {
  readonly role = "TR";
  /** The kids, if all are plain cells. */
  abstract readonly cells: PlainCells | undefined;
}
