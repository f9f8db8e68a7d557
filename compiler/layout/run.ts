// Objects to what one layout run remembers of them: nothing of a layout outlives its run.
import type { TextSetter } from "../text/line/text-lines.js";

/** The key under which a layouter remembers values of objects `K` during a run. */
export class Memory<K extends object, V> {
  /** carries the types of key and value */
  declare readonly entry: (key: K) => V;
}

/** One layout of a list of page sequences: its text setter, and what layouters remember during it. */
export class LayoutRun {
  readonly #memories = new Map<object, WeakMap<object, unknown>>();

  constructor(readonly text: TextSetter) {}

  /** The values of a memory in this run; they end with their objects, and with the run. */
  of<K extends object, V>(memory: Memory<K, V>): WeakMap<K, V> {
    let found = this.#memories.get(memory);
    if (!found) this.#memories.set(memory, (found = new WeakMap()));
    return found as WeakMap<K, V>;
  }
}
