import { unitAt } from "../../../base/code-unit.js";
import type { Fill } from "../../../ir/ir.js";
import type { ComputedText, StyledParagraph } from "../../box/text.js";
import { fail, type Problem } from "../../core/fail.js";
import { atMost, CONTRACT_LIMITS, type Limits } from "../../core/limits.js";
import { ROOT } from "../../core/src.js";
import type { FamilyInfo, FontSource, World } from "../../core/world.js";
import type { Face, ShapeContext } from "../font/face.js";
import { Faces, FontLibrary, type ChosenFace, type FontStack } from "../font/fonts.js";
import { HarfBuzz } from "../font/harfbuzz.js";
import { NOT_PLAIN, PLAIN_DIGIT, PLAIN_LETTER, plainKind, scaleOf, type Item } from "./itemize.js";
import { Hyphenators, type Hyphenator } from "../unicode/hyphenation.js";
import { scriptOfLanguage } from "../unicode/language.js";
import { strutOfFace, type Strut } from "./shaped.js";
import { SCRIPTS } from "../unicode/ucd.js";

/** Face of a text that needs no itemizing. */
export interface SingleFace {
  readonly chosen: ChosenFace;
  /** `plainKind` if covered, else NOT_PLAIN; 0 before it is computed */
  readonly plain: Uint8Array;
  readonly numbers: boolean;
  readonly context: ShapeContext;
  /** the look's, points; `scale` has that of a superscript or subscript */
  readonly size: number;
  /** the look has no letter spacing, highlight or decoration */
  readonly bare: boolean;
  readonly scale: ReturnType<typeof scaleOf>;
  readonly strut: Strut;
  readonly fill: Fill;
}

interface SingleFaces {
  readonly latin: SingleFace | null;
  readonly native: SingleFace | null;
}

type Machinery = Pick<World, "harfbuzz" | "hyphenation" | "colors">;

class Loaded {
  readonly hb: HarfBuzz;
  readonly faces: Faces;
  readonly hyphenators: Hyphenators;
  readonly #plain = new WeakMap<Face, Uint8Array>();

  constructor({ harfbuzz, hyphenation, colors }: Machinery) {
    this.hyphenators = new Hyphenators(hyphenation);
    this.hb = new HarfBuzz(harfbuzz);
    this.faces = new Faces(this.hb, harfbuzz, colors);
  }

  plainOf(face: Face): Uint8Array {
    let known = this.#plain.get(face);
    if (!known) this.#plain.set(face, (known = new Uint8Array(0x10000)));
    return known;
  }
}

/** Cached for later documents. */
class FontTools {
  readonly fonts: FontLibrary;
  /** a caller's may be added later */
  readonly families: readonly FamilyInfo[];
  /** tools that choose the same faces for all callers without fonts */
  readonly common: FontTools;
  readonly #faces = new WeakMap<ComputedText, Map<string, SingleFaces>>();

  constructor(
    source: FontSource,
    readonly loaded: Loaded,
    shared: FontTools | null,
  ) {
    this.families = source.families;
    this.common = shared && shared.families === this.families ? shared : this;
    this.fonts = new FontLibrary(source, loaded.faces, shared?.fonts);
  }

  /** Latin letters and characters without a script, as `itemize`; else null. */
  singleFace(text: string, faces: SingleFaces): SingleFace | null {
    const { latin, native } = faces;
    const kinds = latin ? kindsOf(latin, text) : NOT_PLAIN;
    if (latin === native) return kinds & NOT_PLAIN ? null : latin;
    if (kinds & PLAIN_LETTER) return kinds & NOT_PLAIN || (kinds & PLAIN_DIGIT && !latin!.numbers) ? null : latin;
    return native && !(kindsOf(native, text) & (NOT_PLAIN | PLAIN_LETTER)) ? native : null;
  }

  singleFaces(look: ComputedText, language: string): SingleFaces {
    let byLanguage = this.#faces.get(look);
    if (!byLanguage) this.#faces.set(look, (byLanguage = new Map<string, SingleFaces>()));
    let known = byLanguage.get(language);
    if (!known) {
      const script = scriptOfLanguage(language);
      const latin = this.#single(look, language, LATN);
      known = { latin, native: script === LATN ? latin : this.#single(look, language, script) };
      byLanguage.set(language, known);
    }
    return known;
  }

  #single(look: ComputedText, language: string, script: number): SingleFace | null {
    const stack = this.fonts.stack(look);
    const chosen = stack.declared ?? stack.made(script);
    // glyphs with a picture alone are found by itemizing (FT-2)
    if (!chosen || chosen.face.info.pictured) return null;
    const code = SCRIPTS[script]!;
    const context = chosen.face.context(code, false, chosen.language ?? language, look.letterSpacing !== 0, look.features);
    if (!context.spaceIsInert) return null;
    return {
      chosen,
      plain: this.loaded.plainOf(chosen.face),
      numbers: chosen === stack.declared || chosen === stack.made(scriptOfLanguage(language)),
      context,
      size: look.size,
      bare: look.letterSpacing === 0 && !look.highlight && !look.decoration,
      scale: scaleOf(look, chosen.face, code),
      strut: strutOfFace(chosen, null),
      fill: { color: look.color, opacity: look.opacity },
    };
  }
}

