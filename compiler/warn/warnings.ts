// Collection of warnings, which never refuse a request.
import { pathOf, type Src } from "../core/src.js";
import { problemOf, type Problem } from "../core/fail.js";
import type { Reason } from "../help/reason.js";

/** Records each warning once, even if it occurs on many pages. */
export class Warnings {
  readonly #known = new Set<string>();
  #count = 0;

  constructor(readonly note: (problem: Problem) => void) {}

  /** `rule`: its name; `reason`: the message after the path. */
  add(rule: string, src: Src, reason: string | Reason): void {
    const key = `${rule} ${pathOf(src)}`;
    if (this.#count >= MOST || this.#known.has(key)) return;
    this.#known.add(key);
    this.#count++;
    this.note(problemOf("API-002", rule, src, reason));
  }
}
/** Maximum number of warnings. */
const MOST = 200;
