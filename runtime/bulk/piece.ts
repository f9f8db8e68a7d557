import { createHash, type Hash } from "node:crypto";

/** A record as bytes, as they were read. */
export interface Piece {
  /** of its first byte in the file, inflated */
  readonly offset: number;
  /** null: more than may be held */
  readonly bytes: Uint8Array | null;
  readonly sha256: string;
}

/** Collects the bytes of a record up to a bound; beyond it, they are hashed only. */
export class Collector {
  #parts: Uint8Array[] = [];
  #hash: Hash | null = null;
  length = 0;

  constructor(
    readonly offset: number,
    readonly most: number,
  ) {}

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.length += bytes.length;
    if (this.length > this.most && !this.#hash) {
      this.#hash = createHash("sha256");
      for (const part of this.#parts) this.#hash.update(part);
      this.#parts = [];
    }
    if (this.#hash) this.#hash.update(bytes);
    else this.#parts.push(bytes);
  }

  /** @param drop bytes at the end that are not of the record */
  piece(drop = 0): Piece {
    if (this.#hash) return { offset: this.offset, bytes: null, sha256: this.#hash.digest("hex") };
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const bytes = whole.subarray(0, whole.length - drop);
    return { offset: this.offset, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  get isHeld(): boolean {
    return this.#hash === null;
  }

  lastByte(): number | undefined {
    return this.#parts.at(-1)?.at(-1);
  }
}
