import { memberOf } from "../../../base/lookup.js";
import { formatFound, problemOf, type Code, type Problem } from "../../core/fail.js";
import type { Limits } from "../../core/limits.js";
import { must, type Reason } from "../../help/reason.js";
import { at, originsOf, stepsOf, type Src } from "../../core/src.js";

/** Nodes that need no check. */
export interface PassedNodes {
  isChecked(node: object): boolean;
}

/** The compiler reports the first, `platen check` all. */
export class Report {
  readonly problems: Problem[] = [];
  #count = 0;

  /** `passed`: nodes that have passed in an equal context */
  constructor(
    readonly limits: Limits,
    readonly passed: PassedNodes | null = null,
  ) {}

  /** Includes problems beyond the bound. */
  get count(): number {
    return this.#count;
  }

  /** `rule`: name in tests; `reason`: follows the path */
  add(rule: string, src: Src, reason: string | Reason, code: Code = "API-002"): void {
    this.#count++;
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problemOf(code, rule, src, reason));
  }

  /** Absent is valid. */
  positive(value: number | undefined, src: Src, field: string): void {
    if (value !== undefined && !(value > 0)) this.add("positive", at(src, field), must("greater than 0", formatFound(value)));
  }

  /** Absent is valid. */
  notNegative(value: number | undefined, src: Src, field: string): void {
    if (value !== undefined && !(value >= 0)) this.add("not-negative", at(src, field), must("at least 0", formatFound(value)));
  }
}
const MAX_PROBLEMS = 1000;

/** Sorts problems by path in the request as sent. */
export function inOrder(request: unknown, problems: readonly Problem[]): readonly Problem[] {
  const ranked = problems.map((problem, i) => ({ problem, i, rank: ranksOf(request, problem.src) }));
  ranked.sort((a, b) => compareAll(a.rank, b.rank) || a.i - b.i);
  return ranked.map((r) => r.problem);
}

/** A projected value ranks at its use, several by origin. */
const ranksOf = (request: unknown, src: Src): readonly (readonly number[])[] => [src, ...originsOf(src)].map((s) => rankOf(request, s));

function rankOf(request: unknown, src: Src): readonly number[] {
  const rank: number[] = [];
  let value = request;
  for (const step of stepsOf(src)) {
    if (typeof step === "number") rank.push(step);
    else {
      const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
      const index = keys.indexOf(step);
      rank.push(index < 0 ? keys.length : index);
    }
    value = memberOf(value, step);
  }
  return rank;
}

function compareAll(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compare(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
