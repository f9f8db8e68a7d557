// Plain cells as counts, expanded on access.
import { CountedRow, type PlainCells } from "../../ir/counted-row.js";
import type { MarkId } from "../../ir/ir.js";
import { elementWith, type StructureElement } from "./structure-element.js";

/** Plain cells with consecutive marks and sources are stored as a count. */
export class TableRow extends CountedRow implements StructureElement {
  #mark = 0;
  #source = 0;
  #plain = 0;
  #kids: StructureElement[] | null = null;

  constructor(readonly source: number) {
    super();
  }

  get kids(): (StructureElement | MarkId)[] {
    if (this.#kids) return this.#kids;
    const out: StructureElement[] = [];
    for (let i = 0; i < this.#plain; i++) out.push(elementWith({ role: "TD", source: this.#source + i }, [this.#mark + i]));
    return out;
  }

  /** Cells that are counted, if all are. */
  get cells(): PlainCells | undefined {
    return this.#kids || this.#plain === 0 ? undefined : { mark: this.#mark, count: this.#plain };
  }

  plain(mark: MarkId, source: number): void {
    const count = this.#plain;
    if (count === 0) {
      this.#mark = mark;
      this.#source = source;
    }
    if (this.#kids || mark !== this.#mark + count || source !== this.#source + count)
      this.open().push(elementWith({ role: "TD", source }, [mark]));
    else this.#plain++;
  }

  open(): StructureElement[] {
    this.#kids ??= this.kids as StructureElement[];
    return this.#kids;
  }
}
