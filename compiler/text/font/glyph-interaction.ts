import { append } from "../../../base/many.js";
import { FontTable, tablePlaces, type TablePlace } from "../../../base/font-table.js";
import { activeLookups, glyphKinds, lookupOf, Reader, type GlyphKinds } from "./opentype.js";

/** Interactions of glyphs in one script (OpenType 1.9, GSUB, GPOS), overestimated. Arrays are by glyph. */
export interface GlyphInteraction {
  /** 1: another lookup than plain replacement or pair kerning may act in a run without marks */
  readonly contextual: Uint8Array;
  /** 1: a lookup may act between the glyph and the next */
  readonly pairFirst: Uint8Array;
  /** first × 65536 + second of pairs that may begin a ligature */
  readonly ligaturePairs: ReadonlySet<number>;
}

/** Lookups that skip bases or ligatures: neighbours are not the text's. */
const SKIPS = 0x0002 | 0x0004;

/** `common`: of most texts. A rule needs all its glyphs: excluding one suffices. Null if unreadable, AAT or Graphite. */
export function glyphInteractionOf(font: Uint8Array, script: string, common: ReadonlySet<number>): GlyphInteraction | null {
  try {
    const places = tablePlaces(font);
    if (["morx", "kerx", "mort", "Silf"].some((t) => places.has(t))) return null;
    return new LookupAnalysis(font, places, script, common).result();
  } catch {
    return null;
  }
}

class LookupAnalysis {
  #r: Reader;
  readonly #kinds: GlyphKinds;
  readonly #contextual: Uint8Array;
  readonly #pairFirst: Uint8Array;
  readonly #ligaturePairs = new Set<number>();
  readonly #substitutions: [number, number][] = [];

  constructor(
    readonly font: Uint8Array,
    readonly places: ReadonlyMap<string, TablePlace>,
    readonly script: string,
    readonly common: ReadonlySet<number>,
  ) {
    this.#kinds = glyphKinds(font, places);
    this.#r = new Reader(FontTable.of(font, places, "maxp"), this.#kinds);
    this.#contextual = new Uint8Array(this.#kinds.count);
    this.#pairFirst = new Uint8Array(this.#kinds.count);
  }

