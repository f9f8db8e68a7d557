// A paragraph with other numbers: the pieces of the numbers are made anew, others move.
import { unitAt } from "../../../base/code-unit.js";
import type { FontStack } from "../font/fonts.js";
import { NONE } from "../unicode/line-break.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";
import type { Collected } from "./collect.js";
import type { Item } from "./itemize.js";
import { Segmenter, type Glyphs, type Prepared } from "./segmenter.js";
import { movedPiece, pieceOf, type PlacedVariable, type Segment } from "./shaped.js";

/**
 * Glyphs of a paragraph with the values of `collected`, as they would be made; null if more than the pieces of its numbers may differ:
 * directions, faces, or text that joins a number.
 */
export function revalued(former: Prepared, collected: Collected, { segments, breaks, stretches }: Glyphs): Glyphs | null {
  const { variables, fields, text } = former.collected;
  if (former.bidi || fields.size > 0 || (former.marker && former.marker.variables.length > 0)) return null;
  if (!variables.every((v, i) => isExchangeable(former, v, collected.text, collected.variables[i]!))) return null;
  const segmenter = new Segmenter({ ...former, collected });
  const out = segments.slice();
  const items = new Map<Item, Item>();
  let k = 0;
  let by = 0;
  for (let i = 0; i < out.length; i++) {
    const s = out[i]!;
    for (; k < variables.length && variables[k]!.end <= s.start; k++) by = collected.variables[k]!.end - variables[k]!.end;
    const v = variables[k];
    if (!v || s.end <= v.start) {
      if (by !== 0) out[i] = movedPiece(s, movedItem(s.item, by, items), by);
    } else {
      const piece = s.start === v.start && s.end === v.end ? pieceOfNumber(segmenter, s, collected.variables[k]!) : null;
      if (!piece) return null;
      out[i] = piece;
    }
  }
  return new RevaluedGlyphs(out, stretches, { breaks, length: text.length, variables, collected });
}

interface FormerBreaks {
  readonly breaks: Uint8Array;
  /** of the former text */
  readonly length: number;
  readonly variables: readonly PlacedVariable[];
  readonly collected: Collected;
}

/** Most lines that are broken again fit: break opportunities are moved when they are read. */
class RevaluedGlyphs implements Glyphs {
  #breaks: Uint8Array | FormerBreaks;

  constructor(
    readonly segments: readonly Segment[],
    readonly stretches: boolean,
    former: FormerBreaks,
  ) {
    this.#breaks = former;
  }

  get breaks(): Uint8Array {
    return this.#breaks instanceof Uint8Array ? this.#breaks : (this.#breaks = movedBreaks(this.#breaks));
  }
}

const NUMBER = /^[0-9]+$/;

/** Faces and break opportunities are those of any number, and nothing joins it. */
function isExchangeable({ engine, collected }: Prepared, v: PlacedVariable, text: string, next: PlacedVariable): boolean {
  const { text: former, runs } = collected;
  if (!NUMBER.test(former.slice(v.start, v.end)) || !NUMBER.test(text.slice(next.start, next.end))) return false;
  if (v.end < former.length && (isMark(unitAt(former, v.end)) || isIgnorable(unitAt(former, v.end)))) return false;
  const look = runs.find(({ start }) => start === v.start)!.run.look;
  return (look.features === "" || !engine.featured) && hasDigitsAlike(engine.stack(look));
}

const ALIKE = new WeakMap<FontStack, boolean>();

/** Each face has all digits or none. */
function hasDigitsAlike(stack: FontStack): boolean {
  let alike = ALIKE.get(stack);
  if (alike === undefined) {
    const digits = [..."0123456789"].map((digit) => digit.codePointAt(0)!);
    alike = !stack.hasPictured && stack.all.every(({ face }) => digits.every((d) => face.covers(d) === face.covers(digits[0]!)));
    ALIKE.set(stack, alike);
  }
  return alike;
}

/** Null if it has several. */
function pieceOfNumber(segmenter: Segmenter, { kind, item, apart }: Segment, { start, end }: PlacedVariable): Segment | null {
  const [piece, ...more] = segmenter.pieces({ ...item, start, end });
  if (kind !== "word" || !piece || more.length > 0) return null;
  return apart === 0 ? piece : pieceOf("word", piece.item, piece.word!, piece, { spaces: 0, pad: piece.pad, apart });
}

function movedItem(item: Item, by: number, items: Map<Item, Item>): Item {
  let moved = items.get(item);
  if (!moved) items.set(item, (moved = { ...item, start: item.start + by, end: item.end + by }));
  return moved;
}

/** Numbers are not broken. */
function movedBreaks({ breaks, length, variables, collected: { text, variables: next } }: FormerBreaks): Uint8Array {
  const out = new Uint8Array(breaks.length + text.length - length).fill(NONE);
  let from = 0;
  let to = 0;
  for (const [i, { start, end }] of variables.entries()) {
    out.set(breaks.subarray(from, start + 1), to);
    from = end;
    to = next[i]!.end;
  }
  out.set(breaks.subarray(from), to);
  return out;
}
