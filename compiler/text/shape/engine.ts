// The fonts of a World to what one compilation shapes text with, and to the single face of a simple text.
import { unitAt } from "../../../base/code-unit.js";
import type { Fill } from "../../../ir/ir.js";
import type { ComputedText, StyledParagraph } from "../../box/text.js";
import type { Problem } from "../../core/fail.js";
import type { FamilyInfo, FontSource, World } from "../../core/world.js";
import type { Face, ShapeContext } from "../font/face.js";
import { Faces, FontLibrary, type ChosenFace } from "../font/fonts.js";
import { HarfBuzz } from "../font/harfbuzz.js";
import { NOT_PLAIN, PLAIN_DIGIT, PLAIN_LETTER, plainKind, scaleOf, type Item } from "./itemize.js";
import { Hyphenators, type Hyphenator } from "../unicode/hyphenation.js";
import { scriptOfLanguage } from "../unicode/language.js";
import { strutOfFace, type Strut } from "./shaped.js";
import { SCRIPTS } from "../unicode/ucd.js";

/** The one face that a text with nothing to itemize is set in, with what shaping in it needs and its lines' metrics. */
export interface SingleFace {
  readonly chosen: ChosenFace;
  /** by code unit: `plainKind` of what the face has, NOT_PLAIN of the rest, 0 where it is not computed yet */
  readonly plain: Uint8Array;
  /** numbers take the same face */
  readonly numbers: boolean;
  readonly context: ShapeContext;
  readonly scale: ReturnType<typeof scaleOf>;
  readonly strut: Strut;
  /** the look's, one object for all its texts */
  readonly fill: Fill;
}

/** Faces of a look: of texts with Latin letters, and of those without a letter, which are set as the document's language is. */
interface SingleFaces {
  readonly latin: SingleFace | null;
  readonly native: SingleFace | null;
}

/** What texts are set with, beside fonts. */
type Machinery = Pick<World, "harfbuzz" | "hyphenation">;

/** What is loaded of fonts, whoever's they are: one for all sources that share one. */
class Loaded {
  readonly hb: HarfBuzz;
  readonly faces: Faces;
  readonly hyphenators: Hyphenators;
  readonly #plain = new WeakMap<Face, Uint8Array>();

  constructor({ harfbuzz, hyphenation }: Machinery) {
    this.hyphenators = new Hyphenators(hyphenation);
    this.hb = new HarfBuzz(harfbuzz);
    this.faces = new Faces(this.hb, harfbuzz);
  }

  plainOf(face: Face): Uint8Array {
    let known = this.#plain.get(face);
    if (!known) this.#plain.set(face, (known = new Uint8Array(0x10000)));
    return known;
  }
}

/** The fonts and caches that text needs, made once for a World's fonts and kept for the next document. */
class FontTools {
  readonly fonts: FontLibrary;
  /** as they were when this was made: those of a caller may still have to come */
  readonly families: readonly FamilyInfo[];
  readonly #faces = new WeakMap<ComputedText, Map<string, SingleFaces>>();

  constructor(
    source: FontSource,
    readonly loaded: Loaded,
    shared: FontTools | null,
  ) {
    this.families = source.families;
    this.fonts = new FontLibrary(source, loaded.faces, shared?.fonts);
  }

  /**
   * The face of a text that has only Latin letters and characters of no script, all covered by that face; null for any other text. `itemize`
   * chooses the same.
   */
  singleFace(text: string, faces: SingleFaces): SingleFace | null {
    const { latin, native } = faces;
    const kinds = latin ? kindsOf(latin, text) : NOT_PLAIN;
    if (latin === native) return kinds & NOT_PLAIN ? null : latin;
    if (kinds & PLAIN_LETTER) return kinds & NOT_PLAIN || (kinds & PLAIN_DIGIT && !latin!.numbers) ? null : latin;
    return native && !(kindsOf(native, text) & (NOT_PLAIN | PLAIN_LETTER)) ? native : null;
  }

  /** The faces that simple texts in a look may be set in. */
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
    if (!chosen) return null;
    const code = SCRIPTS[script]!;
    const context = chosen.face.context(code, false, chosen.language ?? language, look.letterSpacing !== 0, look.features);
    if (!context.spaceIsInert) return null;
    return {
      chosen,
      plain: this.loaded.plainOf(chosen.face),
      numbers: chosen === stack.declared || chosen === stack.made(scriptOfLanguage(language)),
      context,
      scale: scaleOf(look, chosen.face, code),
      strut: strutOfFace(chosen, null),
      fill: { color: look.color, opacity: look.opacity },
    };
  }
}

/** The kinds of a text's characters; nothing but NOT_PLAIN, and what came before, where one is not plain. */
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

const LATN = (SCRIPTS as readonly string[]).indexOf("Latn");

const tools = new WeakMap<FontSource, FontTools>();

function toolsOf(source: FontSource, machinery: Machinery): FontTools {
  const known = tools.get(source);
  if (known && !known.loaded.hb.stopped && known.families === source.families) return known;
  const shared = source.shared ? toolsOf(source.shared, machinery) : null;
  const made = new FontTools(source, shared?.loaded ?? new Loaded(machinery), shared);
  tools.set(source, made);
  return made;
}

/**
 * What one compilation shapes text with. The tools are shared and keep nothing of a document; what one document's text has used is kept here,
 * since others may be compiled at the same time.
 */
export class TextEngine {
  readonly hb: HarfBuzz;
  readonly fonts: FontLibrary;
  /** a dictionary determined some line breaks */
  usedDictionary = false;
  /** receives each item with OpenType features, for warnings; such text is itemized then */
  featured: ((item: Item) => void) | null = null;
  readonly words: (run: string) => readonly number[];
  readonly #tools: FontTools;
  /** of the text that was asked about last: most have the look of the one before */
  #look: ComputedText | null = null;
  #language = "";
  #faces: SingleFaces | null = null;

  /** `missing`: records a character that no font covers, so that shaping goes on to find the others; null = such a character is an error */
  constructor(
    world: Pick<World, "fonts" | "harfbuzz" | "segmentWords" | "hyphenation">,
    readonly missing: ((problem: Problem) => void) | null = null,
  ) {
    this.#tools = toolsOf(world.fonts, world);
    const { loaded, fonts } = this.#tools;
    loaded.faces.trim();
    this.hb = loaded.hb;
    this.fonts = fonts;
    this.words = (run) => {
      this.usedDictionary = true;
      return world.segmentWords(run);
    };
  }

  /** What hyphenates a paragraph: justified text of a language that is declared and has patterns, unless its lines end where they are told to. */
  hyphenator({ align, wrap, language, languageDeclared }: StyledParagraph): Hyphenator | null {
    return languageDeclared && align === "justify" && wrap === "normal" ? this.#tools.loaded.hyphenators.of(language) : null;
  }

  /** The face of a simple text, else null: see `FontTools.singleFace`. */
  singleFace(text: string, look: ComputedText, language: string): SingleFace | null {
    if (this.featured && look.features !== "") return null;
    if (look !== this.#look || language !== this.#language || this.#faces === null) {
      this.#faces = this.#tools.singleFaces(look, language);
      this.#look = look;
      this.#language = language;
    }
    return this.#tools.singleFace(text, this.#faces);
  }
}
