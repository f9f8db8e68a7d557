import { FontTable, glyphCountOf, tablePlaces, type TablePlace } from "../../../base/font-table.js";
import { lookup } from "../../../base/lookup.js";

/**
 * OpenType 1.9. If none applies to the space, words shape the same without context and may be cached, if a space before a combining mark is
 * not a boundary.
 */
export function lookupsCover(font: Uint8Array, gid: number, script: string, features: ReadonlySet<string> = new Set()): boolean {
  try {
    const places = tablePlaces(font);
    const kinds = glyphKinds(font, places);
    for (const name of ["GSUB", "GPOS"] as const)
      if (places.has(name) && tableSees(new GlyphReader(FontTable.of(font, places, name), kinds, gid), name, script, features)) return true;
    return false;
  } catch {
    return true; // unreadable tables prove nothing
  }
}

const MARK = 3;

export interface GlyphKinds {
  readonly count: number;
  /** 1 for a mark by GDEF; null without classes */
  readonly marks: Uint8Array | null;
}

/** @throws FontFault */
export function glyphKinds(font: Uint8Array, places: ReadonlyMap<string, TablePlace>): GlyphKinds {
  const count = places.has("maxp") ? glyphCountOf(font, places) : 0;
  const gdef = places.has("GDEF") ? FontTable.of(font, places, "GDEF") : null;
  const at = gdef?.u16(4) ?? 0;
  return gdef && at !== 0 ? new LateKinds(count, gdef, at) : { count, marks: null };
}

/** On demand: most lookups do not distinguish marks. */
class LateKinds implements GlyphKinds {
  #marks: Uint8Array | null = null;

  constructor(
    readonly count: number,
    readonly gdef: FontTable,
    readonly at: number,
  ) {}

  /** @throws FontFault */
  get marks(): Uint8Array {
    return (this.#marks ??= marksOf(this.gdef, this.at, this.count));
  }
}

function marksOf(gdef: FontTable, at: number, count: number): Uint8Array {
  const marks = new Uint8Array(count);
  const known = new Uint8Array(count);
  const name = (g: number, kind: number): void => {
    if (g < count && known[g] === 0) marks[g] = kind === MARK ? 1 : 0;
    if (g < count) known[g] = 1;
  };
  const r = new Reader(gdef, { count, marks: null });
  if (r.u16(at) === 1) for (let i = 0, n = r.u16(at + 4); i < n; i++) name(r.u16(at + 2) + i, r.u16(at + 6 + 2 * i));
  else
    for (let i = 0, n = r.u16(at + 2); i < n; i++) {
      const range = at + 4 + 6 * i;
      const kind = r.u16(range + 4);
      r.each(r.u16(range), r.u16(range + 2), (g) => name(g, kind));
    }
  return marks;
}

/** Offsets from the table's start; glyphs outside are skipped. */
export class Reader {
  constructor(
    readonly table: FontTable,
    readonly kinds: GlyphKinds,
  ) {}

  /** coverage order */
  covered(at: number): number[] {
    const format = this.u16(at);
    const count = this.u16(at + 2);
    const out: number[] = [];
    for (let i = 0; i < count; i++) {
      if (format === 1) out.push(this.u16(at + 4 + 2 * i));
      else this.each(this.u16(at + 4 + 6 * i), this.u16(at + 6 + 6 * i), (g) => out.push(g));
      if (out.length > this.kinds.count) this.table.fault("a coverage has more glyphs than the font");
    }
    return out;
  }

  each(from: number, to: number, visit: (gid: number) => void): void {
    const last = Math.min(to, this.kinds.count - 1);
    if (last >= from) this.table.spend(last - from + 1);
    for (let g = from; g <= last; g++) visit(g);
  }

  /** True if every glyph of a coverage is a mark. */
  allMarks(at: number): boolean {
    const { marks } = this.kinds;
    return marks !== null && this.covered(at).every((g) => marks[g] === 1);
  }

  isMark(gid: number): boolean {
    return this.kinds.marks?.[gid] === 1;
  }

  u16(at: number): number {
    return this.table.u16(at);
  }

  u32(at: number): number {
    return this.table.u32(at);
  }

  /** 16-bit values, relative to `base`. */
  offsets(base: number, at: number, count: number): number[] {
    return this.table.offsets(base, at, count);
  }

  /** 0 outside all ranges. */
  classOf(at: number, gid: number): number {
    if (this.u16(at) === 1) {
      const i = gid - this.u16(at + 2);
      return i >= 0 && i < this.u16(at + 4) ? this.u16(at + 6 + 2 * i) : 0;
    }
    for (let i = 0, n = this.u16(at + 2); i < n; i++) {
      const r = at + 4 + 6 * i;
      if (this.u16(r) <= gid && gid <= this.u16(r + 2)) return this.u16(r + 4);
    }
    return 0;
  }
}

class GlyphReader extends Reader {
  constructor(
    table: FontTable,
    kinds: GlyphKinds,
    readonly gid: number,
  ) {
    super(table, kinds);
  }

  coverage(at: number): boolean {
    const format = this.u16(at);
    for (let i = 0, n = this.u16(at + 2); i < n; i++) {
      if (format === 1) {
        if (this.u16(at + 4 + 2 * i) === this.gid) return true;
      } else if (this.u16(at + 4 + 6 * i) <= this.gid && this.gid <= this.u16(at + 6 + 6 * i)) return true;
    }
    return false;
  }

