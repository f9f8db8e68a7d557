// A label's text and a width to its lines of glyphs, their height, and the widths that the text can have.
import { unitAt } from "../../../base/code-unit.js";
import type { GlyphRun } from "../../../ir/ir.js";
import type { Label } from "../../box/box.js";
import type { ComputedText, LabelStyle } from "../../box/text.js";
import { EPSILON } from "../../core/geom.js";
import type { Face } from "../font/face.js";
import type { Word } from "../font/harfbuzz.js";
import type { SingleFace, TextEngine } from "../shape/engine.js";
import { isTrimmed } from "../shape/plain.js";
import { baselineOf } from "../shape/shaped.js";
import { RUNT } from "./line.js";
import { lineBreaks } from "../unicode/line-break.js";

/** A line of a label that is set in one face, its spaces at the end left out of its width. Lengths are points. */
export interface LabelLine {
  readonly text: string;
  readonly run: GlyphRun;
  readonly face: Face;
  readonly look: ComputedText;
  readonly size: number;
  readonly rise: number;
  readonly slanted: boolean;
  readonly width: number;
  readonly height: number;
  /** from the line's top */
  readonly baseline: number;
}

/**
 * A label's lines, no wider than `available` points, where its text is set in one face whose characters do nothing to each other but kern;
 * else null. They are the lines that the paragraph of the same text has.
 */
export function labelLines(engine: TextEngine, { text, style }: Label, available: number): readonly LabelLine[] | null {
  const single = singleFaceOf(engine, text, style);
  const whole = single?.context.simple(text);
  if (!single || !whole) return null;
  const most = unitsOf(single, available);
  const greedy = whole.width <= most ? NO_STARTS : lineStarts(single, text, style, most);
  if (!greedy) return null;
  const starts = withoutRunt(single, text, greedy, available);
  if (starts.length === 0) return [lineOf(single, style, text, whole)];
  const out: LabelLine[] = [];
  for (let k = 0; k <= starts.length; k++) {
    const from = k === 0 ? 0 : starts[k - 1]!;
    const to = starts[k] ?? text.length;
    const word = single.context.simple(text, from, to);
    if (!word) return null;
    out.push(lineOf(single, style, text.slice(from, to), word));
  }
  return out;
}

function lineOf({ chosen, scale, strut }: SingleFace, { look, paragraph }: LabelStyle, text: string, word: Word): LabelLine {
  const height = (paragraph.lineHeight ?? strut.lineHeight) * look.size;
  const { ids, advances, offsets, clusters } = word;
  // spaces at a line's end hang
  let hanging = 0;
  for (let k = ids.length - 1; k >= 0 && unitAt(text, k) === 0x20; k--) hanging += advances[k]!;
  return {
    text,
    run: { ids, advances, offsets, clusters },
    face: chosen.face,
    look,
    size: scale.size,
    rise: scale.rise,
    slanted: chosen.slanted,
    width: ((word.width - hanging) * scale.size) / 1000,
    height,
    baseline: baselineOf(strut, look.size, height),
  };
}

/** The height of a label's lines, and the place of its first baseline below their top. Points. */
export interface LabelMeasure {
  height: number;
  baseline: number;
}

/**
 * Measures those lines; nothing is kept or made, so that rows can be measured by the thousand.
 * @returns false where they are null; `out` is then as it was
 */
export function measureLabel(engine: TextEngine, { text, style }: Label, available: number, out: LabelMeasure): boolean {
  const single = singleFaceOf(engine, text, style);
  const width = single?.context.simpleWidth(text) ?? null;
  if (!single || width === null) return false;
  const most = unitsOf(single, available);
  const starts = width <= most ? NO_STARTS : lineStarts(single, text, style, most);
  if (!starts) return false;
  const { size } = style.look;
  const height = (style.paragraph.lineHeight ?? single.strut.lineHeight) * size;
  out.height = (starts.length + 1) * height;
  out.baseline = baselineOf(single.strut, size, height);
  return true;
}

/** The widths that the label can have, points: that of its widest part that stays together, null where only its paragraph tells; on one line. */
export interface LabelSizes {
  readonly min: number | null;
  readonly max: number;
}

/** Null as for `labelLines`, whatever its width. */
export function labelSizes(engine: TextEngine, { text, style }: Label): LabelSizes | null {
  const single = singleFaceOf(engine, text, style);
  const width = single?.context.simpleWidth(text) ?? null;
  if (!single || width === null) return null;
  const { size } = single.scale;
  const breaksOf = (all: string): Uint8Array => lineBreaks(all, engine.words);
  const min = style.paragraph.wrap === "normal" ? single.context.simpleWidest(text, size, breaksOf) : null;
  return { min, max: (width * size) / 1000 };
}

const NO_STARTS: readonly number[] = [];

/** The same lines, where the last is one short word, with the word before it on it: see `breakLines`. */
function withoutRunt({ context, scale }: SingleFace, text: string, starts: readonly number[], available: number): readonly number[] {
  // an index of -1 would be looked up as a property
  if (starts.length === 0) return starts;
  const last = starts[starts.length - 1]!;
  if (text.includes(" ", last)) return starts;
  const width = context.simpleWidth(text.slice(last));
  if (width === null || (width * scale.size) / 1000 > available * RUNT) return starts;
  let end = last;
  while (unitAt(text, end - 1) === 0x20) end--;
  const word = text.lastIndexOf(" ", end - 1) + 1;
  if (word <= (starts.length > 1 ? starts[starts.length - 2]! : 0)) return starts;
  const moved = context.simpleWidth(text.slice(word));
  return moved !== null && (moved * scale.size) / 1000 <= available + EPSILON ? [...starts.slice(0, -1), word] : starts;
}

/** A width in 1/1000 em. */
const unitsOf = ({ scale }: SingleFace, available: number): number => ((available + EPSILON) * 1000) / scale.size;

const lineStarts = ({ context }: SingleFace, text: string, { paragraph }: Label["style"], most: number): readonly number[] | null =>
  paragraph.wrap === "normal" && paragraph.align !== "justify" ? context.simpleStarts(text, most) : null;

function singleFaceOf(engine: TextEngine, text: string, { look, paragraph, language }: Label["style"]): SingleFace | null {
  if (paragraph.direction === "rtl" || look.letterSpacing !== 0 || look.highlight || look.decoration || !isTrimmed(text)) return null;
  return engine.singleFace(text, look, language);
}
