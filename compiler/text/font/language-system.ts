// Languages that a font treats alike.
import { copyOf } from "../../../base/code-unit.js";
import { HarfBuzz } from "./harfbuzz.js";

/** Maximum number of languages cached, and passed to one instance of HarfBuzz. */
const MOST = 256;
/** UTF-16 units; RFC 5646 (4.4.1) permits truncation at 35. */
const LONGEST = 64;
/** Representative of languages without rules in a font. */
export const NO_LANGUAGE = "und";

/**
 * Finds languages that a font treats alike, by OpenType tags: callers may name any number, HarfBuzz keeps all it receives, and caches of shaped text
 * are keyed by language.
 */
export class LanguageSystems {
  /** discarded with the languages it keeps */
  #hb: HarfBuzz | null = null;
  readonly #tags = new Map<string, readonly number[]>();
  /** First language of each list of tags with rules in a font: bounded by OpenType's tags. */
  readonly #first = new Map<string, string>();

  constructor(readonly module: WebAssembly.Module) {}

  /** OpenType tags of a language, the best first. Fonts ignore private use subtags. */
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

  /** A language treated alike by a font with rules for the languages `own`. `names`: earlier results by tags, bounded by the font's languages */
  representative(language: string, own: ReadonlySet<number>, names: Map<string, string>): string {
    if (own.size === 0) return NO_LANGUAGE;
    const shortTag = shortened(language);
    const all = this.#tagsOf(shortTag);
    const tags = all.filter((t) => own.has(t));
    if (tags.length === 0) return NO_LANGUAGE;
    const key = tags.join();
    const known = names.get(key);
    if (known !== undefined) return known;
    // the same for all fonts, so that each does not add one to HarfBuzz's
    const first = this.#first.get(all.join()) ?? shortTag;
    this.#first.set(all.join(), first);
    names.set(key, first);
    return first;
  }
}

/** Removes private use subtags, and truncates between subtags (RFC 5646, 4.4.2). */
function shortened(language: string): string {
  const head = copyOf(language, LONGEST + 1).toLowerCase();
  const whole = head.length <= LONGEST ? head : head.slice(0, Math.max(0, head.lastIndexOf("-")));
  const at = whole.search(/(?:^|-)x(?:-|$)/);
  return at < 0 ? whole : whole.slice(0, at);
}
