import { createHash } from "node:crypto";

const WORDS = 4;
const LEAST = 1 << 10;
const MOST_FILLED = 0.75;

type Key = readonly [number, number, number];

function keyOf(name: string): Key {
  const hash = createHash("sha256").update(name).digest();
  return [hash.readUInt32LE(0), hash.readUInt32LE(4), hash.readUInt32LE(8)];
}

/** Records by their names: 16 bytes for each, at most 64 with the table's room, as there may be a hundred million. */
export class NameTable {
  #slots = LEAST;
  #words = new Uint32Array(LEAST * WORDS);
  #count = 0;

  /** Number of the record that has a name; null if none does. */
  has(name: string): number | null {
    return this.#words[this.#find(keyOf(name)) + 3]! || null;
  }

  /** @param n from 1 */
  add(name: string, n: number): void {
    const key = keyOf(name);
    const at = this.#find(key);
    if (this.#words[at + 3] !== 0) return;
    this.#words.set([...key, n], at);
    if (++this.#count > this.#slots * MOST_FILLED) this.#grow();
  }

  #find(key: Key): number {
    for (let slot = key[0] % this.#slots; ; slot = (slot + 1) % this.#slots) {
      const at = slot * WORDS;
      if (this.#words[at + 3] === 0) return at;
      if (this.#words[at] === key[0] && this.#words[at + 1] === key[1] && this.#words[at + 2] === key[2]) return at;
    }
  }

  #grow(): void {
    const old = this.#words;
    this.#slots *= 2;
    this.#words = new Uint32Array(this.#slots * WORDS);
    for (let at = 0; at < old.length; at += WORDS)
      if (old[at + 3] !== 0) this.#words.set(old.subarray(at, at + WORDS), this.#find([old[at]!, old[at + 1]!, old[at + 2]!]));
  }
}
