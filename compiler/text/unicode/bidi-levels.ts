/*
 * UAX #9, Unicode 17.0, in linear time: each rule is one pass over an isolating run sequence. Characters removed by X9 are retained as in
 * 5.2.
 */
import { unitAt } from "../../../base/code-unit.js";
import { BIDI_CLASSES, bidiClasses, bracketOf, type BidiClass } from "./bidi-data.js";

const bit = (...names: readonly BidiClass[]): number => names.reduce((bits, name) => bits | (1 << BIDI_CLASSES.indexOf(name)), 0);
const L = bit("L");
const R = bit("R");
const EN = bit("EN");
const ES = bit("ES");
const ET = bit("ET");
const AN = bit("AN");
const ON = bit("ON");
const NSM = bit("NSM");
const AL = bit("AL");
const PDF = bit("PDF");
const RLI = bit("RLI");
const FSI = bit("FSI");
const PDI = bit("PDI");
const ISOLATES = bit("LRI", "RLI", "FSI");
const RIGHTWARDS = bit("RLE", "RLO");
const EMBEDS = bit("LRE", "RLE", "LRO", "RLO");
const OVERRIDES = bit("LRO", "RLO");
const STRONG = bit("L", "R", "AL");
/** removed by X9 */
const REMOVED = bit("BN", "RLE", "LRE", "RLO", "LRO", "PDF");
const SEPARATORS = bit("ES", "CS");
const WEAK = bit("ES", "CS", "ET");
const NEUTRAL = bit("B", "S", "WS", "ON", "FSI", "LRI", "RLI", "PDI");
const NUMBER = bit("EN", "AN");
const RIGHT = R | NUMBER;
const BLANK = bit("S", "B");
/** at the paragraph's level before a separator and at the end (UAX #9, L1) */
const TRAILING = bit("S", "WS", "B", "LRI", "RLI", "FSI", "PDI") | REMOVED;
/** BD2 */
const MAX_DEPTH = 125;
/** BD16 */
const MAX_OPEN = 63;

/** Surrogates have the character's. */
function classesOf(text: string): Uint32Array {
  const n = text.length;
  const classes = bidiClasses();
  const out = new Uint32Array(n);
  for (let i = 0; i < n; i++) {
    const c = unitAt(text, i);
    if ((c & 0xfc00) === 0xd800 && i + 1 < n) {
      out[i] = out[i + 1] = 1 << classes[text.codePointAt(i)!]!;
      i++;
    } else out[i] = 1 << classes[c]!;
  }
  return out;
}

/** Returns the levels of one paragraph without separators, by UTF-16 unit. */
export function embeddingLevels(text: string, direction: "auto" | "ltr" | "rtl"): { readonly levels: Uint8Array; readonly base: number } {
  const original = classesOf(text);
  const types = original.slice();
  const first = firstStrong(original);
  const base = direction === "auto" ? (first[0] === 1 ? 1 : 0) : direction === "rtl" ? 1 : 0;
  const levels = new Uint8Array(text.length);
  const matches = explicit(original, types, levels, { base, first });
  for (const sequence of sequences(original, levels, matches, base)) new Sequence(text, original, types, levels, sequence).resolve();
  implicit(original, types, levels, base);
  return { levels, base };
}

/**
 * P2, X5c: direction from each place to its isolate's end, nested isolates skipped: 1 right to left, 0 left to right, -1 none. The last
 * entry is the end.
 */
function firstStrong(original: Uint32Array): Int8Array {
  const n = original.length;
  const out = new Int8Array(n + 1).fill(-1);
  const end = new Int32Array(n).fill(-1);
  const open: number[] = [];
  const closes = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    if (original[i]! & ISOLATES) open.push(i);
    else if (original[i] === PDI && open.length > 0) {
      end[open.pop()!] = i;
      closes[i] = 1;
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    const type = original[i]!;
    if (type & STRONG) out[i] = type === L ? 0 : 1;
    else if (type & ISOLATES) out[i] = end[i]! < 0 ? -1 : out[end[i]! + 1]!;
    else if (closes[i] !== 1) out[i] = out[i + 1]!;
  }
  return out;
}

interface Status {
  readonly level: number;
  /** a class, or 0 */
  readonly override: number;
  /** initiator; -1: embedding */
  readonly isolate: number;
}