/** Up to the first character that is NOT_PLAIN. */
function kindsOf({ plain, chosen }: SingleFace, text: string): number {
  let kinds = 0;
  for (let i = 0, n = text.length; i < n; i++) {
    const c = unitAt(text, i);
    let known = plain[c]!;
    if (known === 0) plain[c] = known = chosen.face.covers(c) ? plainKind(c) : NOT_PLAIN;
    kinds |= known;
    if (known === NOT_PLAIN) return kinds;
  }
  return kinds;
}

export const LATN = SCRIPTS.indexOf("Latn");

const tools = new WeakMap<FontSource, FontTools>();

function toolsOf(source: FontSource, machinery: Machinery): FontTools {
  const known = tools.get(source);
  if (known && !known.loaded.hb.stopped && known.families === source.families) return known;
  const shared = source.shared ? toolsOf(source.shared, machinery) : null;
  const made = new FontTools(source, shared?.loaded ?? new Loaded(machinery), shared);
  tools.set(source, made);
  return made;
}

/** Memory of outlines that were read for shaping. */
export const releaseOutlines = (source: FontSource): void => tools.get(source)?.loaded.hb.releaseOutlines();

/** Facts that shaping and breaking read beside the text, its style and the fonts. */
export interface TextReads {
  /** a dictionary determined line breaks */
  readonly dictionary: boolean;
  /** text with features, of which its listener was told */
  readonly features: boolean;
}

export const NO_READS: TextReads = { dictionary: false, features: false };
const OF_DICTIONARY: TextReads = { dictionary: true, features: false };
const OF_FEATURES: TextReads = { dictionary: false, features: true };

/** Listeners of a render; null: none. */
interface TextListeners {
  /** receives the problems of uncovered characters, so that shaping finds all; null: the first is an error */
  readonly missing?: ((problem: Problem) => void) | null;
  /** receives text with features, which is itemized */
  readonly featured?: ((item: Item) => void) | null;
}

/** The tools are shared by concurrent compilations and keep nothing of a document. */
export class TextEngine {
  readonly hb: HarfBuzz;
  readonly fonts: FontLibrary;
  readonly missing: ((problem: Problem) => void) | null;
  readonly featured: ((item: Item) => void) | null;
  #reads = NO_READS;
  readonly words: (run: string) => readonly number[];
  readonly #tools: FontTools;
  readonly #limits: Limits;
  /** of variable fonts, in the document; null without */
  #instances: Set<string> | null = null;
  /** usually also the next one's */
  #look: ComputedText | null = null;
  #language = "";
  #faces: SingleFaces | null = null;

  constructor(
    world: Pick<World, "fonts" | "harfbuzz" | "segmentWords" | "hyphenation" | "colors"> & Partial<Pick<World, "limits">>,
    { missing = null, featured = null }: TextListeners = {},
  ) {
    this.#tools = toolsOf(world.fonts, world);
    const { loaded, fonts } = this.#tools;
    loaded.faces.trim();
    this.hb = loaded.hb;
    this.fonts = fonts;
    this.#limits = world.limits ?? CONTRACT_LIMITS;
    this.missing = missing;
    this.featured =
      featured &&
      ((item) => {
        this.include(OF_FEATURES);
        featured(item);
      });
    this.words = (run) => {
      this.include(OF_DICTIONARY);
      return world.segmentWords(run);
    };
  }

  /** Equal for engines that choose the same faces. */
  get fontsIdentity(): object {
    return this.#tools.common;
  }

  /** Reads so far. */
  get reads(): TextReads {
    return this.#reads;
  }

  /** Result of a call with its own reads, which are the caller's too. */
  observed<T>(call: () => T): { readonly result: T; readonly reads: TextReads } {
    const outer = this.#reads;
    this.#reads = NO_READS;
    try {
      const result = call();
      return { result, reads: this.#reads };
    } finally {
      this.include(outer);
    }
  }

  /** Adds the reads of a result that was made before. */
  include({ dictionary, features }: TextReads): void {
    const { dictionary: d, features: f } = this.#reads;
    if ((dictionary && !d) || (features && !f)) this.#reads = { dictionary: d || dictionary, features: f || features };
  }

  /** For a declared language with patterns, unless the wrap policy restricts line ends. */
  hyphenator({ align, wrap, language, languageDeclared }: StyledParagraph): Hyphenator | null {
    return languageDeclared && align === "justify" && wrap === "normal" ? this.#tools.loaded.hyphenators.of(language) : null;
  }

  /** Faces of a look. @throws RenderError API-002 for axes that its family lacks, and beyond the maximum of instances (FT-31) */
  stack(look: ComputedText): FontStack {
    const stack = this.fonts.stack(look);
    if (stack.declared) this.#count(stack.declared.face);
    return stack;
  }

  #count({ info, key }: Face): void {
    if (!info.variations) return;
    this.#instances ??= new Set();
    if (this.#instances.add(key).size > this.#limits.font_instances)
      fail(
        "API-002",
        "font-instances",
        ROOT,
        `a document has ${atMost(this.#limits, "font_instances")} instances of variable fonts: use some of their weights and variations again`,
      );
  }

  /** See `FontTools.singleFace`. */
  singleFace(text: string, look: ComputedText, language: string): SingleFace | null {
    if (this.featured && look.features !== "") return null;
    if (look !== this.#look || language !== this.#language || this.#faces === null) {
      this.#faces = this.#tools.singleFaces(look, language);
      if (this.#faces.latin) this.#count(this.#faces.latin.chosen.face);
      this.#look = look;
      this.#language = language;
    }
    return this.#tools.singleFace(text, this.#faces);
  }
}
