import { copyOf } from "../../../base/code-unit.js";
import type { ColorFont, OutlineOf } from "../../core/color-font.js";
import type { DrawnFont } from "../../box/drawn.js";
import { variationsKey, type Variations } from "../../../base/variations.js";
import type { FontResource } from "../../../ir/ir.js";
import type { FaceInfo } from "../../core/world.js";
import { type HarfBuzz, type HbFont, type HbLanguage, type ShapeRun, scriptTag, type Word } from "./harfbuzz.js";
import { glyphInteractionOf, type GlyphInteraction } from "./glyph-interaction.js";
import { Ideographic } from "./ideographic.js";
import type { LanguageSystems } from "./language-system.js";
import { featureTagsOf, languagesOf, lookupsCover } from "./opentype.js";
import { mayBeSimple, SimpleShaper } from "./simple.js";
import { TATWEEL } from "../unicode/kashida.js";
import { isIgnorable } from "../unicode/ucd.js";
import { WordCache } from "./word-cache.js";

/** HarfBuzz places marks by their ink where a font has positions for other scripts alone */
const HEBREW = "Hebr";
/** kana and bopomofo are shaped as Han */
const HAN = "Hani";
/** longer words are not cached */
export const MAX_CACHED = 40;
/** UTF-16 units that repay the analysis of a face's tables. */
const WORTH_LEARNING = 4000;
/** 1/1000 em from a glyph's edge, up to which letters join */
const TOUCHES = 5;

/** A context shapes with a cache of words. */
export class ShapeContext implements ShapeRun {
  readonly script: number;
  readonly language: HbLanguage;
  /** no lookup covers the space: words are shaped and cached without context */
  readonly spaceIsInert: boolean;
  readonly space: Word;
  /** null in another script, or with spaced letters */
  readonly ideographic: Ideographic | null;
  /** null if the face's tables exclude it, undefined before their analysis */
  #simpleShaper: SimpleShaper | null | undefined;
  /** UTF-16 units requested before the analysis */
  #asked = 0;
  readonly #words = new WordCache();
  #tatweel = -1;
  readonly #shapeWord = (text: string): Word => this.shape(text);

  readonly hb: HarfBuzz;
  readonly scriptCode: string;
  readonly rtl: boolean;
  readonly spaced: boolean;
  readonly features: ShapeRun["features"];
  readonly marksByInk: boolean;

  constructor(
    readonly face: Face,
    {
      script,
      rtl,
      language,
      spaced,
      features,
    }: {
      readonly script: string;
      readonly rtl: boolean;
      readonly language: string;
      readonly spaced: boolean;
      readonly features: string;
    },
  ) {
    const { hb } = face;
    this.hb = hb;
    this.scriptCode = script;
    this.marksByInk = script === HEBREW;
    this.rtl = rtl;
    this.spaced = spaced;
    this.script = scriptTag(script);
    this.language = hb.language(language);
    this.features = features === "" ? undefined : featuresOf(features);
    this.spaceIsInert = face.spaceIsInert(script, this.features);
    this.space = hb.shape(this, " ");
    this.ideographic = script === HAN && !rtl && !spaced && !WIDTHS.test(features) ? face.ideographic() : null;
    this.#simpleShaper = mayBeSimple(script, rtl) && features === "" ? undefined : null;
  }

  /** Each time: an unloaded face is loaded again. */
  get font(): HbFont {
    return this.marksByInk ? this.face.wholeFont() : this.face.font();
  }

  /** Approximate bytes. */
  get weight(): number {
    return this.#words.weight + (this.#simpleShaper?.weight ?? 0);
  }

