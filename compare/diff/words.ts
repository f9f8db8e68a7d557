import type { Word } from "../facts/facts.js";
import type { PagePair, Sink } from "./collect.js";
import { commonSequence, Numbering } from "./sequence.js";
import { changedInPlace, type ChangedWords, changedWords, type Segment, segmentsOf } from "./changed-words.js";
import { matchInPlace, matchTexts, type WordMatches, type WordPair } from "./word-match.js";
import { reportPairs, wordsSpot } from "./word-runs.js";

/** Texts of words that differences are about, by side: tags with them need no difference of their own. */
export interface ToldWords {
  readonly left: Set<string>;
  readonly right: Set<string>;
}

/** Words of a page pair, or of a page without a counterpart. */
interface PageWords {
  readonly pair: PagePair;
  readonly matches: WordMatches;
}

/** A word that has no match on its page. */
interface Stray {
  readonly page: PageWords;
  readonly at: number;
}

interface Crossing {
  readonly left: Stray;
  readonly right: Stray;
}

/** Matches of words that are matched with a word of another page, or that are reported as changed. */
const ELSEWHERE = -2;
const CHANGED = -3;

/** Words in waiting pages after which the pages are finished. */
const MOST_WAITING = 60_000;

const hasBoth = ({ pair }: PageWords): boolean => pair.left !== null && pair.right !== null;

/**
 * Compares words, page pair by page pair in order (DF-8, DF-9). Words without a match wait for those of other pages, as text may be
 * reflowed over pages; pages that wait are bounded, and of pages without a counterpart only words that moved there are reported.
 */
export class WordComparison {
  private waiting: PageWords[] = [];
  private count = 0;

  constructor(
    private readonly tolerance: number,
    private readonly sink: Sink,
    private readonly told: ToldWords,
  ) {}

  /** @returns the words that are the same on both pages */
  add(pair: PagePair, left: readonly Word[], right: readonly Word[]): readonly WordPair[] {
    const matches = matchInPlace(left, right, this.tolerance);
    const page = { pair, matches };
    this.reportChanged(page, changedInPlace(matches, this.tolerance));
    matchTexts(matches);
    const pairs: WordPair[] = [];
    matches.ofLeft.forEach((j, i) => {
      if (j >= 0) pairs.push({ left: left[i]!, right: right[j]!, i, j });
    });
    this.tellMoved(reportPairs(pairs, pair, this.tolerance, this.sink, false));
    if (pairs.length < left.length || pairs.length < right.length) {
      this.waiting.push(page);
      this.count += left.length + right.length;
      if (this.count > MOST_WAITING) this.flush(1);
    }
    return pairs;
  }

  end(): void {
    this.flush(0);
  }

  /** Finishes the pages that wait but for the last ones, which may share words with the next. */
  private flush(remaining: number): void {
    const pages = this.waiting;
    const finished = pages.slice(0, pages.length - remaining);
    this.reportCrossings(inOrder(pages));
    this.reportCrossings(inAnyOrder(pages));
    for (const page of finished) if (hasBoth(page)) this.reportChanged(page, changedWords(page.matches));
    for (const page of finished) this.reportRest(page);
    this.waiting = pages.slice(pages.length - remaining);
    this.count = this.waiting.reduce((sum, { matches }) => sum + matches.left.length + matches.right.length, 0);
  }

  private reportCrossings(crossings: readonly Crossing[]): void {
    for (let from = 0; from < crossings.length;) {
      const { left, right } = crossings[from]!;
      const pairs: WordPair[] = [];
      let to = from;
      for (; to < crossings.length && crossings[to]!.left.page === left.page && crossings[to]!.right.page === right.page; to++) {
        const { left: a, right: b } = crossings[to]!;
        a.page.matches.ofLeft[a.at] = ELSEWHERE;
        b.page.matches.ofRight[b.at] = ELSEWHERE;
        pairs.push({ left: wordOf(a, "left"), right: wordOf(b, "right"), i: a.at, j: b.at });
      }
      const pair = { left: left.page.pair.left, right: right.page.pair.right };
      this.tellMoved(reportPairs(pairs, pair, this.tolerance, this.sink, true));
      from = to;
    }
  }

  private reportChanged({ pair, matches }: PageWords, changes: readonly ChangedWords[]): void {
    for (const { left, right } of changes) {
      matches.ofLeft.fill(CHANGED, left.from, left.to);
      matches.ofRight.fill(CHANGED, right.from, right.to);
      const a = this.tell("left", matches.left, left);
      const b = this.tell("right", matches.right, right);
      const change = { kind: "word", change: "changed", property: "text", page: pair } as const;
      this.sink({ ...change, left: wordsSpot(pair.left!, a), right: wordsSpot(pair.right!, b) });
    }
  }

  private reportRest(page: PageWords): void {
    const { pair, matches } = page;
    for (const segment of segmentsOf(matches.left, matches.ofLeft)) {
      const words = this.tell("left", matches.left, segment);
      if (hasBoth(page)) this.sink({ kind: "word", change: "removed", page: pair, left: wordsSpot(pair.left!, words), right: null });
    }
    for (const segment of segmentsOf(matches.right, matches.ofRight)) {
      const words = this.tell("right", matches.right, segment);
      if (hasBoth(page)) this.sink({ kind: "word", change: "added", page: pair, left: null, right: wordsSpot(pair.right!, words) });
    }
  }

  private tell(side: "left" | "right", words: readonly Word[], { from, to }: Segment): readonly Word[] {
    const told = words.slice(from, to);
    for (const { text } of told) this.told[side].add(text);
    return told;
  }

  private tellMoved(pairs: readonly WordPair[]): void {
    for (const { left, right } of pairs) {
      this.told.left.add(left.text);
      this.told.right.add(right.text);
    }
  }
}

const wordOf = ({ page: { matches }, at }: Stray, side: "left" | "right"): Word => matches[side][at]!;

function straysOf(pages: readonly PageWords[], side: "left" | "right"): Stray[] {
  const strays: Stray[] = [];
  for (const page of pages)
    (side === "left" ? page.matches.ofLeft : page.matches.ofRight).forEach((match, at) => {
      if (match === -1) strays.push({ page, at });
    });
  return strays;
}

/** Words of a page that was put in are not those of a page that was taken out. */
const mayCross = (a: Stray, b: Stray): boolean => hasBoth(a.page) || hasBoth(b.page);

/** Matches strays with the same text in the same order. */
function inOrder(pages: readonly PageWords[]): readonly Crossing[] {
  const numbers = new Numbering();
  const left = straysOf(pages, "left");
  const right = straysOf(pages, "right");
  const pairs = commonSequence(
    left.map((stray) => numbers.of(wordOf(stray, "left").text)),
    right.map((stray) => numbers.of(wordOf(stray, "right").text)),
  );
  return pairs.flatMap(([p, q]) => (mayCross(left[p]!, right[q]!) ? [{ left: left[p]!, right: right[q]! }] : []));
}

/** Matches strays with the same text in any order. */
function inAnyOrder(pages: readonly PageWords[]): readonly Crossing[] {
  const places = new Map<string, Stray[]>();
  for (const stray of straysOf(pages, "right").reverse()) {
    const { text } = wordOf(stray, "right");
    const found = places.get(text);
    if (found) found.push(stray);
    else places.set(text, [stray]);
  }
  const found: Crossing[] = [];
  for (const stray of straysOf(pages, "left")) {
    const others = places.get(wordOf(stray, "left").text);
    const next = others?.at(-1);
    if (!next || !mayCross(stray, next)) continue;
    others!.pop();
    found.push({ left: stray, right: next });
  }
  return found;
}
