// What a render threw to what its caller, the log and the pool are given of it.
import { RenderError } from "../../compiler/core/fail.js";
import type { RenderFailure } from "./worker-messages.js";

/** A render came to its memory bound. */
export class OutOfMemory extends Error {}

/** V8 found no room for an array's bytes. Its other range errors (too deep, too long, out of place) are mistakes of ours. */
const noRoom = (e: unknown): boolean => e instanceof RangeError && /^Array buffer allocation failed/.test(e.message);

/** `stack` is given where the failure was not foreseen: the state of the process is then not known. */
export function failureOf(e: unknown): Pick<RenderFailure, "code" | "message" | "stack" | "exhausted"> {
  if (e instanceof RenderError) return { code: e.code, message: e.message, stack: null, exhausted: false };
  if (e instanceof OutOfMemory || noRoom(e))
    return { code: "API-501", message: "the document needs more memory than a render may use", stack: null, exhausted: true };
  return { code: "API-999", message: "", stack: e instanceof Error ? (e.stack ?? e.message) : String(e), exhausted: false };
}
