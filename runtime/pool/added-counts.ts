import { counts, type CacheName } from "../../base/cache-counts.js";
import type { CacheCounts } from "./worker-messages.js";

/** @returns function with the counts since its last call */
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