  glyphs(at: number, count: number): boolean {
    for (let i = 0; i < count; i++) if (this.u16(at + 2 * i) === this.gid) return true;
    return false;
  }
}

/** Applied only on request, in vertical text or around U+2044 (fractions). All others, known or not, count as applied. */
const OPTIONAL = new Set(
  (
    "aalt afrc c2pc c2sc case cpct cpsp dlig dnom expt falt frac fwid halt hist hkna hlig hngl hojo hwid ital jp04 jp78 jp83 jp90 lfbd lnum " +
    "nalt nlck numr onum opbd ordn ornm palt pcap pkna pnum pwid qwid rtbd ruby salt sinf size smcp smpl subs sups swid swsh titl tnam tnum trad " +
    "twid unic unit vert vhal vkna vkrn vpal vrt2 zero chws vchw apkn vapk"
  ).split(" "),
);
const isOptional = (tag: string): boolean => OPTIONAL.has(tag) || /^(ss|cv)\d\d$/.test(tag);

/** By ISO 15924 code; without any of them, HarfBuzz uses the default script. */
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

/** Returns lookups that are active in any language, and are not optional or are `on`. */
export function activeLookups({ table: t }: Reader, script: string, on: ReadonlySet<string> = new Set()): readonly number[] {
  const list = t.u16(4);
  const scripts = Array.from({ length: t.u16(list) }, (_, i) => ({ tag: t.name(list + 2 + 6 * i), at: list + t.u16(list + 6 + 6 * i) }));
  const named = scripts.filter((s) => (lookup(TAGS, script) ?? [script.toLowerCase()]).includes(s.tag));
  const featureIndexes = new Set<number>();
  for (const s of named.length > 0 ? named : scripts.filter((x) => DEFAULTS.includes(x.tag))) {
    const systems = Array.from({ length: t.u16(s.at + 2) }, (_, i) => s.at + t.u16(s.at + 8 + 6 * i));
    if (t.u16(s.at) !== 0) systems.push(s.at + t.u16(s.at));
    for (const at of systems) {
      if (t.u16(at + 2) !== 0xffff) featureIndexes.add(t.u16(at + 2));
      for (let k = 0, n = t.u16(at + 4); k < n; k++) featureIndexes.add(t.u16(at + 6 + 2 * k));
    }
  }
  const features = t.u16(6);
  const active = new Set<number>();
  for (const i of featureIndexes) {
    const name = t.name(features + 2 + 6 * i);
    if (isOptional(name) && !on.has(name)) continue;
    const feature = features + t.u16(features + 6 + 6 * i);
    for (let k = 0, n = t.u16(feature + 2); k < n; k++) active.add(t.u16(feature + 4 + 2 * k));
  }
  return [...active];
}

/** Returns languages with specific rules in GSUB or GPOS; empty if unreadable. */
export function languagesOf(font: Uint8Array): ReadonlySet<number> {
  const out = new Set<number>();
  try {
    const places = tablePlaces(font);
    for (const name of ["GSUB", "GPOS"]) {
      if (!places.has(name)) continue;
      const t = FontTable.of(font, places, name);
      const list = t.u16(4);
      for (let i = 0, n = t.u16(list); i < n; i++) {
        const script = list + t.u16(list + 6 + 6 * i);
        for (let k = 0, m = t.u16(script + 2); k < m; k++) out.add(t.u32(script + 4 + 6 * k));
      }
    }
    return out;
  } catch {
    return new Set();
  }
}

/** Returns the tags of a font's features; null if it is unreadable. */
export function featureTagsOf(font: Uint8Array): ReadonlySet<string> | null {
  try {
    const places = tablePlaces(font);
    const out = new Set<string>(places.has("kern") ? ["kern"] : []);
    for (const name of ["GSUB", "GPOS"]) {
      if (!places.has(name)) continue;
      const t = FontTable.of(font, places, name);
      const list = t.u16(6);
      for (let i = 0, n = t.u16(list); i < n; i++) out.add(t.name(list + 2 + 6 * i));
    }
    return out;
  } catch {
    return null;
  }
}

/** Extensions resolved. */
interface Lookup {
  readonly flags: number;
  readonly subtables: readonly { readonly kind: number; readonly at: number }[];
}

export function lookupOf({ table: t }: Reader, index: number, gpos: boolean): Lookup {
  const list = t.u16(8);
  const lookup = list + t.u16(list + 2 + 2 * index);
  const type = t.u16(lookup);
  const extension = type === (gpos ? 9 : 7);
  const subtables = t
    .offsets(lookup, lookup + 6, t.u16(lookup + 4))
    .map((sub) => (extension ? { kind: t.u16(sub + 2), at: sub + t.u32(sub + 4) } : { kind: type, at: sub }));
  return { flags: t.u16(lookup + 2), subtables };
}

function tableSees(r: GlyphReader, name: "GSUB" | "GPOS", script: string, features: ReadonlySet<string>): boolean {
  const gpos = name === "GPOS";
  return activeLookups(r, script, features).some((index) =>
    lookupOf(r, index, gpos).subtables.some(({ kind, at }) => (gpos ? gposSees(r, kind, at) : gsubSees(r, kind, at))),
  );
}

function gsubSees(r: GlyphReader, kind: number, at: number): boolean {
  if (kind === 5) return contextSees(r, at);
  if (kind === 6) return chainSees(r, at);
  if (r.coverage(at + r.u16(at + 2))) return true;
  if (kind === 4) {
    // a ligature's later components are not in its coverage
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
  // the base does not move (at + 4), and a word that begins with a mark is never separated from the preceding text
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
  // every pair must have value 0; class 0 has glyphs without a class
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
    // a mark continues the word
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

/** Sets may be absent. */
function rules(r: Reader, count: number, base: number): number[] {
  return Array.from({ length: r.u16(count) }, (_, i) => r.u16(count + 2 + 2 * i))
    .filter((offset) => offset !== 0)
    .flatMap((offset) => r.offsets(base + offset, base + offset + 2, r.u16(base + offset)));
}

/** True if a rule uses class 0, which contains the glyph. */
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
