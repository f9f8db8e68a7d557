/**
 * How often caches that outlive a document had what they were asked for, since the process began. A render process tells the service
 * what each render added; nothing here reads it.
 */
export interface CacheCount {
  hits: number;
  misses: number;
}

const none = (): CacheCount => ({ hits: 0, misses: 0 });

/** By cache; the names are those of `/metrics`. */
export const counts = {
  /** shaped words */
  words: none(),
  /** font files of callers, loaded into the shaper */
  faces: none(),
  /** font files of callers, as bytes */
  fonts: none(),
  /** subset font programs */
  font_programs: none(),
  barcodes: none(),
  /** parsed templates */
  templates: none(),
  /** pictures of owners, within one render */
  assets: none(),
};

export type CacheName = keyof typeof counts;
