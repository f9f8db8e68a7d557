import { createHash } from "node:crypto";
import { jsonValue } from "../../compiler/request/json-value.js";
import { isBytes, SentBody } from "../../compiler/request/sent-body.js";

/** Bytes of a body whose copy is released. */
const LARGE = 1 << 20;

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");

/**
 * Input of a call. The caller may change it during work that waits, which reads a copy. A large copy is released once it is read: lines and
 * columns are then those of the caller's bytes, and absent if they have changed.
 */
export class CallerBody extends SentBody {
  /** bytes for lines and columns; null for a value */
  readonly #own: Uint8Array | null;
  /** of `#own`, if it may change */
  readonly #hash: string | null;

  constructor(input: unknown, waits: boolean) {
    const copy = waits && isBytes(input) ? new Uint8Array(input) : null;
    super(copy ?? input);
    const isReleased = copy !== null && copy.length >= LARGE;
    this.#own = isBytes(input) ? (isReleased ? input : (copy ?? input)) : null;
    this.#hash = isReleased ? hashOf(copy) : null;
    // calls of several inputs have none of their own
    if (!waits || input === undefined || isBytes(input)) return;
    const value = jsonValue(input);
    if (!("problem" in value)) this.read(value.value);
  }

  override get bytes(): Uint8Array | null {
    const held = super.bytes;
    if (held || !this.#own) return held;
    return this.#hash === null || hashOf(this.#own) === this.#hash ? this.#own : null;
  }
}
