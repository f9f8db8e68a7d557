// Validation of GPOS (OpenType 1.9).
import { LookupTable } from "./lookup-table.js";

export class Gpos extends LookupTable {
  readonly extension = 9;

  subtable(type: number, at: number): void {
    const { t } = this;
    if (type === 7) return this.context(at);
    if (type === 8) return this.chained(at);
    const format = t.u16(at);
    if (format !== 1 && !(type <= 2 && format === 2)) t.fault(`a lookup of type ${type} and format ${format}`);
    if (type === 1) return this.#single(at, format);
    if (type === 2) return this.#pairs(at, format);
    if (type === 3) {
      const count = t.u16(at + 4);
      this.coverage(at + t.u16(at + 2), count);
      return this.all(at + 6, 2 * count, at, (anchor) => this.#anchor(anchor));
    }
    this.#marks(type, at);
  }

  #single(at: number, format: number): void {
    const { t } = this;
    const count = format === 1 ? 1 : t.u16(at + 6);
    this.coverage(at + t.u16(at + 2), format === 1 ? Infinity : count);
    for (let i = 0; i < count; i++) this.#value(at + (format === 1 ? 6 : 8) + i * sizeOf(t.u16(at + 4)), t.u16(at + 4), at);
  }

  #pairs(at: number, format: number): void {
    const { t } = this;
    const first = t.u16(at + 4);
    const second = t.u16(at + 6);
    const [a, b] = [sizeOf(first), sizeOf(second)];
    const both = (p: number, base: number): void => {
      this.#value(p, first, base);
      this.#value(p + a, second, base);
    };
    if (format === 1) {
      const count = t.u16(at + 8);
      this.coverage(at + t.u16(at + 2), count);
      return this.all(at + 10, count, at, (set) =>
        this.once(`pairs of ${first} and ${second} at `, set, () => {
          let last = -1;
          for (let i = 0, n = t.u16(set); i < n; i++) {
            const p = set + 2 + i * (2 + a + b);
            if (t.u16(p) <= last) t.fault("pairs are not in order");
            last = t.u16(p);
            both(p + 2, set);
          }
        }),
      );
    }
    this.coverage(at + t.u16(at + 2));
    const [count1, count2] = [t.u16(at + 12), t.u16(at + 14)];
    this.classes(at + t.u16(at + 8), count1);
    this.classes(at + t.u16(at + 10), count2);
    t.within(at + 16, count1 * count2 * (a + b));
    if (((first | second) & DEVICES) !== 0) for (let i = 0; i < count1 * count2; i++) both(at + 16 + i * (a + b), at);
  }

  #marks(type: number, at: number): void {
    const { t } = this;
    const classes = t.u16(at + 6);
    const marks = at + t.u16(at + 8);
    const bases = at + t.u16(at + 10);
    this.coverage(at + t.u16(at + 2), t.u16(marks));
    this.coverage(at + t.u16(at + 4), t.u16(bases));
    this.once(`marks of ${classes} classes at `, marks, () => {
      for (let i = 0, n = t.u16(marks); i < n; i++) {
        const r = marks + 2 + 4 * i;
        if (t.u16(r) >= classes) t.fault(`a mark is of class ${t.u16(r)}, there are ${classes}`);
        this.optional(r + 2, marks, (anchor) => this.#anchor(anchor));
      }
    });
    const rows = (matrix: number): void =>
      this.once(`anchors of ${classes} classes at `, matrix, () =>
        this.all(matrix + 2, t.u16(matrix) * classes, matrix, (anchor) => this.#anchor(anchor)),
      );
    if (type === 5) this.all(bases + 2, t.u16(bases), bases, rows);
    else rows(bases);
  }

  #anchor(at: number): void {
    const { t } = this;
    const format = t.u16(at);
    if (format < 1 || format > 3) t.fault(`an anchor of format ${format}`);
    t.within(at, format === 1 ? 6 : format === 2 ? 8 : 10);
    if (format === 3) for (const k of [6, 8]) this.optional(at + k, at, (device) => this.device(device));
  }

  #value(at: number, format: number, base: number): void {
    this.t.within(at, sizeOf(format));
    if ((format & DEVICES) === 0) return;
    let p = at + sizeOf(format & 0xf);
    for (let bit = 0x10; bit <= 0x80; bit <<= 1) {
      if ((format & bit) === 0) continue;
      this.optional(p, base, (device) => this.device(device));
      p += 2;
    }
  }
}

const DEVICES = 0xf0;

/** Bytes of a value record. */
function sizeOf(format: number): number {
  let size = 0;
  for (let bit = format; bit !== 0; bit &= bit - 1) size += 2;
  return size;
}