/** X1 to X8. Returns the PDI of each isolate initiator and vice versa; -1 if absent. */
function explicit(
  original: Uint32Array,
  types: Uint32Array,
  levels: Uint8Array,
  { base, first }: { readonly base: number; readonly first: Int8Array },
): Int32Array {
  const matches = new Int32Array(original.length).fill(-1);
  const stack: Status[] = [{ level: base, override: 0, isolate: -1 }];
  let top = stack[0]!;
  let overIsolates = 0;
  let overEmbeddings = 0;
  let isolates = 0;
  const next = (rtl: boolean): number => (rtl ? (top.level + 1) | 1 : (top.level + 2) & ~1);
  for (let i = 0; i < original.length; i++) {
    const type = original[i]!;
    if (type & EMBEDS) {
      levels[i] = top.level;
      const level = next((type & RIGHTWARDS) !== 0);
      if (level <= MAX_DEPTH && overIsolates === 0 && overEmbeddings === 0)
        stack.push((top = { level, override: type & OVERRIDES ? (type & RIGHTWARDS ? R : L) : 0, isolate: -1 }));
      else if (overIsolates === 0) overEmbeddings++;
    } else if (type & ISOLATES) {
      levels[i] = top.level;
      if (top.override) types[i] = top.override;
      const level = next(type === RLI || (type === FSI && first[i + 1] === 1));
      if (level <= MAX_DEPTH && overIsolates === 0 && overEmbeddings === 0) {
        isolates++;
        stack.push((top = { level, override: 0, isolate: i }));
      } else overIsolates++;
    } else if (type === PDI) {
      if (overIsolates > 0) overIsolates--;
      else if (isolates > 0) {
        overEmbeddings = 0;
        while (stack.at(-1)!.isolate < 0) stack.pop();
        const opened = stack.pop()!.isolate;
        matches[opened] = i;
        matches[i] = opened;
        isolates--;
      }
      top = stack.at(-1)!;
      levels[i] = top.level;
      if (top.override) types[i] = top.override;
    } else if (type === PDF) {
      if (overIsolates === 0) {
        if (overEmbeddings > 0) overEmbeddings--;
        else if (top.isolate < 0 && stack.length > 1) {
          stack.pop();
          top = stack.at(-1)!;
        }
      }
      levels[i] = top.level;
    } else {
      levels[i] = top.level;
      if (top.override && !(type & REMOVED)) types[i] = top.override;
    }
  }
  return matches;
}

/** BD13: characters, sos and eos. */
interface RunSequence {
  readonly at: readonly number[];
  readonly sos: number;
  readonly eos: number;
}

/** X10. */
function sequences(original: Uint32Array, levels: Uint8Array, matches: Int32Array, base: number): readonly RunSequence[] {
  const starts: number[] = [];
  const ends: number[] = [];
  const runAt = new Map<number, number>();
  for (let i = 0; i < original.length; i++) {
    if (original[i]! & REMOVED) continue;
    const last = starts.length - 1;
    if (last >= 0 && levels[ends[last]!] === levels[i]) ends[last] = i;
    else {
      runAt.set(i, starts.length);
      starts.push(i);
      ends.push(i);
    }
  }
  const out: RunSequence[] = [];
  starts.forEach((start, first) => {
    if (original[start] === PDI && matches[start]! >= 0) return;
    const at: number[] = [];
    let run = first;
    for (;;) {
      for (let i = starts[run]!; i <= ends[run]!; i++) at.push(i);
      const end = ends[run]!;
      const pdi = original[end]! & ISOLATES ? matches[end]! : -1;
      if (pdi < 0) break;
      run = runAt.get(pdi)!;
    }
    const own = levels[start]!;
    const before = first > 0 ? levels[ends[first - 1]!]! : base;
    const open = (original[ends[run]!]! & ISOLATES) !== 0;
    const after = !open && run + 1 < starts.length ? levels[starts[run + 1]!]! : base;
    out.push({ at, sos: Math.max(before, own) % 2 ? R : L, eos: Math.max(after, own) % 2 ? R : L });
  });
  return out;
}

class Sequence {
  readonly #at: readonly number[];
  readonly #sos: number;
  readonly #eos: number;
  readonly #own: number;

  constructor(
    readonly text: string,
    readonly original: Uint32Array,
    readonly types: Uint32Array,
    levels: Uint8Array,
    { at, sos, eos }: RunSequence,
  ) {
    this.#at = at;
    this.#sos = sos;
    this.#eos = eos;
    this.#own = levels[at[0]!]! & 1 ? R : L;
  }

  resolve(): void {
    const all = this.#marksAndNumbers();
    if (all & SEPARATORS) this.#separators();
    if (all & EN) this.#terminators();
    if (all & WEAK) this.#weakToNeutral();
    if (all & EN) this.#numbersAfterLetters();
    this.#brackets();
    this.#neutrals();
  }

