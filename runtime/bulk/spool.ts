// A document on its way to its place.
import { createHash, randomUUID } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { ByteSink } from "../../base/sink.js";
import { environment } from "./environment.js";

/** A file with the bytes of a document, as they are made. */
export class Spool implements ByteSink {
  #fd: number | null;
  readonly #hash = createHash("sha256");
  #sha256: string | null = null;
  #length = 0;

  /** @throws RunEnd 75 */
  constructor(readonly file: string) {
    this.#fd = this.#guard(() => openSync(file, "w"));
  }

  write(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#length += bytes.length;
    this.#guard(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(this.#fd!, bytes, done);
    });
  }

  get length(): number {
    return this.#length;
  }

  /** Ends it: no byte follows. */
  close(): void {
    if (this.#fd !== null) this.#guard(() => closeSync(this.#fd!));
    this.#fd = null;
  }

  get sha256(): string {
    return (this.#sha256 ??= this.#hash.digest("hex"));
  }

  /** Bytes of a closed one, from one place to before another. */
  read(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from);
    this.#guard(() => {
      const fd = openSync(this.file, "r");
      try {
        for (let done = 0; done < bytes.length;) {
          const read = readSync(fd, bytes, done, bytes.length - done, from + done);
          if (read === 0) throw new Error(`${this.file} has become shorter`);
          done += read;
        }
      } finally {
        closeSync(fd);
      }
    });
    return bytes;
  }

  remove(): void {
    this.close();
    rmSync(this.file, { force: true });
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (e) {
      throw environment(e, this.file);
    }
  }
}

/** Name of a file that no other process has. */
export const temporaryFile = (): string => path.join(tmpdir(), `platen-${randomUUID()}.part`);

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
