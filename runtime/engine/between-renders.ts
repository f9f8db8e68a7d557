// A process that has just answered to one with room for the next render's objects.
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** `--expose-gc`, with which render processes are started, and which has more forms than Node's types say. */
const collect = globalThis.gc as ((options?: { readonly type: "minor" }) => void) | undefined;

/**
 * V8 looks at which places in the code make objects that survive collections, and makes those of such a place in the old generation from then on. All
 * of a document's objects survive a collection in the midst of it, and none the end of it: what is old then keeps what is young alive, 5 MB for each
 * report of 30 pages, and all of the heap has to be looked through every few of them.
 */
const ALL_BEGIN_YOUNG = "--no-allocation-site-pretenuring";

/** Before a process renders. A V8 without the flag says so on standard error, and the process continues. */
export const objectsBeginYoung = (): void => setFlagsFromString(ALL_BEGIN_YOUNG);

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
