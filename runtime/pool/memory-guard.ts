import type { EditSession } from "../engine/edit-session.js";
import { OutOfMemory } from "./failure.js";
import { ownBytes } from "./memory.js";
import type { RenderFailure, Wear } from "./worker-messages.js";

/** Share of the bound at which a render is refused; the service ends a process at the bound. */
const REFUSE_AT = 0.85;
/** Shares between a fresh process and its bound: without work for later renders, of memory that may remain, and that leaves no room for another render. */
const GIVE_UP_AT = 0.4;
const WORN_AT = 0.5;
const SPENT_AT = 0.7;
/** Share of the bound by which a process may grow before the next check, since a check collects garbage. */
const STEP = 0.05;
/** Renders after which a process is replaced, so that no unforeseen state grows without bound. */
const MOST_RENDERS = 100_000;
/** Between looks at pages and at the ends of renders: one costs 8 µs, as much as a line of text. */
const LOOK_MS = 10;

const MB = 1024 * 1024;
const MOST_CACHE = 96 * MB;
/** Of the bound, for the cache of an edit session. */
const CACHE_SHARE = 1 / 10;
/** With less, a large document and its work are near the bound. */
const KEEPS_FROM_MB = 384;
/** Bytes that a process keeps for later renders, by its bound. */
export const editCacheBound = (memoryMb: number): number =>
  memoryMb < KEEPS_FROM_MB ? 0 : Math.min(MOST_CACHE, memoryMb * MB * CACHE_SHARE);

const collectGarbage = globalThis.gc ?? ((): void => undefined);
const ownMemory = (): number => ownBytes("self") ?? process.memoryUsage.rss();

/**
 * Compares memory without garbage. The exact figure is read only if the resident set, which is quicker to read and includes mapped files,
 * is larger.
 */
function exceeds(most: number): boolean {
  if (process.memoryUsage.rss() <= most || ownMemory() <= most) return false;
  collectGarbage();
  return ownMemory() > most;
}

/** A function that is true at most once in a time. */
function everyMs(ms: number): () => boolean {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}

/** The memory of a render process: refuses a render that takes too much, and reports the state that a render leaves its process in. */
export class MemoryGuard {
  readonly #bound: number;
  #nextCheck: number;
  #renders = 0;
  #freshBytes = 0;
  #nextWearCheck = Infinity;
  /** in this render: the system has not yet what a collection frees */
  #gaveUp = false;
  readonly #isPageDue = everyMs(LOOK_MS);
  readonly #isWearDue = everyMs(LOOK_MS);

  /** `session`: is given up before a render is refused and the process is worn */
  constructor(
    memoryMb: number,
    readonly session: Pick<EditSession, "giveUp">,
  ) {
    this.#bound = memoryMb * MB;
    this.#nextCheck = this.#atShare(GIVE_UP_AT);
  }

  isFresh(): void {
    this.#freshBytes = ownMemory();
    this.#nextWearCheck = this.#atShare(WORN_AT);
  }

  begin(): void {
    this.#gaveUp = false;
    this.#nextCheck = this.#atShare(GIVE_UP_AT);
  }

  /** After a page; looks if some time has passed. @throws OutOfMemory */
  readonly withinAtPage = (): void => {
    if (this.#isPageDue()) this.within();
  };

  /** @throws OutOfMemory */
  readonly within = (): void => {
    if (process.memoryUsage.rss() <= this.#nextCheck) return;
    if (this.session.giveUp()) this.#gaveUp = true;
    if (exceeds(this.#bound * REFUSE_AT)) throw new OutOfMemory();
    this.#nextCheck = Math.max(this.#bound * REFUSE_AT, process.memoryUsage.rss() + this.#bound * STEP);
  };

  wear(failure: Pick<RenderFailure, "exhausted" | "stack"> | null = null): Wear {
    this.#renders++;
    if (failure?.exhausted) return { worn: true, exhausted: true };
    const worn = this.#renders >= MOST_RENDERS || failure?.stack != null;
    if (!this.#isWearDue() || process.memoryUsage.rss() <= this.#nextWearCheck) return { worn, exhausted: false };
    if (this.session.giveUp() || this.#gaveUp) return { worn, exhausted: false };
    // looked at again even where the process is worn already: it may still render for a while
    if (exceeds(this.#atShare(WORN_AT))) return { worn: true, exhausted: ownMemory() > this.#atShare(SPENT_AT) };
    this.#nextWearCheck = process.memoryUsage.rss() + this.#bound * STEP;
    return { worn, exhausted: false };
  }

  /** Bytes at a share of the range between a fresh process and its bound. */
  #atShare(share: number): number {
    return this.#freshBytes + (this.#bound - this.#freshBytes) * share;
  }
}
