import type { FontTable } from "../../../base/font-table.js";

/** OpenType 1.9, common table formats. Offsets are from the table's start. */
export class LayoutTable {
  /** parts may be shared */
  readonly #seen = new Set<string>();

  constructor(
    readonly t: FontTable,
    readonly glyphs: number,
  ) {}

  once(kind: string, at: number, check: () => void): void {
    const key = `${kind}${at}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    check();
  }

  /** Follows an offset from `base`; 0 is absent. */
  optional(at: number, base: number, check: (at: number) => void): void {
    const offset = this.t.u16(at);
    if (offset !== 0) check(base + offset);
  }

  all(at: number, count: number, base: number, check: (at: number) => void): void {
    this.t.within(at, 2 * count);
    for (let i = 0; i < count; i++) this.optional(at + 2 * i, base, check);
  }

  /** Coverage of at most `things` glyphs. */
  coverage(at: number, things = Infinity): void {
    this.once(`coverage of ${things} at `, at, () => {
      const { t } = this;
      const format = t.u16(at);
      const count = t.u16(at + 2);
      let last = -1;
      let covered = 0;
      const next = (from: number, to: number): void => {
        if (from <= last || to < from) t.fault("a coverage is not in order");
        covered += to - from + 1;
        last = to;
      };
      if (format === 1) for (let i = 0; i < count; i++) next(t.u16(at + 4 + 2 * i), t.u16(at + 4 + 2 * i));
      else if (format === 2) for (let i = 0; i < count; i++) next(t.u16(at + 4 + 6 * i), t.u16(at + 6 + 6 * i));
      else t.fault(`a coverage of format ${format}`);
      if (covered > things) t.fault(`a coverage names ${covered} glyphs, there is something for ${things}`);
    });
  }

  classes(at: number, classes = Infinity): void {
    this.once(`classes under ${classes} at `, at, () => {
      const { t } = this;
      const format = t.u16(at);
      const known = (of: number): void => {
        if (of >= classes) t.fault(`a glyph is of class ${of}, there are ${classes}`);
      };
      if (format === 1) for (let i = 0, n = t.u16(at + 4); i < n; i++) known(t.u16(at + 6 + 2 * i));
      else if (format === 2) {
        let last = -1;
        for (let i = 0, n = t.u16(at + 2); i < n; i++) {
          const r = at + 4 + 6 * i;
          if (t.u16(r) <= last || t.u16(r + 2) < t.u16(r)) t.fault("classes are not in order");
          last = t.u16(r + 2);
          known(t.u16(r + 4));
        }
      } else t.fault(`classes of format ${format}`);
    });
  }

  outputs(at: number, count: number): void {
    for (let i = 0; i < count; i++) this.output(this.t.u16(at + 2 * i));
  }

  output(gid: number): void {
    if (gid >= this.glyphs) this.t.fault(`a glyph is replaced by glyph ${gid}, the font has ${this.glyphs}`);
  }

  device(at: number): void {
    const { t } = this;
    const format = t.u16(at + 4);
    if (format < 1 || format > 3) return t.within(at, 6);
    const sizes = t.u16(at + 2) - t.u16(at) + 1;
    t.within(at, 6 + 2 * Math.max(0, Math.ceil((sizes * 2 ** format) / 16)));
  }
}
