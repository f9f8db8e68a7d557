import type { Compositing, Paint, Rect } from "../facts/facts.js";
import type { Finding, Locator, PagePair, Sink, Spot } from "./collect.js";
import { isNear } from "./geometry.js";
import type { Change } from "./report.js";

/** A mark of a page: a word, drawing or picture. */
type Mark = Compositing & { readonly rect: Rect };

/** A mark of the left page and the same mark of the right page. */
export interface MatchedMarks {
  readonly left: Mark;
  readonly right: Mark;
}

type MarkKind = (Locator & { readonly of: "mark" })["kind"];

/** Place and value of a mark in a finding. */
export const spotOf = (kind: MarkKind, page: number, rect: Rect, value: string | undefined, text = ""): Spot => ({
  rect,
  value,
  at: { of: "mark", page, kind, rect, text },
});

/** Reports marks of one kind of a page pair. */
export class MarkReport<T extends { readonly rect: Rect }> {
  constructor(
    private readonly sink: Sink,
    private readonly pair: PagePair,
    private readonly kind: "drawing" | "picture" | "link",
    private readonly valueOf: (mark: T) => string,
  ) {}

  /** @param marks the left one, the right one, null where a side has none */
  add(change: Change, left: T | null, right: T | null): void {
    this.emit(this.kind, change, undefined, left && [left, this.valueOf(left)], right && [right, this.valueOf(right)]);
  }

  /** Reports a property of marks that are otherwise the same. */
  property(kind: Finding["kind"], property: string, left: readonly [T, string], right: readonly [T, string]): void {
    this.emit(kind, "changed", property, left, right);
  }

  /** Reports a property that has no values, such as the order. */
  unvalued(kind: Finding["kind"], property: string, left: T, right: T): void {
    this.emit(kind, "changed", property, [left, undefined], [right, undefined]);
  }

  private emit(
    kind: Finding["kind"],
    change: Change,
    property: string | undefined,
    left: readonly [T, string | undefined] | null,
    right: readonly [T, string | undefined] | null,
  ): void {
    const spot = (page: number | null, side: readonly [T, string | undefined] | null): Spot | null =>
      side && page !== null ? spotOf(this.kind, page, side[0].rect, side[1]) : null;
    this.sink({
      kind,
      change,
      ...(property !== undefined && { property }),
      page: this.pair,
      left: spot(this.pair.left, left),
      right: spot(this.pair.right, right),
    });
  }
}

const COLOUR = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Tells if two paints are equal: colours by no more than 1 of 255 a channel (DF-9), others by their description. */
export function isSamePaint(a: Paint, b: Paint): boolean {
  if (a === b) return true;
  const x = COLOUR.exec(a);
  const y = COLOUR.exec(b);
  if (!x || !y) return false;
  return [1, 2, 3].every((k) => Math.abs(parseInt(x[k]!, 16) - parseInt(y[k]!, 16)) <= 1);
}

/** Tells if two opacities are equal in 8 bits, 1 apart counting as equal. */
const isSameOpacity = (a: number, b: number): boolean => isNear(a, b, 1 / 255);

/** Text of a number, without digits that say nothing. */
export const figure = (value: number): string => String(Math.round(value * 1000) / 1000 + 0);

/** Properties of how two marks are laid on what is below, as far as they differ. */
export function compositingChanges(a: Compositing, b: Compositing): readonly (readonly [property: string, a: string, b: string])[] {
  const changes: (readonly [string, string, string])[] = [];
  if (!isSameOpacity(a.opacity, b.opacity)) changes.push(["opacity", figure(a.opacity), figure(b.opacity)]);
  if (a.effect !== b.effect) changes.push(["effect", a.effect, b.effect]);
  return changes;
}
