import type { Carried } from "../errors/carried.js";
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
  | { readonly failed: Carried }
  | { readonly id: number; readonly progress: Progress }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Carried };
