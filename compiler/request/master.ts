// Variants of a page master, and margins of its odd and even pages.
import type { MasterLayout } from "./types/page-master.js";

/** Names of `variants`; each has a header and a footer. */
export const MASTER_VARIANTS = ["first", "odd", "even", "last", "blank"] as const;

/** Distances from the edges of a page, mm. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const OPPOSITE = { left: "right", right: "left", top: "bottom", bottom: "top" } as const;

/** `inside`: binding side of odd pages, opposite side of even ones (decisions §1, Margins of masters). Absent edges are 0. */
export function masterMargins(layout: Pick<MasterLayout, "page_margin" | "binding_side"> | undefined): {
  readonly odd: Margins;
  readonly even: Margins;
} {
  const { top = 0, right = 0, bottom = 0, left = 0, inside, outside } = layout?.page_margin ?? {};
  const physical: Margins = { top, right, bottom, left };
  const side = layout?.binding_side;
  if (!side) return { odd: physical, even: physical };
  const bound = (binding: keyof Margins): Margins => ({ ...physical, [binding]: inside ?? 0, [OPPOSITE[binding]]: outside ?? 0 });
  return { odd: bound(side), even: bound(OPPOSITE[side]) };
}
