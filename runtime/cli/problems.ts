import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { errorBody, publicError } from "../errors/errors.js";
import { findingOf, placedMessage, rootOf, textOf, type Finding } from "../errors/findings.js";

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
  const text = textOf(source.bytes);
  const root = rootOf(source instanceof SentBody ? source : source.bytes);
  const all = [...errors.map((p) => findingOf(p, text, "error", root)), ...warnings.map((p) => findingOf(p, text, "warning", root))];
  return `${JSON.stringify(all)}\n`;
}

export function failureText(e: unknown, source: Source | null, json: boolean, reqId: string): string {
  const error = publicError(e);
  if (json) {
    const parts = e instanceof RenderError ? findingOf(e.problem, source && textOf(source.bytes)) : {};
    return `${JSON.stringify({ ...parts, ...errorBody(error, reqId) })}\n`;
  }
  return e instanceof RenderError ? problemLine(e.problem, source) : `${error.code} ${error.message}\n`;
}
