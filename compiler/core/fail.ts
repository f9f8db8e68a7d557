import type { Patch } from "./patch.js";
import { reasonOf, type Reason } from "../help/reason.js";
import { originsOf, pathOf, pointerOf, type Src } from "./src.js";

/** Error codes (core contract, Errors). */
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

/** Each rule has a golden (golden/coverage). */
export type Rule = string;

/** Code, rule, place, message after the path. */
export interface Problem extends Omit<Reason, "text"> {
  readonly code: Code;
  readonly rule: Rule;
  readonly src: Src;
  readonly reason: string;
  /** UTF-16 units; JSON syntax only */
  readonly offset?: number;
  /** 2: pictures, 3: layout; absent before those */
  readonly stage?: 2 | 3;
  /** for the document as sent; absent if none was found to hold */
  readonly patch?: Patch;
}

export function problemOf(code: Code, rule: Rule, src: Src, given: string | Reason): Problem {
  const { text, ...parts } = reasonOf(given);
  return { code, rule, src, reason: text, ...parts };
}

const MAX_MESSAGE = 500;

/** Writes a message of at most 500 characters: path (decisions §2), origin, reason. */
export const messageOf = (p: Problem): string => messageWith(p, () => "");

/** Message with a suffix for the path of each place. */
export function messageWith(p: Problem, where: (src: Src) => string): string {
  const origins = originsOf(p.src).map((src) => `${pathOf(src)}${where(src)}`);
  const line = [`${pathOf(p.src)}${where(p.src)}`.trimStart(), origins.length > 0 ? `from ${origins.join(", ")}` : "", p.reason]
    .filter((part) => part !== "")
    .join(": ")
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ");
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

export class RenderError extends Error {
  override readonly name = "RenderError";
  readonly code: Code;
  /** from 1; undefined for values of a program */
  line: number | undefined;
  /** from 1, characters */
  column: number | undefined;
  /** applies to the request as it was sent (RFC 6902) */
  patch: Patch | undefined;

  constructor(readonly problem: Problem) {
    super(messageOf(problem));
    this.code = problem.code;
  }

  get rule(): Rule {
    return this.problem.rule;
  }

  /** JSON Pointer (RFC 6901); empty for the whole request */
  get path(): string {
    return pointerOf(this.problem.src);
  }

  get found(): string | undefined {
    return this.problem.found;
  }

  /** names, or one description */
  get allowed(): readonly string[] | undefined {
    return this.problem.allowed;
  }

  get suggestion(): string | undefined {
    return this.problem.suggestion;
  }
}

/** @throws RenderError always */
export function fail(code: Code, rule: Rule, src: Src, reason: string | Reason): never {
  throw new RenderError(problemOf(code, rule, src, reason));
}

/** Writes a found value short, on one line. */
export function formatFound(value: unknown): string {
  const text =
    typeof value === "string"
      ? JSON.stringify(value)
      : value !== null && typeof value === "object"
        ? Array.isArray(value)
          ? "an array"
          : "an object"
        : value === undefined
          ? "nothing"
          : String(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
