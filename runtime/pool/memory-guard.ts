// The memory bound of a render process, from inside.
import { OutOfMemory } from "./failure.js";
import { ownBytes } from "./memory.js";
import type { RenderFailure, Wear } from "./worker-messages.js";

/** A render is refused where the process holds so much; the service ends one that comes to the whole between two looks. */
const REFUSE_AT = 0.85;
/** Of what lies between a fresh process and its bound: the share that may stay behind, and the share that leaves no room for another render. */
const WORN_AT = 0.5;
const SPENT_AT = 0.7;
/** Looks that find too much collect garbage, which takes long: until the next one, the process may grow by this share of the bound. */
const STEP = 0.05;
/** A process is replaced after so many renders whatever memory it has, so that no unforeseen state grows without bound. */
const MOST_RENDERS = 100_000;
/** Between looks at pages and at the ends of renders: one costs 8 µs, as much as a line of text. */
const LOOK_MS = 10;

const collectGarbage = globalThis.gc ?? ((): void => undefined);
const ownMemory = (): number => ownBytes("self") ?? process.memoryUsage.rss();

/**
 * True if the process has more than `most` bytes of its own without garbage. The exact figure is read only where the resident set, which is quicker
 * to read and counts mapped files too, is larger.
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
  readonly #isPageDue = everyMs(LOOK_MS);
  readonly #isWearDue = everyMs(LOOK_MS);

  constructor(memoryMb: number) {
    this.#bound = memoryMb * 1024 * 1024;
    this.#nextCheck = this.#bound * REFUSE_AT;
  }

  /** The process has rendered its first documents. */
  isFresh(): void {
    collectGarbage();
    this.#freshBytes = ownMemory();
    this.#nextWearCheck = this.#atShare(WORN_AT);
  }

  begin(): void {
    this.#nextCheck = this.#bound * REFUSE_AT;
  }

  /** After a page; looks if some time has passed. @throws OutOfMemory */
  readonly withinAtPage = (): void => {
    if (this.#isPageDue()) this.within();
  };

  /** @throws OutOfMemory */
  readonly within = (): void => {
    if (process.memoryUsage.rss() <= this.#nextCheck) return;
    if (exceeds(this.#bound * REFUSE_AT)) throw new OutOfMemory();
    this.#nextCheck = Math.max(this.#bound * REFUSE_AT, process.memoryUsage.rss() + this.#bound * STEP);
  };

  wear(failure: Pick<RenderFailure, "exhausted" | "stack"> | null = null): Wear {
    this.#renders++;
    if (failure?.exhausted) return { worn: true, exhausted: true };
    const worn = this.#renders >= MOST_RENDERS || failure?.stack != null;
    if (!this.#isWearDue() || process.memoryUsage.rss() <= this.#nextWearCheck) return { worn, exhausted: false };
    // looked at again even where the process is worn already: it may still render for a while
    if (exceeds(this.#atShare(WORN_AT))) return { worn: true, exhausted: ownMemory() > this.#atShare(SPENT_AT) };
    this.#nextWearCheck = process.memoryUsage.rss() + this.#bound * STEP;
    return { worn, exhausted: false };
  }

  /** Bytes that a share of what lies between a fresh process and its bound comes to. */
  #atShare(share: number): number {
    return this.#freshBytes + (this.#bound - this.#freshBytes) * share;
  }
}
