// Objects to what one layout run remembers of them: nothing of a layout outlives its run.
import type { Box } from "../box/box.js";
import { readsFacts } from "../box/reads.js";
import { readsOf } from "../box/reads-of.js";
import type { TextSetter, ValueOf } from "../text/line/text-lines.js";

/** The key under which a layouter remembers values of objects `K` during a run. `varies`: values of a key depend on the layout that its text reads */
export class Memory<K extends object, V> {
  /** carries the types of key and value */
  declare readonly entry: (key: K) => V;

  constructor(readonly varies: ((key: K) => boolean) | null = null) {}
}

/** Memory of boxes that are laid out again if text in them reads other values. */
export const memoryOfBoxes = <K extends Box, V>(): Memory<K, V> => new Memory<K, V>((box) => readsFacts(readsOf(box)));

/** Values of a memory in a run. */
export interface Remembered<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** State of a run. */
export interface RunState {
  /** pages are laid out again after this layout, so that rows of tables are read again */
  repeats: boolean;
  /** of rows that are kept */
  keptCells: number;
}

/** One layout of page sequences: its text setter, and what layouters remember during it. */
export class LayoutRun {
  readonly #memories = new Map<object, Remembered<object, unknown>>();

  /** with the runs of other values of variables */
  readonly shared: RunState;

  /** `base`: shares what does not depend on the values of variables */
  constructor(
    readonly text: TextSetter,
    readonly base: LayoutRun | null = null,
  ) {
    this.shared = base?.shared ?? { repeats: false, keptCells: 0 };
  }

  /** A run that remembers what this one does, but for boxes that read the layout: those are given other values. */
  withValues(valueOf: ValueOf): LayoutRun {
    return new LayoutRun(this.text.withValues(valueOf), this);
  }

  /** Values of a memory in this run; they end with their objects, and with the run. */
  of<K extends object, V>(memory: Memory<K, V>): Remembered<K, V> {
    let found = this.#memories.get(memory);
    if (!found) this.#memories.set(memory, (found = this.#made(memory) as Remembered<object, unknown>));
    return found as Remembered<K, V>;
  }

  #made<K extends object, V>(memory: Memory<K, V>): Remembered<K, V> {
    const { base } = this;
    if (!base) return new WeakMap<K, V>();
    const lasting = base.of(memory);
    return memory.varies ? new Varying(lasting, memory.varies) : lasting;
  }
}

/** Own values for keys that vary, those of another run for the rest. */
class Varying<K extends object, V> implements Remembered<K, V> {
  readonly #own = new WeakMap<K, V>();

  constructor(
    readonly lasting: Remembered<K, V>,
    readonly varies: (key: K) => boolean,
  ) {}

  get(key: K): V | undefined {
    return (this.varies(key) ? this.#own : this.lasting).get(key);
  }

  set(key: K, value: V): void {
    (this.varies(key) ? this.#own : this.lasting).set(key, value);
  }
}
