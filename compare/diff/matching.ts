import { PlaceIndex } from "./geometry.js";

/** Matches facts of two sides in steps: each step matches what the steps before have left. */
export class Matching<T extends object> {
  constructor(
    private restLeft: readonly T[],
    private restRight: readonly T[],
    private readonly tolerance: number,
  ) {}

  /** Matches facts while they fit in turn, from the first and from the last: facts alike that lie on each other keep their order. */
  matchEnds(fits: (left: T, right: T) => boolean): readonly (readonly [left: T, right: T])[] {
    const { restLeft: a, restRight: b } = this;
    const found: (readonly [T, T])[] = [];
    let start = 0;
    for (; start < a.length && start < b.length && fits(a[start]!, b[start]!); start++) found.push([a[start]!, b[start]!]);
    let i = a.length - 1;
    let j = b.length - 1;
    for (; i >= start && j >= start && fits(a[i]!, b[j]!); i--, j--) found.push([a[i]!, b[j]!]);
    this.restLeft = a.slice(start, i + 1);
    this.restRight = b.slice(start, j + 1);
    return found;
  }

  /**
   * Matches facts with the same key that fit, at points within the tolerance of each other.
   * @param at the point, or null for a place of no importance
   */
  match(
    key: (fact: T) => string,
    at: ((fact: T) => readonly [x: number, y: number]) | null,
    fits: (left: T, right: T) => boolean,
  ): readonly (readonly [left: T, right: T])[] {
    if (this.restLeft.length === 0 || this.restRight.length === 0) return [];
    const point = at ?? ((): readonly [number, number] => [0, 0]);
    const index = new PlaceIndex<T>(this.tolerance);
    for (const fact of this.restRight) index.add(key(fact), ...point(fact), fact);
    const found: (readonly [T, T])[] = [];
    const taken = new Set<T>();
    this.restLeft = this.restLeft.filter((fact) => {
      const other = index.take(key(fact), ...point(fact), (member) => fits(fact, member));
      if (!other) return true;
      taken.add(other);
      found.push([fact, other]);
      return false;
    });
    this.restRight = this.restRight.filter((fact) => !taken.has(fact));
    return found;
  }

  /** Facts without a match. */
  get rest(): { readonly left: readonly T[]; readonly right: readonly T[] } {
    return { left: this.restLeft, right: this.restRight };
  }
}
