// Work of a render that later renders find: values by their exact content, within a bound of bytes.

/** A value and what is known of its use. */
interface Entry {
  readonly key: string;
  readonly value: unknown;
  bytes: number;
  /** number of the last render that used it */
  used: number;
}

/** Bytes of an entry beside its value and key: its own, and its place in the table. */
const OVERHEAD = 160;
const UNIT = 2;
const MB = 1 << 20;

/**
 * Values by content, cached from render to render. The bound holds at all times: the values whose last use is the oldest make room, those of
 * the current render do not, so that a document beyond the bound finds its first part each time. What two renders did not use goes.
 */
export class RenderCache {
  /** in the order of their last use by a render, oldest first */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  #render = 0;
  readonly #owners = new WeakMap<object, number>();
  /** parts of values that other values have too */
  readonly #counted = new WeakSet();
  #nextOwner = 0;
  #ended = false;

  /** `bound`: of the values and their keys, bytes */
  constructor(readonly bound = 96 * MB) {}

  get bytes(): number {
    return this.#bytes;
  }

  /** A render begins. */
  begin(): void {
    this.#render++;
    for (const entry of this.#entries.values()) {
      if (entry.used + 2 >= this.#render) return;
      this.#drop(entry);
    }
  }

  /** Part of a key that no other object has: values that depend on it are not found by others. */
  ownerKey(owner: object): string {
    let id = this.#owners.get(owner);
    if (id === undefined) this.#owners.set(owner, (id = this.#nextOwner++));
    return String(id);
  }

  get(key: string): unknown {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.used !== this.#render) {
      entry.used = this.#render;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  /** A part of a cached value is counted with it: values that share it are counted without. */
  countPart(part: object): void {
    this.#counted.add(part);
  }

  isCounted(part: object): boolean {
    return this.#counted.has(part);
  }

  /** Keeps a value of about this many bytes, if there is room for it. @returns true if it is cached */
  set(key: string, value: unknown, bytes: number): boolean {
    const old = this.#entries.get(key);
    if (old) this.#drop(old);
    const entry: Entry = { key, value, bytes: bytes + UNIT * key.length + OVERHEAD, used: this.#render };
    if (!this.#room(entry.bytes)) return false;
    this.#bytes += entry.bytes;
    this.#entries.set(key, entry);
    return true;
  }

  /** Counts what a cached value takes in addition. @returns false if there is no room, or the value has gone */
  grow(key: string, value: unknown, bytes: number): boolean {
    const entry = this.#entries.get(key);
    if (entry?.value !== value) return false;
    this.get(key);
    if (!this.#room(bytes)) return false;
    this.#bytes += bytes;
    entry!.bytes += bytes;
    return true;
  }

  /** Drops all values and keeps none: a render that uses it continues without. */
  end(): void {
    this.#ended = true;
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** Makes room among values that the current render has not used. */
  #room(bytes: number): boolean {
    if (this.#ended || bytes > this.bound) return false;
    for (const entry of this.#entries.values()) {
      if (this.#bytes + bytes <= this.bound) return true;
      if (entry.used === this.#render) return false;
      this.#drop(entry);
    }
    return this.#bytes + bytes <= this.bound;
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.bytes;
  }
}
