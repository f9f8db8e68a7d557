import { keysOf } from "../../base/lookup.js";
import { counts, type CacheName } from "../../base/cache-counts.js";
import type { CacheCounts } from "./worker-messages.js";

export const CACHE_NAMES = keysOf(counts);

/** @returns function with the counts that changed since its last call */
export function addedCounts(): () => CacheCounts {
  const last = structuredClone(counts);
  return () => {
    const added: Partial<Record<CacheName, { readonly hits: number; readonly misses: number }>> = {};
    for (const name of CACHE_NAMES) {
      const { hits, misses } = counts[name];
      const before = last[name];
      if (hits === before.hits && misses === before.misses) continue;
      added[name] = { hits: hits - before.hits, misses: misses - before.misses };
      before.hits = hits;
      before.misses = misses;
    }
    return added;
  };
}
