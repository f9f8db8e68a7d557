/**
 * Reads a font's GSUB and GPOS just far enough to answer one question: can any lookup see a given glyph? (OpenType 1.9, chapters GSUB,
 * GPOS, common layout formats.) Where the answer is no for the space, words shape the same alone as in their sentence and may be cached,
 * provided that a space followed by a combining mark is never taken for a word boundary.
 */
export function layoutSees(font: Uint8Array, gid: number, script: string): boolean {
  try {
    const tables = layoutTables(font);
    const reader = new GlyphReader(font, tables, gid);
    for (const name of ["GSUB", "GPOS"] as const) {
      const table = tables.get(name);
      if (table !== undefined && tableSees(reader, table, name, script)) return true;
    }
    return false;
  } catch {
    return true; // tables that cannot be followed prove nothing
  }
}

/** Offsets of a font's tables by tag. */
export function layoutTables(font: Uint8Array): ReadonlyMap<string, number> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++)
    tables.set(String.fromCharCode(...font.subarray(12 + 16 * i, 16 + 16 * i)), view.getUint32(20 + 16 * i));
  return tables;
}

/** GDEF's class of marks. */
const MARK = 3;

/** Reads the formats that layout tables share. Offsets count from the font's start. */
export class Reader {
  readonly view: DataView;
  /** offset of GDEF's glyph class definition, or 0 */
  readonly glyphClasses: number;

  constructor(font: Uint8Array, tables: ReadonlyMap<string, number>) {
    this.view = new DataView(font.buffer, font.byteOffset, font.byteLength);
    const gdef = tables.get("GDEF");
    const classes = gdef === undefined ? 0 : this.view.getUint16(gdef + 4);
    this.glyphClasses = classes === 0 ? 0 : gdef! + classes;
  }

  /** Glyphs of a coverage table, in its order. */
  covered(at: number): number[] {
    const count = this.u16(at + 2);
    const out: number[] = [];
    for (let i = 0; i < count; i++) {
      if (this.u16(at) === 1) out.push(this.u16(at + 4 + 2 * i));
      else for (let g = this.u16(at + 4 + 6 * i); g <= this.u16(at + 6 + 6 * i); g++) out.push(g);
    }
    return out;
  }

  /** Whether every glyph of a coverage is a mark (GDEF class 3). */
  allMarks(at: number): boolean {
    if (this.glyphClasses === 0) return false;
    const count = this.u16(at + 2);
    for (let i = 0; i < count; i++) {
      const r = at + 4 + 6 * i;
      const [from, to] = this.u16(at) === 1 ? [this.u16(at + 4 + 2 * i), this.u16(at + 4 + 2 * i)] : [this.u16(r), this.u16(r + 2)];
      for (let g = from; g <= to; g++) if (this.classOf(this.glyphClasses, g) !== MARK) return false;
    }
    return true;
  }

  /** Every glyph that GDEF calls a mark (class 3), whatever its character is. */
  marks(): number[] {
    const at = this.glyphClasses;
    const out: number[] = [];
    if (at === 0) return out;
    if (this.u16(at) === 1) {
      for (let i = 0; i < this.u16(at + 4); i++) if (this.u16(at + 6 + 2 * i) === MARK) out.push(this.u16(at + 2) + i);
    } else {
      for (let r = at + 4; r < at + 4 + 6 * this.u16(at + 2); r += 6)
        if (this.u16(r + 4) === MARK) for (let g = this.u16(r); g <= this.u16(r + 2); g++) out.push(g);
    }
    return out;
  }

  isMark(gid: number): boolean {
    return this.glyphClasses !== 0 && this.classOf(this.glyphClasses, gid) === MARK;
  }

  u16(at: number): number {
    return this.view.getUint16(at);
  }

  u32(at: number): number {
    return this.view.getUint32(at);
  }

  /** Offsets held in an array of `count` 16-bit values, relative to `base`. */
  offsets(base: number, at: number, count: number): number[] {
    return Array.from({ length: count }, (_, i) => base + this.u16(at + 2 * i));
  }

