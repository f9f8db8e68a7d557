// Literals and matches as the only block of a deflate stream (RFC 1951).

/** Fits lengths and distances in a token: distance << LENGTH_BITS | length, or a literal without distance. */
const LENGTH_BITS = 9;
const LONGEST = 258;
const SHORTEST = 3;
const END = 256;

/** First length or distance of each code, and extra bits (RFC 1951, 3.2.5). */
function ranges(first: number, codes: number, free: number, perBits: number): { readonly base: number[]; readonly extra: number[] } {
  const base: number[] = [];
  const extra: number[] = [];
  for (let code = 0, from = first; code < codes; code++) {
    const bits = Math.max(0, Math.floor((code - free) / perBits) + 1);
    base.push(from);
    extra.push(bits);
    from += 1 << bits;
  }
  return { base, extra };
}
const LENGTHS = ranges(SHORTEST, 28, 8, 4);
/** The longest match has a code of its own. */
LENGTHS.base.push(LONGEST);
LENGTHS.extra.push(0);
const DISTANCES = ranges(1, 30, 4, 2);

const LENGTH_CODES = new Uint8Array(LONGEST + 1);
LENGTHS.base.forEach((from, code) => LENGTH_CODES.fill(code, from));

function distanceCode(distance: number): number {
  if (distance < 3) return distance - 1;
  const bits = 30 - Math.clz32(distance - 1);
  return 2 * bits + 2 + (((distance - 1) >> bits) & 1);
}

