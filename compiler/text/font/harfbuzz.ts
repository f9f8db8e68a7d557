import { FontFault, glyphCountOf } from "../../../base/font-table.js";
import { least } from "../../../base/many.js";
import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import { harfbuzzInstance } from "../../../base/harfbuzz-instance.js";
import { isTrap } from "../../../base/trap.js";
import { setVariations, tagNumber as tag, type VariationExports } from "../../../base/set-variations.js";
import type { Variations } from "../../../base/variations.js";
import { fail } from "../../core/fail.js";
import { ROOT } from "../../core/src.js";
import { isIgnorable } from "../unicode/ucd.js";
import { shapingTables } from "./shaping-tables.js";
import { GlyphPen, type DrawExports, type Outline } from "../../../base/glyph-pen.js";
import { cutOf, firstOf, joinEmoji, joinWords, upTo, type Word } from "./word.js";

/**
 * Without HarfBuzz's JavaScript wrapper: its object per glyph costs three times the shaping, and its buffers are freed between tasks
 * only.
 */
interface Exports extends DrawExports, VariationExports {
  free(p: number): void;
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(b: number): void;
  hb_face_create(b: number, index: number): number;
  hb_face_collect_unicodes(face: number, set: number): void;
  hb_face_destroy(face: number): void;
  hb_font_create(face: number): number;
  hb_font_destroy(font: number): void;
  hb_font_get_face(font: number): number;
  hb_font_set_scale(font: number, x: number, y: number): void;
  hb_font_get_nominal_glyph(font: number, cp: number, out: number): number;
  hb_font_get_glyph_h_advance(font: number, gid: number): number;
  hb_font_get_glyph_extents(font: number, gid: number, out: number): number;
  hb_buffer_create(): number;
  hb_buffer_set_cluster_level(b: number, level: number): void;
  hb_buffer_set_flags(b: number, flags: number): void;
  hb_buffer_clear_contents(b: number): void;
  hb_buffer_add_utf16(b: number, p: number, n: number, offset: number, length: number): void;
  hb_buffer_set_direction(b: number, dir: number): void;
  hb_buffer_set_script(b: number, script: number): void;
  hb_buffer_set_language(b: number, lang: number): void;
  hb_buffer_get_length(b: number): number;
  hb_buffer_get_glyph_infos(b: number, n: number): number;
  hb_buffer_get_glyph_positions(b: number, n: number): number;
  hb_language_from_string(p: number, n: number): number;
  hb_ot_tags_from_script_and_language(script: number, lang: number, sn: number, s: number, ln: number, l: number): void;
  hb_set_create(): number;
  hb_set_destroy(set: number): void;
  hb_set_get_population(set: number): number;
  hb_set_next_many(set: number, after: number, out: number, n: number): number;
  hb_ot_layout_table_get_script_tags(face: number, table: number, start: number, count: number, tags: number): number;
  hb_ot_metrics_get_position(font: number, tag: number, out: number): number;
  hb_shape(font: number, b: number, features: number, n: number): void;
}

export type { Word } from "./word.js";

/** Scaled to lengths of 1/1000 em. */
export type HbFont = number;
export type HbLanguage = number;

const LTR = 4;
const RTL = 5;
const UNSAFE_TO_BREAK = 1;
/** A tatweel before the cluster is safe. */
const SAFE_TO_INSERT_TATWEEL = 4;
/** Buffer flag that requests it; such places become unsafe to break. */
const PRODUCE_SAFE_TO_INSERT_TATWEEL = 0x80;
/** An unmerged mark keeps its cluster: its glyph maps to its character. */
const MONOTONE_CHARACTERS = 1;
const MAX_TAGS = 3;
const ZWJ = 0x200d;
const KEYCAP = 0x20e3;
/** Ligatures that no script requires. */
const UNLIGATED = ["liga", "clig", "dlig", "hlig"];
const MOST_FEATURES = 4;
/** HarfBuzz reads five characters of context. */
const CONTEXT = 8;
/**
 * UTF-16 units per call, which stay in wasm memory. HarfBuzz counts operations in 32 bits, and of half a million characters only maps
 * glyphs
 */
const MAX_TEXT = 1 << 16;

const GPOS = tag("GPOS");

interface LoadedFont {
  /** name in messages */
  readonly name: string;
  readonly glyphs: number;
  /** address */
  readonly bytes: number;
  /** file of a font without outlines */
  readonly whole: (() => Uint8Array) | null;
}