  /** Class of a glyph; a glyph that no range names is of class 0. */
  classOf(at: number, gid: number): number {
    if (this.u16(at) === 1) {
      const i = gid - this.u16(at + 2);
      return i >= 0 && i < this.u16(at + 4) ? this.u16(at + 6 + 2 * i) : 0;
    }
    for (let i = 0; i < this.u16(at + 2); i++) {
      const r = at + 4 + 6 * i;
      if (this.u16(r) <= gid && gid <= this.u16(r + 2)) return this.u16(r + 4);
    }
    return 0;
  }
}

/** The same, with the glyph that is looked for. */
class GlyphReader extends Reader {
  constructor(
    font: Uint8Array,
    tables: ReadonlyMap<string, number>,
    readonly gid: number,
  ) {
    super(font, tables);
  }

  coverage(at: number): boolean {
    return this.coverageIndex(at) >= 0;
  }

  coverageIndex(at: number): number {
    const count = this.u16(at + 2);
    if (this.u16(at) === 1) {
      for (let i = 0; i < count; i++) if (this.u16(at + 4 + 2 * i) === this.gid) return i;
    } else {
      for (let i = 0; i < count; i++) {
        const r = at + 4 + 6 * i;
        if (this.u16(r) <= this.gid && this.gid <= this.u16(r + 2)) return this.u16(r + 4) + this.gid - this.u16(r);
      }
    }
    return -1;
  }

  /** Whether an array of glyph ids holds the glyph. */
  glyphs(at: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.u16(at + 2 * i) === this.gid) return true;
    return false;
  }
}

/**
 * Features that HarfBuzz applies only when asked to, or (vertical forms) only in vertical text, or (fractions) only around U+2044.
 * Everything else, known or not, counts as applied.
 */
const OPTIONAL = new Set(
  (
    "aalt afrc c2pc c2sc case cpct cpsp dlig dnom expt falt frac fwid halt hist hkna hlig hngl hojo hwid ital jp04 jp78 jp83 jp90 lfbd lnum " +
    "nalt nlck numr onum opbd ordn ornm palt pcap pkna pnum pwid qwid rtbd ruby salt sinf size smcp smpl subs sups swid swsh titl tnam tnum trad " +
    "twid unic unit vert vhal vkna vkrn vpal vrt2 zero chws vchw apkn vapk"
  ).split(" "),
);
const isOptional = (tag: string): boolean => OPTIONAL.has(tag) || /^(ss|cv)\d\d$/.test(tag);

/** OpenType script tags that an ISO 15924 code may be shaped under; where a font has none of them, HarfBuzz takes its default script. */
const TAGS: Readonly<Record<string, readonly string[]>> = {
  Beng: ["bng3", "bng2", "beng"],
  Deva: ["dev3", "dev2", "deva"],
  Gujr: ["gjr3", "gjr2", "gujr"],
  Guru: ["gur3", "gur2", "guru"],
  Knda: ["knd3", "knd2", "knda"],
  Mlym: ["mlm3", "mlm2", "mlym"],
  Orya: ["ory3", "ory2", "orya"],
  Taml: ["tml3", "tml2", "taml"],
  Telu: ["tel3", "tel2", "telu"],
  Mymr: ["mym2", "mymr"],
  Hira: ["kana"],
  Laoo: ["lao "],
  Yiii: ["yi  "],
};
const DEFAULTS = ["DFLT", "dflt", "latn"];