  /** Once the text repays the analysis of tables. */
  #simple(text: string, from = 0, to?: number): SimpleShaper | null {
    if (this.#simpleShaper !== undefined) return this.#simpleShaper;
    this.#asked += (to ?? text.length) - from;
    if (this.#asked < WORTH_LEARNING) return null;
    const interaction = this.face.interaction(this.scriptCode);
    this.#simpleShaper = interaction ? new SimpleShaper(this.hb, this, interaction) : null;
    return this.#simpleShaper;
  }

  /** 1/1000 em; 0 if absent, or if its ink does not join letters. */
  get tatweel(): number {
    if (this.#tatweel < 0) this.#tatweel = this.#tatweelWidth();
    return this.#tatweel;
  }

  #tatweelWidth(): number {
    if (!this.rtl || this.spaced || !this.face.covers(TATWEEL)) return 0;
    const { ids, width } = this.hb.shape(this, String.fromCharCode(TATWEEL));
    const ink = this.hb.inkOf(this.font, ids[0]!);
    return ids.length === 1 && ids[0] !== 0 && width > 0 && ink.left <= TOUCHES && ink.right >= width - TOUCHES ? width : 0;
  }

  /** Clusters count from `from`. */
  shape(text: string, from = 0, to = text.length): Word {
    const word = this.#simple(text, from, to)?.shape(text, from, to) ?? this.hb.shape(this, text, from, to);
    return this.ideographic?.touches(text, from, to) ? this.ideographic.set(word, text, from) : word;
  }

  /** With spaces; null unless characters interact by kerning only. */
  simple(text: string, from = 0, to = text.length): Word | null {
    if (this.ideographic?.touches(text, from, to)) return null;
    return this.#simple(text, from, to)?.shape(text, from, to) ?? null;
  }

  /** See `SimpleShaper.lineStarts`. */
  simpleStarts(text: string, most: number): readonly number[] | null {
    if (this.ideographic?.touches(text, 0, text.length)) return null;
    return this.#simple(text)?.lineStarts(text, most) ?? null;
  }

  /** 1/1000 em; above `most`, any greater value. */
  simpleWidth(text: string, most = Infinity): number | null {
    if (this.ideographic?.touches(text, 0, text.length)) return null;
    return this.#simple(text)?.width(text, most) ?? null;
  }

  /** Points; see `SimpleShaper.widest`. */
  simpleWidest(text: string, size: number, breaksOf: (text: string) => Uint8Array): number | null {
    if (this.ideographic?.touches(text, 0, text.length)) return null;
    return this.#simple(text)?.widest(text, size, null, breaksOf) ?? null;
  }

  /** Independent of its context. */
  word(text: string, from = 0, to = text.length): Word {
    return this.#words.get(text, from, to, this.#shapeWord);
  }
}

/** Features that reduce punctuation or change ideographs' widths. */
const WIDTHS = /\b(?:palt|halt|pwid|hwid|qwid|twid|chws|pkna)=[1-9]/;

const featuresOf = (features: string): NonNullable<ShapeRun["features"]> =>
  features.split(" ").map((f) => [f.slice(0, 4), Number(f.slice(5))] as const);

/** Requests choose features: bounds a face's contexts. */
const MAX_FEATURED = 64;

/** longer names and languages are not cached: UTF-16 units */
export const LONGEST_KEY = 256;

/** Script of emoji, as `itemize` has it. */
const EMOJI_SCRIPT = "Zyyy";

/** Metrics that are sizes of superscripts and subscripts. */
const SIZES = new Set(["spys", "sbys"]);

/** coverage and character data, bytes */
const FACE_WEIGHT = 300_000;

/** Loaded on first use. */
export class Face {
  #font: HbFont | null = null;
  #whole: HbFont | null = null;
  #bits: Uint8Array | null = null;
  #colors: ColorFont | null = null;
  #ideographic: Ideographic | null = null;
  readonly #spaceInert = new Map<string, boolean>();
  readonly #interactions = new Map<string, GlyphInteraction | null>();
  readonly #metrics = new Map<string, number | null>();
  readonly #contexts = new Map<string, ShapeContext>();
  /** contexts by their features */
  readonly #featured = new Map<string, ShapeContext>();
  #languages: ReadonlySet<number> | null = null;
  readonly #representatives = new Map<string, string>();
  #lastLanguage = "";
  #language: string | null = null;
  #size = -1;
  readonly resource: Omit<FontResource, "drawings">;
  /** equal for equal resources */
  readonly key: string;

