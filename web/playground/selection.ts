// Selected elements, in the order in which they were selected.

export class Selection {
  #pointers: readonly string[] = [];

  /** @param changed is called after each change */
  constructor(readonly changed: () => void) {}

  get pointers(): readonly string[] {
    return this.#pointers;
  }

  /** The last one selected; empty without one. */
  get last(): string {
    return this.#pointers.at(-1) ?? "";
  }

  set(pointers: readonly string[]): void {
    const made = pointers.filter((pointer) => pointer !== "");
    const isSame = made.length === this.#pointers.length && made.every((pointer, i) => pointer === this.#pointers[i]);
    this.#pointers = made;
    if (!isSame) this.changed();
  }

  /** Adds an element, or takes it out. */
  toggle(pointer: string): void {
    const rest = this.#pointers.filter((other) => other !== pointer);
    this.set(rest.length < this.#pointers.length ? rest : [...rest, pointer]);
  }
}
