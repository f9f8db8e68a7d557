// Interning of equal values.

/** Numbers equal items from 0, in order of first use. */
export class Interner<T> {
  readonly #ids = new Map<string, number>();
  readonly items: T[] = [];

  intern(key: string, make: () => T): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.items.length;
    this.#ids.set(key, id);
    this.items.push(make());
    return id;
  }

  /** The number of `key`; undefined if it is not known. */
  indexOf(key: string): number | undefined {
    return this.#ids.get(key);
  }

  replace(id: number, item: T): void {
    this.items[id] = item;
  }
}
