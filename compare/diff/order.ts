import { overlap } from "./geometry.js";
import type { MatchedMarks } from "./marks.js";
import { heaviestChain } from "./sequence.js";

/** Side of the cells of the index, mm. */
const CELL = 10;
/** Cells of a mark; larger ones are compared with all marks. */
const MOST_CELLS = 400;
/** Pairs of marks that are compared on a page, which bounds the work on pages of marks over each other. */
const MOST_COMPARED = 1_000_000;
/** Boxes that overlap by less have nothing in common: lines and letters have fuzzy edges, mm. */
const LEAST_OVERLAP = 0.1;

/** A mark of both pages; boxes of words are larger than their letters. */
export interface OrderedMark extends MatchedMarks {
  readonly isWord: boolean;
}

function lieOverEachOther(a: OrderedMark, b: OrderedMark, side: "left" | "right"): boolean {
  const p = a[side].rect;
  const q = b[side].rect;
  const [across, down] = overlap(p, q);
  const thinnest = (from: 0 | 1): number => Math.min(p[from + 2]! - p[from], q[from + 2]! - q[from]);
  // boxes of words on neighbouring lines overlap, their letters do not
  const least = a.isWord && b.isWord ? thinnest(1) / 2 : Math.min(LEAST_OVERLAP, thinnest(1) / 2);
  return across > 0 && down > 0 && across >= Math.min(LEAST_OVERLAP, thinnest(0) / 2) && down >= least;
}

/**
 * Finds marks that lie over others on one page and below them on the other (DF-10): marks that left the common painting order, as far as
 * they overlap a mark on both pages with which their order is exchanged.
 */
export function reorderedMarks<T extends OrderedMark>(marks: readonly T[]): readonly T[] {
  const sorted = [...marks].sort((a, b) => a.left.order - b.left.order);
  if (sorted.every((mark, k) => k === 0 || sorted[k - 1]!.right.order <= mark.right.order)) return [];
  const ranks = new Map<T, number>();
  [...sorted].sort((a, b) => a.right.order - b.right.order).forEach((mark, rank) => ranks.set(mark, rank));
  const chain = heaviestChain(
    sorted.map((mark, i) => ({ i, j: ranks.get(mark)!, weight: 1 })),
    sorted.length,
  );
  const inOrder = new Set(chain.map(({ i }) => i));
  const index = new MarkIndex(sorted);
  let compared = 0;
  return sorted.filter((mark, i) => {
    if (inOrder.has(i)) return false;
    for (const other of index.near(mark)) {
      if (++compared > MOST_COMPARED) return false;
      const isExchanged = (other.left.order - mark.left.order) * (other.right.order - mark.right.order) < 0;
      if (isExchanged && lieOverEachOther(mark, other, "left") && lieOverEachOther(mark, other, "right")) return true;
    }
    return false;
  });
}

/** Marks by the cells of the left page that they lie in. */
class MarkIndex<T extends OrderedMark> {
  private readonly cells = new Map<number, T[]>();
  private readonly large: T[] = [];

  constructor(private readonly marks: readonly T[]) {
    for (const mark of marks) {
      const cells = this.cellsOf(mark);
      if (!cells) this.large.push(mark);
      for (const cell of cells ?? []) {
        const found = this.cells.get(cell);
        if (found) found.push(mark);
        else this.cells.set(cell, [mark]);
      }
    }
  }

  *near(mark: T): Generator<T> {
    const cells = this.cellsOf(mark);
    if (!cells) {
      yield* this.marks;
      return;
    }
    yield* this.large;
    for (const cell of cells) yield* this.cells.get(cell) ?? [];
  }

  private cellsOf({ left: { rect } }: T): readonly number[] | null {
    const [x0, y0, x1, y1] = rect.map((value) => Math.floor(value / CELL));
    if (!((x1! - x0! + 1) * (y1! - y0! + 1) <= MOST_CELLS)) return null;
    const cells: number[] = [];
    for (let y = y0!; y <= y1!; y++) for (let x = x0!; x <= x1!; x++) cells.push(y * 1_000_003 + x);
    return cells;
  }
}
