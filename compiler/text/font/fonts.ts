// A declared family and a character to the face that sets it, and a face to contexts that shape.
import { copyOf } from "../../../ir/code-unit.js";
import { namesOf, normalName } from "../../core/families.js";
import type { FaceInfo, FamilyInfo, FontSource } from "../../core/world.js";
import { type HarfBuzz, type HbFont, type HbLanguage, type ShapeRun, scriptTag, type Word } from "./harfbuzz.js";
import { glyphInteractionOf, type GlyphInteraction } from "./glyph-interaction.js";
import { FacePool } from "./face-pool.js";
import { Ideographic } from "./ideographic.js";
import { LanguageSystems } from "./language-system.js";
import { languagesOf, lookupsCover } from "./opentype.js";
import { mayBeSimple, SimpleShaper } from "./simple.js";
import { TATWEEL } from "../unicode/kashida.js";
import { charScript, COMMON, isIgnorable, SCRIPTS } from "../unicode/ucd.js";
import { WordCache } from "./word-cache.js";

/** How a declared family is to be held to (element model, Font rules); `automatic` where no family is declared. */
export type FontMode = "automatic" | "prefer" | "strict";

/** The part of a run's look that chooses faces. */
export interface FontRequest {
  readonly family: string | null;
  readonly mode: FontMode;
  readonly weight: number;
  /** a weight was declared somewhere, so a face's PostScript name does not bring its own */
  readonly weightDeclared: boolean;
  readonly italic: boolean;
}

/** A face with what choosing it brought along. */
export interface ChosenFace {
  readonly face: Face;
  /** that it was chosen from: a face may be in several, of owners who have the same file */
  readonly family: FamilyInfo;
  /** drawn oblique: the family has no italic */
  readonly slanted: boolean;
  /** BCP 47, where the family's name selects a region's forms */
  readonly language: string | null;
}

/** tangent of the 12° by which an oblique is slanted (decisions §1) */
export const OBLIQUE = 0.212557;

/** Kana and bopomofo are shaped as Han. */
const HAN = "Hani";
/** Longer words are not worth keeping. */
export const MAX_CACHED = 40;
/** UTF-16 units that HarfBuzz sets in the time that a face's tables take to be looked through. */
const WORTH_LEARNING = 4000;
/** Ink that ends so near the edge of its glyph touches that of the next one, 1/1000 em: letters overlap where they are joined. */
const TOUCHES = 5;

/** Shaping in one face, script, direction and language, with a cache of words. */
export class ShapeContext implements ShapeRun {
  readonly script: number;
  readonly language: HbLanguage;
  /** no lookup of the script covers the space, so words may be shaped and cached without their context */
  readonly spaceIsInert: boolean;
  readonly space: Word;
  /** sets punctuation close; null where text is in another script, or letters are spaced */
  readonly ideographic: Ideographic | null;
  /** null where the face's tables allow none, undefined as long as nobody has looked */
  #simpleShaper: SimpleShaper | null | undefined;
  /** UTF-16 units asked for before anybody looked */
  #asked = 0;
  readonly #words = new WordCache();
  #tatweel = -1;
  readonly #shapeWord = (text: string): Word => this.shape(text);

  readonly hb: HarfBuzz;
  readonly scriptCode: string;
  readonly rtl: boolean;
  readonly spaced: boolean;

  constructor(
    readonly face: Face,
    {
      script,
      rtl,
      language,
      spaced,
    }: { readonly script: string; readonly rtl: boolean; readonly language: string; readonly spaced: boolean },
  ) {
    const { hb } = face;
    this.hb = hb;
    this.scriptCode = script;
    this.rtl = rtl;
    this.spaced = spaced;
    this.script = scriptTag(script);
    this.language = hb.language(language);
    this.spaceIsInert = face.spaceIsInert(script);
    this.space = hb.shape(this, " ");
    this.ideographic = script === HAN && !rtl && !spaced ? face.ideographic() : null;
    this.#simpleShaper = mayBeSimple(script, rtl) ? undefined : null;
  }

  /** Asked for each time: a face that was unloaded meanwhile is loaded again. */
  get font(): HbFont {
    return this.face.font();
  }

  /** Bytes that its caches take, about. */
  get weight(): number {
    return this.#words.weight + (this.#simpleShaper?.weight ?? 0);
  }

