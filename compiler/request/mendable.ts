// Problems that may have a patch, and those whose patch is within a text.
import type { Problem } from "../core/fail.js";
import { pointerTo, valueAt, type Patch, type Steps } from "../core/patch.js";
import { itemOf, originsOf, stepsOf } from "../core/src.js";

/** True if there may be a patch: it takes the value of the request. */
export const isMendable = ({ suggestion, mend }: Problem): boolean => suggestion !== undefined || mend !== undefined;

/** True if its patch replaces words in one text, which cannot make an error. */
export const isTextual = ({ mend }: Problem): boolean => mend !== undefined && "parts" in mend;

/** Returns the place of a problem in the request as sent. */
export const sentPlace = ({ src }: Problem): Steps => stepsOf(originsOf(src).at(-1) ?? src);

/** Returns the patch of a textual problem. */
export function textualPatch(p: Problem, root: unknown): Patch | undefined {
  if (!p.mend || !("parts" in p.mend) || itemOf(p.src) !== undefined) return undefined;
  const path = sentPlace(p);
  return inText(path, valueAt(root, path), p.mend.parts);
}

export function inText(path: Steps, value: unknown, parts: readonly { readonly part: string; readonly by: string }[]): Patch | undefined {
  if (typeof value !== "string") return undefined;
  const meant = parts.reduce((text, { part, by }) => text.split(part).join(by), value);
  return meant === value ? undefined : [{ op: "replace", path: pointerTo(path), value: meant }];
}
