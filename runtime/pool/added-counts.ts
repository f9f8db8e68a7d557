// What caches have counted to what was added since they were last asked.
import { counts, type CacheName } from "../../base/cache-counts.js";
import type { CacheCounts } from "./worker-messages.js";

/** @returns a function that gives what was added since it was last called */
export function addedCounts(): () => CacheCounts {
  let last = structuredClone(counts);
  return () => {
    const now = structuredClone(counts);
    const added = structuredClone(now);
    for (const name of Object.keys(now) as CacheName[]) {
      added[name].hits -= last[name].hits;
      added[name].misses -= last[name].misses;
    }
    last = now;
    return added;
  };
}
