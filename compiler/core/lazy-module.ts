// A module that few documents need: a handle that imports it for the first one that does.

/**
 * Passes are synchronous, so the modules of a request are imported between decoding and the next pass (`compiler/lazy-modules.ts`, where all of
 * them are listed); a pass then takes its module with `get`. Code that may wait imports it with `demand`.
 */
export class LazyModule<T> {
  #module: T | null = null;

  /** `need`: what a document has that cannot be compiled without the module */
  constructor(
    readonly need: Need,
    readonly load: () => Promise<T>,
  ) {}

  get loaded(): boolean {
    return this.#module !== null;
  }

  /** @throws Error where the module was not imported, which is a fault of this program */
  get(): T {
    if (this.#module === null) throw new Error(`the module for ${this.need} was not loaded`);
    return this.#module;
  }

  async demand(): Promise<T> {
    return (this.#module ??= await this.load());
  }
}

/** The first four are read from a request before its passes; the others are found on the way. */
export type Need =
  "charts" | "barcodes" | "passwords" | "pictures" | "SVG pictures" | "SVG style sheets" | "merged documents" | "missing glyphs";
