import type { Patch } from "../../compiler/core/patch.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";

/** An error between threads or processes. `type`: message of a TypeError; `other`: not foreseen. */
export type Carried =
  | {
      readonly problem: Problem;
      /** message of the problem, perhaps with the name of an input */
      readonly message: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
      readonly patch: Patch | undefined;
    }
  | { readonly type: string }
  | { readonly other: string; readonly stack: string };

export function asData(e: unknown): Carried {
  if (e instanceof RenderError) return { problem: e.problem, message: e.message, line: e.line, column: e.column, patch: e.patch };
  // only options cause a TypeError with a name before a colon
  if (e instanceof TypeError && /^\w+: /.test(e.message)) return { type: e.message };
  return e instanceof Error ? { other: e.message, stack: e.stack ?? "" } : { other: String(e), stack: "" };
}

export function asError(carried: Carried): Error {
  if ("type" in carried) return new TypeError(carried.type);
  if ("other" in carried) return Object.assign(new Error(carried.other), { stack: carried.stack });
  const error = new RenderError(carried.problem);
  error.message = carried.message;
  error.line = carried.line;
  error.column = carried.column;
  error.patch = carried.patch;
  return error;
}
