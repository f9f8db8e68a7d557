import { RenderError, type Problem } from "../../compiler/core/fail.js";
import type { Progress } from "../library/options.js";
import type { EngineOptions } from "./engine.js";
import type { BrowserOptions, CallName } from "./options.js";

export type ToWorker =
  | { readonly start: EngineOptions }
  | {
      readonly id: number;
      readonly name: CallName;
      readonly body: Uint8Array | object;
      readonly options: Omit<BrowserOptions, "signal" | "onProgress">;
      readonly progress: boolean;
      readonly abortable: boolean;
    }
  | { readonly abort: number };

export type FromWorker =
  | { readonly ready: true }
  | { readonly failed: Failure }
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure };

/** An error as data. `type`: message of a TypeError; `other`: not foreseen */
export type Failure =
  | { readonly problem: Problem; readonly line: number | undefined; readonly column: number | undefined }
  | { readonly type: string }
  | { readonly other: string; readonly stack: string };

export function asData(e: unknown): Failure {
  if (e instanceof RenderError) return { problem: e.problem, line: e.line, column: e.column };
  // only options cause a TypeError with a name before a colon
  if (e instanceof TypeError && /^\w+: /.test(e.message)) return { type: e.message };
  return e instanceof Error ? { other: e.message, stack: e.stack ?? "" } : { other: String(e), stack: "" };
}

export function asError(failure: Failure): Error {
  if ("type" in failure) return new TypeError(failure.type);
  if ("other" in failure) return Object.assign(new Error(failure.other), { stack: failure.stack });
  const error = new RenderError(failure.problem);
  error.line = failure.line;
  error.column = failure.column;
  return error;
}
