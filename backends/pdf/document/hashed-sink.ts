// Hash over a file on its way to its sink.
import type { ByteSink } from "../../../base/sink.js";
import type { RunningHash } from "./shared.js";

/** Passes bytes on, hashed up to `digest`. */
export class HashedSink implements ByteSink {
  #hash: RunningHash | null;

  constructor(
    readonly to: ByteSink,
    hash: RunningHash,
  ) {
    this.#hash = hash;
  }

  write(bytes: Uint8Array): void {
    this.#hash?.update(bytes);
    this.to.write(bytes);
  }

  /** Returns the digest of all bytes so far; later ones are not hashed. */
  digest(): Uint8Array {
    const hash = this.#hash!;
    this.#hash = null;
    return hash.digest();
  }
}
