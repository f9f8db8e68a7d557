import { inOrder } from "../../compiler/check/report.js";
import { messageOf, messageWith, RenderError, type Problem } from "../../compiler/core/fail.js";
import type { Patch } from "../../compiler/core/patch.js";
import { itemOf, originsOf, pointerOf, stepsOf, type Src } from "../../compiler/core/src.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import { patchOf } from "../../compiler/request/mend.js";
import { offsetOf, positionOf, type Position } from "../../compiler/request/position.js";
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";

/** A problem, or a probable mistake. */
export interface Finding {
  /** only errors prevent a document */
  readonly severity: "error" | "warning";
  readonly code?: string;
  /** starts with the source path */
  readonly message: string;
  readonly rule: string;
  /** JSON Pointer (RFC 6901) of the place; empty for the whole request */
  readonly path: string;
  /** from 1, in JSON text; absent for values passed by a program */
  readonly line?: number;
  /** from 1, in characters */
  readonly column?: number;
  /** found value, as in the message */
  readonly found?: string;
  /** allowed names, or one description */
  readonly allowed?: readonly string[];
  /** probable intention, as JSON for the request */
  readonly suggestion?: string;
  /** applies the suggestion to the request as it was sent (RFC 6902); absent if the place of a renamed field is taken */
  readonly patch?: Patch;
  /** origins of the value if it is indirect: a projection, then a dataset */
  readonly origins?: readonly ({ readonly path: string } & Partial<Position>)[];
}

/** Text of a body; null for values passed by a program, and for released bytes. */
export function textOf(body: unknown): string | null {
  const bytes = body instanceof SentBody ? body.bytes : body;
  return isBytes(bytes) ? new TextDecoder().decode(bytes) : null;
}

/** Null without text, or for a generated document without known origin. */
export function placeOf({ src, offset, onKey }: Pick<Problem, "src" | "offset" | "onKey">, text: string | null): Position | null {
  if (text === null || (itemOf(src) !== undefined && offset === undefined)) return null;
  return positionOf(text, offset ?? offsetOf(text, stepsOf(src), onKey));
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

/** @param root value of the request; without it no patches */
export function findingOf(
  p: Problem,
  text: string | null,
  severity: Finding["severity"] = "error",
  root: () => unknown = () => undefined,
): Finding {
  const { code, rule, src, found, allowed, suggestion } = p;
  const patch = suggestion === undefined ? undefined : patchOf(p, root());
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
    ...(patch && { patch }),
    ...(origins.length > 0 && { origins }),
  };
}

/** With file name, line and column after the path, and positions after each origin. */
export function placedMessage(p: Problem, file: string, text: string | null): string {
  const where = (src: Src): string => {
    const place = placeOf(src === p.src ? p : { src }, text);
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

export async function placed<T>(body: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    const place = e instanceof RenderError ? placeOf(e.problem, textOf(body)) : null;
    if (e instanceof RenderError && place) ({ line: e.line, column: e.column } = place);
    if (e instanceof RenderError && e.suggestion !== undefined) e.patch = patchOf(e.problem, parsed(body));
    throw e;
  }
}
