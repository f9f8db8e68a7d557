import { LayoutTable } from "./layout-table.js";

export abstract class LookupTable extends LayoutTable {
  #lookups = 0;
  abstract readonly extension: number;
  /** Checks subtables, except extensions and unknown types. @throws FontFault */
  abstract subtable(type: number, at: number): void;

  /** @throws FontFault */
  check(): void {
    const { t } = this;
    if (t.u16(0) !== 1) t.fault(`version ${t.u16(0)}`);
    const features = t.u16(6);
    const lookups = t.u16(8);
    const featureCount = features === 0 ? 0 : t.u16(features);
    this.#lookups = lookups === 0 ? 0 : t.u16(lookups);
    const system = (at: number): void =>
      this.once("language system at ", at, () => {
        const known = (feature: number): void => {
          if (feature >= featureCount) t.fault(`feature ${feature} is asked for, there are ${featureCount}`);
        };
        if (t.u16(at + 2) !== 0xffff) known(t.u16(at + 2));
        for (let i = 0, n = t.u16(at + 4); i < n; i++) known(t.u16(at + 6 + 2 * i));
      });
    this.optional(4, 0, (list) => {
      for (let i = 0, n = t.u16(list); i < n; i++) {
        const script = list + t.u16(list + 6 + 6 * i);
        this.once("script at ", script, () => {
          this.optional(script, script, system);
          for (let k = 0, m = t.u16(script + 2); k < m; k++) system(script + t.u16(script + 8 + 6 * k));
        });
      }
    });
    for (let i = 0; i < featureCount; i++) {
      const feature = features + t.u16(features + 6 + 6 * i);
      this.once("feature at ", feature, () => {
        for (let k = 0, n = t.u16(feature + 2); k < n; k++) this.#lookup(t.u16(feature + 4 + 2 * k));
      });
    }
    if (lookups !== 0) this.all(lookups + 2, this.#lookups, lookups, (at) => this.#subtables(at));
  }

  #lookup(index: number): void {
    if (index >= this.#lookups) this.t.fault(`lookup ${index} is asked for, there are ${this.#lookups}`);
  }

  #subtables(lookup: number): void {
    const { t } = this;
    const type = t.u16(lookup);
    if (type < 1 || type > this.extension + (this.extension === 7 ? 1 : 0)) t.fault(`a lookup of type ${type}`);
    const count = t.u16(lookup + 4);
    if (t.u16(lookup + 2) & 0x10) t.within(lookup + 6 + 2 * count, 2);
    this.all(lookup + 6, count, lookup, (sub) => {
      if (type !== this.extension) return this.once(`subtable ${type} at `, sub, () => this.subtable(type, sub));
      const real = t.u16(sub + 2);
      const at = sub + t.u32(sub + 4);
      if (real < 1 || real >= this.extension + (this.extension === 7 ? 2 : 0) || real === this.extension)
        t.fault(`an extension of type ${real}`);
      this.once(`subtable ${real} at `, at, () => this.subtable(real, at));
    });
  }

  /** Actions of a context: pairs of sequence index and lookup. */
  actions(at: number, count: number): void {
    for (let i = 0; i < count; i++) this.#lookup(this.t.u16(at + 2 + 4 * i));
  }

  #rules(at: number, count: number, base: number, chained: boolean): void {
    const { t } = this;
    this.all(at, count, base, (set) =>
      this.once(`rules ${chained} at `, set, () =>
        this.all(set + 2, t.u16(set), set, (rule) =>
          this.once(`rule ${chained} at `, rule, () => {
            if (!chained) {
              const inputs = t.u16(rule);
              if (inputs === 0) t.fault("a rule for no glyph");
              t.within(rule + 4, 2 * (inputs - 1));
              return this.actions(rule + 4 + 2 * (inputs - 1), t.u16(rule + 2));
            }
            let p = rule + 2 + 2 * t.u16(rule);
            const inputs = t.u16(p);
            if (inputs === 0) t.fault("a rule for no glyph");
            p += 2 + 2 * (inputs - 1);
            p += 2 + 2 * t.u16(p);
            this.actions(p + 2, t.u16(p));
          }),
        ),
      ),
    );
  }

  context(at: number): void {
    const { t } = this;
    const format = t.u16(at);
    if (format === 3) {
      const inputs = t.u16(at + 2);
      if (inputs === 0) t.fault("a rule for no glyph");
      this.all(at + 6, inputs, at, (c) => this.coverage(c));
      return this.actions(at + 6 + 2 * inputs, t.u16(at + 4));
    }
    if (format !== 1 && format !== 2) t.fault(`a context of format ${format}`);
    const count = t.u16(at + (format === 1 ? 4 : 6));
    this.coverage(at + t.u16(at + 2), format === 1 ? count : Infinity);
    if (format === 2) this.classes(at + t.u16(at + 4));
    this.#rules(at + (format === 1 ? 6 : 8), count, at, false);
  }

  chained(at: number): void {
    const { t } = this;
    const format = t.u16(at);
    if (format === 3) {
      let p = at + 2;
      for (let part = 0; part < 3; part++) {
        const count = t.u16(p);
        if (part === 1 && count === 0) t.fault("a rule for no glyph");
        this.all(p + 2, count, at, (c) => this.coverage(c));
        p += 2 + 2 * count;
      }
      return this.actions(p + 2, t.u16(p));
    }
    if (format !== 1 && format !== 2) t.fault(`a context of format ${format}`);
    const count = t.u16(at + (format === 1 ? 4 : 10));
    this.coverage(at + t.u16(at + 2), format === 1 ? count : Infinity);
    if (format === 2) for (const k of [4, 6, 8]) this.optional(at + k, at, (c) => this.classes(c));
    this.#rules(at + (format === 1 ? 6 : 12), count, at, true);
  }
}
