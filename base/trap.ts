// Detection of WebAssembly traps.
/** True if the failure is a WebAssembly trap, or stack or memory exhaustion under it: the module's memory is then in an undefined state. */
export const isTrap = (e: unknown): boolean => e instanceof RangeError || (e instanceof Error && e.name === "RuntimeError");
