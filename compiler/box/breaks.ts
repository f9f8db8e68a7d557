import type { BreakKind } from "./box.js";

/** Side of a sheet in the bound document (SW-25). */
export type PageSide = "right" | "left";

/** Side of the page on which a break continues; null: either. */
export const sideOfBreak = (kind: BreakKind | null): PageSide | null =>
  kind === "right_page" ? "right" : kind === "left_page" ? "left" : null;

/** A column break does not end the page. */
export const endsPage = (kind: BreakKind | "any" | null): kind is Exclude<BreakKind, "column"> =>
  kind !== null && kind !== "any" && kind !== "column";

/** Break of two at one place: a page break is also a column break, and the later or inner side applies. */
export function stronger(a: BreakKind | null, b: BreakKind | null): BreakKind | null {
  if (a === null || b === null) return a ?? b;
  if (sideOfBreak(b) !== null) return b;
  if (sideOfBreak(a) !== null) return a;
  return endsPage(a) ? a : b;
}
