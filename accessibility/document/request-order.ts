// The order of places in a request, as it was written.
import { valueAt, type Steps } from "../../compiler/core/patch.js";

/** Compares places by the first step that differs: in an array by index, in an object by the order of its fields; a whole is before its parts. */
export function requestOrder(request: unknown): (a: Steps, b: Steps) => number {
  const positions = new WeakMap<object, ReadonlyMap<string, number>>();
  const positionIn = (holder: unknown, step: string | number): number => {
    if (typeof step === "number") return step;
    if (typeof holder !== "object" || holder === null) return 0;
    let known = positions.get(holder);
    if (!known) positions.set(holder, (known = new Map(Object.keys(holder).map((key, i) => [key, i]))));
    return known.get(step) ?? known.size;
  };
  return (a, b) => {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      if (a[i] === b[i]) continue;
      const holder = valueAt(request, a.slice(0, i));
      return positionIn(holder, a[i]!) - positionIn(holder, b[i]!);
    }
    return a.length - b.length;
  };
}
