// zlib in JavaScript: its bytes are the same on every machine.
import { concatBytes } from "../../base/bytes.js";
import type { ZStream, zlibDeflate, zlibDeflateInit2, zlibDeflateReset } from "pako";

/** Functions of pako that deflate. */
export interface Zlib {
  readonly ZStream: new () => ZStream;
  readonly zlibDeflateInit2: typeof zlibDeflateInit2;
  readonly zlibDeflateReset: typeof zlibDeflateReset;
  readonly zlibDeflate: typeof zlibDeflate;
}

/** Z_DEFLATED, Z_DEFAULT_STRATEGY, Z_FINISH, Z_STREAM_END, and the level of memory that zlib has by default. */
const DEFLATED = 8;
const DEFAULT_STRATEGY = 0;
const FINISH = 4;
const STREAM_END = 1;
const MEMORY = 8;

const CHUNK = 1 << 14;
const NOTHING = new Uint8Array(0);
const NO_HEAD = new Uint16Array(0);

/** Tables of a state that later streams find as they left them. */
interface State {
  readonly window: Uint8Array;
  readonly prev: Uint16Array;
  head: Uint16Array;
}

/** Deflates streams of one level. A document has many short ones, and a state of zlib takes longer to make than they do: each window has one. */
export class PortableDeflater {
  readonly #streams = new Map<number, ZStream>();
  readonly #output = new Uint8Array(CHUNK);

  constructor(
    readonly zlib: () => Zlib,
    readonly level: number,
  ) {}

  /** zlib stream (RFC 1950), as of a new state. `windowBits`: base-2 logarithm of the search distance, 9 to 15 */
  deflate(bytes: Uint8Array, windowBits: number): Uint8Array {
    const stream = this.#begun(windowBits);
    stream.input = bytes;
    stream.next_in = 0;
    stream.avail_in = bytes.length;
    const chunks: Uint8Array[] = [];
    for (let status = 0; status !== STREAM_END;) {
      stream.output = this.#output;
      stream.next_out = 0;
      stream.avail_out = CHUNK;
      status = this.zlib().zlibDeflate(stream, FINISH);
      if (status < 0) throw new Error(`deflate ended with ${status}`);
      chunks.push(this.#output.slice(0, stream.next_out));
    }
    stream.input = NOTHING;
    return chunks.length === 1 ? chunks[0]! : concatBytes(chunks);
  }

  #begun(windowBits: number): ZStream {
    const { ZStream, zlibDeflateInit2, zlibDeflateReset } = this.zlib();
    const known = this.#streams.get(windowBits);
    if (known) {
      // zlib compares and hashes beyond its input, where a new state has zeros
      const state = known.state as State;
      state.window.fill(0);
      state.prev.fill(0);
      // pako clears the heads of its chains one by one, which takes longer than a short stream
      const { head } = state;
      state.head = NO_HEAD;
      zlibDeflateReset(known);
      state.head = head.fill(0);
      return known;
    }
    const stream = new ZStream();
    zlibDeflateInit2(stream, this.level, DEFLATED, windowBits, MEMORY, DEFAULT_STRATEGY);
    this.#streams.set(windowBits, stream);
    return stream;
  }
}
