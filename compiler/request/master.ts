// Size and margins of a page master's odd and even pages, mm.
import { pageSize } from "./page-size.js";
import type { MasterLayout, PageMaster } from "./types/flow.js";

/** Distances from the edges of a page, mm. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Width and height of a master's pages, mm; null if not validly declared. */
export function masterSize(master: Pick<PageMaster, "size" | "orientation" | "width" | "height">): {
  readonly width: number;
  readonly height: number;
} | null {
  const size = pageSize(master);
  if (!size || !master.orientation || master.size === undefined) return size;
  const { width, height } = size;
  return width > height === (master.orientation === "landscape") ? size : { width: height, height: width };
}

const OPPOSITE = { left: "right", right: "left", top: "bottom", bottom: "top" } as const;

/**
 * Margins of odd and even pages. `inside` is on the binding side of odd pages, and on the opposite side of even ones (decisions §1, Margins
 * of masters). Absent edges are 0.
 */
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
