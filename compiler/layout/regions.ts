import type { Rect } from "../../ir/ir.js";
import { numeral, type NumeralStyle } from "../core/numerals.js";
import type { PageSide } from "../box/breaks.js";
import type { BodyArea, Furniture, FurnitureVariant, PageMaster, PageSelector } from "../box/page.js";

/** Known before its content. */
export interface PagePlace {
  /** physical, from 1; determines parity */
  readonly number: number;
  readonly folio: number;
  readonly numerals: NumeralStyle;
  /** index in its sequence, from 0 */
  readonly index: number;
  /** drawn pages up to this one, without imported ones */
  readonly drawn: number;
  /** without content, before a node that begins on the other side (SW-26) */
  readonly blank?: true;
}

/** Returns the place of a sequence's first page. `before`: last page of the previous sequence, null if absent. */
export const firstPlace = (
  start: number | null,
  before: PagePlace | null,
  numerals: NumeralStyle = "decimal",
  isDrawn = true,
): PagePlace => ({
  number: (before?.number ?? 0) + 1,
  folio: start ?? (before?.folio ?? 0) + 1,
  numerals,
  index: 0,
  drawn: (before?.drawn ?? 0) + (isDrawn ? 1 : 0),
});

export const nextPlace = ({ number, folio, numerals, index, drawn }: PagePlace, isDrawn = true): PagePlace => ({
  number: number + 1,
  folio: folio + 1,
  numerals,
  index: index + 1,
  drawn: drawn + (isDrawn ? 1 : 0),
});

/** Writes the folio in the numerals of its sequence (L8). */
export const labelOf = ({ folio, numerals }: PagePlace): string => numeral(folio, numerals);

/** Returns the place of a blank page after `before`, which it continues; null: first page of the document, before its first sequence. */
export const blankPlace = (before: PagePlace | null, numerals: NumeralStyle): PagePlace => ({
  number: (before?.number ?? 0) + 1,
  folio: (before?.folio ?? 0) + 1,
  numerals: before?.numerals ?? numerals,
  index: before ? before.index + 1 : -1,
  drawn: before?.drawn ?? 0,
  blank: true,
});

/** Returns the side of a page by its physical number (SW-25). */
export const sideOfPage = ({ rightPages }: PageMaster, place: PagePlace): PageSide =>
  isOdd(place) === (rightPages === "odd") ? "right" : "left";

const isOdd = ({ number }: PagePlace): boolean => number % 2 === 1;

/** A region in the page's space. */
export interface Region {
  readonly rect: Rect;
  /** greatest height of any later region of the area; moving helps only if it exceeds this one's */
  readonly later: number;
}

/** Returns the regions of a page in filling order. @param lowest lower edge of the room, points */
export function regionsOn({ first, later, columns }: BodyArea, place: PagePlace, lowest = Infinity): readonly Region[] {
  const sides = place.index === 0 ? first : later;
  const whole = isOdd(place) ? sides.odd : sides.even;
  const body = { ...whole, height: Math.max(0, Math.min(whole.height, lowest - whole.y)) };
  // both parities follow every page
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

export const regionsKey = (place: PagePlace): string =>
  `${place.blank ? "blank" : place.index === 0 ? "first" : ""}${isOdd(place) ? "odd" : "even"}`;

/** Known only when the page is filled. */
interface PageEnds {
  readonly lastOfSequence: boolean;
  readonly lastOfDocument: boolean;
}

export interface PageFurniture {
  readonly part: Furniture["part"];
  readonly opacity: number;
  readonly canvas: FurnitureVariant["canvas"];
}

/** Returns the furniture of a page in the order of the master: of each part the first variant that selects the page. */
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
      return !place.blank && (document ? place.drawn === 1 : place.index === 0);
    case "last":
      return document ? ends.lastOfDocument : ends.lastOfSequence;
    case "blank":
      return place.blank === true;
  }
}
