// Inflate (RFC 1951) that keeps what it has decoded when the data breaks off, for PDF-17.

/** Shorter copies are loops: a call costs more. */
const FEW_BYTES = 24;

/** Growing output with a bound. */
export class Output {
  #bytes: Uint8Array;
  length = 0;
  /** work beyond the output, in bytes */
  spent = 0;

  constructor(
    /** bytes; `over` is called before one more */
    readonly most: number,
    readonly over: () => never,
    expected: number,
  ) {
    this.#bytes = new Uint8Array(Math.max(256, Math.min(most, expected)));
  }

  spend(bytes: number): void {
    this.spent += bytes;
    if (this.length + this.spent > this.most) this.over();
  }

  room(more: number): Uint8Array {
    const needed = this.length + more;
    if (needed + this.spent > this.most) this.over();
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.min(this.most, Math.max(needed, 2 * this.#bytes.length)));
      grown.set(this.#bytes.subarray(0, this.length));
      this.#bytes = grown;
    }
    return this.#bytes;
  }

  push(byte: number): void {
    this.room(1)[this.length++] = byte;
  }

  /** Repeats bytes of the output from `from`, which may reach into what is written. */
  repeat(from: number, count: number): void {
    const to = this.room(count);
    const start = this.length;
    this.length += count;
    if (count < FEW_BYTES) for (let i = 0; i < count; i++) to[start + i] = to[from + i]!;
    else if (start - from === 1) to.fill(to[from]!, start, start + count);
    else
      for (let done = 0; done < count;) {
        // the distance doubles as the pattern is written
        const n = Math.min(count - done, start + done - from);
        to.copyWithin(start + done, from, from + n);
        done += n;
      }
  }

  append(bytes: Uint8Array): void {
    this.room(bytes.length).set(bytes, this.length);
    this.length += bytes.length;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = Array.from({ length: 30 }, (_, i) => (i < 4 ? i + 1 : (2 + (i & 1)) * 2 ** ((i >> 1) - 1) + 1));
const DISTANCE_BITS = Array.from({ length: 30 }, (_, i) => (i < 4 ? 0 : (i >> 1) - 1));
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Codes of up to this many bits are one look-up. */
const FAST = 10;
const LONGEST = 15;

/** `fast`: symbol and length by the next bits; longer codes by canonical order. */
interface Code {
  /** symbol × 16 + length; 0 for longer or unassigned codes */
  readonly fast: Uint16Array;
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint16Array(LONGEST + 1);
  for (const n of lengths) counts[n]!++;
  counts[0] = 0;
  const next = new Uint16Array(LONGEST + 2);
  const place = new Uint16Array(LONGEST + 2);
  for (let n = 1; n <= LONGEST; n++) {
    next[n + 1] = (next[n]! + counts[n]!) << 1;
    place[n + 1] = place[n]! + counts[n]!;
  }
  const fast = new Uint16Array(1 << FAST);
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const n = lengths[symbol]!;
    if (n === 0) continue;
    symbols[place[n]!++] = symbol;
    const code = next[n]!++;
    if (n > FAST || code >= 1 << n) continue;
    let reversed = 0;
    for (let i = 0; i < n; i++) reversed |= ((code >> i) & 1) << (n - 1 - i);
    for (let at = reversed; at < 1 << FAST; at += 1 << n) fast[at] = symbol * 16 + n;
  }
  return { fast, counts, symbols };
}

const FIXED_LENGTHS = codeOf(Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)));
const FIXED_DISTANCES = codeOf(new Uint8Array(30).fill(5));

class Damage extends Error {}

/** A code costs as much as bytes of output; blocks of writers have more of them. */
const BYTES_A_CODE = 2048;

/**
 * zlib data (RFC 1950), or raw deflate if the header is not one; the checksum is not compared. @returns false for damaged data; `out` has
 * the bytes before the damage
 */
export function inflateTo(bytes: Uint8Array, out: Output): boolean {
  const hasHeader = bytes.length >= 2 && (bytes[0]! & 15) === 8 && ((bytes[0]! << 8) | bytes[1]!) % 31 === 0;
  const inflating = new Inflating(bytes, hasHeader ? 2 : 0, out);
  try {
    inflating.run();
    return true;
  } catch (e) {
    if (e instanceof Damage) return false;
    throw e;
  }
}

class Inflating {
  #bits = 0;
  #count = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    readonly out: Output,
  ) {}

