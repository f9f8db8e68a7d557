import type { Rect } from "../facts/facts.js";
import { type Kind, KINDS } from "./options.js";
import { type Change, type Difference, type Report, type Sides, wordsOf } from "./report.js";

/** Finds JSON Pointers of a side's request; null for what it does not have (DF-19). */
export interface PathAt {
  /** @param page from 0 @param rect of the mark, or of the first of several @param text of a word; empty for others */
  mark(page: number, kind: "word" | "drawing" | "picture" | "link", rect: Rect, text: string): string | null;
  /** @param preorder place of the tag in the preorder of the tree, the root is 0 */
  tag(preorder: number): string | null;
  /** @param index of the entry, from 0 */
  outline(index: number): string | null;
  /** @param name of a field @param widget its place among those of the field, from 0 */
  field(name: string, widget: number): string | null;
}

/** Arguments of `PathAt` for a fact. */
export type Locator =
  | {
      readonly of: "mark";
      readonly page: number;
      readonly kind: "word" | "drawing" | "picture" | "link";
      readonly rect: Rect;
      readonly text: string;
    }
  | { readonly of: "tag"; readonly preorder: number }
  | { readonly of: "outline"; readonly index: number }
  | { readonly of: "field"; readonly name: string; readonly widget: number };

/** A fact of one side that a difference is about. */
export interface Spot {
  readonly rect: Rect | null;
  readonly value: string | undefined;
  readonly at: Locator | null;
}

/** A difference between a left and a right document, before its paths and words are made; pages from 0. */
export interface Finding {
  readonly kind: Kind;
  readonly change: Change;
  readonly property?: string;
  readonly page: { readonly left: number | null; readonly right: number | null } | null;
  readonly left: Spot | null;
  readonly right: Spot | null;
}

/** Takes findings, in any order. */
export type Sink = (finding: Finding) => void;

/** Indexes of pages that are compared; null without a counterpart. */
export interface PagePair {
  readonly left: number | null;
  readonly right: number | null;
}

const EXCHANGED: Readonly<Record<Change, Change>> = { added: "removed", removed: "added", moved: "moved", changed: "changed" };

/** Exchanges the sides of a finding (DF-5). */
export function exchanged({ change, page, left, right, ...rest }: Finding): Finding {
  return { ...rest, change: EXCHANGED[change], page: page && { left: page.right, right: page.left }, left: right, right: left };
}

interface Ranked {
  readonly finding: Finding;
  /** place among the pairs; that of findings without a page is after all */
  readonly rank: number;
  readonly top: number;
  readonly left: number;
}

const KIND_RANKS: ReadonlyMap<Kind, number> = new Map(KINDS.map((kind, rank) => [kind, rank]));

/** Order of DF-20: page of A, page of B, top, left, kind; those without a place are before the others of their page. */
function compare(x: Ranked, y: Ranked): number {
  const a = x.finding;
  const b = y.finding;
  return (
    x.rank - y.rank ||
    (a.page?.left ?? -1) - (b.page?.left ?? -1) ||
    (a.page?.right ?? -1) - (b.page?.right ?? -1) ||
    (a.page === null ? KIND_RANKS.get(a.kind)! - KIND_RANKS.get(b.kind)! : 0) ||
    x.top - y.top ||
    x.left - y.left ||
    KIND_RANKS.get(a.kind)! - KIND_RANKS.get(b.kind)!
  );
}

/** Counts all findings, and keeps the first ones in the order of the report, at most twice as many as are listed (DF-20). */
export class Collector {
  private ranked: Ranked[] = [];
  private readonly counts = new Map<Kind, number>();
  private total = 0;
  private readonly ranksOfA = new Map<number, number>();
  private readonly ranksOfB = new Map<number, number>();
  private readonly differing = new Set<number>();

  constructor(
    private readonly pairs: readonly PagePair[],
    private readonly kinds: ReadonlySet<Kind>,
    private readonly limit: number,
  ) {
    pairs.forEach(({ left, right }, rank) => {
      if (left !== null) this.ranksOfA.set(left, rank);
      if (right !== null) this.ranksOfB.set(right, rank);
    });
  }

  add(finding: Finding): void {
    if (!this.kinds.has(finding.kind)) return;
    const rank = this.rankOf(finding);
    this.total++;
    this.counts.set(finding.kind, (this.counts.get(finding.kind) ?? 0) + 1);
    if (finding.page) this.differing.add(rank);
    // places as they are reported
    const [left, top] = rounded(finding.left?.rect ?? finding.right?.rect) ?? [-1e9, -1e9];
    this.ranked.push({ finding, rank, top, left });
    if (this.ranked.length >= 2 * this.limit + 1000) this.cut();
  }

  report(a: PathAt, b: PathAt): Report {
    this.cut();
    const counts: Partial<Record<Kind, number>> = {};
    for (const kind of KINDS) if (this.counts.has(kind)) counts[kind] = this.counts.get(kind)!;
    return {
      equal: this.total === 0,
      counts,
      pages: this.pairs.map(({ left, right }) => [numberOf(left), numberOf(right)] as const),
      differences: this.ranked.map(({ finding }) => this.difference(finding, a, b)),
      truncated: this.total > this.limit,
      differing: [...this.differing].sort((x, y) => x - y),
    };
  }

  private rankOf({ page }: Finding): number {
    if (!page) return this.pairs.length;
    const rank = page.left === null ? undefined : this.ranksOfA.get(page.left);
    return rank ?? (page.right === null ? this.pairs.length : (this.ranksOfB.get(page.right) ?? this.pairs.length));
  }

  /** Sorting is stable: findings alike in place and kind are in the order in which they were found. */
  private cut(): void {
    this.ranked.sort(compare);
    if (this.ranked.length > this.limit) this.ranked.length = this.limit;
  }

  private difference({ kind, change, property, page, left, right }: Finding, a: PathAt, b: PathAt): Difference {
    const rects = { a: rounded(left?.rect), b: rounded(right?.rect) };
    const unworded: Omit<Difference, "message"> = {
      kind,
      change,
      page: page && { a: numberOf(page.left), b: numberOf(page.right) },
      rect_mm: rects.a || rects.b ? rects : null,
      ...(left?.value !== undefined && { a: left.value }),
      ...(right?.value !== undefined && { b: right.value }),
      ...(property !== undefined && { property }),
      path: { a: pathOf(left, a), b: pathOf(right, b) } satisfies Sides<string>,
    };
    const crosses =
      page !== null && page.left !== null && page.right !== null && this.ranksOfA.get(page.left) !== this.ranksOfB.get(page.right);
    return { ...unworded, message: wordsOf(unworded, crosses) };
  }
}

const numberOf = (page: number | null): number | null => (page === null ? null : page + 1);

/** Rounds places to micrometres: digits beyond say nothing. */
function rounded(rect: Rect | null | undefined): Rect | null {
  if (!rect) return null;
  const round = (value: number): number => Math.round(value * 1000) / 1000 + 0;
  return [round(rect[0]), round(rect[1]), round(rect[2]), round(rect[3])];
}

function pathOf(spot: Spot | null, paths: PathAt): string | null {
  const at = spot?.at;
  if (!at) return null;
  if (at.of === "mark") return paths.mark(at.page, at.kind, at.rect, at.text);
  if (at.of === "field") return paths.field(at.name, at.widget);
  return at.of === "tag" ? paths.tag(at.preorder) : paths.outline(at.index);
}
