// A problem of a request, and the request's text, to what programs and people are told of it.
import { inOrder } from "../../compiler/check/report.js";
import { messageOf, messageWith, RenderError, type Problem } from "../../compiler/core/fail.js";
import { itemOf, originsOf, pointerOf, stepsOf, type Src } from "../../compiler/core/src.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import { offsetOf, positionOf, type Position } from "../../compiler/request/position.js";

/** One problem of a request, or something in it that is probably not meant. */
export interface Finding {
  /** an error keeps a document from being made; a warning never does */
  readonly severity: "error" | "warning";
  /** of an error */
  readonly code?: string;
  /** begins with the source path */
  readonly message: string;
  /** the rule's name */
  readonly rule: string;
  /** of the place in the request: a JSON Pointer (RFC 6901), empty for the whole of it */
  readonly path: string;
  /** from 1, in the JSON that was given as text; absent where a program's value was */
  readonly line?: number;
  /** from 1, in characters */
  readonly column?: number;
  /** what was found, as the message shows it */
  readonly found?: string;
  /** the names that are allowed, or one description of what is */
  readonly allowed?: readonly string[];
  /** what was probably meant, as it would stand in the request */
  readonly suggestion?: string;
  /** where the value came from, where something else stands for it: a projection, then a dataset */
  readonly origins?: readonly ({ readonly path: string } & Partial<Position>)[];
}

const isBytes = (given: unknown): given is Uint8Array => Object.prototype.toString.call(given) === "[object Uint8Array]";

/** The text of a body, as the compiler reads it; null for a program's value. */
export const textOf = (body: unknown): string | null => (isBytes(body) ? new TextDecoder().decode(body) : null);

/**
 * Where a problem stands in the request's text; null where there is no text, or the path is one of a document that was made
 * and nobody has said where that is from.
 */
export function placeOf({ src, offset, onKey }: Pick<Problem, "src" | "offset" | "onKey">, text: string | null): Position | null {
  if (text === null || (itemOf(src) !== undefined && offset === undefined)) return null;
  return positionOf(text, offset ?? offsetOf(text, stepsOf(src), onKey));
}

/** A problem as data. */
export function findingOf(p: Problem, text: string | null, severity: Finding["severity"] = "error"): Finding {
  const { code, rule, src, found, allowed, suggestion } = p;
  const origins = originsOf(src).map((origin) => ({ path: pointerOf(origin), ...placeOf({ src: origin }, text) }));
  return {
    severity,
    ...(severity === "error" && { code }),
    message: messageOf(p),
    rule,
    path: pointerOf(src),
    ...placeOf(p, text),
    ...(found !== undefined && { found }),
    ...(allowed !== undefined && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
    ...(origins.length > 0 && { origins }),
  };
}

/** The message with line and column behind the path, after the file's name, and behind each place that a value came from.
 */
export function placedMessage(p: Problem, file: string, text: string | null): string {
  const where = (src: Src): string => {
    const place = placeOf(src === p.src ? p : { src }, text);
    if (!place) return "";
    return src === p.src ? ` (${file}:${place.line}:${place.column})` : ` (line ${place.line}, column ${place.column})`;
  };
  return messageWith(p, where);
}

const valueOf = (body: unknown): unknown => (body instanceof DecodedRequest ? body.request : body);

/** Warnings in the order of the request: they are found page by page. */
export function warningsInOrder(body: unknown, warnings: readonly Problem[]): readonly Problem[] {
  if (warnings.length < 2) return warnings;
  const text = textOf(body);
  return inOrder(text === null ? valueOf(body) : JSON.parse(text), warnings);
}

/** Runs work on a request; an error of it is given its line and column. */
export async function placed<T>(body: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    const place = e instanceof RenderError ? placeOf(e.problem, textOf(body)) : null;
    if (e instanceof RenderError && place) ({ line: e.line, column: e.column } = place);
    throw e;
  }
}
