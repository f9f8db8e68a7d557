import { setFlagsFromString } from "node:v8";
import { loadScript } from "../core/code-cache.js";
import { optimise } from "./shared/optimisation.js";

/**
 * Bytes of a wasm function that run before V8 optimises it, 280 times V8's measure. Optimising HarfBuzz's largest functions takes 0.3 s
 * of CPU, earned back after some hundred pages.
 */
const WASM_BUDGET = 500_000_000;

/** Runs the bundle of the command line, with V8 set for one document. */
export function loadBundle<T>(file: string): ReturnType<typeof loadScript<T>> {
  // the end of the process would wait for the optimiser
  setFlagsFromString(`--wasm-tiering-budget=${WASM_BUDGET}`);
  optimise("late");
  return loadScript<T>(file);
}
