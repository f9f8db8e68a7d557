/** Counts of a cache since the start of the process. Render processes report them per render; they are never read here. */
export interface CacheCount {
  hits: number;
  misses: number;
}

const none = (): CacheCount => ({ hits: 0, misses: 0 });

/** Keyed by the names in `/metrics`. */
export const counts = {
  words: none(),
  faces: none(),
  fonts: none(),
  font_programs: none(),
  barcodes: none(),
  templates: none(),
  /** owners' pictures, in one render */
  assets: none(),
};

export type CacheName = keyof typeof counts;
