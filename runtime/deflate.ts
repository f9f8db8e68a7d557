import { constants, createDeflate, type Deflate } from "node:zlib";

/**
 * zlib on the thread pool, with compressors that are kept: setting one up takes longer than deflating a page does, and takes that time of the
 * thread that renders. The bytes are those of `deflateSync` at the same level.
 */
export class DeflatePool {
  readonly #free: Compressor[] = [];

  constructor(readonly level: number) {}

  deflate(bytes: Uint8Array): Promise<Uint8Array> {
    const one = this.#free.pop() ?? new Compressor(this.level);
    return one.deflate(bytes).then((out) => {
      if (this.#free.length < MAX_KEPT) this.#free.push(one);
      return out;
    });
  }
}

/** Compressors are some 270 KB each. */
const MAX_KEPT = 16;
const CHUNK = 1 << 15;

class Compressor {
  readonly #stream: Deflate;
  #chunks: Buffer[] = [];

  constructor(level: number) {
    this.#stream = createDeflate({ level, chunkSize: CHUNK });
    this.#stream.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  deflate(bytes: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#stream.once("error", reject);
      this.#stream.write(bytes);
      this.#stream.flush(constants.Z_FINISH, () => {
        this.#stream.off("error", reject);
        const chunks = this.#chunks;
        this.#chunks = [];
        this.#stream.reset();
        resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
      });
    });
  }
}