  /** What sets so many units without HarfBuzz, where there is enough text that looking through the face's tables for it takes less time. */
  #simple(units: number): SimpleShaper | null {
    if (this.#simpleShaper !== undefined) return this.#simpleShaper;
    this.#asked += units;
    if (this.#asked < WORTH_LEARNING) return null;
    const interaction = this.face.interaction(this.scriptCode);
    this.#simpleShaper = interaction ? new SimpleShaper(this.hb, this, interaction) : null;
    return this.#simpleShaper;
  }

  /** The width of a tatweel, 1/1000 em; 0 where the face has none, or one whose ink does not reach from letter to letter. */
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

  /** text[from, to) with the text around it as context; clusters count from `from`. */
  shape(text: string, from = 0, to = text.length): Word {
    const word = this.#simple(to - from)?.shape(text, from, to) ?? this.hb.shape(this, text, from, to);
    return this.ideographic?.touches(text, from, to) ? this.ideographic.set(word, text, from) : word;
  }

  /** Text whose characters do nothing to each other but kern, spaces among them; else null. */
  simple(text: string, from = 0, to = text.length): Word | null {
    if (this.ideographic?.touches(text, from, to)) return null;
    return this.#simple(to - from)?.shape(text, from, to) ?? null;
  }

  /** Where such a text's lines begin, but the first: see `SimpleShaper.lineStarts`. */
  simpleStarts(text: string, most: number): readonly number[] | null {
    if (this.ideographic?.touches(text, 0, text.length)) return null;
    return this.#simple(text.length)?.lineStarts(text, most) ?? null;
  }

  /** The width of such a text, 1/1000 em; no more than that it is over `most` where it is. */
  simpleWidth(text: string, most = Infinity): number | null {
    if (this.ideographic?.touches(text, 0, text.length)) return null;
    return this.#simple(text.length)?.width(text, most) ?? null;
  }

  /** The width of the widest piece of such a text that may not be divided, points at a font size: see `SimpleShaper.widest`. */
  simpleWidest(text: string, size: number, breaksOf: (text: string) => Uint8Array): number | null {
    if (this.ideographic?.touches(text, 0, text.length)) return null;
    return this.#simple(text.length)?.widest(text, size, null, breaksOf) ?? null;
  }

  /** text[from, to), a word that shapes the same in any context. */
  word(text: string, from = 0, to = text.length): Word {
    return this.#words.get(text, from, to, this.#shapeWord);
  }
}

/** Longer names and languages are not kept, not even the last: UTF-16 units. */
const MAX_KEPT = 256;

/** Metrics that are the size of superscripts and subscripts. */
const SIZES = new Set(["spys", "sbys"]);

/** Bytes that a face takes beside its file and the shaped text: its coverage, and what is known of its characters. */
const FACE_WEIGHT = 300_000;

/** A font file at work, whoever's it is: loaded when a text first needs it. */
export class Face {
  #font: HbFont | null = null;
  #bits: Uint8Array | null = null;
  #ideographic: Ideographic | null = null;
  readonly #spaceInert = new Map<string, boolean>();
  readonly #interactions = new Map<string, GlyphInteraction | null>();
  readonly #metrics = new Map<string, number | null>();
  readonly #contexts = new Map<string, ShapeContext>();
  #languages: ReadonlySet<number> | null = null;
  readonly #representatives = new Map<string, string>();
  /** the language of the last call, and the one that represents it */
  #lastLanguage = "";
  #language: string | null = null;

  constructor(
    readonly info: FaceInfo,
    readonly bytes: () => Uint8Array,
    readonly hb: HarfBuzz,
    readonly systems: LanguageSystems,
  ) {}

  /** HarfBuzz's font object, made when it is first needed. */
  font(): HbFont {
    this.#font ??= this.hb.font(this.bytes(), this.info.postScriptName);
    return this.#font;
  }