/** Lookups that shaping a script may run: those of its features, in any language, that are not optional. */
export function activeLookups(r: Reader, table: number, script: string): readonly number[] {
  const tagAt = (at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((k) => r.view.getUint8(at + k)));
  const list = table + r.u16(table + 4);
  const scripts = Array.from({ length: r.u16(list) }, (_, i) => ({ tag: tagAt(list + 2 + 6 * i), at: list + r.u16(list + 6 + 6 * i) }));
  const named = scripts.filter((s) => (TAGS[script] ?? [script.toLowerCase()]).includes(s.tag));
  const featureIndexes = new Set<number>();
  for (const s of named.length > 0 ? named : scripts.filter((x) => DEFAULTS.includes(x.tag))) {
    const systems = Array.from({ length: r.u16(s.at + 2) }, (_, i) => s.at + r.u16(s.at + 8 + 6 * i));
    if (r.u16(s.at) !== 0) systems.push(s.at + r.u16(s.at));
    for (const at of systems) {
      if (r.u16(at + 2) !== 0xffff) featureIndexes.add(r.u16(at + 2));
      for (let k = 0; k < r.u16(at + 4); k++) featureIndexes.add(r.u16(at + 6 + 2 * k));
    }
  }
  const features = table + r.u16(table + 6);
  const active = new Set<number>();
  for (const i of featureIndexes) {
    if (isOptional(tagAt(features + 2 + 6 * i))) continue;
    const feature = features + r.u16(features + 6 + 6 * i);
    for (let k = 0; k < r.u16(feature + 2); k++) active.add(r.u16(feature + 4 + 2 * k));
  }
  return [...active];
}

function tableSees(r: GlyphReader, table: number, name: "GSUB" | "GPOS", script: string): boolean {
  const gpos = name === "GPOS";
  const list = table + r.u16(table + 8);
  return activeLookups(r, table, script).some((index) => {
    const lookup = list + r.u16(list + 2 + 2 * index);
    const type = r.u16(lookup);
    return r.offsets(lookup, lookup + 6, r.u16(lookup + 4)).some((sub) => {
      const extension = gpos ? type === 9 : type === 7;
      const kind = extension ? r.u16(sub + 2) : type;
      const at = extension ? sub + r.view.getUint32(sub + 4) : sub;
      return gpos ? gposSees(r, kind, at) : gsubSees(r, kind, at);
    });
  });
}

function gsubSees(r: GlyphReader, kind: number, at: number): boolean {
  if (kind === 5) return contextSees(r, at);
  if (kind === 6) return chainSees(r, at);
  if (r.coverage(at + r.u16(at + 2))) return true;
  if (kind === 4) {
    // a ligature's later components are no part of its coverage
    return r
      .offsets(at, at + 6, r.u16(at + 4))
      .some((set) => r.offsets(set, set + 2, r.u16(set)).some((lig) => r.glyphs(lig + 4, r.u16(lig + 2) - 1)));
  }
  if (kind === 8) {
    const back = r.u16(at + 4);
    const ahead = r.u16(at + 6 + 2 * back);
    return r.offsets(at, at + 6, back).some((c) => r.coverage(c)) || r.offsets(at, at + 8 + 2 * back, ahead).some((c) => r.coverage(c));
  }
  return false;
}

function gposSees(r: GlyphReader, kind: number, at: number): boolean {
  if (kind === 7) return contextSees(r, at);
  if (kind === 8) return chainSees(r, at);
  if (kind === 1) return r.coverage(at + r.u16(at + 2));
  if (kind === 2) return pairSees(r, at);
  if (kind === 3) return r.coverage(at + r.u16(at + 2));
  // mark attachment: a base (at + 4) is moved by nothing, and a word that starts with a mark is never taken apart from what is before it
  return r.coverage(at + r.u16(at + 2));
}

const bits = (v: number): number => [...v.toString(2)].filter((b) => b === "1").length;