  run(): void {
    let [coded, before] = [false, 0];
    for (let last = false; !last;) {
      last = this.#take(1) === 1;
      const kind = this.#take(2);
      if (kind === 2) {
        // blocks without content, of which a few bytes have one
        if (coded) this.out.spend(Math.max(0, BYTES_A_CODE - (this.out.length - before)));
        [coded, before] = [true, this.out.length];
      }
      if (kind === 0) this.#stored();
      else if (kind === 1) this.#coded(FIXED_LENGTHS, FIXED_DISTANCES);
      else if (kind === 2) this.#dynamic();
      else throw new Damage();
    }
  }

  /** Missing bits are zero, and counted when taken. */
  #need(n: number): void {
    while (this.#count < n && this.at < this.bytes.length) {
      this.#bits |= this.bytes[this.at++]! << this.#count;
      this.#count += 8;
    }
  }

  #take(n: number): number {
    this.#need(n);
    if (this.#count < n) throw new Damage();
    const value = this.#bits & ((1 << n) - 1);
    this.#bits >>>= n;
    this.#count -= n;
    return value;
  }

  #symbol({ fast, counts, symbols }: Code): number {
    this.#need(LONGEST);
    const found = fast[this.#bits & ((1 << FAST) - 1)]!;
    const length = found & 15;
    if (length > 0) {
      if (length > this.#count) throw new Damage();
      this.#bits >>>= length;
      this.#count -= length;
      return found >> 4;
    }
    let code = 0;
    let first = 0;
    let index = 0;
    for (let n = 1; n <= LONGEST && n <= this.#count; n++) {
      code |= (this.#bits >> (n - 1)) & 1;
      const count = counts[n]!;
      if (code - count < first) {
        this.#bits >>>= n;
        this.#count -= n;
        return symbols[index + (code - first)]!;
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Damage();
  }

  #stored(): void {
    this.at -= this.#count >> 3;
    this.#bits = this.#count = 0;
    const { bytes } = this;
    if (this.at + 4 > bytes.length) throw new Damage();
    const length = bytes[this.at]! | (bytes[this.at + 1]! << 8);
    if ((length ^ 0xffff) !== (bytes[this.at + 2]! | (bytes[this.at + 3]! << 8))) throw new Damage();
    this.at += 4;
    this.out.append(bytes.subarray(this.at, this.at + length));
    this.at += length;
    if (this.at > bytes.length) throw new Damage();
  }

  #dynamic(): void {
    const literals = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    const orders = this.#take(4) + 4;
    const small = new Uint8Array(19);
    for (let i = 0; i < orders; i++) small[LENGTH_ORDER[i]!] = this.#take(3);
    const code = codeOf(small);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length;) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw new Damage();
      const value = symbol === 16 ? lengths[i - 1]! : 0;
      const times = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      if (i + times > lengths.length) throw new Damage();
      lengths.fill(value, i, i + times);
      i += times;
    }
    this.#coded(codeOf(lengths.subarray(0, literals)), codeOf(lengths.subarray(literals)));
  }

  #coded(literals: Code, distances: Code): void {
    const { out } = this;
    for (;;) {
      const symbol = this.#symbol(literals);
      if (symbol < 256) {
        out.push(symbol);
        continue;
      }
      if (symbol === 256) return;
      if (symbol > 285) throw new Damage();
      const length = LENGTH_BASE[symbol - 257]! + this.#take(LENGTH_BITS[symbol - 257]!);
      const which = this.#symbol(distances);
      if (which > 29) throw new Damage();
      const distance = DISTANCE_BASE[which]! + this.#take(DISTANCE_BITS[which]!);
      if (distance > out.length) throw new Damage();
      out.repeat(out.length - distance, length);
    }
  }
}
