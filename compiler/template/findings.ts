import { problemOf, type Problem } from "../core/fail.js";
import type { Src } from "../core/src.js";
import type { Reason } from "../help/reason.js";

const MOST = 200;

/** Errors prevent publication. */
export class Findings {
  readonly errors: Problem[] = [];
  readonly warnings: Problem[] = [];

  error(rule: string, src: Src, reason: string | Reason): void {
    if (this.errors.length < MOST) this.errors.push(problemOf("API-002", rule, src, reason));
  }

  warn(rule: string, src: Src, reason: string | Reason): void {
    if (this.warnings.length < MOST) this.warnings.push(problemOf("API-002", rule, src, reason));
  }
}
