// Choice of a record, where the data of a template are an array.

export class Records {
  readonly #select: HTMLSelectElement;

  constructor(
    readonly root: HTMLElement,
    changed: () => void,
  ) {
    this.#select = root.querySelector("select")!;
    this.#select.addEventListener("change", changed);
  }

  get chosen(): number {
    return Math.max(0, this.#select.selectedIndex);
  }

  /** @param count records of the data */
  show(count: number): void {
    this.root.hidden = count < 2;
    if (this.#select.length === count) return;
    const { chosen } = this;
    this.#select.replaceChildren(...Array.from({ length: count }, (_, i) => new Option(String(i + 1))));
    this.#select.selectedIndex = Math.min(chosen, count - 1);
  }
}
