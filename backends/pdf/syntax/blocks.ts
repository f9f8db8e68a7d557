// The bytes of a file as it grows.
import type { ByteSink } from "../../../base/sink.js";
import { ByteWriter } from "./bytes.js";

/** Length from which a block is passed on: the sink receives a few arrays, not one for each object. */
const BLOCK = 1 << 18;

/** Growing bytes, passed on in blocks. */
export class Blocks {
  /** bytes passed on */
  #before = 0;
  #open = new ByteWriter(1 << 14);

  constructor(readonly sink: ByteSink) {}

  get length(): number {
    return this.#before + this.#open.length;
  }

  /** Writer at the end; valid for one object. */
  writer(): ByteWriter {
    if (this.#open.length >= BLOCK) this.#pass(BLOCK + (BLOCK >> 3));
    return this.#open;
  }

  /** Passes all bytes on. */
  flush(): void {
    this.#pass(1 << 12);
  }

  /** `capacity`: of the next block, bytes */
  #pass(capacity: number): void {
    const full = this.#open;
    this.#before += full.length;
    this.#open = new ByteWriter(capacity);
    this.sink.write(full.view());
  }
}
