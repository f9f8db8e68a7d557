import type { Pass } from "../../compiler/compile-options.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Options, Progress } from "./options.js";

const PHASES: readonly Progress["phase"][] = ["check", "layout", "write"];
/** paint is reported page by page */
const PHASE_OF: Partial<Record<Pass, number>> = { decode: 0, materialize: 0, check: 0, pictures: 0, lower: 1, shape: 1, layout: 1 };

interface Hooks {
  readonly options: Pick<RenderOptions, "turn" | "entering" | "onPage" | "counted">;
  readonly end: () => void;
}

const NONE: Hooks = { options: {}, end: () => undefined };

/** Hooks of a render, which gives the thread away only with a signal or a progress function. @param pause a turn of the event loop */
export function hooksOf({ signal, onProgress }: Pick<Options, "signal" | "onProgress">, pause: () => Promise<unknown>): Hooks {
  if (!signal && !onProgress) return NONE;
  const turn = async (): Promise<void> => {
    await pause();
    signal?.throwIfAborted();
  };
  if (!onProgress) return { options: { turn }, end: () => undefined };
  let reached = -1;
  let last = 0;
  const reach = (phase: number): void => {
    while (reached < phase) onProgress({ phase: PHASES[++reached]! });
  };
  const onPage = (page: number, pages: number | null): void => {
    if (reached < 2) {
      reach(1);
      reached = 2;
    }
    // a repeated compilation reports pages once
    if (page <= last) return;
    last = page;
    onProgress({ phase: "write", page, ...(pages !== null && { pages }) });
  };
  return { options: { turn, counted: true, entering: (pass) => reach(PHASE_OF[pass] ?? -1), onPage }, end: () => reach(2) };
}
