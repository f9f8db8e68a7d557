// A BCP 47 language to one that represents all languages for which a font has the same rules.
import { copyOf } from "../../../base/code-unit.js";
import { HarfBuzz } from "./harfbuzz.js";

/** Languages that are remembered, and that one instance of HarfBuzz is given. */
const MOST = 256;
/** UTF-16 units; RFC 5646 (4.4.1) lets programs cut at 35. */
const LONGEST = 64;
/** Languages that no font has rules for are all this one. */
export const NO_LANGUAGE = "und";

/**
 * Determines which languages are alike to a font: callers may name any number of them, HarfBuzz keeps all it was ever given, and caches
 * of shaped text are keyed by language. Fonts distinguish few, by OpenType's tags.
 */
export class LanguageSystems {
  /** thrown away with the languages it has kept */
  #hb: HarfBuzz | null = null;
  readonly #tags = new Map<string, readonly number[]>();
  /** The first language of each list of tags that a font was found to have rules for: there are as many as OpenType has tags. */
  readonly #first = new Map<string, string>();

  constructor(readonly module: WebAssembly.Module) {}

  /** OpenType's tags of a language, the best first. Its private use subtags mean nothing to fonts. */
  #tagsOf(language: string): readonly number[] {
    let tags = this.#tags.get(language);
    if (!tags) {
      if (this.#tags.size >= MOST) {
        this.#tags.clear();
        this.#hb = null;
      }
      this.#hb ??= new HarfBuzz(this.module);
      tags = this.#hb.languageTags(language);
      this.#tags.set(language, tags);
    }
    return tags;
  }

  /**
   * A language that a font with rules for the languages `own` takes for the same.
   * `names`: those given before, by what the font makes of them; there are as many as the font distinguishes
   */
  representative(language: string, own: ReadonlySet<number>, names: Map<string, string>): string {
    if (own.size === 0) return NO_LANGUAGE;
    const shortTag = shortened(language);
    const all = this.#tagsOf(shortTag);
    const tags = all.filter((t) => own.has(t));
    if (tags.length === 0) return NO_LANGUAGE;
    const key = tags.join();
    const known = names.get(key);
    if (known !== undefined) return known;
    // the same for all fonts, or each of any number of them could add one to those that HarfBuzz keeps
    const first = this.#first.get(all.join()) ?? shortTag;
    this.#first.set(all.join(), first);
    names.set(key, first);
    return first;
  }
}

/** Without private use subtags, and cut between subtags where it is too long (RFC 5646, 4.4.2). */
function shortened(language: string): string {
  const head = copyOf(language, LONGEST + 1).toLowerCase();
  const whole = head.length <= LONGEST ? head : head.slice(0, Math.max(0, head.lastIndexOf("-")));
  const at = whole.search(/(?:^|-)x(?:-|$)/);
  return at < 0 ? whole : whole.slice(0, at);
}
