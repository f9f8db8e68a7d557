// A problem's code, rule, source and reason to a RenderError with the contract's message.
import { reasonOf, type Reason } from "../help/reason.js";
import { originsOf, pathOf, pointerOf, type Src } from "./src.js";

/** The codes a compiler or backend may end with (core contract, Errors). */
export type Code =
  "API-001" | "API-002" | "API-004" | "API-007" | "API-501" | "API-502" | "API-503" | "API-504" | "API-505" | "API-506" | "API-507";

/** Names one rule that can refuse a request; every rule has a golden that reaches it (golden/coverage). */
export type Rule = string;

/** What is wrong with a request: its public code, the rule's name, its place, and the message after the path. */
export interface Problem extends Omit<Reason, "text"> {
  readonly code: Code;
  readonly rule: Rule;
  readonly src: Src;
  /** what was found and what is allowed */
  readonly reason: string;
  /** where in the text it was found, UTF-16 units; only of what breaks JSON itself */
  readonly offset?: number;
}

/** A problem from its parts. */
export function problemOf(code: Code, rule: Rule, src: Src, given: string | Reason): Problem {
  const { text, ...parts } = reasonOf(given);
  return { code, rule, src, reason: text, ...parts };
}

const MAX_MESSAGE = 500;

/** One line of at most 500 characters that begins with the source path (decisions §2), then tells where a projected value came from. */
export const messageOf = (p: Problem): string => messageWith(p, () => "");

/** The same with what is said behind the path of each place: the problem's own, and those that a value came from. */
export function messageWith(p: Problem, where: (src: Src) => string): string {
  const origins = originsOf(p.src).map((src) => `${pathOf(src)}${where(src)}`);
  const line = [`${pathOf(p.src)}${where(p.src)}`.trimStart(), origins.length > 0 ? `from ${origins.join(", ")}` : "", p.reason]
    .filter((part) => part !== "")
    .join(": ")
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ");
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The only way out of the compiler other than a document. */
export class RenderError extends Error {
  readonly code: Code;
  /** from 1, in the JSON that was given as text; undefined where a program's value was */
  line: number | undefined;
  /** from 1, in characters */
  column: number | undefined;

  constructor(readonly problem: Problem) {
    super(messageOf(problem));
    this.code = problem.code;
  }

  /** the rule that refuses the request */
  get rule(): Rule {
    return this.problem.rule;
  }

  /** of the place in the request: a JSON Pointer (RFC 6901), empty for the whole of it */
  get path(): string {
    return pointerOf(this.problem.src);
  }

  /** what was found, as the message shows it */
  get found(): string | undefined {
    return this.problem.found;
  }

  /** the names that are allowed, or one description of what is */
  get allowed(): readonly string[] | undefined {
    return this.problem.allowed;
  }

  /** what was probably meant */
  get suggestion(): string | undefined {
    return this.problem.suggestion;
  }
}

/** Ends the compilation. @throws RenderError always */
export function fail(code: Code, rule: Rule, src: Src, reason: string | Reason): never {
  throw new RenderError(problemOf(code, rule, src, reason));
}

/** Shows a value of the request in a message: short, on one line. */
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
