import type { Word } from "../facts/facts.js";
import { compositingChanges, figure, isSamePaint } from "./marks.js";
import { isSameSize } from "./word-match.js";

/** A property of words that are otherwise alike (DF-9). */
interface PropertyChange {
  readonly kind: "font" | "colour";
  readonly property: string;
  readonly left: string;
  readonly right: string;
}

/** Names a font as `Noto Sans 12`, with weight and slant where they are not those of running text. */
function fontOf({ family, size, weight, isSlanted }: Word): string {
  // a PostScript name has no blanks
  const parts = [family.replace(/([a-z])(?=[A-Z])/g, "$1 "), figure(Math.round(size * 100) / 100)];
  if (weight !== 400) parts.push(String(weight));
  if (isSlanted) parts.push("italic");
  return parts.join(" ");
}

function fontChanges(a: Word, b: Word): readonly string[] {
  const changed: string[] = [];
  if (a.family !== b.family) changed.push("family");
  if (!isSameSize(a.size, b.size)) changed.push("size");
  if (a.weight !== b.weight) changed.push("weight");
  if (a.isSlanted !== b.isSlanted) changed.push("slant");
  // another family, weight or slant has other glyphs
  const isSameFace = changed.length === 0 || (changed.length === 1 && changed[0] === "size");
  if (isSameFace && a.glyphs !== b.glyphs) changed.push("glyphs");
  return changed;
}

/** Finds differences of font and colour between two words with the same text. */
export function propertyChanges(a: Word, b: Word): readonly PropertyChange[] {
  const changes: PropertyChange[] = fontChanges(a, b).map((property) => ({ kind: "font", property, left: fontOf(a), right: fontOf(b) }));
  const visibility = (word: Word): string => (word.isVisible ? "visible" : "invisible");
  const colour = (property: string, left: string, right: string): void => void changes.push({ kind: "colour", property, left, right });
  if (a.isVisible !== b.isVisible) colour("visibility", visibility(a), visibility(b));
  if (!a.isVisible || !b.isVisible) return changes;
  if (!isSamePaint(a.paint, b.paint)) colour("colour", a.paint, b.paint);
  for (const [property, left, right] of compositingChanges(a, b)) colour(property, left, right);
  return changes;
}
