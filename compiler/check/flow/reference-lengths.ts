import type { Landmark, Landmarks } from "../../landmark/landmarks.js";
import { referenceOf, type TextPart } from "../../landmark/variables.js";

interface Open {
  readonly name: string;
  readonly parts: readonly TextPart[];
  at: number;
  length: number;
}

/** UTF-16 units of destinations' texts, with those that they refer to; each reference counts one more. */
export class ReferenceLengths {
  readonly #known = new Map<string, number>();

  constructor(readonly landmarks: Landmarks) {}

  /** Infinity if it refers to itself. Chains have any length. */
  of(name: string): number {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const stack = [this.#open(name)];
    for (let open = stack.at(-1); open; open = stack.at(-1)) {
      const part = open.parts[open.at];
      if (part === undefined) {
        this.#known.set(open.name, open.length);
        stack.pop();
        continue;
      }
      const target = targetOf(part);
      const inserted = target === null ? 0 : this.#known.get(target);
      if (inserted === undefined) {
        stack.push(this.#open(target!));
        continue;
      }
      open.length += inserted + (typeof part === "string" ? part.length : 1);
      open.at++;
    }
    return this.#known.get(name)!;
  }

  ofEntry({ text, number }: Landmark): number {
    let length = String(number).length;
    for (const part of text) {
      const target = targetOf(part);
      length += target === null ? (typeof part === "string" ? part.length : 1) : 1 + this.of(target);
    }
    return length;
  }

  /** Referred to while open: a cycle. */
  #open(name: string): Open {
    this.#known.set(name, Infinity);
    return { name, parts: this.landmarks.targets.get(name)?.text ?? [], at: 0, length: 0 };
  }
}

/** Destination of an inserted text; otherwise null. */
function targetOf(part: TextPart): string | null {
  if (typeof part === "string") return null;
  const reference = referenceOf(part.variable);
  return reference?.kind === "text" ? reference.argument : null;
}
