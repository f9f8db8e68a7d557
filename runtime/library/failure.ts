import type { Patch } from "../../compiler/core/patch.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { failureOf } from "../pool/failure.js";
import type { Wear } from "../pool/worker-messages.js";

/** `problem`: RenderError; `type`: TypeError; `other`: unforeseen. */
export type CallFailure =
  | { readonly problem: Problem; readonly line: number | undefined; readonly column: number | undefined; readonly patch: Patch | undefined }
  | { readonly type: string }
  | { readonly memory: true }
  | { readonly other: string; readonly stack: string };

export const asData = (e: unknown): CallFailure => {
  if (e instanceof RenderError) return { problem: e.problem, line: e.line, column: e.column, patch: e.patch };
  // only options cause a TypeError with a name before a colon
  if (e instanceof TypeError && /^\w+: /.test(e.message)) return { type: e.message };
  const { code, message, stack } = failureOf(e);
  return code === "API-501" ? { memory: true } : { other: e instanceof Error ? e.message : message, stack: stack ?? "" };
};

export const wearOf = (failure: CallFailure): Pick<Wear, "exhausted"> & { readonly stack: string | null } => ({
  exhausted: "memory" in failure,
  stack: "other" in failure ? failure.stack : null,
});

/** @param memoryProblem the error of a process that came to its bound */
export function asError(failure: CallFailure, memoryProblem: () => RenderError): Error {
  if ("memory" in failure) return memoryProblem();
  if ("type" in failure) return new TypeError(failure.type);
  if ("other" in failure) return Object.assign(new Error(failure.other), { stack: failure.stack });
  const error = new RenderError(failure.problem);
  error.line = failure.line;
  error.column = failure.column;
  error.patch = failure.patch;
  return error;
}
