// The hash of a font file to its face at work: some stay, the others are unloaded when they come to too much.
import { counts } from "../../../base/cache-counts.js";

/** What can be unloaded, and loaded again. */
export interface Evictable {
  /** bytes that it takes, about */
  readonly weight: number;
  unload(): void;
}

/** Faces that are not kept for good, and bytes that they take in all, with everything that is remembered of them. */
const MOST_FACES = 64;
const MOST_BYTES = 48 << 20;

/**
 * The faces of a process by the hash of their bytes. Whose they are does not matter: a face of the same bytes is the same face. Those that are
 * evictable go when others come, the one that was longest without use first; `trim` has to be called between two documents, so that what one
 * document needs stays while it is made.
 */
export class FacePool<F extends Evictable> {
  readonly #kept = new Map<string, F>();
  readonly #evictable = new Map<string, F>();

  /** A face that stays as long as the process; one that is there already stays from then on. */
  kept(hash: string, make: () => F): F {
    let face = this.#kept.get(hash);
    if (!face) {
      face = this.#evictable.get(hash) ?? make();
      this.#evictable.delete(hash);
      this.#kept.set(hash, face);
    }
    return face;
  }

  /** A face that goes when others come; or the kept one of the same bytes. */
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

  /** How many there are that can go. */
  get evictables(): number {
    return this.#evictable.size;
  }
}
