// Failure of a render, for caller, log and pool.
import { RenderError } from "../../compiler/core/fail.js";
import type { RenderFailure } from "./worker-messages.js";

/** A render reached its memory limit. */
export class OutOfMemory extends Error {}

/** Failed allocation by V8. Its other range errors (depth, length, index) are bugs. */
const noRoom = (e: unknown): boolean => e instanceof RangeError && /^Array buffer allocation failed/.test(e.message);

/** `stack` is set for unforeseen failures: the state of the process is then unknown. */
export function failureOf(e: unknown): Pick<RenderFailure, "code" | "message" | "stack" | "exhausted"> {
  if (e instanceof RenderError) return { code: e.code, message: e.message, stack: null, exhausted: false };
  if (e instanceof OutOfMemory || noRoom(e))
    return { code: "API-501", message: "the document needs more memory than a render may use", stack: null, exhausted: true };
  return { code: "API-999", message: "", stack: e instanceof Error ? (e.stack ?? e.message) : String(e), exhausted: false };
}
