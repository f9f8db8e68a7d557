// Positions, shifts and rotations of SVG characters (SVG 2, 11.5).
import { EMOJI_GOES_ON, emojiIn } from "../../../text/unicode/emoji.js";
import { isIgnorable, isMark } from "../../../text/unicode/ucd.js";
import { viewportOf } from "../style/structure.js";
import { isElement, type SvgElement } from "../tree/tree.js";
import { fontSizeOf, lengthsOf } from "./lengths.js";
import type { Leaf } from "./leaves.js";

/** Positions per UTF-16 unit; those of low surrogates are unset. */
export interface Positions {
  /** NaN if undeclared */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** 0 if undeclared */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  /** degrees */
  readonly rotate: Float64Array;
}

/** join letters: viramas of Indic scripts, Myanmar and Khmer, ZWJ */
const JOINERS = new Set([0x94d, 0x9cd, 0xa4d, 0xacd, 0xb4d, 0xc4d, 0xccd, 0xd4d, 0xdca, 0x1039, 0x17d2, 0x200d]);
/** shaping decomposes Thai and Lao AM */
const AM = new Set([0xe33, 0xeb3]);

/** 1: may be placed separately; 0: inside a cluster. */
function clusterStarts(characters: string): Uint8Array {
  const out = new Uint8Array(characters.length);
  const emoji = emojiIn(characters);
  let before = 0;
  for (let i = 0; i < characters.length;) {
    const cp = characters.codePointAt(i)!;
    const goesOn = isMark(cp) || isIgnorable(cp) || AM.has(cp) || emoji?.[i] === EMOJI_GOES_ON || (JOINERS.has(before) && cp > 0x900);
    if (!goesOn) out[i] = 1;
    before = cp;
    i += cp > 0xffff ? 2 : 1;
  }
  return out;
}

/** Returns positions; inner elements override outer ones. */
export function positionsOf(text: SvgElement, leaves: readonly Leaf[], characters: string): Positions {
  const n = characters.length;
  const [x, y] = [new Float64Array(n).fill(Number.NaN), new Float64Array(n).fill(Number.NaN)];
  const [dx, dy, rotate] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const { width, height } = viewportOf(text);
  const ranges = rangesOf(text, leaves);
  const go = (el: SvgElement): void => {
    const range = ranges.get(el);
    if (!range) return;
    const [from, to] = range;
    const places: number[] = [];
    for (let i = from; i < to; i += characters.codePointAt(i)! > 0xffff ? 2 : 1) places.push(i);
    const size = fontSizeOf(el);
    const list = (key: string, whole: number): readonly number[] => lengthsOf(el.attributes.get(key), size, whole);
    const put = (values: readonly number[], into: Float64Array): void =>
      places.slice(0, values.length).forEach((at, i) => {
        into[at] = values[i]!;
      });
    if (el.name !== "textPath") {
      put(list("x", width), x);
      put(list("y", height), y);
      put(list("dx", width), dx);
      put(list("dy", height), dy);
      const turns = list("rotate", 0);
      if (turns.length > 0) for (const [i, at] of places.entries()) rotate[at] = turns[Math.min(i, turns.length - 1)]!;
    }
    for (const c of el.children) if (isElement(c)) go(c);
  };
  go(text);
  const starts = clusterStarts(characters);
  for (let i = 1; i < n; i++) if (starts[i] === 0) x[i] = y[i] = Number.NaN;
  return { x, y, dx, dy, rotate };
}

/** Returns the characters of each element, [from, to). */
export function rangesOf(text: SvgElement, leaves: readonly Leaf[]): ReadonlyMap<SvgElement, readonly [number, number]> {
  const out = new Map<SvgElement, readonly [number, number]>();
  for (const leaf of leaves)
    for (let at: SvgElement = leaf.in; ; at = at.parent!) {
      out.set(at, [out.get(at)?.[0] ?? leaf.start, leaf.end]);
      if (at === text) break;
    }
  return out;
}
