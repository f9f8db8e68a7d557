// Keys of paragraphs: all that lines depend on.
import type { RenderCache } from "../../base/render-cache.js";
import type { ComputedText, StyledParagraph } from "../box/text.js";

/** Values that paragraphs of a cache share. */
const SHARED = new WeakMap<RenderCache, Shared>();

export function sharedOf(cache: RenderCache): Shared {
  let shared = SHARED.get(cache);
  if (!shared) SHARED.set(cache, (shared = new Shared()));
  return shared;
}

export class Shared {
  readonly #clusters: (readonly number[])[] = [];
  readonly #byLook = new WeakMap<ComputedText, number>();
  #byContent = new Map<string, number>();
  #next = 0;

  /** The clusters of a run; most runs have one for each character. */
  clusters(of: readonly number[]): readonly number[] {
    const n = of.length;
    if (n > MOST_CLUSTERS) return of;
    for (let i = 0; i < n; i++) if (of[i] !== i) return of;
    return (this.#clusters[n] ??= of);
  }

  /** Number of a look, by what it contains. */
  look(look: ComputedText): number {
    let id = this.#byLook.get(look);
    if (id === undefined) {
      const content = JSON.stringify(look);
      id = this.#byContent.get(content);
      if (id === undefined) {
        // numbers are never given twice: what is forgotten is only not found again
        if (this.#byContent.size === MOST_LOOKS) this.#byContent = new Map();
        this.#byContent.set(content, (id = this.#next++));
      }
      this.#byLook.set(look, id);
    }
    return id;
  }
}
const MOST_LOOKS = 1000;
const MOST_CLUSTERS = 256;

/** All that lines depend on; null for text with variables, fields or ornaments. `fonts`: key of the fonts */
export function keyOf(shared: Shared, fonts: string, styled: StyledParagraph): string | null {
  const { runs, align, direction, lineHeight, wrap, language, languageDeclared, look, marker } = styled;
  let key = `text ${fonts} ${align} ${direction} ${String(lineHeight)} ${wrap} ${language} ${languageDeclared ? 1 : 0}${marker ? 1 : 0} ${shared.look(look)}`;
  const sources = firstIndexes(runs, "src");
  const links = firstIndexes(runs, "link");
  for (const { text, look, link, src } of runs) {
    if (look.highlight || look.decoration || look.emphasis) return null;
    const shown = shownIn(text);
    if (shown === null) return null;
    // runs of one source, link and look are one
    key += ` ${shared.look(look)} ${sources.get(src)!}`;
    if (link) key += `l${links.get(link)!}`;
    if (typeof text !== "string") key += "mark" in text ? "m" : "i";
    key += ` ${shown.length}:${shown}`;
  }
  return key;
}

export type Runs = StyledParagraph["runs"];

/** Index of the first run with each value of a field. */
export function firstIndexes<F extends "src" | "link">(runs: Runs, field: F): ReadonlyMap<Runs[number][F], number> {
  const out = new Map<Runs[number][F], number>();
  for (let i = 0; i < runs.length; i++) {
    const value = runs[i]![field];
    if (!out.has(value)) out.set(value, i);
  }
  return out;
}

/** Characters of a run; null for a variable or field. */
export const shownIn = (text: Runs[number]["text"]): string | null =>
  typeof text === "string" ? text : "mark" in text ? text.mark : "isolated" in text ? text.isolated : null;
