// Codes with texts, and ToUnicode (ISO 32000-1, 9.7).
import { FontFault } from "../../../base/font-table.js";
import type { GlyphRun } from "../../../ir/ir.js";
import { steps } from "../../../base/steps.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, text, type PdfValue, type Ref } from "../syntax/object.js";
import type { Composite } from "./compose.js";
import type { SfntMetrics } from "./sfnt.js";
import { toUnicode } from "./tounicode.js";

/**
 * The first text of a glyph has the glyph id as code; further texts have separate codes, so that ToUnicode is exact: ids beyond the
 * font's glyphs or, after those, ids of glyphs not shown.
 */
export class UsedFont {
  /** by glyph-id code: a UTF-16 unit, UNKNOWN, LONG (in `#long`), or TAKEN by another glyph */
  readonly #units: Int32Array;
  readonly #longText = new Map<number, string>();
  readonly #shown: number[] = [];
  readonly #furtherCodes = new Map<string, { readonly code: number; readonly gid: number; readonly unicode: string }>();
  readonly #composites = new Map<string, SameTextClusters>();
  #next: number;
  #free: number;

  constructor(
    readonly ref: Ref,
    readonly metrics: SfntMetrics,
    readonly postScriptName: string,
    /** false if a CFF font's parts differ in units, or nothing may be added to the font */
    readonly composable: boolean,
  ) {
    this.#units = new Int32Array(metrics.glyphCount).fill(UNKNOWN);
    this.#next = metrics.glyphCount;
    this.#free = metrics.glyphCount;
  }

