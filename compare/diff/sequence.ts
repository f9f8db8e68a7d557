/** An element of a sequence and the element of another that it is compared with. */
type Pair = readonly [i: number, j: number];

/** A pair that may be chosen, with its value. */
export interface Candidate {
  readonly i: number;
  readonly j: number;
  readonly weight: number;
}

/** Number of steps of the searches below, for tests of their growth. */
export const searchSteps = { count: 0 };

/** Edits up to which the longest common sequence is exact: the search costs their square. */
const MOST_EDITS = 1000;
/** Levels of gaps between anchors. */
const MOST_LEVELS = 4;

type Sequence = ArrayLike<number>;

/** Chooses pairs that ascend on both sides with the greatest sum of weights, in n log n. */
export function heaviestChain(candidates: readonly Candidate[], length: number): readonly Candidate[] {
  const sorted = [...candidates].sort((x, y) => x.i - y.i || y.j - x.j);
  // prefix maxima over j: index of the best chain's last candidate
  const best = new Int32Array(length + 1).fill(-1);
  const sums = new Float64Array(sorted.length);
  const before = new Int32Array(sorted.length).fill(-1);
  let last = -1;
  sorted.forEach(({ j, weight }, at) => {
    let previous = -1;
    for (let k = j; k > 0; k -= k & -k) {
      const found = best[k]!;
      if (found >= 0 && (previous < 0 || sums[found]! > sums[previous]!)) previous = found;
    }
    before[at] = previous;
    sums[at] = weight + (previous < 0 ? 0 : sums[previous]!);
    for (let k = j + 1; k <= length; k += k & -k) {
      const found = best[k]!;
      if (found < 0 || sums[found]! < sums[at]!) best[k] = at;
    }
    if (last < 0 || sums[at]! > sums[last]!) last = at;
    searchSteps.count++;
  });
  const chain: Candidate[] = [];
  for (let at = last; at >= 0; at = before[at]!) chain.push(sorted[at]!);
  return chain.reverse();
}

/** Greedy search of the shortest edit script (Myers 1986) up to a number of edits. */
function shortestEdits(a: Sequence, b: Sequence): Pair[] | null {
  const n = a.length;
  const m = b.length;
  const most = Math.min(n + m, MOST_EDITS);
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && reach[middle + k - 1]! < reach[middle + k + 1]!);
      let x = down ? reach[middle + k + 1]! : reach[middle + k - 1]! + 1;
      let y = x - k;
      const from = x;
      while (x < n && y < m && a[x] === b[y]) {
        x++;
        y++;
      }
      searchSteps.count += 1 + x - from;
      reach[middle + k] = x;
      if (x >= n && y >= m) return backtrack(trace, n, m);
    }
    trace.push(reach.slice(middle - d, middle + d + 1));
  }
  return null;
}

/** Equal elements on the way back; `trace[d]` has the reach of diagonals -d to d after d edits. */
function backtrack(trace: readonly Int32Array[], n: number, m: number): Pair[] {
  const pairs: Pair[] = [];
  let x = n;
  let y = m;
  for (let d = trace.length; d > 0; d--) {
    const reach = trace[d - 1]!;
    const at = (k: number): number => reach[k + d - 1] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const previous = down ? k + 1 : k - 1;
    const fromX = at(previous);
    const fromY = fromX - previous;
    while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) pairs.push([--x, --y]);
  return pairs.reverse();
}

/** Occurrences of an element are candidates in turn, from the beginning and from the end. */
function anchors(a: Sequence, b: Sequence): readonly Candidate[] {
  const places = new Map<number, number[]>();
  for (let j = 0; j < b.length; j++) {
    const found = places.get(b[j]!);
    if (found) found.push(j);
    else places.set(b[j]!, [j]);
  }
  const totals = new Map<number, number>();
  for (let i = 0; i < a.length; i++) totals.set(a[i]!, (totals.get(a[i]!) ?? 0) + 1);
  const seen = new Map<number, number>();
  const candidates: Candidate[] = [];
  for (let i = 0; i < a.length; i++) {
    const nth = seen.get(a[i]!) ?? 0;
    seen.set(a[i]!, nth + 1);
    const found = places.get(a[i]!);
    if (!found) continue;
    const total = totals.get(a[i]!)!;
    // rare elements are better anchors
    const weight = 1 + 1 / Math.max(total, found.length);
    const fromEnd = found.length - (total - nth);
    if (nth < found.length) candidates.push({ i, j: found[nth]!, weight });
    if (fromEnd >= 0 && fromEnd !== nth && fromEnd < found.length) candidates.push({ i, j: found[fromEnd]!, weight });
  }
  return heaviestChain(candidates, b.length);
}

