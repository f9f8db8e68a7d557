import { variationsKey, type Variations } from "../../base/variations.js";
import type { Src } from "./src.js";

/** Coordinates of axes that levels of the cascade declare (FT-21). */
export interface DeclaredVariations {
  /** equal for equal coordinates */
  readonly key: string;
  readonly values: Variations;
  /** declaration of each axis */
  readonly from: Readonly<Record<string, Variations>>;
}

/** Prefers coordinates of `own` to inherited ones. */
export function joinVariations(up: DeclaredVariations | null, own: Variations): DeclaredVariations | null {
  const declared = Object.keys(own);
  if (declared.length === 0) return up;
  const values = { ...up?.values };
  const from = { ...up?.from };
  for (const tag of declared) {
    values[tag] = Math.round(own[tag]! * 1000) / 1000;
    from[tag] = own;
  }
  return { key: variationsKey(values), values, from };
}

/** Places of checked declarations, which live as long as their request. */
const places = new WeakMap<Variations, Src>();

export const placeVariations = (declared: Variations, src: Src): void => void places.set(declared, src);

export const placeOfVariations = (declared: Variations): Src | undefined => places.get(declared);
