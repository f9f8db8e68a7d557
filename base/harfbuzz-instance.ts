const MAX_WASM_BYTES = 1 << 30;

/** Memory grows to at most 1 GiB. @throws Error from a call in which HarfBuzz aborts */
export function harfbuzzInstance<T extends { readonly memory: WebAssembly.Memory }>(module: WebAssembly.Module): T {
  const abort = (): never => {
    throw new Error("the font engine stopped");
  };
  const env = {
    _emscripten_runtime_keepalive_clear: () => undefined,
    _abort_js: abort,
    _setitimer_js: () => 0,
    emscripten_resize_heap: (requested: number): number => {
      const now = exports.memory.buffer.byteLength;
      const want = requested >>> 0;
      if (want > MAX_WASM_BYTES) return 0;
      // by a sixteenth or more: small requests do not copy the heap
      exports.memory.grow(Math.max(Math.ceil((want - now) / 65536), now >> 20));
      return 1;
    },
  };
  const { exports } = new WebAssembly.Instance(module, { env, wasi_snapshot_preview1: { proc_exit: abort } }) as unknown as {
    readonly exports: T & { __wasm_call_ctors(): void };
  };
  exports.__wasm_call_ctors();
  return exports;
}
