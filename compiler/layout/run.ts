// Memory of one layout run; no state of layout outlives its run.
import type { Box } from "../box/box.js";
import { readsFacts } from "../box/reads.js";
import { readsOf } from "../box/reads-of.js";
import type { TextSetter, ValueOf } from "../text/line/text-lines.js";

/** Key of remembered values for objects `K` during a run. `varies`: values depend on the layout that the object's text reads */
export class Memory<K extends object, V> {
  /** type of key and value, no field at runtime */
  declare readonly entry: (key: K) => V;

  constructor(readonly varies: ((key: K) => boolean) | null = null) {}
}

/** Memory of boxes; values vary if text in the box reads the layout. */
export const memoryOfBoxes = <K extends Box, V>(): Memory<K, V> => new Memory<K, V>((box) => readsFacts(readsOf(box)));

export interface Remembered<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

export interface RunState {
  /** pages are laid out again after this layout, which reads table rows again */
  repeats: boolean;
  /** estimate for the table rows that are kept */
  keptBytes: number;
  /** further rounds of layout reuse the pages that do not depend on its facts */
  settling: boolean;
}

/** One layout of page sequences: its text setter and memory. */
export class LayoutRun {
  readonly #memories = new Map<object, Remembered<object, unknown>>();
  readonly #varying: Varying<object, unknown>[] = [];

  /** shared by runs with other values of variables */
  readonly shared: RunState;

  /** `base`: provides values independent of variables */
  constructor(
    readonly text: TextSetter,
    readonly base: LayoutRun | null = null,
  ) {
    this.shared = base?.shared ?? { repeats: false, keptBytes: 0, settling: false };
  }

  /** Number of reads of text and memory that depend on facts of the layout: equal before and after what depends on none. */
  get variedReads(): number {
    let reads = this.text.variedReads;
    for (const memory of this.#varying) reads += memory.reads;
    return reads;
  }

  /** A run that shares this memory, except for boxes that read the layout. */
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
    if (!memory.varies) return lasting;
    const varying = new Varying(lasting, memory.varies);
    this.#varying.push(varying as unknown as Varying<object, unknown>);
    return varying;
  }
}

/** Own values for varying keys, those of another run for the rest. */
class Varying<K extends object, V> implements Remembered<K, V> {
  readonly #own = new WeakMap<K, V>();
  /** of varying keys */
  reads = 0;

  constructor(
    readonly lasting: Remembered<K, V>,
    readonly varies: (key: K) => boolean,
  ) {}

  get(key: K): V | undefined {
    if (!this.varies(key)) return this.lasting.get(key);
    this.reads++;
    return this.#own.get(key);
  }

  set(key: K, value: V): void {
    (this.varies(key) ? this.#own : this.lasting).set(key, value);
  }
}