/** Keeps the elements that the other side has too, with their places. */
function shared(own: Sequence, other: Sequence): { readonly values: Int32Array; readonly places: Int32Array } {
  const there = new Set<number>();
  for (let i = 0; i < other.length; i++) there.add(other[i]!);
  const places = new Int32Array(own.length);
  let count = 0;
  for (let i = 0; i < own.length; i++) if (there.has(own[i]!)) places[count++] = i;
  const values = new Int32Array(count);
  for (let i = 0; i < count; i++) values[i] = own[places[i]!]!;
  return { values, places: places.subarray(0, count) };
}

/**
 * Finds a longest common sequence, in ascending pairs. It is exact up to 1,000 elements that are not in common; beyond, elements that are
 * rare on both sides are anchors, and what lies between them is searched in the same way, so that work is about n log n.
 */
export function commonSequence(a: Sequence, b: Sequence): Pair[] {
  const found: Pair[] = [];
  interface Gap {
    readonly a: Int32Array;
    readonly b: Int32Array;
    readonly i: number;
    readonly j: number;
    readonly level: number;
  }
  const first = shared(a, b);
  const second = shared(b, a);
  const gaps: Gap[] = [{ a: first.values, b: second.values, i: 0, j: 0, level: 0 }];
  for (let gap = gaps.pop(); gap; gap = gaps.pop()) {
    const { a: x, b: y, i, j, level } = gap;
    let start = 0;
    while (start < x.length && start < y.length && x[start] === y[start]) {
      found.push([i + start, j + start]);
      start++;
    }
    let end = 0;
    while (end < x.length - start && end < y.length - start && x[x.length - 1 - end] === y[y.length - 1 - end]) {
      end++;
      found.push([i + x.length - end, j + y.length - end]);
    }
    searchSteps.count += start + end;
    const restX = x.subarray(start, x.length - end);
    const restY = y.subarray(start, y.length - end);
    if (restX.length === 0 || restY.length === 0) continue;
    const exact = shortestEdits(restX, restY);
    if (exact) for (const [p, q] of exact) found.push([i + start + p, j + start + q]);
    else {
      const chain = anchors(restX, restY);
      let p = 0;
      let q = 0;
      for (const { i: nextP, j: nextQ } of [...chain, { i: restX.length, j: restY.length }]) {
        if (nextP < restX.length) found.push([i + start + nextP, j + start + nextQ]);
        if (level + 1 < MOST_LEVELS && nextP > p && nextQ > q)
          gaps.push({
            a: restX.subarray(p, nextP),
            b: restY.subarray(q, nextQ),
            i: i + start + p,
            j: j + start + q,
            level: level + 1,
          });
        p = nextP + 1;
        q = nextQ + 1;
      }
    }
  }
  return found.map(([i, j]): Pair => [first.places[i]!, second.places[j]!]).sort(([i], [k]) => i - k);
}

/** Numbers of texts: equal texts have equal numbers. */
export class Numbering {
  private readonly numbers = new Map<string, number>();

  of(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size));
    return number;
  }

  /** Finds a longest common sequence of two lists by a key of their elements. */
  static common<T>(a: readonly T[], b: readonly T[], key: (value: T) => string): Pair[] {
    const numbers = new Numbering();
    return commonSequence(
      a.map((value) => numbers.of(key(value))),
      b.map((value) => numbers.of(key(value))),
    );
  }
}

/** Finds pairs in the same order by a key, then between those by the next key. */
export function commonInTurn<T>(a: readonly T[], b: readonly T[], keys: readonly ((value: T) => string)[]): readonly Pair[] {
  let pairs: Pair[] = [];
  for (const key of keys) {
    const next: Pair[] = [...pairs];
    let i = 0;
    let j = 0;
    for (const [endI, endJ] of [...pairs, [a.length, b.length] as const]) {
      if (endI > i && endJ > j) for (const [p, q] of Numbering.common(a.slice(i, endI), b.slice(j, endJ), key)) next.push([i + p, j + q]);
      i = endI + 1;
      j = endJ + 1;
    }
    pairs = next.sort(([x], [y]) => x - y);
  }
  return pairs;
}
