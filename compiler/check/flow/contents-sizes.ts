import { MAX_LEVELS } from "../../landmark/numbering.js";
import type { ContentsNode } from "../../request/types/flow-node.js";
import type { ReferenceLengths } from "./reference-lengths.js";

/** entries of all contents lists, and their characters */
export const MAX_ENTRIES = 100_000;
export const MAX_CHARACTERS = 1 << 22;

interface Size {
  entries: number;
  characters: number;
}

export class ContentsSizes {
  readonly #levels = new Map<number, Size>();
  readonly #captions = new Map<string, Size>();

  constructor(lengths: ReferenceLengths) {
    for (const landmark of lengths.landmarks.all) {
      if (landmark.kind === "heading" && !(landmark.listed && landmark.level <= MAX_LEVELS)) continue;
      const size = landmark.kind === "heading" ? sizeOf(this.#levels, landmark.level) : sizeOf(this.#captions, landmark.counter);
      size.entries++;
      size.characters += lengths.ofEntry(landmark);
    }
  }

  /** Returns the size of a list of contents; zero if levels are in the wrong order. */
  of({ of, counter, levels = [1, 3] }: ContentsNode): Readonly<Size> {
    if (of === "captions") return this.#captions.get(counter) ?? { entries: 0, characters: 0 };
    const sum: Size = { entries: 0, characters: 0 };
    const [from = 1, to = from] = levels;
    for (const [level, { entries, characters }] of this.#levels)
      if (level >= from && level <= to) {
        sum.entries += entries;
        sum.characters += characters;
      }
    return sum;
  }
}

function sizeOf<K>(sizes: Map<K, Size>, key: K): Size {
  let size = sizes.get(key);
  if (!size) sizes.set(key, (size = { entries: 0, characters: 0 }));
  return size;
}
