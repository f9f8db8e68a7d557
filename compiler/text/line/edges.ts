// Punctuation without its empty half, no letter distance at edges.
import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import { HALF, LEFT_HALF, RIGHT_HALF } from "../font/ideographic.js";
import { partOfWord } from "../font/word.js";
import { pieceOf, type Segment } from "../shape/shaped.js";

const EM = 1000;

function isHalf(text: string, s: Segment, k: number, half: number): boolean {
  const { ideographic } = s.item.context;
  const word = s.word;
  if (ideographic === null || word === null || s.kind !== "word" || s.to <= s.from) return false;
  const advance = word.advances[k]!;
  // the second bracket has already lost its empty half
  return (
    (advance === EM || (advance === HALF && half === RIGHT_HALF)) &&
    ideographic.half(unitAt(text, s.base + word.clusters[k]!), word.ids[k]!) === half
  );
}

const halfOf = ({ item }: Segment): number => (item.size * HALF) / EM;

/** Returns the empty half of an opening bracket, points. */
export const startTrim = (text: string, s: Segment, k = s.from): number => (isHalf(text, s, k, RIGHT_HALF) ? halfOf(s) : 0);

/** Points: empty half of a closing bracket, comma or full stop. */
export const endTrim = (text: string, s: Segment, k = s.to - 1): number => (isHalf(text, s, k, LEFT_HALF) ? halfOf(s) : 0);

/** `last`: index of the last piece other than hanging space. */
export function flush(text: string, line: readonly Segment[], last: number): readonly Segment[] {
  const first = line[0];
  const end = line[last];
  if (!first || !end) return line;
  const begins = startTrim(text, first) > 0;
  const ends = endTrim(text, end) > 0;
  if (!begins && !ends && end.apart === 0) return line;
  const out = [...line];
  if (begins) out[0] = halved(first, first.from, true);
  let shown = out[last]!;
  if (end.apart > 0) shown = pieceOf("word", shown.item, shown.word!, shown, { spaces: shown.spaces, pad: shown.pad, apart: 0 });
  out[last] = ends ? halved(shown, shown.to - 1, false) : shown;
  return out;
}

/** Copies the piece's glyphs only: its word may be as long as the text. */
function halved(s: Segment, k: number, before: boolean): Segment {
  const { from, to } = s;
  const part = partOfWord(s.word!, from, to);
  const advances = [...part.advances];
  advances[k - from]! -= HALF;
  let { offsets } = part;
  if (before) {
    const moved = offsets ? [...offsets] : new Array<number>(2 * (to - from)).fill(0);
    moved[2 * (k - from)]! -= HALF;
    offsets = moved;
  }
  steps.broken += to - from;
  const word = { ...part, advances, offsets, width: part.width - HALF };
  return pieceOf("word", s.item, word, { from: 0, to: to - from, base: s.base, start: s.start, end: s.end }, s);
}
