import type { SvgBudget } from "../tree/budget.js";
import { isElement, walk, type SvgElement } from "../tree/tree.js";

/** Cost per piece of text, letters. */
const A_PIECE = 6;
/** letters, per letter and further piece */
const SHAPED_AGAIN = 1 / 50;

/**
 * Counts texts before layout.
 * @throws PictureFault
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

const numbersIn = (list: string | undefined): number => (list === undefined ? 0 : list.trim().split(/[\s,]+/).length - 1);
