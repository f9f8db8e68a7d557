// Texts of an SVG file to the work of laying them out, counted against the budget.
import type { SvgBudget } from "../budget.js";
import { isElement, walk, type SvgElement } from "../tree.js";

/** Letters that laying out a piece of text by itself takes as long as. */
const A_PIECE = 6;
/** What a letter of a text takes for each of its pieces, of what it takes itself. */
const SHAPED_AGAIN = 1 / 50;

/**
 * Counts texts that are about to be laid out.
 * @throws PictureFault where they come to more than is allowed
 */
export function chargeTexts(texts: readonly SvgElement[], budget: SvgBudget): void {
  for (const text of texts) {
    let [letters, pieces] = [0, 0];
    let places = 0;
    for (const el of walk(text)) {
      for (const c of el.children) {
        if (isElement(c)) continue;
        letters += c.length;
        pieces++;
      }
      for (const key of ["x", "y", "dx", "dy", "rotate"]) places += numbersIn(el.attributes.get(key));
    }
    budget.spend("letters", letters + A_PIECE * (pieces + Math.min(places, letters)) + (pieces - 1) * letters * SHAPED_AGAIN);
  }
}

/** How many numbers a list has beyond the first. */
const numbersIn = (list: string | undefined): number => (list === undefined ? 0 : list.trim().split(/[\s,]+/).length - 1);
