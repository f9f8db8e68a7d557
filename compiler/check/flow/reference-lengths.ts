// Lengths of the texts that references insert.
import type { Landmarks } from "../../landmark/landmarks.js";
import { referenceOf } from "../../landmark/variables.js";

/** UTF-16 units of texts of destinations, with those that they refer to. */
export class ReferenceLengths {
  readonly #known = new Map<string, number>();

  constructor(readonly landmarks: Landmarks) {}

  /** Infinity if a text refers to itself. */
  of(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // while it is open, a reference to it is a cycle
    this.#known.set(name, Infinity);
    let length = 0;
    for (const part of this.landmarks.targets.get(name)?.text ?? []) {
      if (typeof part === "string") length += part.length;
      else {
        const reference = referenceOf(part.variable);
        if (reference?.kind === "text") length += this.of(reference.argument);
      }
    }
    this.#known.set(name, length);
    return length;
  }
}
