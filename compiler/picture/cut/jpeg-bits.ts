// Entropy-coded data of JPEG files: bits and Huffman codes (ISO/IEC 10918-1, annexes C, F, G and K).

/** The data ends early, or has a code that its tables lack. */
export class BrokenScan extends Error {}

/** Entries by the next 16 bits: length << 8 | symbol; 0 for no code. */
export type Decoder = Uint16Array;

/** 16 counts, then symbols by length (DHT, B.2.4.2). */
export interface CodeLengths {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

export function decoderOf({ counts, symbols }: CodeLengths): Decoder {
  const table = new Uint16Array(1 << 16);
  let code = 0;
  let k = 0;
  for (let length = 1; length <= 16; length++, code <<= 1)
    for (let i = 0; i < counts[length - 1]!; i++, k++, code++) {
      if (code >= 1 << length || k >= symbols.length) throw new BrokenScan("a Huffman table has too many codes");
      table.fill((length << 8) | symbols[k]!, code << (16 - length), (code + 1) << (16 - length));
    }
  return table;
}

/** Reads bits from one scan; stuffed zeros are skipped, a marker ends the data. */
export class BitReader {
  #bits = 0;
  #count = 0;
  #padding = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** @throws BrokenScan */
  symbol(table: Decoder): number {
    this.#need(16);
    const found = table[(this.#bits >> (this.#count - 16)) & 0xffff]!;
    if (found === 0) throw new BrokenScan("an unknown code");
    this.#take(found >> 8);
    return found & 255;
  }

  /** `n` <= 16. @throws BrokenScan */
  bits(n: number): number {
    if (n === 0) return 0;
    this.#need(n);
    const bits = (this.#bits >> (this.#count - n)) & ((1 << n) - 1);
    this.#take(n);
    return bits;
  }

  /** Value of `n` bits with its sign (F.2.2.1). @throws BrokenScan */
  value(n: number): number {
    const bits = this.bits(n);
    return n > 0 && bits < 1 << (n - 1) ? bits - (1 << n) + 1 : bits;
  }

  /** @throws BrokenScan if another marker follows */
  restart(): void {
    this.#bits = this.#count = this.#padding = 0;
    while (this.bytes[this.at] === 0xff && this.bytes[this.at + 1] === 0xff) this.at++;
    const marker = this.bytes[this.at + 1];
    if (this.bytes[this.at] !== 0xff || marker === undefined || marker < 0xd0 || marker > 0xd7) throw new BrokenScan("no restart marker");
    this.at += 2;
  }

  #take(n: number): void {
    this.#count -= n;
    if (this.#count < this.#padding) throw new BrokenScan("the data ends early");
  }

  #need(n: number): void {
    while (this.#count < n) {
      let byte = this.bytes[this.at];
      if (byte === 0xff && this.bytes[this.at + 1] === 0) this.at += 2;
      else if (byte === undefined || byte === 0xff) {
        byte = 0;
        this.#padding += 8;
      } else this.at++;
      this.#bits = (this.#bits << 8) | byte;
      this.#count += 8;
    }
  }
}

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
