import { joinFormats, type Decimal, type NumberParts } from "../core/number-format.js";
import type { Numbers } from "../locale/numbers.js";
import type { MaterializedTable } from "../request/materialized.js";
import type { NumberFormat } from "../request/types/common.js";

/** A cell's format is over its column's, field by field (N17). */
export class TableNumbers {
  /** column and own format → the joined one, so that equal formats are one object */
  readonly #joined = new Map<string, NumberFormat | undefined>();

  constructor(
    readonly el: MaterializedTable,
    readonly numbers: Numbers,
  ) {}

  formatOf(column: number, own?: NumberFormat): NumberFormat | undefined {
    const { format } = this.el.columns[column]!;
    return own && format ? this.#join(`${column}/`, format, own) : (own ?? format);
  }

  /** The column's, else the projection's, with `own` over it (N29). */
  sumFormatOf(column: number, own?: NumberFormat): NumberFormat | undefined {
    const { key, format } = this.el.columns[column]!;
    const declared = format ?? this.el.projected?.projection.columns.find((c) => (c.key ?? c.field) === key)?.format;
    return own && declared ? this.#join(`sum/${column}/`, declared, own) : (own ?? declared);
  }

  text(value: number | Decimal, column: number, own?: NumberFormat): string {
    return this.numbers.text(value, this.formatOf(column, own));
  }

  parts(value: number | Decimal, column: number, own?: NumberFormat): NumberParts {
    return this.numbers.parts(value, this.formatOf(column, own));
  }

  #join(of: string, format: NumberFormat, own: NumberFormat): NumberFormat | undefined {
    const key = of + JSON.stringify(own);
    if (!this.#joined.has(key)) this.#joined.set(key, joinFormats(format, own));
    return this.#joined.get(key);
  }
}
