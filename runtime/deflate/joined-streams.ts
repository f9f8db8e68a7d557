import { deflateWhole } from "./deflate-whole.js";

/*
 * Small streams go to the other thread several at a time: one handover costs as much as deflating one of them. Joined streams are their
 * lengths, two bytes each, and then their bytes.
 */

/** Longer streams are handed over one by one. */
export const SMALL = 1 << 9;
/** Streams and bytes of one handover: the thread begins early, and one of its slots takes the result. */
const MOST = 64;
const ROOM = 1 << 14;
const LENGTH = 2;

const lengthAt = (bytes: Uint8Array, i: number): number => bytes[LENGTH * i]! | (bytes[LENGTH * i + 1]! << 8);
function setLength(bytes: Uint8Array, i: number, length: number): void {
  bytes[LENGTH * i] = length & 255;
  bytes[LENGTH * i + 1] = length >> 8;
}

/** Streams that are being joined. */
export class JoinedStreams {
  readonly #bytes = new Uint8Array(ROOM);
  readonly #ends: number[] = [];
  #end = 0;

  get count(): number {
    return this.#ends.length;
  }

  /** @returns index of the stream; -1 if there is no room */
  add(bytes: Uint8Array): number {
    const end = this.#end + bytes.length;
    if (this.count === MOST || end > ROOM) return -1;
    this.#bytes.set(bytes, this.#end);
    this.#end = end;
    return this.#ends.push(end) - 1;
  }

  joined(): Uint8Array {
    const { count } = this;
    const joined = new Uint8Array(LENGTH * count + this.#end);
    for (let i = 0, start = 0; i < count; start = this.#ends[i++]!) setLength(joined, i, this.#ends[i]! - start);
    joined.set(this.#bytes.subarray(0, this.#end), LENGTH * count);
    return joined;
  }
}

/** Each stream of `count` joined ones. */
export function streamsOf(joined: Uint8Array, count: number): readonly Uint8Array[] {
  const streams = new Array<Uint8Array>(count);
  for (let i = 0, start = LENGTH * count; i < count; i++) {
    const end = start + lengthAt(joined, i);
    streams[i] = joined.subarray(start, end);
    start = end;
  }
  return streams;
}

export function deflateJoined(joined: Uint8Array, count: number, level: number, windowBits: number): Uint8Array {
  const made = streamsOf(joined, count).map((stream) => deflateWhole(stream, level, windowBits));
  const all = new Uint8Array(made.reduce((sum, { length }) => sum + length, LENGTH * count));
  let end = LENGTH * count;
  for (const [i, stream] of made.entries()) {
    setLength(all, i, stream.length);
    all.set(stream, end);
    end += stream.length;
  }
  return all;
}
