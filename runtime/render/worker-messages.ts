// The messages between the service and its render processes.
import type { Output } from "../http/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";

/** The first message to a render process. */
export interface WorkerSettings {
  /** those of the installation's folder */
  readonly fonts: readonly CheckedFamily[];
  readonly assetDir: string | null;
  /** the whole of the process */
  readonly memoryMb: number;
  readonly maxPages: number;
}

/** To a render process, one at a time: a request's bytes, or the number of a warm-up document. */
export type WorkerRequest = { readonly id: number; readonly body: Uint8Array } | { readonly warmUp: number };

/** The result of a render that succeeded. */
export interface RenderSuccess {
  readonly id: number;
  readonly ok: true;
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  /** the process should be replaced when another one is ready */
  readonly worn: boolean;
}

/** The result of a render that failed. */
export interface RenderFailure {
  readonly id: number;
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** where in the program it came from; only of what was not foreseen */
  readonly stack: string | null;
  /** the process has no memory left for another render */
  readonly exhausted: boolean;
  readonly worn: boolean;
}

export type RenderResult = RenderSuccess | RenderFailure;

/** From a render process: it has rendered its first documents; it has rendered a warm-up document; a result. */
export type WorkerMessage = { readonly ready: true } | { readonly warmedUp: true } | RenderResult;
