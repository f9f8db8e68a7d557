// A pool of faces: permanent ones, and others that are evicted.
import { counts } from "../../../base/cache-counts.js";

/** A resource that can be unloaded and loaded again. */
export interface Evictable {
  /** approximate size, bytes */
  readonly weight: number;
  unload(): void;
}

/** Maximum number of evictable faces, and of their bytes with caches. */
const MOST_FACES = 64;
const MOST_BYTES = 48 << 20;

/**
 * Faces of a process by the hash of their bytes, regardless of owner. The least recently used evictable ones are unloaded; `trim` is called between
 * documents, so that a document's faces stay.
 */
export class FacePool<F extends Evictable> {
  readonly #kept = new Map<string, F>();
  readonly #evictable = new Map<string, F>();

  /** A permanent face; an evictable one of the same bytes becomes permanent. */
  kept(hash: string, make: () => F): F {
    let face = this.#kept.get(hash);
    if (!face) {
      face = this.#evictable.get(hash) ?? make();
      this.#evictable.delete(hash);
      this.#kept.set(hash, face);
    }
    return face;
  }

  /** An evictable face, or the permanent one of the same bytes. */
  evictable(hash: string, make: () => F): F {
    const kept = this.#kept.get(hash);
    if (kept) return kept;
    const known = this.#evictable.get(hash);
    if (known) counts.faces.hits++;
    else counts.faces.misses++;
    const face = known ?? make();
    this.#evictable.delete(hash);
    this.#evictable.set(hash, face);
    return face;
  }

  trim(): void {
    let bytes = 0;
    for (const face of this.#evictable.values()) bytes += face.weight;
    for (const [hash, face] of this.#evictable) {
      if (this.#evictable.size <= MOST_FACES && bytes <= MOST_BYTES) return;
      bytes -= face.weight;
      this.#evictable.delete(hash);
      face.unload();
    }
  }

  get evictables(): number {
    return this.#evictable.size;
  }
}
