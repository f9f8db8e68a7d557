import type { PagePair } from "./collect.js";
import { type Fingerprint, likeness } from "./fingerprint.js";
import { type Candidate, heaviestChain, Numbering } from "./sequence.js";

/** Least likeness of two pages that are the same page with changes. */
const LEAST_LIKENESS = 0.3;
/** Gaps of at most so many pairs have all of them compared. */
const MOST_PAIRS = 4096;
/** Pages that have a hash in common, on either side, for the hash to be looked at. */
const MOST_HOLDERS = 4;
/** Pages that are compared with a page of a large gap. */
const MOST_CANDIDATES = 16;

/** Pages that have a rare hash of the sketch in common, and those at the same distance from either end of the gap. */
function candidatesOf(a: readonly Fingerprint[], b: readonly Fingerprint[]): readonly Candidate[] {
  const pairs: Candidate[] = [];
  const add = (i: number, j: number): void => {
    const weight = likeness(a[i]!, b[j]!);
    // nearly equal pages that are many pair by their places
    if (weight >= LEAST_LIKENESS) pairs.push({ i, j, weight });
  };
  if (a.length * b.length <= MOST_PAIRS) {
    for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) add(i, j);
    return pairs;
  }
  const holders = new Map<number, number[]>();
  b.forEach(({ sketch }, j) => {
    for (const hash of sketch) {
      const found = holders.get(hash);
      if (!found) holders.set(hash, [j]);
      else if (found.length <= MOST_HOLDERS) found.push(j);
    }
  });
  a.forEach(({ sketch }, i) => {
    const found = new Set<number>();
    const fromEnd = i + b.length - a.length;
    for (const j of [i, fromEnd]) if (j >= 0 && j < b.length) found.add(j);
    for (const hash of sketch) {
      const pages = holders.get(hash);
      if (!pages || pages.length > MOST_HOLDERS || found.size >= MOST_CANDIDATES) continue;
      for (const j of pages) found.add(j);
    }
    for (const j of found) add(i, j);
  });
  return pairs;
}

/**
 * Pairs pages (DF-6): a longest common sequence of equal pages; between these, the sequence of pages that are most alike; between these,
 * pages in order. Pages that remain have no counterpart.
 */
export function pairPages(a: readonly Fingerprint[], b: readonly Fingerprint[]): readonly PagePair[] {
  const pairs: PagePair[] = [];
  const inOrder = (fromA: number, toA: number, fromB: number, toB: number): void => {
    for (let k = 0; k < Math.max(toA - fromA, toB - fromB); k++)
      pairs.push({ left: fromA + k < toA ? fromA + k : null, right: fromB + k < toB ? fromB + k : null });
  };
  const alike = (fromA: number, toA: number, fromB: number, toB: number): void => {
    let i = fromA;
    let j = fromB;
    const chain = heaviestChain(candidatesOf(a.slice(fromA, toA), b.slice(fromB, toB)), toB - fromB);
    for (const next of chain) {
      inOrder(i, fromA + next.i, j, fromB + next.j);
      pairs.push({ left: fromA + next.i, right: fromB + next.j });
      i = fromA + next.i + 1;
      j = fromB + next.j + 1;
    }
    inOrder(i, toA, j, toB);
  };
  let i = 0;
  let j = 0;
  for (const [nextI, nextJ] of [...Numbering.common(a, b, ({ key }) => key), [a.length, b.length] as const]) {
    if (nextI > i && nextJ > j) alike(i, nextI, j, nextJ);
    else inOrder(i, nextI, j, nextJ);
    if (nextI < a.length) pairs.push({ left: nextI, right: nextJ });
    i = nextI + 1;
    j = nextJ + 1;
  }
  return pairs;
}
