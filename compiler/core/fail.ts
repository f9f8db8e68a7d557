// A problem's code, rule, source and reason to a RenderError with the contract's message.
import { originsOf, pathOf, type Src } from "./src.js";

/** The codes a compiler or backend may end with (core contract, Errors). */
export type Code =
  "API-001" | "API-002" | "API-004" | "API-007" | "API-501" | "API-502" | "API-503" | "API-504" | "API-505" | "API-506" | "API-507";

/** Names one rule that can refuse a request; every rule has a golden that reaches it (golden/coverage). */
export type Rule = string;

/** What is wrong with a request: its public code, the rule's name, its place, and the message after the path. */
export interface Problem {
  readonly code: Code;
  readonly rule: Rule;
  readonly src: Src;
  /** what was found and what is allowed */
  readonly reason: string;
}

const MAX_MESSAGE = 500;

/** One line of at most 500 characters that begins with the source path (decisions §2), then tells where a projected value came from. */
export function messageOf(p: Problem): string {
  const origins = originsOf(p.src).map(pathOf);
  const line = [pathOf(p.src), origins.length > 0 ? `from ${origins.join(", ")}` : "", p.reason]
    .filter((part) => part !== "")
    .join(": ")
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ");
  return line.length <= MAX_MESSAGE ? line : `${line.slice(0, MAX_MESSAGE - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The only way out of the compiler other than a document. */
export class RenderError extends Error {
  readonly code: Code;
  constructor(readonly problem: Problem) {
    super(messageOf(problem));
    this.code = problem.code;
  }
}

/** Ends the compilation. @throws RenderError always */
export function fail(code: Code, rule: Rule, src: Src, reason: string): never {
  throw new RenderError({ code, rule, src, reason });
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
