import { RenderCache } from "../../base/render-cache.js";
import { isEdit, likenessOf, type Likeness } from "./likeness.js";

/** A large body, as later ones are compared with it. */
export interface LargeBody {
  /** all else that renders must have in common: owner, kind, bounds */
  readonly whose: string;
  readonly likeness: Likeness;
}

/** Returns a large body; null for one that is not large. */
export function largeBody(body: Uint8Array, whose: () => string): LargeBody | null {
  const likeness = likenessOf(body);
  return likeness && { whose: whose(), likeness };
}

export const isEditOf = (before: LargeBody | null, after: LargeBody): boolean =>
  before?.whose === after.whose && isEdit(before.likeness, after.likeness);

/** An author reads a page before the next edit. */
const REST_MS = 60_000;

/**
 * Cache of a process while large bodies are edits of each other: the first edit fills it, the second reads it. Any other large body, and a
 * rest, end it.
 */
export class EditSession {
  #cache: RenderCache | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isOff = false;

  /**
   * @param bound bytes; 0: no cache
   * @param rested called after a rest that has ended it
   */
  constructor(
    readonly bound?: number,
    readonly rested: () => void = () => undefined,
  ) {}

  /** Cache of the next render; null: none. `edit`: the body is an edit of the last large one; null: it is not large */
  next(edit: boolean | null): RenderCache | null {
    if (edit === null) return null;
    if (!edit) {
      this.#isOff = false;
      this.release();
    }
    if (!edit || this.#isOff || this.bound === 0) return null;
    this.#timer ??= setTimeout(() => this.#rest(), REST_MS).unref();
    this.#timer.refresh();
    return (this.#cache ??= new RenderCache(this.bound));
  }

  /** A render that uses it continues without. */
  release(): void {
    this.#cache?.end();
    this.#cache = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** For want of memory: no cache before another document. @returns false if there was none */
  giveUp(): boolean {
    if (!this.#cache) return false;
    this.#isOff = true;
    this.release();
    return true;
  }

  #rest(): void {
    this.release();
    this.rested();
  }
}
