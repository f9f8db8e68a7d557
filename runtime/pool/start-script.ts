import { loadScript } from "../core/code-cache.js";
import { objectsBeginYoung } from "../engine/between-renders.js";

/** After the start, when the functions that documents need are compiled. */
const KEEP_AFTER_MS = 30_000;

/** Runs the script of a render process's modules (scripts/release/processes.mjs), and caches V8's code of it later. */
export function startScript(file: string): object {
  // flags are part of the cache's key
  objectsBeginYoung();
  const { exports, keep } = loadScript<object>(file);
  process.once("disconnect", keep);
  setTimeout(keep, KEEP_AFTER_MS).unref();
  return exports;
}
