import { createDeflate, deflateSync } from "node:zlib";

/*
 * Streams in one piece are short and many. `deflateSync` makes a stream object and a state of zlib for each, which V8 takes for in use until it
 * collects the whole heap: 2.5 KB each, and more time than deflating takes. Here one state, reset, serves all streams of a window.
 *
 * Node has no documented call for it; the packages of npm itself use this one. If it is absent, or its bytes differ, `deflateSync` is used.
 */

/** State of zlib in Node's stream objects. */
interface Handle {
  reset(): void;
  writeSync(flush: number, input: Uint8Array, from: number, length: number, output: Uint8Array, at: number, room: number): void;
}

/** Longer streams are cut into parts, or rare. Streams of rows have a byte more for each row than the bound of their objects. */
const LONGEST = 1 << 17;
/** Room for the output, above zlib's bound. */
const output = new Uint8Array(LONGEST + (LONGEST >> 3));
/** zlib hashes and compares up to so many bytes beyond its input, so that the result depends on them. They are zero in a new state. */
const READ_BEYOND = 266;
/** a stream as long as the largest buffer needs none */
const zeros = new Uint8Array((2 << 15) + READ_BEYOND);

/** Z_NO_FLUSH and Z_FINISH */
const NO_FLUSH = 0;
const FINISH = 4;

/** A state of zlib for streams of one level and window. */
class Coder {
  /** length of the longest stream so far: bytes beyond it are zero */
  #longest = 0;

  private constructor(
    readonly handle: Handle,
    /** bytes left in output and input after a call */
    readonly left: Uint32Array,
    /** zlib's buffer of input: a stream as long leaves nothing of those before it */
    readonly buffered: number,
  ) {}

  /** Null if Node has no such state. */
  static create(level: number, windowBits: number): Coder | null {
    const { _handle: handle, _writeState: left } = createDeflate({ level, windowBits }) as {
      readonly _handle?: Partial<Handle> | null;
      readonly _writeState?: unknown;
    };
    if (!(left instanceof Uint32Array) || !handle?.reset || !handle.writeSync) return null;
    return new Coder(handle as Handle, left, 2 << windowBits);
  }

  /** Null if it fails. */
  deflate(bytes: Uint8Array): Uint8Array | null {
    const { length } = bytes;
    if (length > LONGEST) return null;
    this.handle.reset();
    if (length < this.#longest && length < this.buffered) {
      this.#write(NO_FLUSH, zeros, length + READ_BEYOND);
      this.handle.reset();
    } else this.#longest = Math.max(length, this.#longest);
    const room = this.#write(FINISH, bytes, length);
    return room === 0 ? null : Buffer.from(output.subarray(0, output.length - room));
  }

  /** @returns the room left in the output */
  #write(flush: number, bytes: Uint8Array, length: number): number {
    this.left[0] = 0;
    this.handle.writeSync(flush, bytes, 0, length, output, 0, output.length);
    return this.left[0];
  }
}

/** By level and window; null: unusable. */
const coders = new Map<number, Coder | null>();

/** zlib stream (RFC 1950) with the bytes of `deflateSync`. `windowBits`: base-2 logarithm of the search distance */
export function deflateWhole(bytes: Uint8Array, level: number, windowBits: number): Uint8Array {
  const key = 16 * level + windowBits;
  let coder = coders.get(key);
  if (coder === undefined) coders.set(key, (coder = proven(Coder.create(level, windowBits), level, windowBits)));
  return coder?.deflate(bytes) ?? deflateSync(bytes, { level, windowBits, chunkSize: bytes.length + BEYOND });
}
/** zlib's output buffer holds the whole result, and is not larger than necessary. */
const BEYOND = 64;

/** The coder if its bytes are those of `deflateSync`, the second time too. */
function proven(coder: Coder | null, level: number, windowBits: number): Coder | null {
  const equal = (bytes: Uint8Array): boolean => {
    const found = coder?.deflate(bytes);
    return found !== undefined && found !== null && Buffer.compare(found, deflateSync(bytes, { level, windowBits })) === 0;
  };
  try {
    return equal(SAMPLE) && equal(SAMPLE.subarray(0, 100)) ? coder : null;
  } catch {
    return null;
  }
}
const SAMPLE = new Uint8Array(300).map((_, i) => (i * i) % 23);
