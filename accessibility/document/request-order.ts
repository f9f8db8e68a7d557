// The order of places in a request, as it was written.
import type { Steps } from "../../compiler/core/patch.js";

/** Positions on the way to a place: in an array the index, in an object the order of its fields. */
type Position = readonly number[];

/** Returns positions of places; see `inOrder`. */
export function requestPositions(request: unknown): (steps: Steps) => Position {
  const known = new WeakMap<object, ReadonlyMap<string, number>>();
  const positionIn = (holder: unknown, step: string | number): number => {
    if (typeof step === "number" || typeof holder !== "object" || holder === null) return Number(step) || 0;
    let fields = known.get(holder);
    if (!fields) known.set(holder, (fields = new Map(Object.keys(holder).map((key, i) => [key, i]))));
    return fields.get(step) ?? fields.size;
  };
  return (steps) => {
    let value: unknown = request;
    return steps.map((step) => {
      const position = positionIn(value, step);
      value = typeof value === "object" && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
      return position;
    });
  };
}

/** Compares by the first position that differs; a whole is before its parts. */
export function inOrder(a: Position, b: Position): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
