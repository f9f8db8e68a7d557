// Numbers of marked content in a stream (ISO 32000-1, 14.7.4.2).
import type { MarkId, MarkOp } from "../../../ir/ir.js";

/** An MCID without content. */
export const NO_MARK = -1;
const ROUND = [1, 2, 5, 10, 20, 50, 100];

/** Numbers marks in paint order. Each line of them begins at a round number, so that rows of cells have their last digits in common. */
export class MarkNumbers {
  /** an MCID is the index of its mark */
  readonly marks: MarkId[] = [];
  /** baseline of the latest mark, and marks on it */
  #lineY = NaN;
  #inLine = 0;

  /** MCID of a mark, which is added. */
  of(mark: MarkId, children: MarkOp["children"]): number {
    const first = children[0];
    const y = first?.op === "glyphs" ? first.y : this.#lineY;
    if (y !== this.#lineY) {
      this.#lineY = y;
      const step = ROUND.find((n) => n >= this.#inLine) ?? 1;
      while (this.marks.length % step !== 0) this.marks.push(NO_MARK);
      this.#inLine = 0;
    }
    this.#inLine++;
    return this.marks.push(mark) - 1;
  }
}
