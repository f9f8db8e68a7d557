// Surroundings of content: the page, or the tile, mask or glyph that it paints.
import type { PdfObject } from "../../pdf-reader/types.js";

/** Replacement text of an element that owns marked content; null for none. */
export type ActualTextOf = (key: string) => string | null;

/** Surroundings of content. */
export interface Surroundings {
  readonly actualTextOf: ActualTextOf;
  /** streams around it, which are not read again within it */
  readonly open: ReadonlySet<PdfObject>;
  /** true for tiles, masks and glyphs, which wait for nothing */
  readonly isNested: boolean;
}

/** Returns the surroundings of the content of a page. */
export const onPage = (actualTextOf: ActualTextOf): Surroundings => ({ actualTextOf, open: new Set(), isNested: false });
