import { inOrder } from "../../compiler/check/values/report.js";
import { messageOf, messageWith, RenderError, type Problem } from "../../compiler/core/fail.js";
import { itemOf, originsOf, pointerOf, stepsOf, type Src } from "../../compiler/core/src.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import { isMendable, isTextual, textualPatch } from "../../compiler/request/mendable.js";
import { TextPlaces, type Position } from "../../compiler/request/position.js";
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";
import type { Finding, RefusalPlace } from "./finding.js";

export type { Finding, RefusalPlace } from "./finding.js";

/** Parts of a refusal that its answer has. */
export function refusalPlace(e: RenderError): RefusalPlace {
  const { path, line, column, found, allowed, suggestion, patch } = e;
  return {
    path,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(found !== undefined && { found }),
    ...(allowed !== undefined && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
    ...(patch && { patch }),
  };
}

/** Returns the text of a body; null for values passed by a program, and for released bytes. */
export function textOf(body: unknown): string | null {
  const bytes = body instanceof SentBody ? body.bytes : body;
  return isBytes(bytes) ? new TextDecoder().decode(bytes) : null;
}

/** Returns the places of the text of a body, for all of its findings; null without text. */
export function placesOf(body: unknown): TextPlaces | null {
  const text = textOf(body);
  return text === null ? null : new TextPlaces(text);
}

/** Null without text, or for a generated document without known origin. */
function placeOf({ src, offset, onKey }: Pick<Problem, "src" | "offset" | "onKey">, places: TextPlaces | null): Position | null {
  if (places === null || (itemOf(src) !== undefined && offset === undefined)) return null;
  return offset === undefined ? places.of(stepsOf(src), onKey) : places.at(offset);
}

/** The value of a body, for patches: parsed at the first call. */
export function rootOf(body: unknown): () => unknown {
  let known: { readonly value: unknown } | undefined;
  return () => (known ??= { value: parsed(body) }).value;
}

function parsed(body: unknown): unknown {
  if (body instanceof SentBody && body.isRead) return body.held;
  const text = textOf(body);
  if (text === null) return valueOf(body);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Errors, then warnings, of a body. @param places for lines and columns; null: none */
export function findingsOf(
  { errors, warnings }: { readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] },
  body: unknown,
  places: TextPlaces | null = placesOf(body),
): readonly Finding[] {
  const root = rootOf(body);
  return [...errors.map((p) => findingOf(p, places, "error", root)), ...warnings.map((p) => findingOf(p, places, "warning", root))];
}

/** @param root value of the request, for patches within a text that were not judged */
export function findingOf(
  p: Problem,
  places: TextPlaces | null,
  severity: Finding["severity"] = "error",
  root: () => unknown = () => undefined,
): Finding {
  const { code, rule, src, found, allowed, suggestion } = p;
  const patch = p.patch ?? (isTextual(p) ? textualPatch(p, root()) : undefined);
  const origins = originsOf(src).map((origin) => ({ path: pointerOf(origin), ...placeOf({ src: origin }, places) }));
  return {
    severity,
    ...(severity === "error" && { code }),
    message: messageOf(p),
    rule,
    path: pointerOf(src),
    ...placeOf(p, places),
    ...(found !== undefined && { found }),
    ...(allowed !== undefined && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
    ...(patch && { patch }),
    ...(origins.length > 0 && { origins }),
  };
}

/** Adds file name, line and column after the path, and positions after each origin. */
export function placedMessage(p: Problem, file: string, places: TextPlaces | null): string {
  const where = (src: Src): string => {
    const place = placeOf(src === p.src ? p : { src }, places);
    if (!place) return "";
    return src === p.src ? ` (${file}:${place.line}:${place.column})` : ` (line ${place.line}, column ${place.column})`;
  };
  return messageWith(p, where);
}

function valueOf(body: unknown): unknown {
  if (body instanceof SentBody) return body.held;
  return body instanceof DecodedRequest ? body.request : body;
}

export function warningsInOrder(body: unknown, warnings: readonly Problem[]): readonly Problem[] {
  if (warnings.length < 2) return warnings;
  const text = body instanceof SentBody && body.isRead ? null : textOf(body);
  return inOrder(text === null ? valueOf(body) : JSON.parse(text), warnings);
}

/** Adds line, column and patch to a refusal. @param judged finds the first error with its patch; absent: no patch */
export async function placed<T>(body: unknown, work: () => Promise<T>, judged?: (e: RenderError) => Promise<Problem>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    // an error with words of its own, such as the side of a comparison, keeps them
    const isOwn = e.message !== messageOf(e.problem);
    const error = judged && e.patch === undefined && isMendable(e.problem) && !isOwn ? new RenderError(await judged(e)) : e;
    error.patch ??= error.problem.patch;
    throw located(error, body);
  }
}

/** Adds line and column of a body with text. */
export function located(error: RenderError, body: unknown): RenderError {
  const place = placeOf(error.problem, placesOf(body));
  if (place) ({ line: error.line, column: error.column } = place);
  return error;
}
