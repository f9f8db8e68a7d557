// No state of layout outlives its run.
import type { Box } from "../../box/box.js";
import { readsFacts } from "../../box/reads.js";
import { readsOf } from "../../box/reads-of.js";
import type { TextSetter, ValueOf } from "../../text/line/text-lines.js";

/** `varies`: values depend on the layout that the object's text reads */
export class Memory<K extends object, V> {
  /** no field at runtime */
  declare readonly entry: (key: K) => V;

  constructor(readonly varies: ((key: K) => boolean) | null = null) {}
}

/** Values vary if text in the box reads the layout. */
export const memoryOfBoxes = <K extends Box, V>(): Memory<K, V> => new Memory<K, V>((box) => readsFacts(readsOf(box)));

export interface Remembered<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

export interface RunState {
  /** pages are laid out again, which reads table rows again */
  repeats: boolean;
  /** estimate for the table rows that are retained */
  retainedBytes: number;
  /** further rounds of layout reuse the pages that do not depend on its facts */
  settling: boolean;
  /** long rows continue in the next region, fixed columns grow to their longest words */
  flexibleTables: boolean;
}

export class LayoutRun {
  readonly #memories = new Map<object, Remembered<object, unknown>>();
  readonly #varying: Varying<object, unknown>[] = [];

  /** by runs with other values of variables */
  readonly shared: RunState;

  /** `base`: values independent of variables */
  constructor(
    readonly text: TextSetter,
    readonly base: LayoutRun | null = null,
  ) {
    this.shared = base?.shared ?? { repeats: false, retainedBytes: 0, settling: false, flexibleTables: false };
  }

  /** Reads that depend on facts of the layout: equal before and after what depends on none. */
  get variedReads(): number {
    let reads = this.text.variedReads;
    for (const memory of this.#varying) reads += memory.reads;
    return reads;
  }

  /** Shares this memory, except for boxes that read the layout. */
  withValues(valueOf: ValueOf): LayoutRun {
    return new LayoutRun(this.text.withValues(valueOf), this);
  }

  /** Values end with their objects, and with the run. */
  of<K extends object, V>(memory: Memory<K, V>): Remembered<K, V> {
    let found = this.#memories.get(memory);
    if (!found) this.#memories.set(memory, (found = this.#made(memory)));
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

/** Own values for varying keys, another run's for the rest. */
class Varying<K extends object, V> implements Remembered<K, V> {
  readonly #own = new WeakMap<K, V>();
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
