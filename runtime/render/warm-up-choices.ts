// A seed to the choices that a document which warms up is made by.

/** A few words that differ from document to document, by seed and count. */
export type Words = (seed: number, count: number) => string;

/** Which optional fields are there, and what is in them: another answer each time that is asked, and for each seed. */
export class Choices {
  #n = 0;
  constructor(
    readonly seed: number,
    readonly words: Words,
  ) {}

  /** Whether a field is there, once in so many. */
  is(often = 2): boolean {
    this.#n++;
    return (this.seed * 5 + this.#n * 11 + ((this.seed * this.#n) >> 3)) % often === 0;
  }

  some(of: object, often = 2): object {
    return this.is(often) ? of : {};
  }

  one<T>(...all: readonly T[]): T {
    this.#n++;
    return all[(this.seed + this.#n) % all.length]!;
  }
}
