// Bits and Huffman codes of a scan (ISO/IEC 10918-1, annexes C and F).

/** The picture data is damaged or cut off. */
export class JpegDamage extends Error {}

/** Bytes between segments, or bits after the last block: decoders differ. */
export class JpegExcess extends JpegDamage {}

/** 16 counts, then symbols by length (DHT, B.2.4.2). */
export interface CodeLengths {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** Codes of up to `SHORT` bits are found by the next bits, longer ones by length: a file may have many tables. */
export interface Decoder {
  /** length << 8 | symbol; 0 for a longer code, or none */
  readonly short: Uint16Array;
  /** largest code by length, -1 if none */
  readonly most: Int32Array;
  /** of a code's symbol, by length */
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
}

const SHORT = 9;

/** Returns the decoder of a table. @throws JpegDamage for more codes than a length has */
export function decoderOf({ counts, symbols }: CodeLengths): Decoder {
  const short = new Uint16Array(1 << SHORT);
  const most = new Int32Array(17).fill(-1);
  const offset = new Int32Array(17);
  for (let length = 1, code = 0, at = 0; length <= 16; length++, code <<= 1) {
    const n = counts[length - 1]!;
    if (n === 0) continue;
    if (code + n > 1 << length) throw new JpegDamage("a Huffman table is broken");
    offset[length] = at - code;
    for (let i = 0; i < n; i++, code++, at++)
      if (length <= SHORT) short.fill((length << 8) | symbols[at]!, code << (SHORT - length), (code + 1) << (SHORT - length));
    most[length] = code - 1;
  }
  return { short, most, offset, symbols };
}

/** Reads bits from one scan; stuffed zeros are skipped, a marker ends the data. */
export class BitReader {
  #bits = 0;
  #count = 0;
  /** zeros after the data, among the bits */
  #padding = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  /** @throws JpegDamage */
  symbol({ short, most, offset, symbols }: Decoder): number {
    this.#need(16);
    const next = (this.#bits >> (this.#count - 16)) & 0xffff;
    const found = short[next >> (16 - SHORT)]!;
    if (found !== 0) {
      this.#take(found >> 8);
      return found & 255;
    }
    for (let length = SHORT + 1; length <= 16; length++) {
      const code = next >> (16 - length);
      if (code > most[length]!) continue;
      this.#take(length);
      return symbols[code + offset[length]!]!;
    }
    throw new JpegDamage(this.#padding > 0 ? CUT_OFF : "its picture data has a code that is in no Huffman table");
  }

  /** `n` <= 16. @throws JpegDamage */
  bits(n: number): number {
    if (n === 0) return 0;
    this.#need(n);
    const bits = (this.#bits >> (this.#count - n)) & ((1 << n) - 1);
    this.#take(n);
    return bits;
  }

  /** Value of `n` bits with its sign (F.2.2.1). @throws JpegDamage */
  value(n: number): number {
    const bits = this.bits(n);
    return n > 0 && bits < 1 << (n - 1) ? bits - (1 << n) + 1 : bits;
  }

  /** Whole bytes before the next marker. */
  get hasMore(): boolean {
    const next = this.bytes[this.at];
    return this.#count - this.#padding >= 8 || (next !== undefined && (next !== 0xff || this.bytes[this.at + 1] === 0));
  }

  /** Continues after the marker of restart `number` modulo 8. @throws JpegDamage if another follows */
  restart(number: number): void {
    this.#bits = this.#count = this.#padding = 0;
    while (this.bytes[this.at] === 0xff && this.bytes[this.at + 1] === 0xff) this.at++;
    if (this.bytes[this.at] !== 0xff || this.bytes[this.at + 1] !== 0xd0 + (number & 7))
      throw new JpegDamage("a restart marker is missing");
    this.at += 2;
  }

  #take(n: number): void {
    this.#count -= n;
    if (this.#count < this.#padding) throw new JpegDamage(CUT_OFF);
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

const CUT_OFF = "its picture data is cut off";
