import type { TableSlice } from "../box/table.js";
import { RunningSums } from "../core/decimal-sum.js";
import type { NumberParts } from "../core/number-format.js";
import { summand } from "../data/table-sums.js";
import { hasSums, sumParts, sumsIn, zoneTexts, withTexts, type SumMark } from "../request/sum-marks.js";
import type { MaterializedTable } from "../request/materialized.js";
import type { PlannedCell } from "../request/table-grid.js";
import type { NumberFormat } from "../request/types/common.js";
import type { TableFooterCell, TableHeaderCell } from "../request/types/table.js";
import type { BlockContent } from "../request/types/text.js";
import type { TableNumbers } from "./table-numbers.js";

export interface Literal {
  readonly literal: string;
}

/** Each column is added up once, in row order. */
export class ColumnSums {
  readonly #sums = new Map<string, RunningSums>();
  readonly #columns: ReadonlyMap<string, number>;
  #samples: readonly number[] | null = null;

  constructor(
    readonly el: MaterializedTable,
    readonly numbers: TableNumbers,
    plans: readonly PlannedCell<TableHeaderCell | TableFooterCell | string>[],
  ) {
    this.#columns = new Map(el.columns.map((c, i) => [c.key, i]));
    for (const { cell } of plans)
      for (const { key } of sumsIn(typeof cell === "string" ? cell : cell.content))
        if (!this.#sums.has(key)) this.#sums.set(key, new RunningSums((row) => summand(el, row, key) ?? null));
  }

  get any(): boolean {
    return this.#sums.size > 0;
  }

  /** Text of a sum, divided at its decimal mark. `format`: of the cell. */
  parts({ kind, key }: SumMark, slice: TableSlice, format: NumberFormat | undefined): NumberParts {
    const value = this.#sums.get(key)!.of(kind === "carried" ? slice.from : slice.to);
    return this.numbers.numbers.parts(value, this.numbers.sumFormatOf(this.#columns.get(key)!, format));
  }

  /** Sums are literal, whatever their format contains. */
  filled(text: string, slice: TableSlice, format: NumberFormat | undefined): string | readonly (string | Literal)[] {
    if (!this.any || !hasSums(text)) return text;
    const parts = sumParts(text).map((part) => (typeof part === "string" ? part : { literal: this.#text(part, slice, format) }));
    const plain = parts.map((part) => (typeof part === "string" ? part : part.literal)).join("");
    return plain.includes("{") ? parts : plain;
  }

  filledBlocks(content: BlockContent, slice: TableSlice, format: NumberFormat | undefined): BlockContent {
    if (!this.any || !zoneTexts(content).some(({ text }) => hasSums(text))) return content;
    return withTexts(content, (text) =>
      sumParts(text)
        .map((part) => (typeof part === "string" ? part : this.#text(part, slice, format)))
        .join(""),
    );
  }

  /** They cover each length and sign of the sums, and with them the widest text. */
  samples(): readonly number[] {
    return (this.#samples ??= this.#sampled());
  }

  #sampled(): readonly number[] {
    const { length } = this.el.rows;
    const counts = new Set([0, length]);
    for (const sums of this.#sums.values()) {
      const seen = new Set<string>();
      for (let count = 0; count <= length; count++) {
        const value = sums.of(count);
        const point = value.indexOf(".");
        const shape = `${value.startsWith("-") ? "-" : ""}${point < 0 ? value.length : point}.${point < 0 ? 0 : value.length - point}`;
        if (seen.has(shape)) continue;
        seen.add(shape);
        counts.add(count);
      }
    }
    return [...counts];
  }

  #text(mark: SumMark, slice: TableSlice, format: NumberFormat | undefined): string {
    const { before, after } = this.parts(mark, slice, format);
    return before + after;
  }
}
