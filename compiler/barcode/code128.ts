// Code 128 (ISO/IEC 15417).

/*
 * Separate from BWIPP for speed, as QR codes are: shipping labels need thousands. Tests compare both.
 */

/** Widths of bars and spaces by value (table 1). */
const PATTERNS = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 " +
  "221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 " +
  "132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 " +
  "312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 " +
  "221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 " +
  "114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split(" ");
const WIDTHS = PATTERNS.map((pattern) => Array.from(pattern, Number));

export const START = { A: 103, B: 104, C: 105 } as const;
const STOP = 106;
const SHIFT = 98;
const TO = { A: 101, B: 100, C: 99 } as const;
const FNC4 = { A: 101, B: 100 } as const;
type CodeSet = keyof typeof START;

/** Maximum content, in characters. */
export const CODE128_CHARACTERS = 500;

/** FNC4 among the characters. */
const EXTENDED = -1;

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isOnlyInA = (c: number): boolean => c >= 0 && c < 32;
const isOnlyInB = (c: number): boolean => c >= 96;
const valueIn = (set: "A" | "B", c: number): number => (c === EXTENDED ? FNC4[set] : c < 32 ? c + 64 : c - 32);

/**
 * Characters with bit 7 cleared; FNC4 before one with a set bit, or twice where a run of them begins or ends that is long enough (4.3.4.2 d).
 */
function withFnc4(text: string): readonly number[] {
  const out: number[] = [];
  let isLatched = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c >= 128 !== isLatched) {
      let end = i + 1;
      while (end < text.length && text.charCodeAt(end) >= 128 !== isLatched) end++;
      const isLong = end - i >= (end === text.length ? 3 : 5);
      out.push(EXTENDED);
      if (isLong) {
        out.push(EXTENDED);
        isLatched = !isLatched;
      }
    }
    out.push(c & 127);
  }
  return out;
}

/** A distance beyond any. */
const FAR = 1 << 24;

/** Returns start character and data, by the rules of annex E for the least length. `text`: characters of ISO 8859-1. */
export function code128Words(text: string): readonly number[] {
  const cs = withFnc4(text);
  // not typed arrays, which are allocated outside of V8's heap
  const digitsFrom = new Array<number>(cs.length + 1).fill(0);
  /** distances to the next character that only one of the sets has */
  const nextOnlyA = new Array<number>(cs.length + 1).fill(FAR);
  const nextOnlyB = new Array<number>(cs.length + 1).fill(FAR);
  for (let i = cs.length - 1; i >= 0; i--) {
    const c = cs[i]!;
    digitsFrom[i] = isDigit(c) ? digitsFrom[i + 1]! + 1 : 0;
    nextOnlyA[i] = isOnlyInA(c) ? 0 : nextOnlyA[i + 1]! + 1;
    nextOnlyB[i] = isOnlyInB(c) ? 0 : nextOnlyB[i + 1]! + 1;
  }
  const letters = (i: number): "A" | "B" => (nextOnlyA[i]! < nextOnlyB[i]! ? "A" : "B");
  let set: CodeSet = digitsFrom[0]! >= 4 || (cs.length === 2 && digitsFrom[0] === 2) ? "C" : letters(0);
  const words: number[] = [START[set]];
  const change = (to: CodeSet): void => {
    words.push(TO[to]);
    set = to;
  };
  for (let i = 0; i < cs.length;) {
    const digits = digitsFrom[i]!;
    if (set === "C") {
      if (digits < 2) change(letters(i));
      else {
        words.push((cs[i]! - 48) * 10 + cs[i + 1]! - 48);
        i += 2;
      }
      continue;
    }
    // an odd digit stays before code set C
    if (digits >= 4 && digits % 2 === 0) {
      change("C");
      continue;
    }
    const c = cs[i]!;
    const other = set === "A" ? "B" : "A";
    if (set === "A" ? isOnlyInB(c) : isOnlyInA(c)) {
      const [back, on] = set === "A" ? [nextOnlyA, nextOnlyB] : [nextOnlyB, nextOnlyA];
      if (back[i + 1]! < on[i + 1]!) {
        words.push(SHIFT, valueIn(other, c));
        i++;
      } else change(other);
      continue;
    }
    words.push(valueIn(set, c));
    i++;
  }
  return words;
}

/** Widths of bars and spaces, in modules, with check character and stop. */
export function code128Widths(words: readonly number[]): readonly number[] {
  let sum = words[0]!;
  for (let i = 1; i < words.length; i++) sum += i * words[i]!;
  const out: number[] = [];
  for (const word of [...words, sum % 103, STOP]) for (const width of WIDTHS[word]!) out.push(width);
  return out;
}
