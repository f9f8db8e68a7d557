// No state of layout outlives its run.
import type { Box } from "../../box/box.js";
import { readsFacts } from "../../box/reads.js";
import { readsOf } from "../../box/reads-of.js";
import { eachText } from "../../text/line/coverage.js";
import type { TextSetter } from "../../text/line/text-lines.js";
import type { ValueOf } from "../../text/line/paragraph-source.js";

/** `boxOf`: values depend on the text in the key's box; null: on none that reads the layout */
export class Memory<K extends object, V> {
  /** no field at runtime */
  declare readonly entry: (key: K) => V;

  constructor(readonly boxOf: ((key: K) => Box) | null = null) {}
}

export const memoryOfBoxes = <K extends Box, V>(): Memory<K, V> => new Memory<K, V>((box) => box);

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

/** A result of a round, with the boxes whose text it read that reads the layout. */
export interface RoundResult<T> {
  readonly result: T;
  readonly round: number;
  readonly reads: readonly Box[];
}

export class LayoutRun {
  readonly #memories = new Map<object, Remembered<object, unknown>>();
  /** last round in which layout could tell text in a box from its former one, as it was in a round */
  readonly #changes = new WeakMap<Box, { readonly round: number; readonly changed: number }>();

  /** by runs with other values of variables */
  readonly shared: RunState;

  /** `base`: values independent of variables */
  constructor(
    readonly text: TextSetter,
    readonly base: LayoutRun | null = null,
  ) {
    this.shared = base?.shared ?? { repeats: false, retainedBytes: 0, settling: false, flexibleTables: false };
  }

  /** Shares this memory, except for boxes that read the layout. */
  withValues(valueOf: ValueOf): LayoutRun {
    return new LayoutRun(this.text.withValues(valueOf), this);
  }

  /** Returns a result with the boxes that it depends on. */
  reading<T>(work: () => T): RoundResult<T> {
    const { text } = this;
    const reads = new Set<Box>();
    text.reads = reads;
    try {
      return { result: work(), round: text.round, reads: [...reads] };
    } finally {
      text.reads = null;
    }
  }

  /** The result would be equal now. */
  holds({ round, reads }: Omit<RoundResult<unknown>, "result">): boolean {
    for (let i = 0; i < reads.length; i++) if (this.changedIn(reads[i]!) > round) return false;
    return true;
  }

  /** As of a text setter, of all text in the box. */
  changedIn(box: Box): number {
    const { round } = this.text;
    const known = this.#changes.get(box);
    if (known?.round === round) return known.changed;
    let changed = 0;
    // rows of tables are made as they are read
    const within = (inner: Box): boolean => {
      if (!readsFacts(readsOf(inner))) return false;
      if (inner.kind === "table") changed = round;
      return changed < round;
    };
    eachText(box, (text) => (changed = Math.max(changed, this.text.changedIn(text))), { within });
    this.#changes.set(box, { round, changed });
    return changed;
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
    return memory.boxOf ? new Varying(this, lasting, memory.boxOf) : lasting;
  }
}

/** Values of rounds for keys with text that varies, another run's for the rest. */
class Varying<K extends object, V> implements Remembered<K, V> {
  readonly #own = new WeakMap<K, { readonly value: V; readonly round: number }>();

  constructor(
    readonly run: LayoutRun,
    readonly lasting: Remembered<K, V>,
    readonly boxOf: (key: K) => Box,
  ) {}

  get(key: K): V | undefined {
    const box = this.boxOf(key);
    if (!readsFacts(readsOf(box))) return this.lasting.get(key);
    const { text } = this.run;
    text.reads?.add(box);
    const known = this.#own.get(key);
    return known && (known.round === text.round || this.run.changedIn(box) <= known.round) ? known.value : undefined;
  }

  set(key: K, value: V): void {
    if (readsFacts(readsOf(this.boxOf(key)))) this.#own.set(key, { value, round: this.run.text.round });
    else this.lasting.set(key, value);
  }
}
