import { RenderError, type Problem } from "../../../compiler/core/fail.js";
import { SentBody } from "../../../compiler/request/sent-body.js";
import { publicError } from "../../errors/errors.js";
import { findingsOf, placedMessage, placesOf } from "../../errors/findings.js";

/** A request as read, for lines and columns. */
export interface Source {
  readonly file: string;
  /** null if it can no longer be read */
  readonly bytes: Uint8Array | null;
}

interface Problems {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** `API-002 pages[0].elements[2] (letter.json:12:9): must be …`, a line each; warnings begin with `warning`. */
export function problemLines({ errors, warnings }: Problems, source: Source | null): readonly string[] {
  const file = source?.file === "-" ? "standard input" : (source?.file ?? "");
  const places = source && placesOf(source.bytes);
  const line = (word: string, p: Problem): string => `${word} ${placedMessage(p, file, places)}`.trimEnd();
  return [...errors.map((p) => line(p.code, p)), ...warnings.map((p) => line("warning", p))];
}

export function problemsJson(errors: readonly Problem[], warnings: readonly Problem[], source: Source): string {
  const body = source instanceof SentBody ? source : source.bytes;
  return `${JSON.stringify(findingsOf({ errors, warnings }, body, placesOf(source.bytes)))}\n`;
}

export function failureText(e: unknown, source: Source | null): string {
  if (e instanceof RenderError) return problemLines({ errors: [e.problem], warnings: [] }, source)[0]!;
  const { code, message } = publicError(e);
  return `${code} ${message}`;
}
