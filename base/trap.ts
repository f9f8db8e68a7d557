// Detection of WebAssembly traps.

/** True for a WebAssembly trap, or stack or memory exhaustion: the module's memory is then undefined. */
export const isTrap = (e: unknown): boolean => e instanceof RangeError || (e instanceof Error && e.name === "RuntimeError");
