// Values of BER and DER (X.690), read by asn1js within bounds.
import { fromBER, type BaseBlock } from "asn1js";

/** Bytes that are not the structure they should be. */
export class Asn1Fault extends Error {}

/** Levels and values of one structure (SG-43). */
const DEEPEST = 32;
const MOST_VALUES = 100_000;
const UNIVERSAL = 1;
const CONTEXT = 3;

/** Numbers of universal tags. */
export const TAG = {
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  null: 5,
  oid: 6,
  enumerated: 10,
  utf8: 12,
  sequence: 16,
  set: 17,
  printable: 19,
  teletex: 20,
  ia5: 22,
  utcTime: 23,
  generalizedTime: 24,
  bmp: 30,
} as const;

/** A value with its bytes as they were. */
export class Asn1 {
  readonly #items: readonly Asn1[] | null;
  /** header and content */
  readonly raw: Uint8Array;
  readonly #header: number;
  readonly #isIndefinite: boolean;

  private constructor(readonly block: BaseBlock) {
    this.raw = block.valueBeforeDecodeView;
    this.#header = block.idBlock.blockLength + block.lenBlock.blockLength;
    this.#isIndefinite = block.lenBlock.isIndefiniteForm;
    const values = block.idBlock.isConstructed && "value" in block.valueBlock ? block.valueBlock.value : null;
    this.#items = Array.isArray(values) ? values.map((item) => new Asn1(item)) : null;
  }

  /** @param bytes exactly one value @throws Asn1Fault */
  static of(bytes: Uint8Array, mostBytes = 1 << 20): Asn1 {
    const found = Asn1.first(bytes, mostBytes);
    if (found.raw.length !== bytes.length) throw new Asn1Fault("bytes follow the structure");
    return found;
  }

  /** The value that the bytes begin with. @throws Asn1Fault */
  static first(bytes: Uint8Array, mostBytes = 1 << 20): Asn1 {
    if (bytes.length === 0 || bytes.length > mostBytes) throw new Asn1Fault(`it has ${bytes.length} bytes; 1 to ${mostBytes} are allowed`);
    return new Asn1(decoded(bytes, mostBytes));
  }

  is(tag: number): boolean {
    const { tagClass, tagNumber } = this.block.idBlock;
    return tagClass === UNIVERSAL && tagNumber === tag;
  }

  isContext(number: number): boolean {
    const { tagClass, tagNumber } = this.block.idBlock;
    return tagClass === CONTEXT && tagNumber === number;
  }

  /** Content without the header. */
  get content(): Uint8Array {
    return this.#isIndefinite ? this.raw.subarray(this.#header, -2) : this.raw.subarray(this.#header);
  }

  /** Values of a constructed one. @throws Asn1Fault */
  get items(): readonly Asn1[] {
    if (!this.#items) throw new Asn1Fault("a structure is primitive");
    return this.#items;
  }

  /** @throws Asn1Fault if it is not a SEQUENCE */
  get sequence(): readonly Asn1[] {
    return this.#typed(TAG.sequence).items;
  }

  /** @throws Asn1Fault if it is not a SET */
  get set(): readonly Asn1[] {
    return this.#typed(TAG.set).items;
  }

  /** @throws Asn1Fault */
  item(index: number): Asn1 {
    const found = this.items[index];
    if (!found) throw new Asn1Fault("a structure is too short");
    return found;
  }

  /** The item with a context tag; null if absent. */
  context(number: number): Asn1 | null {
    return this.items.find((item) => item.isContext(number)) ?? null;
  }

  /** Bytes of an OCTET STRING, in parts or not, or of one with an implicit tag. */
  get octets(): Uint8Array {
    if (!this.#items) return this.content;
    const parts = this.#items.map((item) => item.octets);
    return new Uint8Array(Buffer.concat(parts));
  }

  /** Bytes of a BIT STRING of whole bytes. */
  get bits(): Uint8Array {
    if (this.#items || this.content.length === 0) throw new Asn1Fault("a BIT STRING is not in DER");
    return this.content.subarray(1);
  }

  get oid(): string {
    const { content } = this.#typed(TAG.oid);
    const numbers: number[] = [];
    let value = 0;
    for (const byte of content) {
      value = value * 128 + (byte & 127);
      if (value > Number.MAX_SAFE_INTEGER) throw new Asn1Fault("an object identifier is too large");
      if ((byte & 128) !== 0) continue;
      numbers.push(value);
      value = 0;
    }
    const [head = 0, ...rest] = numbers;
    const first = Math.min(2, Math.floor(head / 40));
    return [first, head - 40 * first, ...rest].join(".");
  }

  /** A small INTEGER or ENUMERATED. */
  get number(): number {
    const { content } = this;
    if (content.length === 0 || content.length > 6) throw new Asn1Fault("an INTEGER is out of bounds");
    return content.reduce((value, byte, i) => (i === 0 ? (byte << 24) >> 24 : value * 256 + byte), 0);
  }

  /** A UTCTime or GeneralizedTime in milliseconds. */
  get time(): number {
    const text = Buffer.from(this.content).toString("latin1");
    const parts = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(\.\d+)?(Z|[+-]\d{4})$/.exec(text);
    if (!parts) throw new Asn1Fault("a time is not in the form of DER");
    const [, y, month, day, hour, minute, second = "0", fraction = "0", zone] = parts;
    const year = y!.length === 4 ? Number(y) : Number(y) + (Number(y) < 50 ? 2000 : 1900);
    const local = Date.UTC(year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
    const minutes = zone === "Z" ? 0 : Number(`${zone![0]}1`) * (Number(zone!.slice(1, 3)) * 60 + Number(zone!.slice(3)));
    return local + Math.round(Number(fraction) * 1000) - minutes * 60_000;
  }

  get text(): string {
    const bytes = Buffer.from(this.octets);
    if (this.is(TAG.bmp))
      return bytes
        .subarray(0, bytes.length & ~1)
        .swap16()
        .toString("utf16le");
    return bytes.toString(this.is(TAG.teletex) ? "latin1" : "utf8");
  }

  #typed(tag: number): this {
    if (!this.is(tag)) throw new Asn1Fault(`a structure has tag ${this.block.idBlock.tagNumber}, not ${tag}`);
    return this;
  }
}

function decoded(bytes: Uint8Array, mostBytes: number): BaseBlock {
  let found;
  try {
    found = fromBER(bytes, { maxDepth: DEEPEST, maxNodes: MOST_VALUES, maxContentLength: mostBytes });
  } catch (e) {
    // times and strings that are not in their form
    throw new Asn1Fault(`it is not BER: ${e instanceof Error ? e.message : "unknown"}`);
  }
  if (found.offset === -1) throw new Asn1Fault(`it is not BER: ${found.result.error}`);
  return found.result;
}

/** Length of the DER value that the bytes begin with, by its header alone; null without one. */
export function lengthOfFirst(bytes: Uint8Array): number | null {
  const [, first] = bytes;
  if (first === undefined || first === 0x80) return null;
  if (first < 0x80) return first + 2;
  const count = first & 127;
  if (count > 4 || bytes.length < 2 + count) return null;
  return bytes.subarray(2, 2 + count).reduce((length, byte) => length * 256 + byte, 0) + 2 + count;
}
