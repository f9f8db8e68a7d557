// Equal values to one index each, in the order of their first use.
/** Gives equal things one dense number, in the order of their first use. */
export class Interner<T> {
  readonly #ids = new Map<string, number>();
  readonly items: T[] = [];

  /** The number of `key`; `make` is called only for a new one. */
  intern(key: string, make: () => T): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.items.length;
    this.#ids.set(key, id);
    this.items.push(make());
    return id;
  }

  /** Puts another thing in the place of one that has a number. */
  replace(id: number, item: T): void {
    this.items[id] = item;
  }
}
