// A page's place and its master to the regions that are filled on it, its furniture, and the number that the reader sees.
import type { Rect } from "../../ir/ir.js";
import type { BodyArea, Furniture, FurnitureVariant, PageMaster, PageSelector } from "../box/page.js";

/** Which page it is: known before anything is on it. */
export interface PagePlace {
  /** physical number in the document, from 1; its parity is the page's */
  readonly number: number;
  /** number that the reader sees */
  readonly folio: number;
  /** in its sequence, from 0 */
  readonly index: number;
}

/** The place of a sequence's first page. `before`: the last page of the sequence before, null where there is none. */
export const firstPlace = (start: number | null, before: PagePlace | null): PagePlace => ({
  number: (before?.number ?? 0) + 1,
  folio: start ?? (before?.folio ?? 0) + 1,
  index: 0,
});

/** The place of the page after this one in the same sequence. */
export const nextPlace = ({ number, folio, index }: PagePlace): PagePlace => ({ number: number + 1, folio: folio + 1, index: index + 1 });

const isOdd = ({ number }: PagePlace): boolean => number % 2 === 1;

/** One column of a body on one page, in the page's space. */
export interface Region {
  readonly rect: Rect;
  /** the greatest height that any later region of the area can have; where this one is as high, moving on cannot help */
  readonly later: number;
}

/** The regions of an area on a page, in the order in which they are filled. */
export function regionsOn({ first, later, columns }: BodyArea, place: PagePlace): readonly Region[] {
  const sides = place.index === 0 ? first : later;
  const body = isOdd(place) ? sides.odd : sides.even;
  // pages of both parities follow every page
  const ahead = Math.max(later.odd.height, later.even.height);
  const { count, gap, direction } = columns;
  const width = (body.width - gap * (count - 1)) / count;
  const out: Region[] = [];
  for (let k = 0; k < count; k++) {
    const x = body.x + (direction === "rtl" ? count - 1 - k : k) * (width + gap);
    const last = k === count - 1;
    out.push({ rect: { x, y: body.y, width, height: body.height }, later: last ? ahead : Math.max(ahead, body.height) });
  }
  return out;
}

/** Of what a page is the last: known only when it is filled. */
export interface PageEnds {
  readonly lastOfSequence: boolean;
  readonly lastOfDocument: boolean;
}

/** A part of one page beside the body. */
export interface PageFurniture {
  readonly part: Furniture["part"];
  readonly opacity: number;
  readonly canvas: FurnitureVariant["canvas"];
}

/** The furniture of a page, in the order of the master: of each part the first variant that has the page among its own. */
export function furnitureOn({ furniture }: PageMaster, place: PagePlace, ends: PageEnds): readonly PageFurniture[] {
  const out: PageFurniture[] = [];
  for (const { part, opacity, variants } of furniture) {
    const variant = variants.find(({ on }) => selects(on, place, ends));
    if (variant) out.push({ part, opacity, canvas: variant.canvas });
  }
  return out;
}

function selects({ of, position, parity }: PageSelector, place: PagePlace, ends: PageEnds): boolean {
  if (parity !== "any" && (parity === "odd") !== isOdd(place)) return false;
  const document = of === "document";
  switch (position) {
    case "any":
      return true;
    case "first":
      return document ? place.number === 1 : place.index === 0;
    case "last":
      return document ? ends.lastOfDocument : ends.lastOfSequence;
  }
}
