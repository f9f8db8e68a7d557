import { deflateWhole } from "./deflate-whole.js";

/*
 * Small streams go to the other thread several at a time: one handover costs as much as deflating one of them. Joined streams are a table of
 * their lengths, two bytes each, and then their bytes.
 */

/** Longer streams are handed over one by one. */
export const SMALL = 1 << 9;
/** Streams and bytes of one handover: the thread begins early, and one of its slots takes the result. */
const MOST = 64;
const ROOM = 1 << 14;
const TABLE = 2 * MOST;

const lengthAt = (joined: Uint8Array, i: number): number => joined[2 * i]! | (joined[2 * i + 1]! << 8);
function setLength(joined: Uint8Array, i: number, length: number): void {
  joined[2 * i] = length & 255;
  joined[2 * i + 1] = length >> 8;
}

/** Streams that are being joined. */
export class JoinedStreams {
  readonly #bytes = new Uint8Array(ROOM);
  #count = 0;
  #end = TABLE;

  get count(): number {
    return this.#count;
  }

  /** @returns index of the stream; -1 if there is no room */
  add(bytes: Uint8Array): number {
    const end = this.#end + bytes.length;
    if (this.#count === MOST || end > ROOM) return -1;
    this.#bytes.set(bytes, this.#end);
    this.#end = end;
    setLength(this.#bytes, this.#count, bytes.length);
    return this.#count++;
  }

  /** A view: no stream is added after it. */
  joined(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }
}

/** Each stream of `count` joined ones. */
export function streamsOf(joined: Uint8Array, count: number): readonly Uint8Array[] {
  const streams = new Array<Uint8Array>(count);
  for (let i = 0, start = TABLE; i < count; i++) {
    const end = start + lengthAt(joined, i);
    streams[i] = joined.subarray(start, end);
    start = end;
  }
  return streams;
}

export function deflateJoined(joined: Uint8Array, count: number, level: number, windowBits: number): Uint8Array {
  const made = streamsOf(joined, count).map((stream) => deflateWhole(stream, level, windowBits));
  const all = new Uint8Array(made.reduce((sum, { length }) => sum + length, TABLE));
  let end = TABLE;
  for (const [i, stream] of made.entries()) {
    setLength(all, i, stream.length);
    all.set(stream, end);
    end += stream.length;
  }
  return all;
}
