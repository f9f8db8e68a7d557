// What is probably not meant in a request to a list of problems that refuse nothing.
import { pathOf, type Src } from "../core/src.js";
import { problemOf, type Problem } from "../core/fail.js";
import type { Reason } from "../help/reason.js";

/** Notes each warning once, however many pages it is met on. */
export class Warnings {
  readonly #known = new Set<string>();
  #count = 0;

  constructor(readonly note: (problem: Problem) => void) {}

  /** `rule` is its name, `reason` the message after the path. */
  add(rule: string, src: Src, reason: string | Reason): void {
    const key = `${rule} ${pathOf(src)}`;
    if (this.#count >= MOST || this.#known.has(key)) return;
    this.#known.add(key);
    this.#count++;
    this.note(problemOf("API-002", rule, src, reason));
  }
}
/** A list that is longer is not read. */
const MOST = 200;