function pairSees(r: GlyphReader, at: number): boolean {
  const size1 = bits(r.u16(at + 4)) * 2;
  const size2 = bits(r.u16(at + 6)) * 2;
  if (r.u16(at) === 1) {
    if (r.coverage(at + r.u16(at + 2))) return true;
    return r.offsets(at, at + 10, r.u16(at + 8)).some((set) => {
      for (let i = 0; i < r.u16(set); i++) if (r.u16(set + 2 + i * (2 + size1 + size2)) === r.gid) return true;
      return false;
    });
  }
  const first = r.coverage(at + r.u16(at + 2)) ? r.classOf(at + r.u16(at + 8), r.gid) : -1;
  const second = r.classOf(at + r.u16(at + 10), r.gid);
  const count1 = r.u16(at + 12);
  const count2 = r.u16(at + 14);
  const record = size1 + size2;
  // every pair that the glyph is in must be worth nothing; class 0 takes in all glyphs that no class names
  const worth = (c1: number, c2: number): boolean => {
    const from = at + 16 + (c1 * count2 + c2) * record;
    for (let i = 0; i < record; i += 2) if (r.u16(from + i) !== 0) return true;
    return false;
  };
  for (let c1 = 0; c1 < count1; c1++) if (worth(c1, second)) return true;
  if (first >= 0) for (let c2 = 0; c2 < count2; c2++) if (worth(first, c2)) return true;
  return false;
}

function contextSees(r: GlyphReader, at: number): boolean {
  const format = r.u16(at);
  if (format === 3) return r.offsets(at, at + 6, r.u16(at + 2)).some((c) => r.coverage(c));
  if (r.coverage(at + r.u16(at + 2))) return true;
  if (format === 2) return r.classOf(at + r.u16(at + 4), r.gid) !== 0 || usesClassZero(r, at + 6, at, false);
  return rules(r, at + 4, at).some((rule) => r.glyphs(rule + 4, r.u16(rule) - 1));
}

function chainSees(r: GlyphReader, at: number): boolean {
  const format = r.u16(at);
  if (format === 3) {
    const parts: number[][] = [];
    let p = at + 2;
    for (let part = 0; part < 3; part++) {
      const count = r.u16(p);
      parts.push(r.offsets(at, p + 2, count));
      p += 2 + 2 * count;
    }
    // a match that goes on with a mark after the glyph lies inside one word
    const sequence = [...parts[0]!.reverse(), ...parts[1]!, ...parts[2]!];
    return sequence.some((c, k) => r.coverage(c) && !(k + 1 < sequence.length && r.allMarks(sequence[k + 1]!)));
  }
  if (r.coverage(at + r.u16(at + 2))) return true;
  if (format === 2) return [4, 6, 8].some((o) => r.classOf(at + r.u16(at + o), r.gid) !== 0) || usesClassZero(r, at + 10, at, true);
  return rules(r, at + 4, at).some((rule) => {
    const back = r.u16(rule);
    const input = rule + 2 + 2 * back;
    const inputs = r.u16(input) - 1;
    const ahead = input + 2 + 2 * inputs;
    return r.glyphs(rule + 2, back) || r.glyphs(input + 2, inputs) || r.glyphs(ahead + 2, r.u16(ahead));
  });
}

/** Offsets of every rule in a list of rule sets; a set may be absent. */
function rules(r: Reader, count: number, base: number): number[] {
  return Array.from({ length: r.u16(count) }, (_, i) => r.u16(count + 2 + 2 * i))
    .filter((offset) => offset !== 0)
    .flatMap((offset) => r.offsets(base + offset, base + offset + 2, r.u16(base + offset)));
}

/** A class rule that names class 0 takes in unnamed glyphs, so also the one asked for. */
function usesClassZero(r: Reader, count: number, base: number, chained: boolean): boolean {
  return rules(r, count, base).some((rule) => {
    const zero = (at: number, n: number): boolean => {
      for (let i = 0; i < n; i++) if (r.u16(at + 2 * i) === 0) return true;
      return false;
    };
    if (!chained) return zero(rule + 4, r.u16(rule) - 1);
    const back = r.u16(rule);
    const input = rule + 2 + 2 * back;
    const inputs = r.u16(input) - 1;
    const ahead = input + 2 + 2 * inputs;
    return zero(rule + 2, back) || zero(input + 2, inputs) || zero(ahead + 2, r.u16(ahead));
  });
}