  result(): GlyphInteraction {
    for (const name of ["GSUB", "GPOS"] as const) {
      if (this.places.has(name)) this.#table(name, name === "GPOS");
    }
    // without GPOS kerning HarfBuzz uses kern, with any pairs
    if (this.places.has("kern")) this.#pairFirst.fill(1);
    const contextual = this.#contextual;
    // a GDEF mark may be skipped, and HarfBuzz gives it no width
    this.#kinds.marks?.forEach((is, g) => {
      if (is === 1) contextual[g] = 1;
    });
    const joins = new Set<number>();
    for (const key of this.#ligaturePairs) {
      joins.add(key >>> 16);
      joins.add(key & 0xffff);
    }
    // also glyphs that replace, or are replaced by, one of a context or ligature
    const became = new Map<number, number[]>();
    const open: number[] = [];
    for (const [from, to] of this.#substitutions) {
      const known = became.get(to);
      if (known) known.push(from);
      else became.set(to, [from]);
      if (contextual[to] === 1 || joins.has(to) || joins.has(from)) open.push(from);
    }
    for (let from = open.pop(); from !== undefined; from = open.pop()) {
      if (contextual[from] === 1) continue;
      contextual[from] = 1;
      append(open, became.get(from) ?? []);
    }
    for (const key of this.#ligaturePairs) this.#pairFirst[key >>> 16] = 1;
    return { contextual, pairFirst: this.#pairFirst, ligaturePairs: this.#ligaturePairs };
  }

  #table(name: string, gpos: boolean): void {
    const r = new Reader(FontTable.of(this.font, this.places, name), this.#kinds);
    this.#r = r;
    for (const index of activeLookups(r, this.script)) {
      const { flags, subtables } = lookupOf(r, index, gpos);
      const skips = (flags & SKIPS) !== 0;
      for (const { kind, at } of subtables) {
        if (gpos) this.#gpos(kind, at, skips);
        else this.#gsub(kind, at, skips);
      }
    }
  }

  #mark(coverage: number): void {
    for (const g of this.#r.covered(coverage)) this.#contextual[g] = 1;
  }

  #gsub(kind: number, at: number, skips: boolean): void {
    const r = this.#r;
    const coverage = at + r.u16(at + 2);
    if (kind === 5 || kind === 6) return this.#context(at, kind === 6);
    if (kind === 4 && !skips) return this.#ligatures(at, coverage);
    if (kind !== 1) return this.#mark(coverage);
    const byDelta = r.u16(at) === 1;
    r.covered(coverage).forEach((g, i) => {
      this.#substitutions.push([g, byDelta ? (g + r.u16(at + 4)) & 0xffff : r.u16(at + 6 + 2 * i)]);
    });
  }

  #ligatures(at: number, coverage: number): void {
    const r = this.#r;
    r.covered(coverage).forEach((g, i) => {
      const set = at + r.u16(at + 6 + 2 * i);
      for (const lig of r.offsets(set, set + 2, r.u16(set))) {
        if (r.u16(lig + 2) < 2) this.#contextual[g] = 1;
        else this.#ligaturePairs.add(g * 65536 + r.u16(lig + 4));
      }
    });
  }

  /** Rules with marks never match: simple runs have none. */
  #context(at: number, chained: boolean): void {
    const r = this.#r;
    if (r.u16(at) === 1) return this.#sequences(at, chained);
    if (r.u16(at) !== 3) return this.#mark(at + r.u16(at + 2));
    if (!chained) return this.#rarest(r.offsets(at, at + 6, r.u16(at + 2)));
    const coverages: number[] = [];
    let p = at + 2;
    for (let part = 0; part < 3; part++) {
      const count = r.u16(p);
      append(coverages, r.offsets(at, p + 2, count));
      p += 2 + 2 * count;
    }
    this.#rarest(coverages);
  }

  /** Excludes an uncommon glyph of each, else the first. */
  #sequences(at: number, chained: boolean): void {
    const r = this.#r;
    r.covered(at + r.u16(at + 2)).forEach((pairFirst, i) => {
      const offset = r.u16(at + 6 + 2 * i);
      if (offset === 0) return;
      const set = at + offset;
      for (const rule of r.offsets(set, set + 2, r.u16(set))) {
        const glyphs = [pairFirst, ...this.#glyphsOf(rule, chained)];
        if (glyphs.some((g) => r.isMark(g))) continue;
        this.#contextual[glyphs.find((g) => !this.common.has(g)) ?? pairFirst] = 1;
      }
    });
  }

  #glyphsOf(rule: number, chained: boolean): readonly number[] {
    const r = this.#r;
    const list = (from: number, count: number): number[] => r.offsets(0, from, count);
    if (!chained) return list(rule + 4, r.u16(rule) - 1);
    const back = r.u16(rule);
    const input = rule + 2 + 2 * back;
    const inputs = r.u16(input) - 1;
    const ahead = input + 2 + 2 * inputs;
    return [...list(rule + 2, back), ...list(input + 2, inputs), ...list(ahead + 2, r.u16(ahead))];
  }

  /** All must match: excludes that with fewest common glyphs. */
  #rarest(coverages: readonly number[]): void {
    const r = this.#r;
    if (coverages.some((c) => r.allMarks(c))) return;
    const rank = (c: number): number => {
      const glyphs = r.covered(c);
      return glyphs.filter((g) => this.common.has(g)).length * 0x10000 + glyphs.length;
    };
    this.#mark(coverages.reduce((best, c) => (rank(c) < rank(best) ? c : best)));
  }

  #gpos(kind: number, at: number, skips: boolean): void {
    const r = this.#r;
    const coverage = at + r.u16(at + 2);
    if (kind === 1) return;
    if (kind === 7 || kind === 8) return this.#context(at, kind === 8);
    // a moved second glyph does not begin a pair
    if (kind !== 2 || skips || r.u16(at + 6) !== 0) return this.#mark(coverage);
    for (const g of r.covered(coverage)) this.#pairFirst[g] = 1;
  }
}