  /** W1 to W3. Returns the remaining classes. */
  #marksAndNumbers(): number {
    const { types } = this;
    let before = this.#sos;
    let strong = this.#sos;
    let all = 0;
    for (const i of this.#at) {
      let type = types[i]!;
      all |= type;
      if (type & REMOVED) continue;
      if (type === NSM) type = before & (ISOLATES | PDI) ? ON : before;
      before = type;
      if (type & STRONG) strong = type;
      else if (type === EN && strong === AL) type = AN;
      types[i] = type === AL ? R : type;
      all |= type;
    }
    return all;
  }

  /** W4. */
  #separators(): void {
    const { types } = this;
    const at = this.#at;
    const next = new Uint32Array(at.length);
    for (let k = at.length - 1, after = 0; k >= 0; k--) {
      next[k] = after;
      if (!(types[at[k]!]! & REMOVED)) after = types[at[k]!]!;
    }
    let before = 0;
    for (let k = 0; k < at.length; k++) {
      const i = at[k]!;
      const type = types[i]!;
      if (type & REMOVED) continue;
      if (type & SEPARATORS && before === next[k] && before & (type === ES ? EN : NUMBER)) types[i] = before;
      before = types[i]!;
    }
  }

  /** As [from, to) of the sequence. */
  #stretches(kinds: number, visit: (from: number, to: number, all: number) => void): void {
    const { types } = this;
    const at = this.#at;
    for (let k = 0; k < at.length;) {
      if (!(types[at[k]!]! & kinds)) {
        k++;
        continue;
      }
      let to = k;
      let all = 0;
      for (; to < at.length && types[at[to]!]! & kinds; to++) all |= types[at[to]!]!;
      visit(k, to, all);
      k = to;
    }
  }

  #set(from: number, to: number, type: number): void {
    for (let k = from; k < to; k++) this.types[this.#at[k]!] = type;
  }

  /** W5. */
  #terminators(): void {
    this.#stretches(EN | ET | REMOVED, (from, to, all) => {
      if (all & EN) this.#set(from, to, EN);
    });
  }

  /** W6, with removed characters. */
  #weakToNeutral(): void {
    this.#stretches(WEAK | REMOVED, (from, to, all) => {
      if (all & WEAK) this.#set(from, to, ON);
    });
  }

  /** W7. */
  #numbersAfterLetters(): void {
    let strong = this.#sos;
    for (const i of this.#at) {
      const type = this.types[i]!;
      if (type === EN && strong === L) this.types[i] = L;
      else if (type & STRONG) strong = type;
    }
  }

  /** BD16, by opening bracket. */
  #pairs(): readonly (readonly [number, number])[] {
    const found: [number, number][] = [];
    const open: { readonly pair: number; readonly k: number }[] = [];
    const at = this.#at;
    for (let k = 0; k < at.length; k++) {
      if (this.types[at[k]!] !== ON) continue;
      // all are in the BMP
      const bracket = bracketOf(unitAt(this.text, at[k]!));
      if (!bracket) continue;
      const { opens, pair } = bracket;
      if (opens) {
        if (open.length === MAX_OPEN) break;
        open.push({ pair, k });
        continue;
      }
      for (let s = open.length - 1; s >= 0; s--) {
        if (open[s]!.pair !== pair) continue;
        found.push([open[s]!.k, k]);
        open.length = s;
        break;
      }
    }
    return found.sort((a, b) => a[0] - b[0]);
  }

  /** N0. */
  #brackets(): void {
    const { types } = this;
    const at = this.#at;
    const strongAt = (k: number): number => (types[at[k]!]! & RIGHT ? R : types[at[k]!]! & L);
    let before = this.#sos;
    let done = 0;
    for (const [open, close] of this.#pairs()) {
      for (; done < open; done++) before = strongAt(done) || before;
      let inside = 0;
      for (let k = open + 1; k < close && inside !== this.#own; k++) inside = strongAt(k) || inside;
      if (inside === 0) continue;
      const type = inside === this.#own ? inside : before;
      for (const k of [open, close]) {
        types[at[k]!] = type;
        for (let m = k + 1; m < at.length && this.original[at[m]!]! & (NSM | REMOVED); m++)
          if (this.original[at[m]!] === NSM) types[at[m]!] = type;
      }
    }
  }

  /** N1 and N2, with removed characters. */
  #neutrals(): void {
    const { types } = this;
    const at = this.#at;
    const side = (k: number): number => (types[at[k]!]! & RIGHT ? R : L);
    this.#stretches(NEUTRAL | REMOVED, (from, to, all) => {
      if (!(all & NEUTRAL)) return;
      const before = from === 0 ? this.#sos : side(from - 1);
      const after = to === at.length ? this.#eos : side(to);
      this.#set(from, to, before === after ? before : this.#own);
    });
  }
}

/** I1, I2, and L1 except at line ends. Removed characters take the preceding level (5.2). */
function implicit(original: Uint32Array, types: Uint32Array, levels: Uint8Array, base: number): void {
  const n = original.length;
  let reset = -1;
  for (let i = 0; i < n; i++) {
    const type = types[i]!;
    if (type & REMOVED) levels[i] = i === 0 ? base : levels[i - 1]!;
    else if (levels[i]! & 1) levels[i]! += type & (L | NUMBER) ? 1 : 0;
    else levels[i]! += type === R ? 1 : type & NUMBER ? 2 : 0;
    if (i < n - 1 && !(original[i]! & BLANK)) continue;
    for (let j = i; j > reset && original[j]! & TRAILING; j--) levels[j] = base;
    if (original[i]! & BLANK) reset = i;
  }
}
