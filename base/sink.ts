// Receivers of the bytes of a file, as they are made.
import { concatBytes } from "./bytes.js";

/** Receives the bytes of a file in order. An array belongs to the sink: its maker does not change it later. */
export interface ByteSink {
  /** @throws SinkFault, which ends the file */
  write(bytes: Uint8Array): void;
}

/** Failure of a sink, such as a full disk; `cause` is its error. */
export class SinkFault extends Error {
  constructor(override readonly cause: unknown) {
    super("the bytes of a file are not taken", { cause });
  }
}

/** Keeps all bytes. */
export class BytesInMemory implements ByteSink {
  readonly #parts: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  /** A copy of all bytes. */
  bytes(): Uint8Array<ArrayBuffer> {
    return concatBytes(this.#parts);
  }
}