export class HarfBuzz {
  readonly #hb: Exports;
  readonly #buffer: number;
  readonly #text: number;
  readonly #out: number;
  readonly #unligated: number;
  /** features of a run, and their capacity */
  #features = { at: 0, most: 0 };
  #pen: GlyphPen | null = null;
  readonly #languages = new Map<string, HbLanguage>();
  readonly #fonts = new Map<HbFont, LoadedFont>();
  /** fonts with outlines, by those without; wasm memory never shrinks, so that it is a separate instance */
  #outlines: { readonly hb: HarfBuzz; readonly fonts: Map<HbFont, HbFont> } | null = null;
  #stopped = false;

  constructor(readonly module: WebAssembly.Module) {
    this.#hb = harfbuzzInstance<Exports>(module);
    this.#buffer = this.#hb.hb_buffer_create();
    this.#hb.hb_buffer_set_cluster_level(this.#buffer, MONOTONE_CHARACTERS);
    this.#text = this.#hb.malloc((MAX_TEXT + 2 * CONTEXT) * 2);
    this.#out = this.#hb.malloc(16);
    this.#unligated = this.#hb.malloc(16 * UNLIGATED.length);
    const features = new Uint32Array(this.#hb.memory.buffer, this.#unligated, 4 * UNLIGATED.length);
    // hb_feature_t: tag, value, start, end
    UNLIGATED.forEach((name, i) => features.set([tag(name), 0, 0, 0xffffffff], 4 * i));
  }

  /** Failed during a call: memory is undefined, the instance unusable. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Grows only; without outlines, which `releaseOutlines` frees. */
  get memoryBytes(): number {
    return this.#hb.memory.buffer.byteLength;
  }

  /** Whole. `name`: in messages @throws RenderError API-503 */
  font(bytes: Uint8Array, name: string, variations?: Variations): HbFont {
    const glyphs = glyphsIn(bytes, name);
    const font = this.#load(bytes.length, (to) => to.set(bytes), { name, glyphs, whole: null });
    if (variations) setVariations(this.#hb, font, variations);
    return font;
  }

  /**
   * Without its outlines if shaping does not read them: whole when ink or an outline is requested.
   * @throws RenderError API-503
   */
  shapingFont(bytes: () => Uint8Array, name: string): HbFont {
    const file = bytes();
    const glyphs = glyphsIn(file, name);
    const tables = shapingTables(file);
    if (!tables) return this.font(file, name);
    const font = this.#load(tables.size, (to) => tables.write(to), { name, glyphs, whole: bytes });
    if (this.#hb.hb_ot_layout_table_get_script_tags(this.#hb.hb_font_get_face(font), GPOS, 0, 0, 0) > 0) return font;
    // a table that HarfBuzz does not accept
    this.free(font);
    return this.font(file, name);
  }

  #load(size: number, write: (to: Uint8Array) => void, known: Omit<LoadedFont, "bytes">): HbFont {
    const hb = this.#hb;
    const p = hb.malloc(size);
    if (!p) return fail("API-503", "font-engine", ROOT, `not enough memory for the font ${known.name}`);
    write(new Uint8Array(hb.memory.buffer, p, size).fill(0));
    const blob = hb.hb_blob_create(p, size, 2, 0, 0);
    const face = hb.hb_face_create(blob, 0);
    hb.hb_blob_destroy(blob);
    const font = hb.hb_font_create(face);
    // owned by the font
    hb.hb_face_destroy(face);
    hb.hb_font_set_scale(font, 1000, 1000);
    this.#fonts.set(font, { ...known, bytes: p });
    return font;
  }

  /** With its file and shape plans. */
  free(font: HbFont): void {
    const known = this.#fonts.get(font);
    if (!known || this.#stopped) return;
    const whole = this.#outlines?.fonts.get(font);
    if (whole !== undefined) this.#outlines!.hb.free(whole);
    this.#outlines?.fonts.delete(font);
    this.#fonts.delete(font);
    this.#hb.hb_font_destroy(font);
    this.#hb.free(known.bytes);
  }

  /** Their memory is collected; loaded again on request. */
  releaseOutlines(): void {
    this.#outlines = null;
  }

  /** The font with outlines, and its instance; null: this one. */
  #whole(font: HbFont): { readonly hb: HarfBuzz; readonly font: HbFont } | null {
    const { whole = null, name = "" } = this.#fonts.get(font) ?? {};
    if (!whole) return null;
    const { hb, fonts } = (this.#outlines ??= { hb: new HarfBuzz(this.module), fonts: new Map() });
    let known = fonts.get(font);
    if (known === undefined) fonts.set(font, (known = hb.font(whole(), name)));
    return { hb, font: known };
  }

  /** ascending */
  coverage(font: HbFont): Uint32Array {
    const hb = this.#hb;
    const set = hb.hb_set_create();
    hb.hb_face_collect_unicodes(hb.hb_font_get_face(font), set);
    const count = hb.hb_set_get_population(set);
    const p = hb.malloc(4 * count);
    const got = hb.hb_set_next_many(set, 0xffffffff, p, count);
    const out = new Uint32Array(hb.memory.buffer, p, got).slice();
    hb.free(p);
    hb.hb_set_destroy(set);
    return out;
  }

  /** By cmap alone; 0 if absent. */
  glyph(font: HbFont, cp: number): number {
    const hb = this.#hb;
    if (!hb.hb_font_get_nominal_glyph(font, cp, this.#out)) return 0;
    return new Uint32Array(hb.memory.buffer, this.#out, 1)[0]!;
  }

  /** MVAR tags (`undo`, `unds`, `stro`, `spys` …), 1/1000 em; null if absent. */
  metric(font: HbFont, name: string): number | null {
    const hb = this.#hb;
    if (!hb.hb_ot_metrics_get_position(font, tag(name), this.#out)) return null;
    return new Int32Array(hb.memory.buffer, this.#out, 1)[0]!;
  }

  /** 1/1000 em. */
  advance(font: HbFont, gid: number): number {
    return this.#hb.hb_font_get_glyph_h_advance(font, gid);
  }

  /** Of ink, 1/1000 em; empty without. */
  inkOf(font: HbFont, gid: number): { readonly left: number; readonly right: number } {
    const whole = this.#whole(font);
    if (whole) return whole.hb.inkOf(whole.font, gid);
    const hb = this.#hb;
    if (!hb.hb_font_get_glyph_extents(font, gid, this.#out)) return { left: 0, right: 0 };
    const [left = 0, , width = 0] = new Int32Array(hb.memory.buffer, this.#out, 4);
    return { left, right: left + width };
  }

  /** 1/1000 em, y up. */
  outline(font: HbFont, gid: number): Outline {
    const whole = this.#whole(font);
    if (whole) return whole.hb.outline(whole.font, gid);
    return (this.#pen ??= new GlyphPen(this.#hb)).outline(font, gid);
  }

  /** HarfBuzz keeps every language: callers pass few (`LanguageSystems`). */
  language(bcp47: string): HbLanguage {
    const known = this.#languages.get(bcp47);
    if (known !== undefined) return known;
    const hb = this.#hb;
    const bytes = new TextEncoder().encode(bcp47);
    const p = hb.malloc(bytes.length + 1);
    new Uint8Array(hb.memory.buffer).set([...bytes, 0], p);
    const language = hb.hb_language_from_string(p, -1);
    hb.free(p);
    this.#languages.set(bcp47, language);
    return language;
  }

  /** OpenType, best first. */
  languageTags(bcp47: string): readonly number[] {
    const hb = this.#hb;
    const out = hb.malloc(4 + 4 * MAX_TAGS);
    new Uint32Array(hb.memory.buffer, out, 1)[0] = MAX_TAGS;
    hb.hb_ot_tags_from_script_and_language(0, this.language(bcp47), 0, 0, out, out + 4);
    const found = new Uint32Array(hb.memory.buffer, out, 1 + MAX_TAGS).slice();
    hb.free(out);
    return [...found.subarray(1, 1 + found[0]!)];
  }

  /** Clusters count from `from`. */
  shape(run: ShapeRun, text: string, from = 0, to = text.length): Word {
    if (to - from <= MAX_TEXT) return this.#shape(run, text, from, to);
    const parts: Word[] = [];
    const starts: number[] = [];
    for (let at = from; at < to;) {
      const most = Math.min(at + MAX_TEXT, to);
      const end = most < to && (unitAt(text, most) & 0xfc00) === 0xdc00 ? most - 1 : most;
      const word = this.#shape(run, text, at, end);
      const part = end === to ? { glyphs: word.ids.length, next: to } : cutOf(word, text, at, end);
      parts.push(part.glyphs === word.ids.length ? word : firstOf(word, part.glyphs));
      starts.push(at - from);
      at = part.next;
    }
    return joinWords(parts, starts, run.rtl);
  }

  /** Between joined letters where a tatweel changes no glyph: UTF-16 units from `from`, unordered. Empty beyond one call's text. */
  tatweelPlaces(run: ShapeRun, text: string, from: number, to: number): readonly number[] {
    if (to - from > MAX_TEXT) return [];
    const hb = this.#hb;
    const b = this.#buffer;
    hb.hb_buffer_set_flags(b, PRODUCE_SAFE_TO_INSERT_TATWEEL);
    this.#shape(run, text, from, to);
    hb.hb_buffer_set_flags(b, 0);
    const info = hb.hb_buffer_get_glyph_infos(b, 0) >> 2;
    const heap = new Int32Array(hb.memory.buffer);
    const base = from - Math.max(0, from - CONTEXT);
    const out = new Set<number>();
    for (let i = 0, n = hb.hb_buffer_get_length(b); i < n; i++)
      if (heap[info + i * 5 + 1]! & SAFE_TO_INSERT_TATWEEL) out.add(heap[info + i * 5 + 2]! - base);
    return [...out];
  }

  #shape(run: ShapeRun, text: string, from: number, to: number): Word {
    const hb = this.#hb;
    const before = Math.max(0, from - CONTEXT);
    const after = Math.min(text.length, to + CONTEXT);
    const length = after - before;
    steps.shaped += length;
    const chars = new Uint16Array(hb.memory.buffer, this.#text, length);
    let ignorable = false;
    let emoji = false;
    for (let i = 0; i < length; i++) {
      const c = unitAt(text, before + i);
      chars[i] = c;
      if (c >= 0xad && isIgnorable((c & 0xfc00) === 0xd800 ? text.codePointAt(before + i)! : c)) ignorable = true;
      if (c >= ZWJ && (c === ZWJ || c === KEYCAP || (c & 0xfffc) === 0xd83c)) emoji = true;
    }
    const b = this.#buffer;
    hb.hb_buffer_clear_contents(b);
    hb.hb_buffer_add_utf16(b, this.#text, length, from - before, to - from);
    hb.hb_buffer_set_direction(b, run.rtl ? RTL : LTR);
    hb.hb_buffer_set_script(b, run.script);
    hb.hb_buffer_set_language(b, run.language);
    try {
      if (run.features)
        hb.hb_shape(run.font, b, this.#featured(run.features, run.spaced), run.features.length + (run.spaced ? UNLIGATED.length : 0));
      else hb.hb_shape(run.font, b, run.spaced ? this.#unligated : 0, run.spaced ? UNLIGATED.length : 0);
    } catch (e) {
      if (!isTrap(e)) throw e;
      this.#stopped = true;
      this.#fail(run.font, "the shaper cannot deal with it");
    }
    const read = this.#read(run, from - before);
    const hidden = ignorable ? this.#hidden(read, run.font, text, from) : read;
    const word = ignorable && !run.rtl ? this.#withoutIgnorables(hidden, run.font, text, from) : hidden;
    return emoji ? joinEmoji(word, text, from, to) : word;
  }

  /** After those that letter spacing turns off. */
  #featured(features: readonly (readonly [string, number])[], spaced: boolean): number {
    const all = [...(spaced ? UNLIGATED.map((name) => [name, 0] as const) : []), ...features];
    if (all.length > this.#features.most) {
      const most = Math.max(UNLIGATED.length + MOST_FEATURES, 2 * all.length);
      if (this.#features.at !== 0) this.#hb.free(this.#features.at);
      this.#features = { at: this.#hb.malloc(16 * most), most };
    }
    const out = new Uint32Array(this.#hb.memory.buffer, this.#features.at, 4 * all.length);
    all.forEach(([name, value], i) => out.set([tag(name), value, 0, 0xffffffff], 4 * i));
    return out.byteOffset;
  }

  /** HarfBuzz draws some ignorable characters (Hangul fillers, shorthand controls): they become spaces without width. */
  #hidden(word: Word, font: HbFont, text: string, from: number): Word {
    const lacks = (i: number): boolean => word.ids[i] === 0 && isIgnorable(text.codePointAt(from + word.clusters[i]!) ?? 0);
    if (!word.ids.some((_, i) => lacks(i))) return word;
    const space = this.glyph(font, 0x20);
    const ids = word.ids.map((id, i) => (lacks(i) ? space : id));
    const advances = word.advances.map((advance, i) => (lacks(i) ? 0 : advance));
    return { ...word, ids, advances, width: advances.reduce((a, b) => a + b, 0) };
  }

  /**
   * HarfBuzz shows ignorables as a space without width. Left to right it is removed unless alone, its character joins the preceding
   * cluster, where PDF readers expect it; right to left it stays, as readers order by position.
   */
  #withoutIgnorables(word: Word, font: HbFont, text: string, from: number): Word {
    const space = this.glyph(font, 0x20);
    const hidden = (i: number): boolean =>
      word.ids[i] === space && word.advances[i] === 0 && isIgnorable(text.codePointAt(from + word.clusters[i]!) ?? 0);
    const inCluster = (i: number): boolean => {
      // a joiner shares the preceding letter's cluster
      const alone = word.clusters[i - 1] !== word.clusters[i] && word.clusters[i + 1] !== word.clusters[i];
      return !alone && word.ids[i] === space && word.advances[i] === 0;
    };
    const shown = word.ids.map((_, i) => i).filter((i) => !hidden(i) && !inCluster(i));
    // if none remains, the first represents all
    if (shown.length === 0 && word.ids.length > 0) shown.push(0);
    if (shown.length === word.ids.length) return word;
    const pick = (values: readonly number[]): number[] => shown.map((i) => values[i]!);
    const clusters = pick(word.clusters);
    const start = least(clusters);
    return {
      ...word,
      ids: pick(word.ids),
      advances: pick(word.advances),
      offsets: word.offsets ? shown.flatMap((i) => [word.offsets![2 * i]!, word.offsets![2 * i + 1]!]) : null,
      // the first cluster includes the characters before it
      clusters: clusters.map((c) => (c === start ? 0 : c)),
      unsafe: word.unsafe ? pick(word.unsafe) : null,
      hyphens: null,
    };
  }

  /** @throws RenderError always */
  #fail(font: HbFont, reason: string): never {
    fail("API-503", "font-engine", ROOT, `the font ${this.#fonts.get(font)?.name ?? ""} cannot be used: ${reason}`);
  }

  #read({ rtl, font }: ShapeRun, base: number): Word {
    const hb = this.#hb;
    const n = hb.hb_buffer_get_length(this.#buffer);
    const info = hb.hb_buffer_get_glyph_infos(this.#buffer, 0) >> 2;
    const pos = hb.hb_buffer_get_glyph_positions(this.#buffer, 0) >> 2;
    const heap = new Int32Array(hb.memory.buffer);
    const ids = new Array<number>(n);
    const advances = new Array<number>(n);
    const clusters = new Array<number>(n);
    let each = true;
    let offsets: number[] | null = null;
    let unsafe: number[] | null = null;
    let width = 0;
    let last = 0;
    for (let i = 0; i < n; i++) {
      const a = info + i * 5;
      const p = pos + i * 5;
      const id = heap[a]!;
      if (id > last) last = id;
      ids[i] = id;
      const cluster = heap[a + 2]! - base;
      clusters[i] = cluster;
      if (cluster !== i) each = false;
      const advance = heap[p]!;
      advances[i] = advance;
      width += advance;
      if (heap[p + 2] !== 0 || heap[p + 3] !== 0) {
        offsets ??= new Array<number>(2 * n).fill(0);
        offsets[2 * i] = heap[p + 2]!;
        offsets[2 * i + 1] = heap[p + 3]!;
      }
      if (heap[a + 1]! & UNSAFE_TO_BREAK) {
        unsafe ??= new Array<number>(n).fill(0);
        unsafe[i] = 1;
      }
    }
    const glyphs = this.#fonts.get(font)?.glyphs ?? 0;
    if (last >= glyphs) this.#fail(font, `its tables lead to glyph ${last}, it has ${glyphs}`);
    return { ids, advances, offsets, clusters: each ? upTo(n) : clusters, unsafe, width, rtl, hyphens: null };
  }
}

function glyphsIn(bytes: Uint8Array, name: string): number {
  try {
    return glyphCountOf(bytes);
  } catch (e) {
    if (!(e instanceof FontFault)) throw e;
    return fail("API-503", "font-engine", ROOT, `the font ${name} cannot be used: ${e.message}`);
  }
}

export interface ShapeRun {
  readonly font: HbFont;
  /** ISO 15924, as HarfBuzz encodes it */
  readonly script: number;
  readonly language: HbLanguage;
  readonly rtl: boolean;
  /** true if letters are spaced: without optional ligatures */
  readonly spaced: boolean;
  readonly features?: readonly (readonly [tag: string, value: number])[] | undefined;
}

/** ISO 15924, as HarfBuzz encodes it. */
export const scriptTag = tag;
