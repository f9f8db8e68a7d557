import type { TextLook } from "../box/text.js";
import type { Problem } from "../core/fail.js";
import type { World } from "../core/world.js";
import { FontLibrary, type ChosenFace, type Face, type ShapeContext } from "./fonts.js";
import { HarfBuzz } from "./harfbuzz.js";
import { scaleOf } from "./itemize.js";
import { strutOfFace, type Strut } from "./shaped.js";

/** The face that Latin text of a look is set in, and its lines' metrics. */
export interface Opening {
  readonly chosen: ChosenFace;
  /** by code unit: 1 where it is plain Latin that the face has, 2 where not, 0 where nobody has asked yet */
  readonly plain: Uint8Array;
  readonly context: ShapeContext;
  readonly scale: ReturnType<typeof scaleOf>;
  readonly strut: Strut;
}

/** The fonts and caches that text needs, made once for a World's fonts and kept: they are what makes the next document fast. */
class FontTools {
  readonly hb: HarfBuzz;
  readonly fonts: FontLibrary;
  readonly #openings = new WeakMap<TextLook, Map<string, Opening | null>>();
  readonly #plain = new WeakMap<Face, Uint8Array>();

  constructor(world: Pick<World, "fonts" | "harfbuzz">) {
    this.hb = new HarfBuzz(world.harfbuzz);
    this.fonts = new FontLibrary(world.fonts, this.hb);
  }

  opening(look: TextLook, language: string): Opening | null {
    let byLanguage = this.#openings.get(look);
    if (!byLanguage) this.#openings.set(look, (byLanguage = new Map<string, Opening | null>()));
    let known = byLanguage.get(language);
    if (known === undefined) {
      const stack = this.fonts.stack(look);
      const chosen = stack.all[0];
      const latin = chosen && (chosen === stack.declared || chosen.face.family.scripts.includes("Latn")) ? chosen : null;
      const context = latin?.face.context("Latn", false, latin.language ?? language, look.letterSpacing !== 0);
      known =
        latin && context?.wordsAlone
          ? {
              chosen: latin,
              plain: this.#plainOf(latin.face),
              context,
              scale: scaleOf(look, latin.face, "Latn"),
              strut: strutOfFace(latin.face, null),
            }
          : null;
      byLanguage.set(language, known);
    }
    return known;
  }

  #plainOf(face: Face): Uint8Array {
    let known = this.#plain.get(face);
    if (!known) this.#plain.set(face, (known = new Uint8Array(0x10000)));
    return known;
  }
}

const tools = new WeakMap<object, FontTools>();

/**
 * What one compilation sets text with. The tools are shared and tell nobody who used them; what one document's text has met is kept here,
 * since others may be compiled at the same time.
 */
export class TextEngine {
  readonly hb: HarfBuzz;
  readonly fonts: FontLibrary;
  /** a dictionary had a say in some line breaks */
  usedDictionary = false;
  readonly words: (run: string) => readonly number[];
  readonly #tools: FontTools;

  /** `missing`: takes note of a character that no font has, so that text goes on with another's glyph in its place: for lists of what is wrong */
  constructor(
    world: Pick<World, "fonts" | "harfbuzz" | "segmentWords">,
    readonly missing: ((problem: Problem) => void) | null = null,
  ) {
    let known = tools.get(world.fonts);
    if (!known) tools.set(world.fonts, (known = new FontTools(world)));
    this.#tools = known;
    this.hb = known.hb;
    this.fonts = known.fonts;
    this.words = (run) => {
      this.usedDictionary = true;
      return world.segmentWords(run);
    };
  }

  /** What plain Latin text of a look is set in; null where its first face does not see to that. */
  opening(look: TextLook, language: string): Opening | null {
    return this.#tools.opening(look, language);
  }
}
