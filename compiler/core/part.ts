// A module that few documents need to a handle, which loads it when the first one does.

/**
 * A part of the compiler that is loaded on demand. Passes are synchronous, so parts are loaded between reading a request and its first pass
 * (`compiler/parts.ts`); a pass then takes what is there.
 */
export class Part<T> {
  #module: T | null = null;

  /** `needs`: what a request has in it that cannot be compiled without this part */
  constructor(
    readonly needs: Need,
    readonly load: () => Promise<T>,
  ) {}

  get loaded(): boolean {
    return this.#module !== null;
  }

  /** @throws Error where nobody has loaded it, which is a fault of this program */
  get(): T {
    if (this.#module === null) throw new Error(`the part of the compiler for ${this.needs} was not loaded`);
    return this.#module;
  }

  async demand(): Promise<void> {
    this.#module ??= await this.load();
  }

  /** For those who have imported it themselves. */
  provide(module: T): void {
    this.#module = module;
  }
}

/** What parts of the compiler are there for. */
export type Need = "charts" | "barcodes" | "passwords";
