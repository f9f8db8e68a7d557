// A request's file, for lines and columns of problems.
import { readFileSync, statSync } from "node:fs";
import { SentBody } from "../../../compiler/request/sent-body.js";
import type { Source } from "./problems.js";

/** Bytes of a request from which they are released. */
const LARGE = 1 << 20;

/** The bytes of a large file are released, and read again if they are needed. */
export class RequestFile extends SentBody implements Source {
  #again: Uint8Array | null = null;
  readonly #state: string | null;

  constructor(
    readonly file: string,
    bytes: Uint8Array,
  ) {
    super(bytes);
    this.#state = bytes.length < LARGE ? null : stateOf(file);
  }

  override get bytes(): Uint8Array | null {
    return super.bytes ?? (this.#again ??= this.#readAgain());
  }

  override read(value: unknown): void {
    if (this.#state === null) this.#again ??= super.bytes;
    super.read(value);
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

/** Null for standard input, pipes, devices and objects of a store, which are read once. */
function stateOf(file: string): string | null {
  if (file === "-") return null;
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino, stats.dev].join() : null;
}
