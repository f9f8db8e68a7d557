/**
 * A body without another owner: once it is read, its value replaces its bytes. An argument of a suspended function lives until it ends;
 * functions that wait receive this instead of bytes.
 */
export class SentBody {
  #held: unknown;
  #isRead = false;

  /** @param body bytes, or a program's value */
  constructor(body: unknown) {
    this.#held = body;
  }

  /** The body, then what was read from it. */
  get held(): unknown {
    return this.#held;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** Null if they are released. */
  get bytes(): Uint8Array | null {
    return isBytes(this.#held) ? this.#held : null;
  }

  read(value: unknown): void {
    this.#held = value;
    this.#isRead = true;
  }
}

/** test runners have other realms */
export const isBytes = (given: unknown): given is Uint8Array =>
  ArrayBuffer.isView(given) && Object.prototype.toString.call(given) === "[object Uint8Array]";
