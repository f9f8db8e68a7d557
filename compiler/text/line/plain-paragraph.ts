// One run, one face, without segments.
import { unitAt } from "../../../base/code-unit.js";
import type { GlyphsOp } from "../../../ir/ir.js";
import type { SimpleText, TextBox } from "../../box/box.js";
import { EPSILON } from "../../core/geom.js";
import type { Word } from "../font/harfbuzz.js";
import type { SingleFace, TextEngine } from "../shape/engine.js";
import { isTrimmed } from "../shape/plain.js";
import { baselineOf, pieceOf, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { lineBreaks } from "../unicode/line-break.js";
import { glyphsOp } from "./glyphs-op.js";
import type { Line, LinePlace, TextRange } from "./line.js";
import { unbreakableWidth } from "./lines.js";
import type { ContentSizes, Paragraph, TextLine, TextMeasure } from "./paragraph.js";
import type { LineArea, LinePart } from "./reading-order.js";
import { withoutRunt } from "./runt.js";
import type { OpSink } from "./sink.js";

/** Returns the face of a text; null if it needs several. It is found once a box: a table's cell is covered, measured and broken. */
export function faceOf(engine: TextEngine, plain: SimpleText): SingleFace | null {
  if (plain.face === undefined) {
    const { text, style } = plain;
    const single = engine.singleFace(text, style.look, style.language);
    plain.face = single;
    if (single?.bare && style.paragraph.direction !== "rtl" && isTrimmed(text)) plain.plainFace = single;
  }
  return plain.face as SingleFace | null;
}

/** Returns the face of a plain text; null if it needs several, is spaced or decorated, or has spaces at its ends. */
export function plainFace(engine: TextEngine, plain: SimpleText): SingleFace | null {
  return faceOf(engine, plain) && (plain.plainFace as SingleFace | null);
}

export type General = (box: TextBox) => Paragraph;

/** Sums advances if characters only kern and lines end at spaces; else `general`, with equal results. `lines` makes glyphs. */
export class PlainParagraph implements Paragraph {
  constructor(
    readonly engine: TextEngine,
    readonly plain: SimpleText,
    readonly single: SingleFace,
    readonly general: General,
  ) {}

  get shaped(): readonly ShapedParagraph[] {
    return this.general(this.plain).shaped;
  }

  sizes(): ContentSizes {
    const { engine, plain, single } = this;
    const width = single.context.simpleWidth(plain.text);
    if (width === null) return this.general(plain).sizes();
    const { size } = single.scale;
    const breaksOf = (all: string): Uint8Array => lineBreaks(all, engine.words);
    const min = plain.wrap === "normal" ? single.context.simpleWidest(plain.text, size, breaksOf) : null;
    return { min: min ?? unbreakableWidth(this.shaped[0]!), max: (width * size) / 1000 };
  }

  height(width: number): number {
    return measurePlain(this.single, this.plain, width, MEASURE) ? MEASURE.height : this.general(this.plain).height(width);
  }

  baseline(width: number): number {
    return measurePlain(this.single, this.plain, width, MEASURE) ? MEASURE.baseline : this.general(this.plain).baseline(width);
  }

  lines(width: number): readonly TextLine[] {
    const { single, plain } = this;
    const { text } = plain;
    const { context } = single;
    const whole = context.simple(text);
    const most = unitsOf(single, width);
    const greedy = whole && (whole.width <= most ? NO_STARTS : lineStarts(single, plain, most));
    if (!greedy) return this.general(plain).lines(width);
    const starts = startsWithoutRunt(single, text, greedy, width);
    if (starts.length === 0) return [new PlainLine(this, whole, 0, text.length)];
    const out: TextLine[] = [];
    for (let k = 0; k <= starts.length; k++) {
      const from = k === 0 ? 0 : starts[k - 1]!;
      const to = starts[k] ?? text.length;
      const word = context.simple(text, from, to);
      if (!word) return this.general(plain).lines(width);
      out.push(new PlainLine(this, word, from, to));
    }
    return out;
  }

  op(x: number, top: number, width: number, sink: OpSink): GlyphsOp | null {
    const { single, plain } = this;
    const whole = single.context.simple(plain.text);
    if (!whole || whole.width > unitsOf(single, width)) return null;
    const free = width - (whole.width * single.scale.size) / 1000;
    return glyphsOf(this, whole, plain.text, { x: x + BEFORE[plain.align] * free, baseline: top + this.firstBaseline }, sink);
  }

  texts(): readonly string[] {
    return [this.plain.text];
  }

  get lineHeight(): number {
    const { style } = this.plain;
    return (style.paragraph.lineHeight ?? this.single.strut.lineHeight) * this.single.size;
  }

  get firstBaseline(): number {
    return baselineOf(this.single.strut, this.single.size, this.lineHeight);
  }
}

const MEASURE: TextMeasure = { height: 0, baseline: 0 };

/**
 * Measures without allocation or cache, for thousands of rows. @returns false if only the general paragraph can; `out` is then unchanged
 */
export function measurePlain(single: SingleFace, plain: SimpleText, width: number, out: TextMeasure): boolean {
  const whole = single.context.simpleWidth(plain.text);
  if (whole === null) return false;
  const most = unitsOf(single, width);
  const starts = whole <= most ? NO_STARTS : lineStarts(single, plain, most);
  if (!starts) return false;
  const { size, strut } = single;
  const height = (plain.style.paragraph.lineHeight ?? strut.lineHeight) * size;
  out.height = (starts.length + 1) * height;
  out.baseline = baselineOf(strut, size, height);
  return true;
}

/** Before runts are avoided; null if lines do not end at spaces. */
const lineStarts = ({ context }: SingleFace, { text, style: { paragraph } }: SimpleText, most: number): readonly number[] | null =>
  paragraph.wrap === "normal" && paragraph.align !== "justify" ? context.simpleStarts(text, most) : null;

const NO_STARTS: readonly number[] = [];
const NO_HIGHLIGHTS: LinePart["highlights"] = [];
const NO_AREAS: readonly LineArea[] = [];

/** Plain lines are not stretched. */
const BEFORE = { start: 0, left: 0, justify: 0, center: 0.5, right: 1 } as const;

class PlainLine implements TextLine, Line {
  readonly width: number;

  constructor(
    readonly owner: PlainParagraph,
    readonly word: Word,
    readonly start: number,
    readonly end: number,
  ) {
    const { text } = owner.plain;
    const { ids, advances } = word;
    let hanging = 0;
    for (let k = ids.length - 1; k >= 0 && unitAt(text, start + k) === 0x20; k--) hanging += advances[k]!;
    this.width = ((word.width - hanging) * owner.single.scale.size) / 1000;
  }

  get line(): Line {
    return this;
  }
  get paragraph(): ShapedParagraph {
    return this.owner.shaped[0]!;
  }
  get range(): TextRange {
    return this;
  }
  get indent(): number {
    return 0;
  }
  get indentEnd(): number {
    return 0;
  }
  get marker(): null {
    return null;
  }
  get breakBefore(): boolean {
    return false;
  }
  get shrunk(): number {
    return 0;
  }
  get size(): number {
    return this.owner.single.size;
  }
  get height(): number {
    return this.owner.lineHeight;
  }
  get baseline(): number {
    return this.owner.firstBaseline;
  }
  get hard(): boolean {
    return this.end === this.owner.plain.text.length;
  }
  get torn(): boolean {
    return false;
  }

  get segments(): readonly Segment[] {
    const { word, start, end } = this;
    const { item } = this.paragraph.segments[0]!;
    return [pieceOf("word", item, word, { from: 0, to: word.ids.length, base: start, start, end })];
  }

  partsOf(_p: ShapedParagraph, place: LinePlace, sink: OpSink): readonly LinePart[] {
    return this.parts(place, sink);
  }

  parts({ x, width, baseline }: LinePlace, sink: OpSink): readonly LinePart[] {
    const { word, start, end, owner } = this;
    const { text, align } = owner.plain;
    const shown = start === 0 && end === text.length ? text : text.slice(start, end);
    const op = glyphsOf(owner, word, shown, { x: x + BEFORE[align] * (width - this.width), baseline }, sink);
    return [{ link: null, emphasis: null, highlights: NO_HIGHLIGHTS, ops: [op], areas: NO_AREAS }];
  }
}

/** A place on the page, points. */
interface Point {
  readonly x: number;
  readonly baseline: number;
}

function glyphsOf({ plain, single }: PlainParagraph, word: Word, text: string, at: Point, sink: OpSink): GlyphsOp {
  const { ids, advances, offsets, clusters } = word;
  const { chosen, scale, fill } = single;
  const setting = { size: scale.size, rise: scale.rise, slanted: chosen.slanted };
  const paint = { font: sink.font(chosen.face), fill, source: sink.source(plain.src) };
  return glyphsOp(setting, at.x, at.baseline, { text, run: { ids, advances, offsets, clusters } }, paint);
}

/** Starts of lines without a runt. */
function startsWithoutRunt({ context, scale }: SingleFace, text: string, starts: readonly number[], available: number): readonly number[] {
  // -1 would be a property lookup
  if (starts.length === 0) return starts;
  const last = starts[starts.length - 1]!;
  const widthFrom = (start: number): number | null => {
    const width = context.simpleWidth(text.slice(start));
    return width === null ? null : (width * scale.size) / 1000;
  };
  const moved = (): { readonly width: number | null; readonly lines: readonly number[] } | null => {
    let end = last;
    while (unitAt(text, end - 1) === 0x20) end--;
    const word = text.lastIndexOf(" ", end - 1) + 1;
    if (word <= (starts.length > 1 ? starts[starts.length - 2]! : 0)) return null;
    return { width: widthFrom(word), lines: [...starts.slice(0, -1), word] };
  };
  return withoutRunt({ isOneWord: () => !text.includes(" ", last), width: () => widthFrom(last), moved }, available) ?? starts;
}

/** 1/1000 em. */
const unitsOf = ({ scale }: SingleFace, available: number): number => ((available + EPSILON) * 1000) / scale.size;
