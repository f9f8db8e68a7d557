// The passes that a render enters to the time that each has taken.

/** Milliseconds by phase; one that is entered again goes on. */
export class Phases {
  readonly #spent: Record<string, number> = {};
  #current: string | null = null;
  #since = 0;

  enter(phase: string): void {
    this.#leave();
    this.#current = phase;
  }

  /** The last phase ends with the document. */
  end(): Readonly<Record<string, number>> {
    this.#leave();
    this.#current = null;
    return this.#spent;
  }

  #leave(): void {
    const now = performance.now();
    if (this.#current !== null) this.#spent[this.#current] = (this.#spent[this.#current] ?? 0) + now - this.#since;
    this.#since = now;
  }
}
