import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { vendored } from "../core/package.js";
import { wasmBytes } from "../core/wasm.js";
import type { ResvgProgram } from "./resvg.js";
import { pagesOf, withMaximum } from "./wasm-memory.js";

/** Loads resvg. @param maximum MiB of wasm memory */
export async function resvgProgram(maximum: number): Promise<ResvgProgram> {
  const source = readFileSync(createRequire(import.meta.url).resolve(vendored("@resvg/resvg-wasm")), "utf8");
  const run = compileFunction(source, ["module", "exports", "WebAssembly"]) as ResvgProgram["run"];
  return { run, wasm: await WebAssembly.compile(withMaximum(wasmBytes("resvg.wasm"), pagesOf(maximum))) };
}
