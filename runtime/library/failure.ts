import type { RenderError } from "../../compiler/core/fail.js";
import * as carried from "../errors/carried.js";
import { failureOf } from "../pool/failure.js";
import type { Wear } from "../pool/worker-messages.js";

/** `memory`: the process came to its bound. */
export type CallFailure = carried.Carried | { readonly memory: true };

export const asData = (e: unknown): CallFailure => (failureOf(e).exhausted ? { memory: true } : carried.asData(e));

export const wearOf = (failure: CallFailure): Pick<Wear, "exhausted"> & { readonly stack: string | null } => ({
  exhausted: "memory" in failure,
  stack: "other" in failure ? failure.stack : null,
});

/** @param memoryProblem the error of a process that came to its bound */
export const asError = (failure: CallFailure, memoryProblem: () => RenderError): Error =>
  "memory" in failure ? memoryProblem() : carried.asError(failure);
