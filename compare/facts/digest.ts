// Digests of what is compared as a whole: 64 bits, not cryptographic.

const FIRST = 0x811c9dc5;
const SECOND = 0x9e3779b1;

/** A digest under way: two mixed words of 32 bits. */
export class Digest {
  #a = FIRST;
  #b = SECOND;

  number(value: number): this {
    this.#a = Math.imul(this.#a ^ value, 0x01000193) ^ (this.#b >>> 15);
    this.#b = Math.imul(this.#b ^ (value + (this.#a >>> 13)), 0x85ebca6b);
    return this;
  }

  text(value: string): this {
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
    return this.number(value.length);
  }

  bytes(value: Uint8Array): this {
    let [a, b] = [this.#a, this.#b];
    for (let i = 0; i < value.length; i++) {
      a = Math.imul(a ^ value[i]!, 0x01000193) ^ (b >>> 15);
      b = Math.imul(b ^ (value[i]! + (a >>> 13)), 0x85ebca6b);
    }
    [this.#a, this.#b] = [a, b];
    return this.number(value.length);
  }

  /** 32 bits, never 0. */
  word(): number {
    return (this.#a ^ Math.imul(this.#b, FIRST)) >>> 0 || 1;
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return hex(this.#a) + hex(this.#b);
  }
}

const BYTES = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
const hex = (word: number): string => BYTES[word >>> 24]! + BYTES[(word >>> 16) & 255]! + BYTES[(word >>> 8) & 255]! + BYTES[word & 255]!;

/** Returns the digest of a text. */
export const digestOf = (text: string): string => new Digest().text(text).toString();
