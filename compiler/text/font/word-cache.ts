import { counts } from "../../../base/cache-counts.js";
import { unitAt } from "../../../base/code-unit.js";
import type { Word } from "./harfbuzz.js";

/** Words, and their UTF-16 units and glyphs, before the cache is cleared: callers and fonts determine the length of words. */
const MAX_WORDS = 60_000;
const MAX_SIZE = 1_200_000;
const FIRST_SLOTS = 512;
/** Approximate bytes of a word, and per unit or glyph. */
const WORD_WEIGHT = 250;
const UNIT_WEIGHT = 25;
const asked = counts.words;

/** A cache of words by range of a text: a substring and its hash cost more than all else. Units are copied: no text stays alive. */
export class WordCache {
  /** open hash table: index + 1, or 0 */
  #slots = new Int32Array(FIRST_SLOTS);
  #words: Word[] = [];
  #hashes: number[] = [];
  #ends: number[] = [];
  #units = new Uint16Array(4096);
  #size = 0;

  /** Approximate bytes. */
  get weight(): number {
    return WORD_WEIGHT * this.#words.length + UNIT_WEIGHT * this.#size;
  }

  /** Made by `shape` if absent. */
  get(text: string, from: number, to: number, shape: (text: string) => Word): Word {
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ unitAt(text, i), 0x5bd1e995);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = this.#slots[slot]! - 1;
      if (index < 0) return this.#add(text.slice(from, to), hash, shape);
      if (this.#hashes[index] !== hash || !this.#is(index, text, from, to)) continue;
      asked.hits++;
      return this.#words[index]!;
    }
  }

  #is(index: number, text: string, from: number, to: number): boolean {
    const start = index === 0 ? 0 : this.#ends[index - 1]!;
    if (this.#ends[index]! - start !== to - from) return false;
    const units = this.#units;
    for (let i = from, k = start; i < to; i++, k++) if (units[k] !== unitAt(text, i)) return false;
    return true;
  }

  #add(text: string, hash: number, shape: (text: string) => Word): Word {
    asked.misses++;
    const word = shape(text);
    const count = this.#words.length;
    const size = text.length + word.ids.length;
    if (count >= MAX_WORDS || this.#size + size > MAX_SIZE) this.#clear();
    else if (2 * count >= this.#slots.length) this.#grow();
    this.#size += size;
    const start = this.#ends.at(-1) ?? 0;
    const end = start + text.length;
    if (end > this.#units.length) {
      const more = new Uint16Array(Math.max(2 * this.#units.length, end));
      more.set(this.#units);
      this.#units = more;
    }
    for (let i = 0; i < text.length; i++) this.#units[start + i] = unitAt(text, i);
    this.#words.push(word);
    this.#hashes.push(hash);
    this.#ends.push(end);
    this.#enter(hash, this.#words.length);
    return word;
  }

  #enter(hash: number, value: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = value;
  }

  #grow(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    this.#hashes.forEach((hash, i) => this.#enter(hash, i + 1));
  }

  #clear(): void {
    this.#slots = new Int32Array(FIRST_SLOTS);
    this.#words = [];
    this.#hashes = [];
    this.#ends = [];
    this.#size = 0;
  }
}
