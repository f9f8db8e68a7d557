import { RenderError } from "../../compiler/core/fail.js";
import type { RenderFailure } from "./worker-messages.js";

export class OutOfMemory extends Error {}

/** V8's other range errors (depth, length, index) are bugs. */
const noRoom = (e: unknown): boolean => e instanceof RangeError && /^Array buffer allocation failed/.test(e.message);

/** `stack`: of unforeseen failures, after which the process has unknown state. */
export function failureOf(e: unknown): Pick<RenderFailure, "code" | "message" | "stack" | "exhausted"> {
  if (e instanceof RenderError) return { code: e.code, message: e.message, stack: null, exhausted: false };
  if (e instanceof OutOfMemory || noRoom(e))
    return { code: "API-501", message: "the document needs more memory than a render may use", stack: null, exhausted: true };
  return { code: "API-999", message: "", stack: e instanceof Error ? (e.stack ?? e.message) : String(e), exhausted: false };
}
