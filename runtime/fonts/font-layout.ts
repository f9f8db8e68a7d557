// GSUB, GPOS and GDEF tables of a font to a FontFault for the first part of them that is not valid.
import { FontTable, type TablePlace } from "../../ir/font-table.js";

/**
 * Follows every offset of a font's GSUB, GPOS and GDEF (OpenType 1.9) and holds what is there to what can be. HarfBuzz passes over what it
 * cannot follow, so that text would be set without rules its script needs, without an error.
 * @throws FontFault
 */
export function checkLayout(font: Uint8Array, places: ReadonlyMap<string, TablePlace>, glyphs: number): void {
  if (places.has("GDEF")) new Gdef(FontTable.of(font, places, "GDEF"), glyphs).check();
  if (places.has("GSUB")) new Gsub(FontTable.of(font, places, "GSUB"), glyphs).check();
  if (places.has("GPOS")) new Gpos(FontTable.of(font, places, "GPOS"), glyphs).check();
}

/** What the tables share. Offsets count from the table's start. */
class Shared {
  /** what has been looked at already: parts may be shared, and are sound for all or for none */
  readonly #seen = new Set<string>();

  constructor(
    readonly t: FontTable,
    readonly glyphs: number,
  ) {}

  /** Looks at a part once, however often it is named. */
  once(kind: string, at: number, check: () => void): void {
    const key = `${kind}${at}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    check();
  }

  /** What an offset leads to, from `base`; nothing where it is 0. */
  optional(at: number, base: number, check: (at: number) => void): void {
    const offset = this.t.u16(at);
    if (offset !== 0) check(base + offset);
  }

  /** Each of `count` offsets at `at`, from `base`. */
  all(at: number, count: number, base: number, check: (at: number) => void): void {
    this.t.within(at, 2 * count);
    for (let i = 0; i < count; i++) this.optional(at + 2 * i, base, check);
  }

  /** A coverage, for as many things as its glyphs are at most. */
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

  /** A class definition, whose classes are fewer than `classes`. */
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

  /** Glyphs that take another's place. */
  outputs(at: number, count: number): void {
    for (let i = 0; i < count; i++) this.output(this.t.u16(at + 2 * i));
  }

  output(gid: number): void {
    if (gid >= this.glyphs) this.t.fault(`a glyph is replaced by glyph ${gid}, the font has ${this.glyphs}`);
  }

  /** A correction for small sizes, or a variation. */
  device(at: number): void {
    const { t } = this;
    const format = t.u16(at + 4);
    if (format < 1 || format > 3) return t.within(at, 6);
    const sizes = t.u16(at + 2) - t.u16(at) + 1;
    t.within(at, 6 + 2 * Math.max(0, Math.ceil((sizes * 2 ** format) / 16)));
  }
}

class Gdef extends Shared {
  check(): void {
    const { t } = this;
    if (t.u16(0) !== 1) t.fault(`version ${t.u16(0)}`);
    this.optional(4, 0, (at) => this.classes(at));
    this.optional(6, 0, (at) => {
      const count = t.u16(at + 2);
      this.optional(at, at, (c) => this.coverage(c, count));
      this.all(at + 4, count, at, (point) => t.within(point, 2 + 2 * t.u16(point)));
    });
    this.optional(8, 0, (at) => {
      const count = t.u16(at + 2);
      this.optional(at, at, (c) => this.coverage(c, count));
      this.all(at + 4, count, at, (glyph) => this.all(glyph + 2, t.u16(glyph), glyph, (caret) => t.within(caret, 4)));
    });
    this.optional(10, 0, (at) => this.classes(at));
    if (t.u16(2) < 2) return;
    this.optional(12, 0, (at) => {
      for (let i = 0, n = t.u16(at + 2); i < n; i++) this.coverage(at + t.u32(at + 4 + 4 * i));
    });
  }
}

/** What GSUB and GPOS share: scripts, features, lookups, and contexts. */
abstract class Layout extends Shared {
  #lookups = 0;
  /** the type whose subtables lie far away */
  abstract readonly extension: number;
  abstract subtable(type: number, at: number): void;

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

  /** What a context does where it matches: `count` pairs of a place and a lookup. */
  actions(at: number, count: number): void {
    for (let i = 0; i < count; i++) this.#lookup(this.t.u16(at + 2 + 4 * i));
  }

  /** Rules of glyphs, or of classes: `sets` of them at `at`. */
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

class Gsub extends Layout {
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

  /** Glyphs that the font lacks do not occur in text: only the others have to be valid. */
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

class Gpos extends Layout {
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

  /** Marks and what they attach to: bases, ligatures or other marks. */
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

/** Those of a value's parts that are offsets of device tables. */
const DEVICES = 0xf0;

/** Bytes of a value record. */
function sizeOf(format: number): number {
  let size = 0;
  for (let bit = format; bit !== 0; bit &= bit - 1) size += 2;
  return size;
}
