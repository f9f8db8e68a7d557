import { nearest } from "./nearest.js";
import { must, type Reason } from "./reason.js";

interface Axis {
  readonly tag: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** Reason why a family has no such coordinate, by the axes of all its faces; null if it has it (FT-22). */
export function axisReason(tag: string, value: number, family: string, axes: readonly Axis[]): Reason | null {
  const ranges = new Map<string, Axis[]>();
  for (const axis of axes) ranges.set(axis.tag, [...(ranges.get(axis.tag) ?? []), axis]);
  const own = ranges.get(tag);
  if (own?.some(({ min, max }) => value >= min && value <= max)) return null;
  if (own)
    return must(distinct(own.map(rangeOf)).join(" or "), String(value), { advice: `the axis ${tag} (${own[0]!.name}) of ${family}` });
  if (axes.length === 0)
    return { text: `the family ${family} has no axes: leave font_variations out, or name a variable font`, found: tag };
  const names = [...ranges].map(([name, of]) => `${name} (${distinct(of.map(rangeOf)).join(" or ")})`);
  const meant = nearest(tag, [...ranges.keys()]) ?? [...ranges.keys()].find((name) => letters(name) === letters(tag));
  const { text, ...parts } = must([...ranges.keys()], JSON.stringify(tag), { suggestion: meant });
  return { ...parts, text: `${text}: ${family} has the axes ${names.join(", ")}`, onKey: true };
}

const rangeOf = ({ min, max }: Axis): string => `from ${min} to ${max}`;
/** Equal for letters in another order. */
const letters = (tag: string): string => [...tag.toLowerCase()].sort().join("");
const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
