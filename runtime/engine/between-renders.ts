import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Node's types lack the options */
type Collect = (options?: { readonly type: "minor" }) => void;

/** `--expose-gc`, as in render processes */
const exposed = globalThis.gc as Collect | undefined;

/** Collector of a process that was started without the option. */
export function exposedCollector(): Collect {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as Collect;
}

/**
 * V8 allocates objects in the old generation by the survival rate of their site. All objects of a document survive collections within it,
 * and none its end: in the old generation they keep young ones alive, 5 MB per report of 30 pages, and cause frequent full collections.
 */
const ALL_BEGIN_YOUNG = "--no-allocation-site-pretenuring";

/** Sets V8 before rendering. Versions without the flag report it on standard error. */
export const objectsBeginYoung = (): void => setFlagsFromString(ALL_BEGIN_YOUNG);

/** ms; after longer renders the next one's objects may not fit */
const LONG_MS = 15;
const AFTER_LONG = 1 / 8;
const AFTER_SHORT = 2 / 3;
/** Bytes of arrays: V8 counts those of the young generation as old, and begins to mark the whole heap at 8 MB. */
const MOST_IN_ARRAYS = 4 << 20;
let leastInArrays = Infinity;

/**
 * Collects garbage between renders, when nearly all of the young generation is: collection takes 1 ms; within a document all boxes and lines are live, and
 * would be copied while a client waits. `ms`: duration of the render
 */
export function collectBetweenRenders(ms: number): void {
  const young = exposed && getHeapSpaceStatistics().find((s) => s.space_name === "new_space");
  if (!young) return;
  const { space_used_size: used, space_available_size: free } = young;
  const inArrays = getHeapStatistics().external_memory;
  leastInArrays = Math.min(leastInArrays, inArrays);
  if (used <= (ms > LONG_MS ? AFTER_LONG : AFTER_SHORT) * (used + free) && inArrays - leastInArrays <= MOST_IN_ARRAYS) return;
  exposed({ type: "minor" });
  // arrays are released concurrently: the next look sees what remains
  leastInArrays = Infinity;
}

/**
 * V8 shrinks the young generation at a collection if little was allocated in the five seconds before, where all since the last collection
 * counts as allocated now: the second collection sees the rest.
 */
const REST_MS = 6000;
const COLLECTIONS = 2;

/**
 * Bytes outside of the heap after which V8 begins a collection of the whole heap: above 64 MB. They are never written, so that they take no
 * memory.
 */
const PRESSURE = 66 << 20;

/** Pages of the old generation are a third empty after some thousand documents: in the collection at rest all are compacted, which V8 else does with the emptiest. */
const COMPACT = "compact-on-every-full-gc";

/** A process's rest: each pause after the last work is a step, and gives more memory back. */
export class Rest {
  #timer: NodeJS.Timeout | null = null;
  #steps = 0;
  #pressure: ArrayBuffer | null = null;

  /** @param isAtWork a render has begun */
  constructor(
    readonly isAtWork: () => boolean,
    readonly release: () => void,
    readonly collect: Collect | undefined = exposed,
  ) {}

  /** Again after each render. */
  begin(): void {
    if (!this.collect) return;
    this.#steps = 0;
    this.#timer ??= setTimeout(() => this.#step(), REST_MS).unref();
    this.#timer.refresh();
  }

  #step(): void {
    if (this.isAtWork()) return;
    this.#freePressure();
    // the young generation: 128 MB at most, and two collections of 1 ms
    this.collect!({ type: "minor" });
    if (++this.#steps === COLLECTIONS) {
      this.release();
      setFlagsFromString(`--${COMPACT}`);
      this.#pressure = new ArrayBuffer(PRESSURE);
    }
    if (this.#steps <= COLLECTIONS) this.#timer!.refresh();
  }

  /** The collection made it old; as a young copy it goes with the young generation. */
  #freePressure(): void {
    if (!this.#pressure) return;
    structuredClone(this.#pressure, { transfer: [this.#pressure] });
    this.#pressure = null;
    setFlagsFromString(`--no-${COMPACT}`);
  }
}
