import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";

/** `--expose-gc`, as in render processes; Node's types lack the options */
const collect = globalThis.gc as ((options?: { readonly type: "minor" }) => void) | undefined;

/**
 * V8 allocates objects in the old generation by the survival rate of their site. All objects of a document survive collections within it,
 * and none its end: in the old generation they keep young ones alive, 5 MB per report of 30 pages, and cause frequent full collections.
 */
const ALL_BEGIN_YOUNG = "--no-allocation-site-pretenuring";

/** Before rendering. V8 versions without the flag report it on standard error. */
export const objectsBeginYoung = (): void => setFlagsFromString(ALL_BEGIN_YOUNG);

/** ms; after longer renders the next one's objects may not fit */
const LONG_MS = 15;
const AFTER_LONG = 1 / 8;
const AFTER_SHORT = 2 / 3;
/** Bytes of arrays: V8 counts those of the young generation as old, and begins to mark the whole heap at 8 MB. */
const MOST_IN_ARRAYS = 4 << 20;
let leastInArrays = Infinity;

/**
 * Between renders nearly all of the young generation is garbage: collection takes 1 ms; within a document all boxes and lines are live, and
 * would be copied while a client waits. `ms`: duration of the render
 */
export function collectBetweenRenders(ms: number): void {
  const young = collect && getHeapSpaceStatistics().find((s) => s.space_name === "new_space");
  if (!young) return;
  const { space_used_size: used, space_available_size: free } = young;
  const inArrays = getHeapStatistics().external_memory;
  leastInArrays = Math.min(leastInArrays, inArrays);
  if (used <= (ms > LONG_MS ? AFTER_LONG : AFTER_SHORT) * (used + free) && inArrays - leastInArrays <= MOST_IN_ARRAYS) return;
  collect({ type: "minor" });
  // arrays are released concurrently: the next look sees what remains
  leastInArrays = Infinity;
}

/**
 * V8 shrinks the young generation at a collection if little was allocated in the five seconds before, where all since the last collection
 * counts as allocated now: the second collection sees the rest.
 */
const REST_MS = 6000;
const COLLECTIONS = 2;
let rest: NodeJS.Timeout | null = null;
let left = 0;

/** Returns a young generation of up to 64 MB at rest, by two collections of 1 ms. `isAtWork`: a render has begun. */
export function collectAtRest(isAtWork: () => boolean): void {
  if (!collect) return;
  left = COLLECTIONS;
  rest ??= setTimeout(() => {
    if (isAtWork()) return;
    collect({ type: "minor" });
    if (--left > 0) rest?.refresh();
  }, REST_MS).unref();
  rest.refresh();
}
