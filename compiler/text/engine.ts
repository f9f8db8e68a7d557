import type { TextLook } from "../box/text.js";
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

/** The fonts and caches that text needs, made once for a World and kept: they are what makes the next document fast. */
export class TextEngine {
  readonly hb: HarfBuzz;
  readonly fonts: FontLibrary;
  /** a dictionary had a say in some line breaks since this was last reset */
  usedDictionary = false;
  readonly words = (run: string): readonly number[] => {
    this.usedDictionary = true;
    return this.world.segmentWords(run);
  };
  readonly #openings = new WeakMap<TextLook, Map<string, Opening | null>>();
  readonly #plain = new WeakMap<Face, Uint8Array>();

  constructor(readonly world: Pick<World, "fonts" | "harfbuzz" | "segmentWords">) {
    this.hb = new HarfBuzz(world.harfbuzz);
    this.fonts = new FontLibrary(world.fonts, this.hb);
  }

  /** What plain Latin text of a look is set in; null where its first face does not see to that. */
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

const engines = new WeakMap<object, TextEngine>();
export function engineFor(world: World): TextEngine {
  let engine = engines.get(world.fonts);
  if (!engine) {
    engine = new TextEngine(world);
    engines.set(world.fonts, engine);
  }
  return engine;
}