  constructor(
    readonly info: FaceInfo,
    readonly bytes: () => Uint8Array,
    readonly hb: HarfBuzz,
    readonly systems: LanguageSystems,
    readonly openColors: (outline: OutlineOf) => ColorFont,
  ) {
    const { blob, postScriptName: name, variations } = info;
    this.resource = variations ? { blob, face: 0, name, variations } : { blob, face: 0, name };
    this.key = faceKey(info);
  }

  /** Glyphs in colour; null for a face without. */
  get colors(): ColorFont | null {
    if (this.info.color === undefined) return null;
    return (this.#colors ??= this.openColors((gid) => this.hb.outline(this.font(), gid)));
  }

  /** Returns the font, which is made on first use. */
  font(): HbFont {
    this.#font ??= this.hb.shapingFont(this.bytes, this.info.postScriptName);
    return this.#font;
  }

  /** Returns the font with its outlines. */
  wholeFont(): HbFont {
    this.#whole ??= this.hb.font(this.bytes(), this.info.postScriptName);
    return this.#whole;
  }

  /** Approximate bytes, with all caches. */
  get weight(): number {
    let caches = 0;
    for (const contexts of [this.#contexts, this.#featured]) for (const context of contexts.values()) caches += context.weight;
    if (this.#size < 0) this.#size = this.bytes().length;
    return FACE_WEIGHT + 2 * this.#size + caches;
  }

  /** Further use loads it again. */
  unload(): void {
    for (const font of [this.#font, this.#whole]) if (font !== null) this.hb.free(font);
    this.#font = null;
    this.#whole = null;
    this.#colors = null;
    this.#contexts.clear();
    this.#featured.clear();
  }

  /** Returns a metric in em, or the fallback. */
  metric(name: string, fallback: number): number {
    let known = this.#metrics.get(name);
    if (known === undefined) {
      known = this.hb.metric(this.font(), name);
      // 0: not filled in
      if (known === 0 && SIZES.has(name)) known = null;
      this.#metrics.set(name, known);
    }
    return (known ?? fallback) / 1000;
  }

  /** Never U+0000, which a ToUnicode map cannot contain (ISO 19005-2, 6.2.11.7.2). */
  covers(cp: number): boolean {
    if (cp === 0) return false;
    this.#bits ??= bitset(this.info.coverage);
    return cp >> 3 < this.#bits.length && (this.#bits[cp >> 3]! & (1 << (cp & 7))) !== 0;
  }

  /** Ignorable characters need no glyph. */
  coversAll(text: string): boolean {
    return [...text].every((c) => isIgnorable(c.codePointAt(0)!) || this.covers(c.codePointAt(0)!));
  }

  /** A sequence of emoji is one glyph with ink; without colours, its characters are covered. */
  shows(sequence: string): boolean {
    const { hidden = [], color } = this.info;
    const holds = (cp: number): boolean => isIgnorable(cp) || this.covers(cp) || hidden.some(([from, to]) => cp >= from && cp <= to);
    if (![...sequence].every((c) => holds(c.codePointAt(0)!))) return false;
    if (color === undefined) return !this.lacksGlyphOf(sequence);
    const { ids } = this.context(EMOJI_SCRIPT, false, "").word(sequence);
    return ids.length === 1 && ids[0] !== 0 && (this.colors!.has(ids[0]!) || this.hb.outline(this.font(), ids[0]!).verbs !== "");
  }

  /** The glyph of a sequence has a picture alone, which is not drawn: the sequence is absent (FT-2). */
  lacksGlyphOf(sequence: string): boolean {
    if (!this.info.pictured) return false;
    return this.context(EMOJI_SCRIPT, false, "")
      .word(sequence)
      .ids.some((gid) => this.isPictured(gid));
  }

  /** The glyph has a picture alone. */
  isPictured(gid: number): boolean {
    return this.info.pictured?.some(([from, to]) => gid >= from && gid <= to) ?? false;
  }

  ideographic(): Ideographic {
    return (this.#ideographic ??= new Ideographic(this.hb, () => this.font()));
  }

  /** No active lookup covers it: words shape alike in any context. */
  spaceIsInert(script: string, features?: ShapeRun["features"]): boolean {
    if (features) return this.#spaceIsInert(script, new Set(features.filter(([, value]) => value > 0).map(([tag]) => tag)));
    let known = this.#spaceInert.get(script);
    if (known === undefined) {
      known = this.#spaceIsInert(script, NO_FEATURES);
      this.#spaceInert.set(script, known);
    }
    return known;
  }

  #spaceIsInert(script: string, features: ReadonlySet<string>): boolean {
    const space = this.hb.glyph(this.font(), 0x20);
    return space !== 0 && !lookupsCover(this.bytes(), space, script, features);
  }

  lacking(tags: readonly string[]): readonly string[] {
    const own = featureTagsOf(this.bytes());
    return own ? tags.filter((tag) => !own.has(tag)) : [];
  }

  #common(): ReadonlySet<number> {
    const font = this.font();
    return new Set(Array.from({ length: 95 }, (_, i) => this.hb.glyph(font, 0x20 + i)).filter((g) => g !== 0));
  }

  /** Null if unknown. */
  interaction(script: string): GlyphInteraction | null {
    let known = this.#interactions.get(script);
    if (known === undefined) {
      known = glyphInteractionOf(this.bytes(), script, this.#common());
      this.#interactions.set(script, known);
    }
    return known;
  }

  /** Of languages that the font treats alike. */
  #languageOf(language: string): string {
    if (this.#language !== null && this.#lastLanguage === language) return this.#language;
    this.#languages ??= languagesOf(this.bytes());
    const alike = this.systems.representative(language, this.#languages, this.#representatives);
    if (language.length <= LONGEST_KEY) {
      this.#lastLanguage = copyOf(language);
      this.#language = alike;
    }
    return alike;
  }

  /** As far as the tables distinguish them. */
  context(script: string, rtl: boolean, language: string, spaced = false, features = ""): ShapeContext {
    const alike = this.#languageOf(language);
    const contexts = features === "" ? this.#contexts : this.#featured;
    const key = `${script}${rtl ? "<" : ">"}${spaced ? "+" : ""}${alike}${features}`;
    let known = contexts.get(key);
    if (!known) {
      known = new ShapeContext(this, { script, rtl, language: alike, spaced, features });
      // HarfBuzz keeps a plan per feature set until the font is freed
      if (contexts === this.#featured && contexts.size >= MAX_FEATURED) this.unload();
      contexts.set(key, known);
    }
    return known;
  }
}

/** Returns the key of a file, or of an instance of it. */
export const faceKey = ({ blob, variations }: Pick<FontResource, "blob"> & { readonly variations?: Variations | undefined }): string =>
  variations ? `${blob} ${variationsKey(variations)}` : blob;

const NO_FEATURES: ReadonlySet<string> = new Set();

const bitsets = new WeakMap<readonly (readonly [number, number])[], Uint8Array>();
function bitset(ranges: readonly (readonly [number, number])[]): Uint8Array {
  let bits = bitsets.get(ranges);
  if (!bits) {
    bits = new Uint8Array(((ranges.at(-1)?.[1] ?? 0) >> 3) + 1);
    for (const [from, to] of ranges) for (let c = from; c <= to; c++) bits[c >> 3]! |= 1 << (c & 7);
    bitsets.set(ranges, bits);
  }
  return bits;
}

/** Returns the face for drawings. */
export function drawnFont({ resource, colors }: Face): DrawnFont {
  return colors ? { ...resource, colors } : resource;
}
