// A thrown value to whether a WebAssembly program broke off with it.
/**
 * Whether a failure is a WebAssembly program's own, or the stack's or memory's under it: it stopped in the middle of something, and its memory holds
 * nobody knows what.
 */
export const isTrap = (e: unknown): boolean => e instanceof RangeError || (e instanceof Error && e.name === "RuntimeError");
