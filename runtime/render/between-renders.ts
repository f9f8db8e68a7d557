// A process that has just answered to one with room for the next render's objects.
import { getHeapSpaceStatistics } from "node:v8";

/** `--expose-gc`, with which render processes are started, and which has more forms than Node's types say. */
const collect = globalThis.gc as ((options?: { readonly type: "minor" }) => void) | undefined;

/** Milliseconds of a render that makes so many objects that those of the next may not fit beside them; to collect them takes one. */
const LONG_MS = 15;
/** How much of the young generation may be taken when a render begins, after a long one and after others. */
const AFTER_LONG = 1 / 8;
const AFTER_SHORT = 2 / 3;

/**
 * Collects the young generation where much of it is taken. Between two renders nearly nothing in it is still in use, so that takes a millisecond; in
 * the midst of a document all of its boxes and lines are, and would be copied while somebody waits. `ms`: how long the render took
 */
export function collectBetweenRenders(ms: number): void {
  const young = collect && getHeapSpaceStatistics().find((s) => s.space_name === "new_space");
  if (!young) return;
  const { space_used_size: used, space_available_size: free } = young;
  if (used > (ms > LONG_MS ? AFTER_LONG : AFTER_SHORT) * (used + free)) collect({ type: "minor" });
}
