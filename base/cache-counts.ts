/**
 * Hit and miss counts of caches that outlive a document, since the start of the process. Render processes report them per render; never
 * read here.
 */
export interface CacheCount {
  hits: number;
  misses: number;
}

const none = (): CacheCount => ({ hits: 0, misses: 0 });

/** Keyed by the names in `/metrics`. */
export const counts = {
  /** shaped words */
  words: none(),
  /** caller fonts loaded into the shaper */
  faces: none(),
  /** caller fonts, as bytes */
  fonts: none(),
  /** subset font programs */
  font_programs: none(),
  barcodes: none(),
  /** parsed templates */
  templates: none(),
  /** owners' pictures, within one render */
  assets: none(),
};

export type CacheName = keyof typeof counts;
