import { copyOf } from "../../../base/code-unit.js";
import { HarfBuzz } from "./harfbuzz.js";

/** cached, and passed to HarfBuzz */
const MOST = 256;
/** UTF-16 units; RFC 5646 (4.4.1) permits 35 */
const LONGEST = 64;
/** Representative of languages without rules in a font. */
export const NO_LANGUAGE = "und";

/** Language systems by OpenType tags: callers may name any number, HarfBuzz keeps all, and caches are keyed by language. */
export class LanguageSystems {
  /** discarded with its languages */
  #hb: HarfBuzz | null = null;
  readonly #tags = new Map<string, readonly number[]>();
  /** By tags with rules in a font: bounded by OpenType's tags. */
  readonly #first = new Map<string, string>();

  constructor(readonly module: WebAssembly.Module) {}

  /** Best first; fonts ignore private use. */
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

  /** `names`: earlier results by tags, bounded by the font's languages */
  representative(language: string, own: ReadonlySet<number>, names: Map<string, string>): string {
    if (own.size === 0) return NO_LANGUAGE;
    const shortTag = shortened(language);
    const all = this.#tagsOf(shortTag);
    const tags = all.filter((t) => own.has(t));
    if (tags.length === 0) return NO_LANGUAGE;
    const key = tags.join();
    const known = names.get(key);
    if (known !== undefined) return known;
    // the same for all fonts: HarfBuzz keeps each
    const first = this.#first.get(all.join()) ?? shortTag;
    this.#first.set(all.join(), first);
    names.set(key, first);
    return first;
  }
}

/** No private use; cut between subtags (RFC 5646, 4.4.2). */
function shortened(language: string): string {
  const head = copyOf(language, LONGEST + 1).toLowerCase();
  const whole = head.length <= LONGEST ? head : head.slice(0, Math.max(0, head.lastIndexOf("-")));
  const at = whole.search(/(?:^|-)x(?:-|$)/);
  return at < 0 ? whole : whole.slice(0, at);
}
