import type { LinkFact, Place } from "../facts/facts.js";
import type { PagePair, Sink } from "./collect.js";
import { type Target, viewOf } from "./fingerprint.js";
import { isNear, isSameRect } from "./geometry.js";
import { MarkReport } from "./marks.js";
import { Matching } from "./matching.js";

/** Pages of either side that are compared with each other. */
export class PairedPages {
  private readonly rights = new Map<number, number>();
  private readonly lefts = new Map<number, number>();

  constructor(pairs: readonly PagePair[]) {
    for (const { left, right } of pairs)
      if (left !== null && right !== null) {
        this.rights.set(left, right);
        this.lefts.set(right, left);
      }
  }

  /** Tells if two pages are compared with each other; pages outside of the document are compared by their numbers. */
  areSame(left: number | null, right: number | null): boolean {
    if (left === null || right === null) return left === right;
    const found = this.rights.get(left);
    return found === undefined ? left === right && !this.lefts.has(right) : found === right;
  }

  /** Finds the page of the other side that a page is compared with. */
  counterpart(side: "left" | "right", page: number): number | null {
    return (side === "left" ? this.rights : this.lefts).get(page) ?? null;
  }
}

/** Compares targets of links and of the outline: those in the document by the pair of the page and by their place (DF-12). */
export class TargetComparison {
  constructor(
    private readonly pages: PairedPages,
    private readonly tolerance: number,
  ) {}

  readonly isSame = (a: Target, b: Target): boolean =>
    this.pages.areSame(a.page, b.page) && viewOf(a) === viewOf(b) && this.isSamePlace(a.at, b.at);

  private isSamePlace(a: Place | null, b: Place | null): boolean {
    const isSame = (x: number | null, y: number | null): boolean => (x === null || y === null ? x === y : isNear(x, y, this.tolerance));
    return a === null || b === null ? a === b : isSame(a[0], b[0]) && isSame(a[1], b[1]);
  }
}

/** Compares the links of two pages and reports differences (DF-12). */
export function compareLinks(
  pair: PagePair,
  [left, right]: readonly [readonly LinkFact[], readonly LinkFact[]],
  { tolerance, isSameTarget }: { readonly tolerance: number; readonly isSameTarget: (a: LinkFact, b: LinkFact) => boolean },
  sink: Sink,
): void {
  const report = new MarkReport<LinkFact>(sink, pair, "link", ({ target }) => target);
  const matching = new Matching(left, right, tolerance);
  const corner = ({ rect }: LinkFact): readonly [number, number] => [rect[0], rect[1]];
  const isHere = (a: LinkFact, b: LinkFact): boolean => isSameRect(a.rect, b.rect, tolerance);
  const properties = (a: LinkFact, b: LinkFact): void => {
    if (!isSameTarget(a, b)) report.property("link", "target", [a, a.target], [b, b.target]);
    for (const property of ["alt", "border"] as const)
      if (a[property] !== b[property]) report.property("link", property, [a, a[property]], [b, b[property]]);
  };
  const isAlike = (a: LinkFact, b: LinkFact): boolean => a.alt === b.alt && a.border === b.border && isSameTarget(a, b);
  matching.match(
    () => "",
    corner,
    (a, b) => isHere(a, b) && isAlike(a, b),
  );
  for (const [a, b] of matching.match(
    () => "",
    corner,
    (x, y) => isHere(x, y) && isSameTarget(x, y),
  ))
    properties(a, b);
  for (const [a, b] of matching.match((link) => (link.page === null ? link.target : ""), null, isSameTarget)) {
    report.add("moved", a, b);
    properties(a, b);
  }
  for (const [a, b] of matching.match(() => "", corner, isHere)) properties(a, b);
  for (const link of matching.rest.left) report.add("removed", link, null);
  for (const link of matching.rest.right) report.add("added", null, link);
}
