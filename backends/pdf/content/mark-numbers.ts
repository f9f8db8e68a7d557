// Numbers of marked content in a stream (ISO 32000-1, 14.7.4.2).
import type { MarkId, MarkOp } from "../../../ir/ir.js";

/** An MCID without content. */
export const NO_MARK = -1;
const ROUND = [1, 2, 5, 10, 20, 50, 100];

/** Numbers marks in paint order. Each line of them begins at a round number, so that rows of cells have their last digits in common. */
export class MarkNumbers {
  #marks = new Int32Array(64);
  #count = 0;
  /** baseline of the latest mark, and marks on it */
  #lineY = NaN;
  #inLine = 0;

  /** An MCID is the index of its mark. */
  get marks(): Int32Array {
    return this.#marks.slice(0, this.#count);
  }

  /** MCID of a mark, which is added. */
  of(mark: MarkId, children: MarkOp["children"]): number {
    const first = children[0];
    const y = first?.op === "glyphs" ? first.y : this.#lineY;
    if (y !== this.#lineY) {
      this.#lineY = y;
      const step = ROUND.find((n) => n >= this.#inLine) ?? 1;
      while (this.#count % step !== 0) this.#add(NO_MARK);
      this.#inLine = 0;
    }
    this.#inLine++;
    return this.#add(mark);
  }

  #add(mark: MarkId): number {
    if (this.#count === this.#marks.length) {
      const grown = new Int32Array(2 * this.#count);
      grown.set(this.#marks);
      this.#marks = grown;
    }
    this.#marks[this.#count] = mark;
    return this.#count++;
  }
}
