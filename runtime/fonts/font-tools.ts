// Modules that read, check and instance fonts in a process of Node.
import { createHash } from "node:crypto";
import type { BlobId } from "../../ir/ir.js";
import { wasmModule } from "../core/wasm.js";
import type { FontTools } from "./face-check.js";
import { FontInstances } from "./variable/instances.js";

export const blobIdOf = (bytes: Uint8Array): BlobId => `sha256-${createHash("sha256").update(bytes).digest("hex")}`;

const modules = new Map<string, WebAssembly.Module>();

function loaded(name: string): WebAssembly.Module {
  let module = modules.get(name);
  if (!module) modules.set(name, (module = wasmModule(name)));
  return module;
}

export const fontTools: FontTools = {
  harfbuzz: () => loaded("harfbuzz.wasm"),
  harfbuzzSubset: () => loaded("harfbuzz-subset.wasm"),
  hash: blobIdOf,
};

export const fontInstances = new FontInstances(fontTools);