  /** Null if exhausted. */
  #newCode(): number | null {
    if (this.#next <= 0xffff) return this.#next++;
    // glyph 0 is in every program under its id
    while (--this.#free > 0) {
      if (this.#units[this.#free] !== UNKNOWN) continue;
      this.#units[this.#free] = TAKEN;
      return this.#free;
    }
    this.#free = 0;
    return null;
  }

  /** Common case, without a string. */
  codeOfUnit(gid: number, unit: number): number {
    const known = this.#units[gid];
    if (known === unit) return gid;
    if (known !== UNKNOWN) return this.#furtherCode(gid, String.fromCharCode(unit));
    this.#units[gid] = unit;
    this.#shown.push(gid);
    return gid;
  }

  code(gid: number, unicode: string): number {
    if (unicode.length === 1) return this.codeOfUnit(gid, unicode.charCodeAt(0));
    const known = this.#units[gid];
    if (known === LONG && this.#longText.get(gid) === unicode) return gid;
    if (known !== UNKNOWN) return this.#furtherCode(gid, unicode);
    this.#units[gid] = LONG;
    this.#shown.push(gid);
    this.#longText.set(gid, unicode);
    return gid;
  }

  /**
   * Composite of glyphs [from, to), empty for invisible text. `width`: replaces that of the glyphs, 1/1000 em. Null if codes are
   * exhausted or the glyphs cannot be composed, as with hundreds of marks on one letter.
   */
  cluster(run: GlyphRun, from: number, to: number, unicode: string, width: number | null = null): CodedCluster | null {
    if (!this.composable) return null;
    for (let k = from; k < to; k++) if (run.ids[k]! >= this.metrics.glyphCount) this.#failMissingGlyph(run.ids[k]!);
    let sameText = this.#composites.get(unicode);
    if (!sameText) this.#composites.set(unicode, (sameText = new SameTextClusters()));
    const known = sameText.get(run, from, to, width);
    if (known) return known;
    const unit = this.metrics.unitsPerEm / 1000;
    const glyphs: number[] = [];
    const components: { gid: number; x: number; y: number }[] = [];
    let pen = 0;
    for (let k = from; k < to; k++) {
      const dx = run.offsets?.[2 * k] ?? 0;
      const dy = run.offsets?.[2 * k + 1] ?? 0;
      // offset and extent must fit in 16 bits
      if (!(Math.abs(pen + dx) * unit < FAR && Math.abs(dy) * unit < FAR)) return null;
      glyphs.push(run.ids[k]!, run.advances[k]!, dx, dy);
      components.push({ gid: run.ids[k]!, x: Math.round((pen + dx) * unit), y: Math.round(dy * unit) });
      pen += run.advances[k]!;
    }
    const advance = Math.max(0, width ?? pen);
    // 16-bit
    const code = Math.round(advance * unit) > 0xffff ? null : this.#newCode();
    if (code === null) return null;
    const made: Cluster = {
      code,
      unicode,
      glyphs,
      width: Math.round(advance),
      ownWidth: width !== null,
      composite: { components, advance: Math.round(advance * unit) },
    };
    sameText.add(made);
    return made;
  }

  /** Canonical order, so that documents with equal composites share a font program; equal shapes are one glyph. */
  composites(): readonly Composite[] {
    return [...this.#shapes().values()].map((c) => c.composite);
  }

  #clusters(): readonly Cluster[] {
    return [...this.#composites.values()].flatMap((sameText) => sameText.all);
  }

  #shapes(): ReadonlyMap<string, Cluster> {
    const all = this.#clusters().map((c) => [shapeKey(c), c] as const);
    return new Map(all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  /** @throws FontFault always */
  #failMissingGlyph(gid: number): never {
    throw new FontFault(null, `the font ${this.postScriptName} has no glyph ${gid}, it has ${this.metrics.glyphCount}`);
  }

  #furtherCode(gid: number, unicode: string): number {
    if (gid >= this.metrics.glyphCount) this.#failMissingGlyph(gid);
    const key = `${gid}/${unicode}`;
    let known = this.#furtherCodes.get(key);
    if (!known) {
      const code = this.#newCode();
      if (code === null) return gid;
      known = { code, gid, unicode };
      this.#furtherCodes.set(key, known);
    }
    return known.code;
  }

  /** Some glyph of it is shown. */
  get isUsed(): boolean {
    return this.#shown.length > 0 || this.#furtherCodes.size > 0 || this.#composites.size > 0;
  }

  gids(): number[] {
    if (this.metrics.isWhole) return Array.from({ length: this.metrics.glyphCount }, (_, gid) => gid);
    const used = new Set(this.#shown);
    for (const { gid } of this.#furtherCodes.values()) used.add(gid);
    for (const c of this.#clusters()) for (const p of c.composite.components) used.add(p.gid);
    return [...used].sort((a, b) => a - b);
  }

  codes(): readonly CodedGlyph[] {
    const out: CodedGlyph[] = this.#shown.map((gid) => ({ code: gid, gid, composite: null }));
    for (const { code, gid } of this.#furtherCodes.values()) out.push({ code, gid, composite: null });
    for (const { code, composite } of this.#clusters()) out.push({ code, gid: composite.components[0]?.gid ?? 0, composite });
    if (this.metrics.isWhole)
      for (const gid of this.gids()) if (this.#units[gid] === UNKNOWN) out.push({ code: gid, gid, composite: null });
    return out.sort((a, b) => a.code - b.code);
  }

  #unicodeOf(gid: number): string {
    const known = this.#units[gid]!;
    return known === LONG ? this.#longText.get(gid)! : String.fromCharCode(known);
  }

  /** Writes the font with descendant, descriptor and ToUnicode (ISO 32000-1, 9.7). */
  write(file: ObjectWriter, { gids, program, firstComposite, cidSet }: EmbeddedProgram): void {
    const m = this.metrics;
    const cff = m.format === "cff";
    const base = m.isWhole ? this.postScriptName : `${subsetTag(gids, this.postScriptName)}+${this.postScriptName}`;
    const glyphOf = new Map([...this.#shapes().keys()].map((key, i) => [key, firstComposite + i]));
    const composites = this.#clusters().map((c) => ({ code: c.code, gid: glyphOf.get(shapeKey(c))!, unicode: c.unicode, width: c.width }));
    const others = [...this.#furtherCodes.values()].map((x) => ({ ...x, width: m.widths[x.gid]! }));
    const more = [...others, ...composites].sort((a, b) => a.code - b.code);
    const shown = [...this.#shown].sort((a, b) => a - b);
    // CFF programs contain what codes draw; in TrueType, components of composites also have ids
    const own = cff && !m.isWhole ? shown : gids.filter((g) => this.#units[g] !== TAKEN);
    const codes = [...own, ...more.map((x) => x.code)].sort((a, b) => a - b);
    const descriptor = file.add({
      Type: name("FontDescriptor"),
      FontName: name(base),
      Flags: 4 | (m.fixedPitch ? 1 : 0) | (m.italicAngle !== 0 ? 64 : 0),
      FontBBox: [...m.bbox],
      ItalicAngle: m.italicAngle,
      Ascent: m.ascender,
      Descent: m.descender,
      CapHeight: m.capHeight,
      StemV: Math.round(50 + (m.weight / 65) ** 2),
      [cff ? "FontFile3" : "FontFile2"]: program,
      ...(cidSet && !m.isWhole && { CIDSet: file.stream({}, bitmap(codes)) }),
    });
    const widthOf = new Map(more.map((x) => [x.code, x.width]));
    const descendant = file.add({
      Type: name("Font"),
      Subtype: name(cff ? "CIDFontType0" : "CIDFontType2"),
      BaseFont: name(base),
      CIDSystemInfo: { Registry: text("Adobe"), Ordering: text("Identity"), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 1000,
      W: widthArray(codes, (c) => widthOf.get(c) ?? m.widths[c]!),
      ...(!cff && { CIDToGIDMap: more.length === 0 ? name("Identity") : file.stream({}, gidMap(own, more)) }),
    });
    const mappings = [...shown.map((g) => [g, this.#unicodeOf(g)] as const), ...more.map((x) => [x.code, x.unicode] as const)];
    mappings.sort(([a], [b]) => a - b);
    const cmap = file.stream({}, toUnicode(mappings));
    const type0 = {
      Type: name("Font"),
      Subtype: name("Type0"),
      BaseFont: name(cff ? `${base}-Identity-H` : base),
      Encoding: name("Identity-H"),
      DescendantFonts: [descendant],
      ToUnicode: cmap,
    };
    file.add(type0, this.ref);
  }
}

/** A cluster with a single code, and its width in 1/1000 em. */
export interface CodedCluster {
  readonly code: number;
  readonly width: number;
}

export interface CodedGlyph {
  readonly code: number;
  readonly gid: number;
  readonly composite: Composite | null;
}

interface EmbeddedProgram {
  readonly gids: readonly number[];
  readonly program: Ref;
  readonly firstComposite: number;
  readonly cidSet: boolean;
}

interface Cluster {
  readonly code: number;
  readonly unicode: string;
  readonly glyphs: readonly number[];
  readonly width: number;
  readonly ownWidth: boolean;
  readonly composite: Composite;
}

const shapeKey = (c: Cluster): string => `${c.composite.advance}:${c.glyphs.join(",")}`;

/** Mostly one or two, but stacked marks differ in height. */
class SameTextClusters {
  readonly all: Cluster[] = [];
  #byShape: Map<number, Cluster[]> | null = null;

  get(run: GlyphRun, from: number, to: number, width: number | null): Cluster | undefined {
    const list = this.#byShape ? (this.#byShape.get(hashOf(run, from, to)) ?? NONE) : this.all;
    steps.painted += list.length;
    for (const c of list) if (isCluster(c, run, from, to) && (width === null ? !c.ownWidth : c.ownWidth && c.width === width)) return c;
    return undefined;
  }

  add(made: Cluster): void {
    this.all.push(made);
    if (this.#byShape) this.#index(made);
    else if (this.all.length > FEW) {
      this.#byShape = new Map();
      for (const c of this.all) this.#index(c);
    }
  }

  #index(c: Cluster): void {
    const map = this.#byShape!;
    const hash = c.glyphs.reduce(hashed, 0);
    const known = map.get(hash);
    if (known) known.push(c);
    else map.set(hash, [c]);
  }
}

/** font units: position and extent of composites have 16 bits */
const FAR = 0x4000;
const FEW = 8;
const NONE: readonly Cluster[] = [];

const hashed = (hash: number, value: number): number => Math.imul(hash ^ value, 0x5bd1e995) ^ (value >>> 7);

function hashOf({ ids, advances, offsets }: GlyphRun, from: number, to: number): number {
  let hash = 0;
  for (let k = from; k < to; k++) {
    hash = hashed(hashed(hash, ids[k]!), advances[k]!);
    hash = hashed(hashed(hash, offsets?.[2 * k] ?? 0), offsets?.[2 * k + 1] ?? 0);
  }
  return hash;
}

function isCluster(c: Cluster, run: GlyphRun, from: number, to: number): boolean {
  if (c.glyphs.length !== 4 * (to - from)) return false;
  for (let k = from, i = 0; k < to; k++, i += 4) {
    if (c.glyphs[i] !== run.ids[k] || c.glyphs[i + 1] !== run.advances[k]) return false;
    if (c.glyphs[i + 2] !== (run.offsets?.[2 * k] ?? 0) || c.glyphs[i + 3] !== (run.offsets?.[2 * k + 1] ?? 0)) return false;
  }
  return true;
}

const UNKNOWN = -1;
const LONG = -2;
const TAKEN = -3;

/** CIDToGIDMap: two bytes per code; 0 for unused codes, which deflates well. */
function gidMap(gids: readonly number[], more: readonly { readonly code: number; readonly gid: number }[]): Uint8Array {
  const last = Math.max(more.at(-1)!.code, gids.at(-1) ?? 0);
  const view = new DataView(new ArrayBuffer(2 * (last + 1)));
  for (const g of gids) view.setUint16(2 * g, g);
  for (const { code, gid } of more) view.setUint16(2 * code, gid);
  return new Uint8Array(view.buffer);
}

/** CIDSet (9.8.3.2): one bit per CID, highest first; glyph 0 is in every subset. */
function bitmap(codes: readonly number[]): Uint8Array {
  const out = new Uint8Array((codes.reduce((a, b) => Math.max(a, b), 0) >> 3) + 1);
  for (const c of [0, ...codes]) out[c >> 3]! |= 0x80 >> (c & 7);
  return out;
}

/** `g [w w w]` for runs of consecutive glyphs (9.7.4.3). */
function widthArray(codes: readonly number[], width: (code: number) => number): PdfValue {
  const out: PdfValue[] = [];
  let run: number[] = [];
  codes.forEach((g, i) => {
    if (i === 0 || codes[i - 1]! + 1 !== g) {
      run = [];
      out.push(g, run);
    }
    run.push(width(g));
  });
  return out;
}

/** Six capitals from a hash, distinct for different subsets of a font (9.6.4). */
function subsetTag(gids: readonly number[], salt: string): string {
  let h = 0x811c9dc5;
  for (const c of salt) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193);
  for (const g of gids) h = Math.imul(h ^ g, 0x01000193);
  let out = "";
  let v = h >>> 0;
  for (let i = 0; i < 6; i++) {
    out += String.fromCharCode(65 + (v % 26));
    v = Math.floor(v / 26);
  }
  return out;
}
