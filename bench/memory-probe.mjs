// Loaded into each process of a service by `bench/memory.mjs` (NODE_OPTIONS): at SIGUSR2 it writes what the process's memory is used for.
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import v8 from "node:v8";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.env.PLATEN_MEMORY_PROBE) {
  const memories = [];
  const nameOf = (exports) => {
    const names = Object.keys(exports);
    if (names.some((name) => name.startsWith("hb_subset"))) return "font subsets";
    if (names.some((name) => name.startsWith("hb_"))) return "HarfBuzz";
    if (names.includes("hyphenate")) return "hyphenation";
    if (names.some((name) => name.includes("resvg") || name.startsWith("__wbg"))) return "SVG reader";
    return "others";
  };
  const seen = (instance) => {
    const { memory } = instance.exports;
    if (memory instanceof WebAssembly.Memory) memories.push({ name: nameOf(instance.exports), memory: new WeakRef(memory) });
    return instance;
  };
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, { construct: (of, args) => seen(new of(...args)) });
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate.apply(WebAssembly, args);
    seen(made.instance ?? made);
    return made;
  };
  process.on("SIGUSR2", () => {
    const spaces = Object.fromEntries(v8.getHeapSpaceStatistics().map((s) => [s.space_name, [s.space_used_size, s.physical_space_size]]));
    const wasm = {};
    for (const { name, memory } of memories) wasm[name] = (wasm[name] ?? 0) + (memory.deref()?.buffer.byteLength ?? 0);
    const heap = v8.getHeapStatistics();
    const file = path.join(process.env.PLATEN_MEMORY_PROBE, `${process.pid}.json`);
    const all = { spaces, wasm, usage: process.memoryUsage(), malloced: heap.malloced_memory };
    if (existsSync(path.join(process.env.PLATEN_MEMORY_PROBE, "snapshot"))) v8.writeHeapSnapshot(`${file}.heapsnapshot`);
    writeFileSync(file, JSON.stringify(all));
  });
}
