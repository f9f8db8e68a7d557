import type { SvgBudget } from "./budget.js";
import { elementsOf, walk, type SvgElement } from "./tree.js";

const HOLDERS = /^(?:pattern|mask|clipPath)$/;
const BY = ["fill", "stroke", "mask", "clip-path"];

/** The normaliser visits a clip path once per element with it, recursively. @throws PictureFault */
export function chargeReferences(root: SvgElement, budget: SvgBudget): void {
  const held = heldBy(root);
  for (const el of walk(root)) budget.spend("held", held(el));
}

/** Elements that patterns, masks and clip paths contain, recursively. */
export function heldBy(root: SvgElement): (el: SvgElement) => number {
  const named = new Map<string, SvgElement>();
  for (const el of walk(root)) {
    const id = el.attributes.get("id");
    if (id !== undefined && HOLDERS.test(el.name)) named.set(id, el);
  }
  if (named.size === 0) return () => 0;
  const known = new Map<SvgElement, number>();
  const referred = (el: SvgElement): number => {
    let sum = 0;
    for (const key of BY) {
      const value = el.attributes.get(key);
      if (value === undefined || value[0] !== "u") continue;
      const target = named.get(/^url\(#([^)]*)\)/.exec(value)?.[1] ?? "");
      if (target) sum += sizeOf(target);
    }
    return sum;
  };
  const inside = (el: SvgElement): number => elementsOf(el).reduce((sum, c) => sum + 1 + referred(c) + inside(c), 0);
  const sizeOf = (holder: SvgElement): number => {
    const size = known.get(holder);
    if (size !== undefined) return size;
    known.set(holder, 0); // cycles draw nothing
    const sum = referred(holder) + inside(holder);
    known.set(holder, sum);
    return sum;
  };
  return referred;
}
