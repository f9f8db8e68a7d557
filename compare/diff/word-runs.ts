import type { Rect, Word } from "../facts/facts.js";
import type { Finding, PagePair, Sink, Spot } from "./collect.js";
import { isNear, union } from "./geometry.js";
import { spotOf } from "./marks.js";
import { areNeighbours, isSameFont, placed, type WordPair } from "./word-match.js";
import { propertyChanges } from "./word-properties.js";

/** Returns the extent of words. */
export function extent(words: readonly Word[]): Rect {
  let rect = words[0]!.rect;
  for (const word of words) rect = union(rect, word.rect);
  return rect;
}

/** Place of neighbouring words, with their text as value unless another is given. */
export function wordsSpot(page: number, words: readonly Word[], value?: string): Spot {
  const [first] = words;
  const spot = spotOf("word", page, first!.rect, value ?? words.map(({ text }) => text).join(" "), first!.text);
  return { ...spot, rect: extent(words) };
}

interface Run {
  readonly change: Omit<Finding, "page" | "left" | "right">;
  /** Values of a property; null for the text of the words. */
  readonly values: readonly [left: string, right: string] | null;
  readonly pairs: WordPair[];
}

/** Reports pairs of words; neighbours of a line with the same change are one difference (DF-8). */
class Runs {
  private readonly open = new Map<string, Run>();

  constructor(
    private readonly sink: Sink,
    private readonly page: PagePair,
  ) {}

  add(pair: WordPair, change: Run["change"], values: Run["values"], isSame: (run: Run) => boolean): void {
    const name = `${change.kind} ${change.change} ${change.property ?? ""}`;
    const run = this.open.get(name);
    if (run && areNeighbours(run.pairs.at(-1)!, pair) && isSame(run)) run.pairs.push(pair);
    else {
      if (run) this.emit(run);
      this.open.set(name, { change, values, pairs: [pair] });
    }
  }

  end(): void {
    for (const run of this.open.values()) this.emit(run);
    this.open.clear();
  }

  private emit({ change, values, pairs }: Run): void {
    const { left, right } = this.page;
    const spot = (page: number | null, side: "left" | "right", value: string | undefined): Spot | null =>
      page === null
        ? null
        : wordsSpot(
            page,
            pairs.map((pair) => pair[side]),
            value,
          );
    this.sink({ ...change, page: this.page, left: spot(left, "left", values?.[0]), right: spot(right, "right", values?.[1]) });
  }
}

/** Displacements that differ by no more are one move, mm. */
const SAME_MOVE = 0.1;
/** Half an em of 1 pt in mm: by so much the blanks of justified lines differ. */
const HALF_EM = 25.4 / 72 / 2;

/** Tells if neighbours of a line moved together, but for the width of the blank between them. */
function isSameMove(a: WordPair, b: WordPair): boolean {
  const by = (axis: 0 | 1): number => Math.abs(b.right.rect[axis] - b.left.rect[axis] - (a.right.rect[axis] - a.left.rect[axis]));
  const blank = Math.max(SAME_MOVE, HALF_EM * b.left.size);
  const [along, across] = Math.abs((b.left.angle % 180) - 90) < 45 ? ([1, 0] as const) : ([0, 1] as const);
  return by(along) <= blank && by(across) <= SAME_MOVE;
}

/** Tells if two words are as wide as each other: hyphenation at the end of a line changes glyphs and width of a word. */
const isAsWide = ({ left: { rect: a }, right: { rect: b } }: WordPair, tolerance: number): boolean =>
  isNear(a[2] - a[0], b[2] - b[0], 2 * tolerance);

/**
 * Reports moves and properties of words that have the same text, in the order of the left page.
 * @param isElsewhere true for words of pages that are not compared with each other: all are moved
 */
export function reportPairs(pairs: readonly WordPair[], page: PagePair, tolerance: number, sink: Sink, isElsewhere: boolean): WordPair[] {
  const runs = new Runs(sink, page);
  const moved: WordPair[] = [];
  const isReset = ({ left, right }: WordPair): boolean => !isSameFont(left, right);
  for (const [pair, isMoved] of placed(pairs, tolerance)) {
    if (isMoved || isElsewhere) {
      moved.push(pair);
      runs.add(pair, { kind: "word", change: "moved" }, null, ({ pairs: others }) =>
        isReset(pair) ? isReset(others.at(-1)!) : !isReset(others.at(-1)!) && isSameMove(others.at(-1)!, pair),
      );
    }
    for (const { kind, property, left, right } of propertyChanges(pair.left, pair.right)) {
      if (property === "glyphs" && (isMoved || isElsewhere) && !isAsWide(pair, tolerance)) continue;
      runs.add(pair, { kind, change: "changed", property }, [left, right], ({ values }) => values?.[0] === left && values[1] === right);
    }
  }
  runs.end();
  return moved;
}

/** Reports words whose place among other marks changed, in the order of the left page. */
export function reportOrder(pairs: readonly WordPair[], page: PagePair, sink: Sink): void {
  const runs = new Runs(sink, page);
  for (const pair of pairs) runs.add(pair, { kind: "word", change: "changed", property: "order" }, null, () => true);
  runs.end();
}
