// Changes of a request that mend a finding (AX-32).
import { isObject } from "../../base/json.js";
import { patched, pointerTo, valueAt, type Operation, type Patch, type Steps } from "../../compiler/core/patch.js";

/** Makes the patch for the value of a request as it was given; undefined if the value has another form. */
export type Mend = (root: unknown) => Patch | undefined;

/** Sets a value, with the objects around it. */
export const setting =
  (steps: Steps, value: unknown): Mend =>
  (root) => {
    let holder = root;
    for (let i = 0; i < steps.length - 1; i++) {
      holder = valueAt(holder, [steps[i]!]);
      if (isObject(holder) || Array.isArray(holder)) continue;
      if (holder !== undefined && holder !== null) return undefined;
      let whole = value;
      for (const step of steps.slice(i + 1).reverse()) whole = { [step]: whole };
      return [written(root, steps.slice(0, i + 1), whole)];
    }
    return isObject(root) ? [written(root, steps, value)] : undefined;
  };

function written(root: unknown, steps: Steps, value: unknown): Operation {
  const op = valueAt(root, steps) === undefined ? "add" : "replace";
  return { op, path: pointerTo(steps), value };
}

/** Several changes, in order, each for the value that those before it leave. */
export const together =
  (mends: readonly Mend[]): Mend =>
  (root) => {
    const out: Operation[] = [];
    let value = root;
    for (const mend of mends) {
      const patch = mend(value);
      if (!patch) return undefined;
      out.push(...patch);
      value = patched(value, patch);
    }
    return out;
  };

export const removing =
  (steps: Steps): Mend =>
  (root) =>
    valueAt(root, steps) === undefined ? undefined : [{ op: "remove", path: pointerTo(steps) }];
