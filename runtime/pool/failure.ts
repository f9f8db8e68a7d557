import { RenderError } from "../../compiler/core/fail.js";
import { refusalPlace, type Finding } from "../errors/findings.js";
import type { RenderFailure } from "./worker-messages.js";

export class OutOfMemory extends Error {}

/** Refusal with a public code that the compiler does not have, or with findings. */
export class Refused extends Error {
  constructor(
    readonly code: "API-002" | "API-404",
    message: string,
    readonly findings: readonly Finding[] = [],
  ) {
    super(message);
  }
}

/** V8's other range errors (depth, length, index) are bugs. */
const noRoom = (e: unknown): boolean => e instanceof RangeError && /^Array buffer allocation failed/.test(e.message);

/** A parameter of the address has no place in the body. */
const isPlaced = ({ rule }: RenderError): boolean => rule !== "view";

/** `stack`: of unforeseen failures, after which the process has unknown state. */
export function failureOf(e: unknown): Pick<RenderFailure, "code" | "message" | "stack" | "exhausted" | "findings" | "place"> {
  if (e instanceof Refused) {
    const { code, message, findings } = e;
    return { code, message, stack: null, exhausted: false, ...(findings.length > 0 && { findings }) };
  }
  if (e instanceof RenderError)
    return { code: e.code, message: e.message, stack: null, exhausted: false, ...(isPlaced(e) && { place: refusalPlace(e) }) };
  if (e instanceof OutOfMemory || noRoom(e))
    return { code: "API-501", message: "the document needs more memory than a render may use", stack: null, exhausted: true };
  return { code: "API-999", message: "", stack: e instanceof Error ? (e.stack ?? e.message) : String(e), exhausted: false };
}
