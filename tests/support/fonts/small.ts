import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fontFile } from "../tools.js";

interface HbSubset {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  malloc(n: number): number;
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_blob_get_data(b: number, length: number): number;
  hb_blob_get_length(b: number): number;
  hb_face_create(b: number, index: number): number;
  hb_face_reference_blob(f: number): number;
  hb_set_add(s: number, v: number): void;
  hb_set_clear(s: number): void;
  hb_set_invert(s: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_unicode_set(i: number): number;
  hb_subset_input_set(i: number, kind: number): number;
  hb_subset_or_fail(f: number, i: number): number;
}

/** hb_subset_sets_t */
const SETS = { names: 4, features: 6 };

export function smallFont(file: string, characters: string): Uint8Array {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
  const hb = new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports as unknown as HbSubset;
  hb._initialize?.();
  const bytes = readFileSync(fontFile(file));
  const p = hb.malloc(bytes.length);
  new Uint8Array(hb.memory.buffer).set(bytes, p);
  const face = hb.hb_face_create(hb.hb_blob_create(p, bytes.length, 2, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  for (const c of characters) hb.hb_set_add(hb.hb_subset_input_unicode_set(input), c.codePointAt(0)!);
  for (const kind of [SETS.names, SETS.features]) {
    const set = hb.hb_subset_input_set(input, kind);
    hb.hb_set_clear(set);
    hb.hb_set_invert(set);
  }
  const blob = hb.hb_face_reference_blob(hb.hb_subset_or_fail(face, input));
  const at = hb.hb_blob_get_data(blob, 0);
  return new Uint8Array(hb.memory.buffer).slice(at, at + hb.hb_blob_get_length(blob));
}
