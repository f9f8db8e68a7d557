// A process that has just answered to one with room for the next render's objects.
import { getHeapSpaceStatistics, getHeapStatistics } from "node:v8";

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

/** Milliseconds without anything to do after which a process has time to collect all of its garbage. */
export const IDLE_MS = 500;
/** Bytes by which the heap must have grown for that. */
const GROWN = 8 << 20;
/** Bytes of it that were in use when all of it was collected last. */
let inUse = 0;

/**
 * Collects the whole heap where it has grown much, as it has while the process warmed up. Else the engine does so during a later render: it looks for
 * what is in use in the background then, and renders are slower by a third meanwhile.
 */
export function collectWhenIdle(): void {
  if (!collect || getHeapStatistics().used_heap_size < inUse + GROWN) return;
  collect();
  inUse = getHeapStatistics().used_heap_size;
}
