import { counts } from "../../../base/cache-counts.js";

interface Evictable {
  /** approximate bytes */
  readonly weight: number;
  unload(): void;
}

/** Evictable faces, and their bytes with caches. */
const MOST_FACES = 64;
const MOST_BYTES = 48 << 20;

/**
 * Faces are cached by the hash of their bytes, whatever the owner. Least recently used evictable ones are unloaded; `trim` is called between documents, so that a
 * document's faces stay.
 */
export class FacePool<F extends Evictable> {
  readonly #permanent = new Map<string, F>();
  readonly #evictable = new Map<string, F>();

  /** An evictable one of the same bytes becomes permanent. */
  permanent(hash: string, make: () => F): F {
    let face = this.#permanent.get(hash);
    if (!face) {
      face = this.#evictable.get(hash) ?? make();
      this.#evictable.delete(hash);
      this.#permanent.set(hash, face);
    }
    return face;
  }

  /** Or the permanent one of the same bytes. */
  evictable(hash: string, make: () => F): F {
    const permanent = this.#permanent.get(hash);
    if (permanent) return permanent;
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
