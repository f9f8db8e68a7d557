// Colour lines of gradients, extended to what is painted. Colours are not premultiplied, as browsers have it.
import type { Stop } from "../../../ir/ir.js";

/** A stop at any place of its line. */
export interface LineStop {
  readonly at: number;
  readonly color: number;
  readonly opacity: number;
}

export type Extend = "pad" | "repeat" | "reflect";

/** More are too fine to see. */
const MOST_PERIODS = 400;

const mixed = (a: number, b: number, t: number): number => {
  const channel = (shift: number): number => {
    const [from, to] = [(a >> shift) & 255, (b >> shift) & 255];
    return Math.round(from + (to - from) * t) << shift;
  };
  return channel(16) | channel(8) | channel(0);
};

const between = (a: LineStop, b: LineStop, t: number): LineStop => ({
  at: a.at + (b.at - a.at) * t,
  color: mixed(a.color, b.color, t),
  opacity: a.opacity + (b.opacity - a.opacity) * t,
});

export const sorted = (stops: readonly LineStop[]): readonly LineStop[] => [...stops].sort((a, b) => a.at - b.at);

/** Colour at a place, of the stop after it where two are at one place and `after` is true. */
function colorAt(stops: readonly LineStop[], at: number, after: boolean): LineStop {
  let before = stops[0]!;
  for (const stop of stops) {
    if (after ? stop.at > at : stop.at >= at) {
      if (stop === stops[0] || stop.at === before.at) return { ...stop, at };
      return { ...between(before, stop, (at - before.at) / (stop.at - before.at)), at };
    }
    before = stop;
  }
  return { ...before, at };
}

/** Stops of a part of a line, from end to end. */
export function cut(stops: readonly LineStop[], from: number, to: number): readonly LineStop[] {
  const inside = stops.filter(({ at }) => at > from && at < to);
  return [colorAt(stops, from, true), ...inside, colorAt(stops, to, false)];
}

/** Periods of a line that cover a part of it, at most 400. */
export function periods(stops: readonly LineStop[], extend: Extend, from: number, to: number): readonly LineStop[] {
  const first = stops[0]!.at;
  const length = stops.at(-1)!.at - first;
  if (extend === "pad" || !(length > 0)) return stops;
  const lowest = Math.floor((from - first) / length);
  const highest = Math.min(Math.ceil((to - first) / length), lowest + MOST_PERIODS);
  const out: LineStop[] = [];
  for (let k = lowest; k < highest; k++) {
    const isBack = extend === "reflect" && Math.abs(k) % 2 === 1;
    const list = isBack ? [...stops].reverse().map((s) => ({ ...s, at: 2 * first + length - s.at })) : stops;
    for (const stop of list) out.push({ ...stop, at: stop.at + k * length });
  }
  return out;
}

/** Stops of a paint, whose line is from 0 to 1. */
export const stopsOf = (stops: readonly LineStop[], from: number, to: number): readonly Stop[] =>
  stops.map(({ at, color, opacity }) => ({
    offset: Math.min(1, Math.max(0, Math.round(((at - from) / (to - from)) * 1e6) / 1e6)),
    color: `#${color.toString(16).toUpperCase().padStart(6, "0")}`,
    opacity: Math.round(opacity * 1e4) / 1e4,
  }));
