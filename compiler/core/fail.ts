// RenderError, with the message format of the contract.
import type { Patch } from "./patch.js";
import { reasonOf, type Reason } from "../help/reason.js";
import { originsOf, pathOf, pointerOf, type Src } from "./src.js";

/** Error codes of compiler and backends (core contract, Errors). */
export type Code =
  | "API-001"
  | "API-002"
  | "API-004"
  | "API-007"
  | "API-900"
  | "API-501"
  | "API-502"
  | "API-503"
  | "API-504"
  | "API-505"
  | "API-506"
  | "API-507";

/** Name of a rule that refuses requests; each has a golden (golden/coverage). */
export type Rule = string;

/** A fault of a request: public code, rule, place, and the message after the path. */
export interface Problem extends Omit<Reason, "text"> {
  readonly code: Code;
  readonly rule: Rule;
  readonly src: Src;
  /** found and allowed values */
  readonly reason: string;
  /** position in the text, UTF-16 units; only for JSON syntax errors */
  readonly offset?: number;
}

/** Creates a problem. */
export function problemOf(code: Code, rule: Rule, src: Src, given: string | Reason): Problem {
  const { text, ...parts } = reasonOf(given);
  return { code, rule, src, reason: text, ...parts };
}

const MAX_MESSAGE = 500;

/** One line of at most 500 characters: the source path (decisions §2), the origin of a projected value, the reason. */
export const messageOf = (p: Problem): string => messageWith(p, () => "");

/** The same with a suffix for the path of each place: the problem's own, and the origins of its value. */
export function messageWith(p: Problem, where: (src: Src) => string): string {
  const origins = originsOf(p.src).map((src) => `${pathOf(src)}${where(src)}`);
  const line = [`${pathOf(p.src)}${where(p.src)}`.trimStart(), origins.length > 0 ? `from ${origins.join(", ")}` : "", p.reason]
    .filter((part) => part !== "")
    .join(": ")
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ");
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The only failure of a compilation. */
export class RenderError extends Error {
  override readonly name = "RenderError";
  readonly code: Code;
  /** from 1, in JSON text; undefined for values passed by a program */
  line: number | undefined;
  /** from 1, in characters */
  column: number | undefined;
  /** applies the suggestion to the request as it was sent (RFC 6902) */
  patch: Patch | undefined;

  constructor(readonly problem: Problem) {
    super(messageOf(problem));
    this.code = problem.code;
  }

  /** rule that refuses the request */
  get rule(): Rule {
    return this.problem.rule;
  }

  /** JSON Pointer (RFC 6901) of the place; empty for the whole request */
  get path(): string {
    return pointerOf(this.problem.src);
  }

  /** found value, as in the message */
  get found(): string | undefined {
    return this.problem.found;
  }

  /** allowed names, or one description */
  get allowed(): readonly string[] | undefined {
    return this.problem.allowed;
  }

  /** probable intention */
  get suggestion(): string | undefined {
    return this.problem.suggestion;
  }
}

/** Ends the compilation. @throws RenderError always */
export function fail(code: Code, rule: Rule, src: Src, reason: string | Reason): never {
  throw new RenderError(problemOf(code, rule, src, reason));
}

/** Formats a request value for a message: short, on one line. */
export function formatFound(value: unknown): string {
  const text =
    typeof value === "string"
      ? JSON.stringify(value)
      : value !== null && typeof value === "object"
        ? Array.isArray(value)
          ? "an array"
          : "an object"
        : String(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
