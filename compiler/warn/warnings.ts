// Never refuse a request.
import { pathOf, type Src } from "../core/src.js";
import { problemOf, type Problem } from "../core/fail.js";
import type { Note } from "../core/note.js";
import type { Reason } from "../help/reason.js";

/** Collects each warning once, even on many pages. */
export class Warnings {
  readonly #known = new Set<string>();
  #count = 0;

  constructor(readonly note: (problem: Problem) => void) {}

  /** `rule`: name; `reason`: follows the path */
  add(rule: string, src: Src, reason: string | Reason): void {
    const key = `${rule} ${pathOf(src)}`;
    if (this.#count >= MOST || this.#known.has(key)) return;
    this.#known.add(key);
    this.#count++;
    this.note(problemOf("API-002", rule, src, reason));
  }
}
const MOST = 200;

/** A list of its own for passes that know nothing of warnings. */
export function notesTo(warn: (problem: Problem) => void): Note {
  const warnings = new Warnings(warn);
  return (rule, src, reason) => warnings.add(rule, src, reason);
}
