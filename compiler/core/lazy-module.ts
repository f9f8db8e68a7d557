// Passes are synchronous: the modules of a request are imported before them (`compiler/lazy-modules.ts`), and a pass takes its module
// with `get`. Code that may wait uses `demand`.

export class LazyModule<T> {
  #module: T | null = null;

  /** `need`: the part of a document that requires the module */
  constructor(
    readonly need: Need,
    readonly load: () => Promise<T>,
  ) {}

  get loaded(): boolean {
    return this.#module !== null;
  }

  /** @throws Error if not imported, a fault of this program */
  get(): T {
    if (this.#module === null) throw new Error(`the module for ${this.need} was not loaded`);
    return this.#module;
  }

  async demand(): Promise<T> {
    return (this.#module ??= await this.load());
  }
}

/** The first six are read from a request, others are found later. */
export type Need =
  | "charts"
  | "barcodes"
  | "fields"
  | "passwords"
  | "signatures"
  | "pictures"
  | "SVG pictures"
  | "SVG style sheets"
  | "merged documents"
  | "missing glyphs";