/** Order of the lengths of the codes for lengths (3.2.7), and the extra bits of those that repeat. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const REPEAT_BITS = [2, 3, 7];
const [SAME, FEW_ZEROS, ZEROS] = [16, 17, 18];

export class DeflateBlock {
  #tokens = new Uint32Array(512);
  #count = 0;
  readonly #literals = new Uint32Array(286);
  readonly #distances = new Uint32Array(30);
  /** the match that grows */
  #length = 0;
  #distance = 0;
  #out = new Uint8Array(1024);
  #at = 0;
  #bits = 0;
  #held = 0;

  literal(byte: number): void {
    this.#close();
    this.#literals[byte]!++;
    this.#token(byte);
  }

  /** True if a match of any length continues the last one. */
  continues(distance: number): boolean {
    return this.#length > 0 && this.#distance === distance;
  }

  /** At least three bytes, unless it continues the last match. */
  match(length: number, distance: number): void {
    if (this.#distance !== distance) {
      this.#close();
      this.#distance = distance;
    }
    this.#length += length;
  }

  #close(): void {
    const code = this.#length > 0 ? distanceCode(this.#distance) : 0;
    for (let rest = this.#length; rest > 0;) {
      let length = Math.min(rest, LONGEST);
      if (rest > length && rest - length < SHORTEST) length -= SHORTEST;
      this.#literals[END + 1 + LENGTH_CODES[length]!]!++;
      this.#distances[code]!++;
      this.#token((this.#distance << LENGTH_BITS) | length);
      rest -= length;
    }
    this.#length = this.#distance = 0;
  }

  #token(token: number): void {
    if (this.#count === this.#tokens.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#tokens);
      this.#tokens = grown;
    }
    this.#tokens[this.#count++] = token;
  }

  /** The block as a whole stream, with codes of its own or the fixed ones, whichever are shorter. */
  end(): Uint8Array {
    this.#close();
    this.#literals[END] = 1;
    const literals = codeLengths(this.#literals, 15);
    const distances = codeLengths(this.#distances, 15);
    const described = descriptionOf(literals, distances);
    const size = (lengths: Uint8Array, far: Uint8Array): number => total(this.#literals, lengths) + total(this.#distances, far);
    // the last block
    this.#put(1, 1);
    if (size(FIXED_LITERALS, FIXED_DISTANCES) <= size(literals, distances) + described.size) {
      this.#put(1, 2);
      this.#content(FIXED_LITERALS, FIXED_DISTANCES);
    } else {
      this.#put(2, 2);
      for (const { value, bits } of described.fields) this.#put(value, bits);
      this.#content(literals, distances);
    }
    if (this.#held > 0) this.#put(0, 8 - this.#held);
    return this.#out.slice(0, this.#at);
  }

  #content(literals: Uint8Array, distances: Uint8Array): void {
    const [literalCodes, distanceCodes] = [codesOf(literals), codesOf(distances)];
    for (let i = 0; i < this.#count; i++) {
      const token = this.#tokens[i]!;
      const distance = token >>> LENGTH_BITS;
      if (distance === 0) {
        this.#put(literalCodes[token]!, literals[token]!);
        continue;
      }
      const length = token & ((1 << LENGTH_BITS) - 1);
      const code = LENGTH_CODES[length]!;
      this.#put(literalCodes[END + 1 + code]!, literals[END + 1 + code]!);
      this.#put(length - LENGTHS.base[code]!, LENGTHS.extra[code]!);
      const far = distanceCode(distance);
      this.#put(distanceCodes[far]!, distances[far]!);
      this.#put(distance - DISTANCES.base[far]!, DISTANCES.extra[far]!);
    }
    this.#put(literalCodes[END]!, literals[END]!);
  }

  /** At most 15 bits, the lowest first. */
  #put(value: number, count: number): void {
    this.#bits |= value << this.#held;
    this.#held += count;
    for (; this.#held >= 8; this.#held -= 8) {
      if (this.#at === this.#out.length) {
        const grown = new Uint8Array(2 * this.#at);
        grown.set(this.#out);
        this.#out = grown;
      }
      this.#out[this.#at++] = this.#bits & 255;
      this.#bits >>>= 8;
    }
  }
}

/** Fixed codes (3.2.6). */
const FIXED_LITERALS = Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8));
const FIXED_DISTANCES = new Uint8Array(30).fill(5);

function total(frequencies: Uint32Array, lengths: Uint8Array): number {
  let bits = 0;
  for (let symbol = 0; symbol < frequencies.length; symbol++) bits += frequencies[symbol]! * lengths[symbol]!;
  return bits;
}

interface Field {
  readonly value: number;
  readonly bits: number;
}

/** Lengths of codes as fields of a block, and the bits of these (3.2.7). */
function descriptionOf(literals: Uint8Array, distances: Uint8Array): { readonly fields: readonly Field[]; readonly size: number } {
  const used = (lengths: Uint8Array, least: number): number => {
    let n = lengths.length;
    while (n > least && lengths[n - 1] === 0) n--;
    return n;
  };
  const ofLiterals = used(literals, 257);
  const ofDistances = used(distances, 1);
  const runs = runsOf([...literals.subarray(0, ofLiterals), ...distances.subarray(0, ofDistances)]);
  const frequencies = new Uint32Array(19);
  for (const { symbol } of runs) frequencies[symbol]!++;
  const lengths = codeLengths(frequencies, 7);
  const codes = codesOf(lengths);
  let n = ORDER.length;
  while (n > 4 && lengths[ORDER[n - 1]!] === 0) n--;
  const fields: Field[] = [
    { value: ofLiterals - 257, bits: 5 },
    { value: ofDistances - 1, bits: 5 },
    { value: n - 4, bits: 4 },
  ];
  for (let i = 0; i < n; i++) fields.push({ value: lengths[ORDER[i]!]!, bits: 3 });
  for (const { symbol, extra } of runs) {
    fields.push({ value: codes[symbol]!, bits: lengths[symbol]! });
    if (symbol >= SAME) fields.push({ value: extra, bits: REPEAT_BITS[symbol - SAME]! });
  }
  return { fields, size: fields.reduce((bits, field) => bits + field.bits, 0) };
}

interface LengthRun {
  readonly symbol: number;
  readonly extra: number;
}

/** Lengths of codes with their repetitions (3.2.7). */
function runsOf(lengths: readonly number[]): LengthRun[] {
  const out: LengthRun[] = [];
  for (let i = 0; i < lengths.length;) {
    const length = lengths[i]!;
    let end = i + 1;
    while (end < lengths.length && lengths[end] === length) end++;
    let rest = end - i;
    i = end;
    if (length > 0) {
      out.push({ symbol: length, extra: 0 });
      rest--;
    }
    while (rest >= SHORTEST) {
      const n = Math.min(rest, length > 0 ? 6 : 138);
      if (length > 0) out.push({ symbol: SAME, extra: n - 3 });
      else out.push(n > 10 ? { symbol: ZEROS, extra: n - 11 } : { symbol: FEW_ZEROS, extra: n - 3 });
      rest -= n;
    }
    for (; rest > 0; rest--) out.push({ symbol: length, extra: 0 });
  }
  return out;
}

/** Lengths of Huffman codes, at most `most` bits; a code that is alone has one bit. */
function codeLengths(frequencies: Uint32Array, most: number): Uint8Array {
  const out = new Uint8Array(frequencies.length);
  const used = [...frequencies.keys()].filter((symbol) => frequencies[symbol]! > 0).sort((a, b) => frequencies[a]! - frequencies[b]!);
  if (used.length < 2) {
    for (const symbol of used) out[symbol] = 1;
    return out;
  }
  // leaves in ascending order, then the nodes above them, which ascend too
  const n = used.length;
  const weights = used.map((symbol) => frequencies[symbol]!);
  const parents: number[] = [];
  for (let leaf = 0, node = n; weights.length < 2 * n - 1;) {
    const least = (): number => (leaf < n && (node >= weights.length || weights[leaf]! <= weights[node]!) ? leaf++ : node++);
    const [a, b] = [least(), least()];
    parents[a] = parents[b] = weights.length;
    weights.push(weights[a]! + weights[b]!);
  }
  const depths: number[] = [];
  depths[2 * n - 2] = 0;
  for (let i = 2 * n - 3; i >= 0; i--) depths[i] = depths[parents[i]!]! + 1;
  /** codes of each length */
  const counts = new Array<number>(most + 1).fill(0);
  let room = 1 << most;
  for (let i = 0; i < n; i++) {
    const length = Math.min(depths[i]!, most);
    counts[length]!++;
    room -= 1 << (most - length);
  }
  // codes that were cut take room of the longest of the others
  while (room < 0) {
    let length = most - 1;
    while (counts[length] === 0) length--;
    counts[length]!--;
    counts[length + 1]!++;
    room += 1 << (most - length - 1);
  }
  for (; room > 0; room--) {
    counts[most]!--;
    counts[most - 1]!++;
  }
  let length = most;
  for (const symbol of used) {
    while (counts[length] === 0) length--;
    counts[length]!--;
    out[symbol] = length;
  }
  return out;
}

/** Codes of these lengths (3.2.2), the first bit lowest. */
function codesOf(lengths: Uint8Array): Uint16Array {
  const counts = new Uint16Array(17);
  for (const length of lengths) if (length > 0) counts[length]!++;
  const next = new Uint16Array(17);
  for (let bits = 1, code = 0; bits < 16; bits++) next[bits + 1] = code = (code + counts[bits]!) << 1;
  const out = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    let code = next[length]!++;
    for (let i = 0; i < length; i++, code >>= 1) out[symbol] = (out[symbol]! << 1) | (code & 1);
  });
  return out;
}
