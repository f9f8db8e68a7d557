import { RenderError, type Problem } from "../../../compiler/core/fail.js";
import { SentBody } from "../../../compiler/request/sent-body.js";
import { publicError } from "../../errors/errors.js";
import { findingsOf, placedMessage, textOf, type Finding } from "../../errors/findings.js";

/** A request as read, for lines and columns. */
export interface Source {
  readonly file: string;
  /** null if it can no longer be read */
  readonly bytes: Uint8Array | null;
}

/** `API-002 pages[0].elements[2] (letter.json:12:9): must be …`; warnings begin with `warning`. */
export function problemLine(p: Problem, source: Source | null, severity: Finding["severity"] = "error"): string {
  const file = source?.file === "-" ? "standard input" : (source?.file ?? "");
  const message = placedMessage(p, file, source && textOf(source.bytes));
  return `${severity === "warning" ? "warning" : p.code} ${message}\n`;
}

export function problemsJson(errors: readonly Problem[], warnings: readonly Problem[], source: Source): string {
  const body = source instanceof SentBody ? source : source.bytes;
  return `${JSON.stringify(findingsOf({ errors, warnings }, body, textOf(source.bytes)))}\n`;
}

export function failureText(e: unknown, source: Source | null): string {
  if (e instanceof RenderError) return problemLine(e.problem, source).trimEnd();
  const { code, message } = publicError(e);
  return `${code} ${message}`;
}
