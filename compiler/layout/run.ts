// Objects to what one layout run remembers of them: nothing of a layout outlives its run.
import type { TextSetter } from "../text/line/text-lines.js";

/** A place for what a layouter remembers of objects `K` during a run. */
export class Memory<K extends object, V> {
  /** only for the type */
  declare readonly entry: (key: K) => V;
}

export class LayoutRun {
  readonly #memories = new Map<object, WeakMap<object, unknown>>();

  constructor(readonly text: TextSetter) {}

  /** What this run remembers there; gone with the objects that it is of, and with the run. */
  of<K extends object, V>(memory: Memory<K, V>): WeakMap<K, V> {
    let found = this.#memories.get(memory);
    if (!found) this.#memories.set(memory, (found = new WeakMap()));
    return found as WeakMap<K, V>;
  }
}
