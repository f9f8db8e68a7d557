import { ByteWriter } from "./bytes.js";

/** a file is in a few arrays, not in one per object */
const BLOCK = 1 << 18;

/** A long file is not copied as it grows. */
export class Blocks {
  readonly #closed: Uint8Array[] = [];
  #before = 0;
  #open = new ByteWriter(1 << 14);

  get length(): number {
    return this.#before + this.#open.length;
  }

  /** Writer at the end; valid for one object. */
  writer(): ByteWriter {
    const open = this.#open;
    if (open.length < BLOCK) return open;
    this.#closed.push(open.view());
    this.#before += open.length;
    return (this.#open = new ByteWriter(BLOCK + (BLOCK >> 3)));
  }

  /** Valid until the next write. */
  parts(): readonly Uint8Array[] {
    return [...this.#closed, this.#open.view()];
  }
}
