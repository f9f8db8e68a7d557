// Huffman codes of a written scan (ISO/IEC 10918-1, annexes C, F and K).
import type { CodeLengths } from "../entropy/bits.js";

export class BitWriter {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;
  #bits = 0;
  #count = 0;

  put(bits: number, n: number): void {
    this.#bits = (this.#bits << n) | (bits & ((1 << n) - 1));
    this.#count += n;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#byte((this.#bits >> this.#count) & 255);
    }
    this.#bits &= 0xff;
  }

  /** Filled with ones (F.1.2.3). */
  done(): Uint8Array {
    if (this.#count > 0) this.put(0x7f, 8 - this.#count);
    return this.#bytes.subarray(0, this.#length);
  }

  #byte(byte: number): void {
    if (this.#length + 2 > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytes.length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
    if (byte === 0xff) this.#bytes[this.#length++] = 0;
  }
}

export interface Encoder {
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
}

export function encoderOf({ counts, symbols }: CodeLengths): Encoder {
  const made = { codes: new Uint16Array(256), lengths: new Uint8Array(256) };
  let code = 0;
  let k = 0;
  for (let length = 1; length <= 16; length++, code <<= 1)
    for (let i = 0; i < counts[length - 1]!; i++, k++, code++) {
      made.codes[symbols[k]!] = code;
      made.lengths[symbols[k]!] = length;
    }
  return made;
}

/** Returns codes of at most 16 bits, none of which is all ones (K.2). */
export function shortestCodes(frequencies: ArrayLike<number>): CodeLengths {
  const RESERVED = 256;
  const weight = Float64Array.from({ length: 257 }, (_, i) => (i === RESERVED ? 1 : frequencies[i]!));
  const size = new Uint16Array(257);
  const next = new Int16Array(257).fill(-1);
  for (;;) {
    // the two rarest, the last of equal ones
    let [a, b] = [-1, -1];
    for (let i = 0; i <= RESERVED; i++) if (weight[i]! > 0 && (a < 0 || weight[i]! <= weight[a]!)) a = i;
    for (let i = 0; i <= RESERVED; i++) if (i !== a && weight[i]! > 0 && (b < 0 || weight[i]! <= weight[b]!)) b = i;
    if (b < 0) break;
    weight[a]! += weight[b]!;
    weight[b] = 0;
    let end = a;
    for (size[a]!++; next[end]! >= 0; size[end]!++) end = next[end]!;
    next[end] = b;
    for (let i = b; i >= 0; i = next[i]!) size[i]!++;
  }
  const counts = new Uint32Array(258);
  for (const n of size) if (n > 0) counts[n]!++;
  limitLengths(counts);
  // without the reserved code, one of the longest
  let longest = 16;
  while (counts[longest] === 0) longest--;
  counts[longest]!--;
  const symbols = Array.from({ length: 256 }, (_, i) => i).filter((i) => size[i]! > 0);
  symbols.sort((a, b) => size[a]! - size[b]! || a - b);
  return { counts: Uint8Array.from(counts.subarray(1, 17)), symbols: Uint8Array.from(symbols) };
}

/** Moves pairs of codes that are too long to shorter ones (figure K.3). */
function limitLengths(counts: Uint32Array): void {
  for (let length = counts.length - 1; length > 16; length--)
    while (counts[length]! > 0) {
      let shorter = length - 2;
      while (counts[shorter] === 0) shorter--;
      counts[length]! -= 2;
      counts[length - 1]!++;
      counts[shorter + 1]! += 2;
      counts[shorter]!--;
    }
}
