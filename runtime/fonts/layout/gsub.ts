// Validation of GSUB (OpenType 1.9).
import { LookupTable } from "./lookup-table.js";

export class Gsub extends LookupTable {
  readonly extension = 7;

  subtable(type: number, at: number): void {
    const { t } = this;
    if (type === 5) return this.context(at);
    if (type === 6) return this.chained(at);
    const format = t.u16(at);
    if (format !== 1 && !(type === 1 && format === 2)) t.fault(`a lookup of type ${type} and format ${format}`);
    if (type === 8) return this.#reverse(at);
    const byDelta = type === 1 && format === 1;
    const count = byDelta ? Infinity : t.u16(at + 4);
    this.coverage(at + t.u16(at + 2), count);
    if (byDelta) this.#delta(at);
    else if (type === 1) this.outputs(at + 6, count);
    else
      this.all(at + 6, count, at, (set) =>
        this.once(`set ${type} at `, set, () => {
          if (type !== 4) return this.outputs(set + 2, t.u16(set));
          this.all(set + 2, t.u16(set), set, (lig) =>
            this.once("ligature at ", lig, () => {
              this.output(t.u16(lig));
              t.within(lig + 4, 2 * Math.max(0, t.u16(lig + 2) - 1));
            }),
          );
        }),
      );
  }

  /** Checks only results of existing glyphs: the font may lack covered ones. */
  #delta(at: number): void {
    const { t } = this;
    const coverage = at + t.u16(at + 2);
    const delta = t.u16(at + 4);
    const listed = t.u16(coverage) === 1;
    for (let i = 0, n = t.u16(coverage + 2); i < n; i++) {
      const from = t.u16(coverage + 4 + (listed ? 2 : 6) * i);
      const to = Math.min(listed ? from : t.u16(coverage + 6 + 6 * i), this.glyphs - 1);
      if (to >= from) t.spend(to - from + 1);
      for (let g = from; g <= to; g++) this.output((g + delta) & 0xffff);
    }
  }

  #reverse(at: number): void {
    const { t } = this;
    let p = at + 4;
    for (let part = 0; part < 2; part++) {
      const count = t.u16(p);
      this.all(p + 2, count, at, (c) => this.coverage(c));
      p += 2 + 2 * count;
    }
    const count = t.u16(p);
    this.coverage(at + t.u16(at + 2), count);
    this.outputs(p + 2, count);
  }
}
