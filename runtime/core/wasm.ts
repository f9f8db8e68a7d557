// The build has one copy for Node and browsers (dist/browser).
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { builtFolder } from "./package.js";
import { lookup } from "../../base/lookup.js";

const require = createRequire(import.meta.url);

/** Files by package; scripts/release/files.mjs copies them. */
const FROM: Readonly<Record<string, string>> = {
  "harfbuzz.wasm": "harfbuzzjs/dist/harfbuzz.wasm",
  "harfbuzz-subset.wasm": "harfbuzzjs/dist/harfbuzz-subset.wasm",
  "resvg.wasm": "@resvg/resvg-wasm/index_bg.wasm",
};

function fileOf(name: string): string {
  if (builtFolder !== null) return path.join(builtFolder, "browser", name);
  return require.resolve(lookup(FROM, name) ?? name.replace(/^hyphenation\//, "hyphenopoly/patterns/"));
}

/** Reads `harfbuzz.wasm`, `resvg.wasm` or `hyphenation/NAME.wasm`. */
export const wasmBytes = (name: string): Uint8Array<ArrayBuffer> => readFileSync(fileOf(name));

export const wasmModule = (name: string): WebAssembly.Module => new WebAssembly.Module(wasmBytes(name));