  /** Bytes that it takes with all that is kept of it, about. */
  get weight(): number {
    let caches = 0;
    for (const context of this.#contexts.values()) caches += context.weight;
    return FACE_WEIGHT + 2 * this.bytes().length + caches;
  }

  /** Gives back what HarfBuzz has of it. Who still has the face may go on with it: it is then loaded again. */
  unload(): void {
    if (this.#font !== null) this.hb.free(this.#font);
    this.#font = null;
    this.#contexts.clear();
  }

  /** A metric of the font's own, in em; the fallback where it has none. */
  metric(name: string, fallback: number): number {
    let known = this.#metrics.get(name);
    if (known === undefined) {
      known = this.hb.metric(this.font(), name);
      // letters of no size are a field that was not filled in
      if (known === 0 && SIZES.has(name)) known = null;
      this.#metrics.set(name, known);
    }
    return (known ?? fallback) / 1000;
  }

  /** Whether the face has a glyph for a code point, by its catalogue entry. */
  covers(cp: number): boolean {
    this.#bits ??= bitset(this.info.coverage);
    return cp >> 3 < this.#bits.length && (this.#bits[cp >> 3]! & (1 << (cp & 7))) !== 0;
  }

  /** What sets Chinese and Japanese in it. */
  ideographic(): Ideographic {
    return (this.#ideographic ??= new Ideographic(this.hb, () => this.font()));
  }

  /** Whether no lookup that is active for the script covers the space: words then shape alike in any context. */
  spaceIsInert(script: string): boolean {
    let known = this.#spaceInert.get(script);
    if (known === undefined) {
      const space = this.hb.glyph(this.font(), 0x20);
      known = space !== 0 && !lookupsCover(this.bytes(), space, script);
      this.#spaceInert.set(script, known);
    }
    return known;
  }

  /** Glyphs of ASCII. */
  #common(): ReadonlySet<number> {
    const font = this.font();
    return new Set(Array.from({ length: 95 }, (_, i) => this.hb.glyph(font, 0x20 + i)).filter((g) => g !== 0));
  }

  /** What its tables do to glyphs by their neighbours; null where nothing is known of that. */
  interaction(script: string): GlyphInteraction | null {
    let known = this.#interactions.get(script);
    if (known === undefined) {
      known = glyphInteractionOf(this.bytes(), script, this.#common());
      this.#interactions.set(script, known);
    }
    return known;
  }

  /** The language that represents all those that the font treats alike. */
  #languageOf(language: string): string {
    if (this.#language !== null && this.#lastLanguage === language) return this.#language;
    this.#languages ??= languagesOf(this.bytes());
    const alike = this.systems.representative(language, this.#languages, this.#representatives);
    if (language.length <= MAX_KEPT) {
      this.#lastLanguage = copyOf(language);
      this.#language = alike;
    }
    return alike;
  }

  /** Shaping in the face. There are as many contexts as its tables distinguish scripts and languages. */
  context(script: string, rtl: boolean, language: string, spaced = false): ShapeContext {
    const alike = this.#languageOf(language);
    const key = `${script}${rtl ? "<" : ">"}${spaced ? "+" : ""}${alike}`;
    let known = this.#contexts.get(key);
    if (!known) {
      known = new ShapeContext(this, { script, rtl, language: alike, spaced });
      this.#contexts.set(key, known);
    }
    return known;
  }
}

const bitsets = new WeakMap<readonly (readonly [number, number])[], Uint8Array>();
/** One bit a code point, up to the last that is covered. */
function bitset(ranges: readonly (readonly [number, number])[]): Uint8Array {
  let bits = bitsets.get(ranges);
  if (!bits) {
    bits = new Uint8Array(((ranges.at(-1)?.[1] ?? 0) >> 3) + 1);
    for (const [from, to] of ranges) for (let c = from; c <= to; c++) bits[c >> 3]! |= 1 << (c & 7);
    bitsets.set(ranges, bits);
  }
  return bits;
}

/** What a family's name means: a family, the forms of a language in it, one of its faces. */
interface Named {
  readonly index: number;
  readonly family: FamilyInfo;
  readonly language: string | null;
  readonly face: FaceInfo | null;
}

/** Stacks that are kept; each has a table of 64 KB. */
const MAX_STACKS = 128;

/** The faces of a process by their bytes, with the shaper that they are loaded into. */
export class Faces {
  readonly #pool = new FacePool<Face>();
  readonly #systems: LanguageSystems;

  constructor(
    readonly hb: HarfBuzz,
    harfbuzz: WebAssembly.Module,
  ) {
    this.#systems = new LanguageSystems(harfbuzz);
  }

  /** A face of the installation, which stays; or one of a caller's, whose bytes are at hand. */
  of(info: FaceInfo, source: FontSource): Face {
    if (!source.shared) return this.#pool.kept(info.blob, () => new Face(info, () => source.bytes(info), this.hb, this.#systems));
    return this.#pool.evictable(info.blob, () => {
      const bytes = source.bytes(info);
      return new Face(info, () => bytes, this.hb, this.#systems);
    });
  }

  /** Unloads those of callers that were longest without use, where they come to too much. */
  trim(): void {
    this.#pool.trim();
  }

  /** Of callers. */
  get evictable(): number {
    return this.#pool.evictables;
  }
}

/** Families by name, and faces by CSS's nearest-weight rule. */
export class FontLibrary {
  readonly #names = new Map<string, Named>();
  readonly #stacks = new Map<string, FontStack>();
  /** looks are interned, so the last request is mostly the next one, too */
  #last: { readonly request: FontRequest; readonly stack: FontStack } | null = null;
  /**
   * Families that characters without a family are looked for in, in this order: the general one, those of signs, the other text faces in the
   * order of the catalogue (the pan-CJK one, which is heavy to load, comes last there), that of emoji, and what only fills in where nothing else can.
   */
  readonly #fallback: readonly FamilyInfo[];

  /** @param shared that of the source that this one shares: what has no name here has it there */
  constructor(
    readonly source: FontSource,
    readonly faces: Faces,
    readonly shared: FontLibrary | null = null,
  ) {
    const own = source.families.slice(source.shared?.families.length ?? 0);
    for (const family of own) {
      for (const face of family.faces) this.#name(face.postScriptName, { family, language: null, face });
      for (const [alias, language] of Object.entries(family.aliases)) this.#name(alias, { family, language, face: null });
    }
    for (const family of own) this.#name(family.name, { family, language: null, face: null });
    const [general, ...others] = own.filter((f) => f.fallback === "text");
    const kind = (name: FamilyInfo["fallback"]): readonly FamilyInfo[] => own.filter((f) => f.fallback === name);
    this.#fallback = shared
      ? shared.#fallback
      : [...(general ? [general] : []), ...kind("symbols"), ...others, ...kind("emoji"), ...kind("last")];
  }

  #name(name: string, means: Omit<Named, "index">): void {
    this.#names.set(normalName(name), { index: this.#names.size, ...means });
  }

  /** Whether a family of that name exists. */
  knows(family: string): boolean {
    return this.#names.has(normalName(family)) || (this.shared?.knows(family) ?? false);
  }

  /** The package of its own that has a bundled family of that name, where that was left out; else null. */
  packageOf(family: string): string | null {
    const wanted = normalName(family);
    return this.source.absent.find(({ names }) => names.some((n) => normalName(n) === wanted))?.package ?? null;
  }

  /** Names of the families, in the order of the catalogue. */
  get names(): readonly string[] {
    return this.source.families.map((f) => f.name);
  }

  /** Names of the families with a face that has all of the characters. Only for messages. */
  namesCovering(characters: readonly number[]): readonly string[] {
    const covers = ({ coverage }: FaceInfo, cp: number): boolean => coverage.some(([from, to]) => cp >= from && cp <= to);
    return this.source.families.filter((f) => f.faces.some((face) => characters.every((cp) => covers(face, cp)))).map((f) => f.name);
  }

  /** The faces that a look may use, in order. */
  stack(request: FontRequest): FontStack {
    if (this.#last?.request === request) return this.#last.stack;
    const stack = this.#stack(request);
    if ((request.family?.length ?? 0) <= MAX_KEPT) this.#last = { request, stack };
    return stack;
  }

  /** Kept by what a family's name means: it may be spelled in any number of ways. */
  #stack(request: FontRequest): FontStack {
    const named = request.family === null ? undefined : this.#names.get(normalName(request.family));
    if (!named && this.shared) return this.shared.stack(request);
    const key = `${named?.index ?? ""}|${request.mode}|${request.weight}|${request.weightDeclared}|${request.italic}`;
    let known = this.#stacks.get(key);
    if (!known) {
      known = this.#build(request, named);
      // the oldest makes room
      if (this.#stacks.size >= MAX_STACKS) this.#stacks.delete(this.#stacks.keys().next().value!);
      this.#stacks.set(key, known);
    }
    return known;
  }

  #build(request: FontRequest, named: Named | undefined): FontStack {
    const weight = named?.face && !request.weightDeclared ? named.face.weight : request.weight;
    const italic = request.italic || (named?.face?.italic ?? false);
    const declared = named ? this.#choose(named.family, weight, italic, named.language) : null;
    const families = request.mode === "strict" ? [] : this.#fallback;
    return new FontStack(
      declared,
      families.map((f) => this.#choose(f, request.weight, request.italic, null)),
      request.mode,
    );
  }

  #choose(family: FamilyInfo, weight: number, italic: boolean, language: string | null): ChosenFace {
    const style = family.faces.filter((f) => f.italic === italic);
    const pool = style.length > 0 ? style : family.faces;
    const info = nearest(pool, weight);
    return { face: this.#faceOf(info, family), family, slanted: italic && !info.italic, language };
  }

  /** Fallback faces are of what is shared. */
  #faceOf(info: FaceInfo, family: FamilyInfo): Face {
    const from = this.shared && this.#fallback.includes(family) ? this.shared.source : this.source;
    return this.faces.of(info, from);
  }
}

/** CSS Fonts 4, 5.2: at 400 and 500 the other of the two first, then lighter, then heavier; above, heavier first. */
function nearest(faces: readonly FaceInfo[], weight: number): FaceInfo {
  const rank = (w: number): number => {
    if (w === weight) return 0;
    if (weight >= 400 && weight <= 500) {
      if (w > weight && w <= 500) return w - weight;
      return w < weight ? 1000 + weight - w : 2000 + w;
    }
    const preferred = weight < 400 ? w < weight : w > weight;
    return (preferred ? 0 : 5000) + Math.abs(w - weight);
  };
  return faces.reduce((a, b) => (rank(b.weight) < rank(a.weight) ? b : a));
}

/** Chooses a face for each character of one look. */
export class FontStack {
  readonly all: readonly ChosenFace[];
  /** BMP code point → 1 + index in `all`, 0 unknown, 255 none */
  readonly #cache = new Uint8Array(0x10000);
  /** by index of SCRIPTS */
  readonly #made: (ChosenFace | null | undefined)[] = [];

  constructor(
    readonly declared: ChosenFace | null,
    readonly fallback: readonly ChosenFace[],
    readonly mode: FontMode,
  ) {
    this.all = declared ? [declared, ...fallback] : fallback;
  }

  /** The face that text of a script is set in where the declared family does not cover it; null where no other face may be used. */
  made(script: number): ChosenFace | null {
    let known = this.#made[script];
    if (known === undefined) {
      const code = SCRIPTS[script]!;
      known = this.fallback.find((c) => c.family.scripts.includes(code)) ?? this.fallback[0] ?? null;
      this.#made[script] = known;
    }
    return known;
  }

  /**
   * The face for a sequence that is to be seen as one emoji, all of whose characters it has: the declared one, that of emoji, any. `null` where no
   * face has all of them.
   */
  emoji(sequence: string): ChosenFace | null {
    const codes = [...sequence].map((c) => c.codePointAt(0)!).filter((cp) => !isIgnorable(cp));
    const has = ({ face }: ChosenFace): boolean => codes.every((cp) => face.covers(cp));
    const isOfEmoji = ({ family }: ChosenFace): boolean => family.fallback === "emoji";
    if (this.declared && has(this.declared)) return this.declared;
    return this.fallback.find((c) => isOfEmoji(c) && has(c)) ?? this.fallback.find(has) ?? null;
  }

  /**
   * The face for a character without a script of its own: the declared one, then those of the text around it, then any that covers it.
   * `null` when no face does.
   */
  around(cp: number, near: ChosenFace | null, next: ChosenFace | null): ChosenFace | null {
    const { declared } = this;
    if (declared?.face.covers(cp)) return declared;
    if (near?.face.covers(cp)) return near;
    return next?.face.covers(cp) ? next : this.pick(cp);
  }

  /**
   * The face for a character: the declared one, then the family made for its script, then any that covers it. `null` when no face does.
   */
  pick(cp: number): ChosenFace | null {
    if (cp < 0x10000) {
      const known = this.#cache[cp]!;
      if (known !== 0) return known === 255 ? null : this.all[known - 1]!;
    }
    const found = this.#find(cp);
    if (cp < 0x10000) this.#cache[cp] = found ? this.all.indexOf(found) + 1 : 255;
    return found;
  }

  #find(cp: number): ChosenFace | null {
    if (this.declared?.face.covers(cp)) return this.declared;
    const script = charScript[cp]!;
    const made = script === COMMON ? null : this.made(script);
    if (made?.face.covers(cp)) return made;
    return this.fallback.find((c) => c.face.covers(cp)) ?? null;
  }

  /** Names of the fonts that were tried, for a message. */
  tried(): string {
    return namesOf(this.all.map((c) => c.family));
  }
}
