// A request's file, for lines and columns of problems.
import { readFileSync, statSync } from "node:fs";
import type { Source } from "./problems.js";

/** Bytes of a request from which they are released. */
const LARGE = 1 << 20;

export class RequestFile implements Source {
  #bytes: Uint8Array | null;
  readonly #state: string | null;

  constructor(
    readonly file: string,
    bytes: Uint8Array,
  ) {
    this.#bytes = bytes;
    this.#state = bytes.length < LARGE ? null : stateOf(file);
  }

  get bytes(): Uint8Array | null {
    return (this.#bytes ??= this.#readAgain());
  }

  /** Releases the bytes of a large file, which is read again if they are needed. */
  release(): void {
    if (this.#state !== null) this.#bytes = null;
  }

  /** Null if the file has changed. */
  #readAgain(): Uint8Array | null {
    try {
      const bytes = readFileSync(this.file);
      return stateOf(this.file) === this.#state ? bytes : null;
    } catch {
      return null;
    }
  }
}

/** Null for standard input, pipes and devices, which are read once. */
function stateOf(file: string): string | null {
  if (file === "-") return null;
  const stats = statSync(file);
  return stats.isFile() ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino, stats.dev].join() : null;
}
