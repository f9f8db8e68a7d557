/** Durations in ms, accumulated over reentries. */
export class Phases {
  readonly #spent: Record<string, number> = {};
  #current: string | null = null;
  #since = 0;

  enter(phase: string): void {
    this.#leave();
    this.#current = phase;
  }

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
