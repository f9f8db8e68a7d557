import { unitAt } from "../../../ir/code-unit.js";
import type { StyledParagraph, TextLook } from "../../box/text.js";
import { EPSILON } from "../../core/geom.js";
import type { Opening, TextEngine } from "./engine.js";
import { MAX_CACHED, type Face } from "../font/fonts.js";
import type { Word } from "../font/harfbuzz.js";
import type { Item, PlacedRun } from "./itemize.js";
import { lineBreaks } from "../unicode/line-break.js";
import { pieceOf, strutOfFace, type Segment, type ShapedParagraph, type Strut, type ValueOfVariable } from "./shaped.js";

const NO_VARIABLES: ShapedParagraph["variables"] = [];

/**
 * What most paragraphs of a table are: one run of Latin letters, digits and the like, all in one face. Gives what
 * `shapeAny` gives, or null.
 */
export function shapeSimple(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph | null {
  const run = styled.runs[0];
  if (!run || styled.runs.length > 1 || typeof run.text !== "string" || styled.direction === "rtl" || styled.marker) return null;
  const { text, look } = run;
  const opening = text === "" ? null : engine.opening(text, look, styled.language);
  if (!opening) return null;
  const { chosen, context, scale } = opening;
  const { face } = chosen;
  const item: Item = {
    context,
    look,
    link: run.link,
    size: scale.size,
    rise: scale.rise,
    spacing: scale.spacing,
    slanted: chosen.slanted,
    src: run.src,
    level: 0,
    start: 0,
    end: text.length,
  };
  const strut = styled.lineHeight === null ? opening.strut : strutOfFace(face, styled.lineHeight);
  return new SimpleParagraph(engine, styled, item, strut, valueOf);
}

/** A line of simple text, as `shapeSimple` and a line breaker would make it. Lengths are points. */
export interface SimpleLine {
  readonly text: string;
  readonly word: Word;
  readonly face: Face;
  readonly look: TextLook;
  readonly size: number;
  readonly rise: number;
  readonly slanted: boolean;
  readonly width: number;
  readonly height: number;
  /** from the line's top */
  readonly baseline: number;
}

/**
 * A text as lines no wider than `available`, where it is as simple as that; else null. The lines are those of `shapeAny` and a line
 * breaker.
 */
export function simpleLines(engine: TextEngine, text: string, look: SimpleLook, available: number): readonly SimpleLine[] | null {
  const opening = simpleOpening(engine, text, look);
  const whole = opening?.context.simple(text);
  if (!opening || !whole) return null;
  const most = mostOf(opening, available);
  const starts = whole.width <= most ? NO_STARTS : simpleStarts(opening, text, look, most);
  if (!starts) return null;
  const { chosen, context, scale, strut } = opening;
  const { size } = look.text;
  const height = (look.paragraph.lineHeight ?? strut.lineHeight) * size;
  const baseline = (height - (strut.ascender + strut.descender) * size) / 2 + strut.ascender * size;
  const line = (from: number, to: number): SimpleLine | null => {
    const word = to - from === text.length ? whole : context.simple(text, from, to);
    if (!word) return null;
    // spaces at a line's end hang
    let hanging = 0;
    for (let k = word.ids.length - 1; k >= 0 && unitAt(text, from + k) === 0x20; k--) hanging += word.advances[k]!;
    return {
      text: from === 0 && to === text.length ? text : text.slice(from, to),
      word,
      face: chosen.face,
      look: look.text,
      size: scale.size,
      rise: scale.rise,
      slanted: chosen.slanted,
      width: ((word.width - hanging) * scale.size) / 1000,
      height,
      baseline,
    };
  };
  const out: SimpleLine[] = [];
  for (let i = 0; i <= starts.length; i++) {
    const made = line(i === 0 ? 0 : starts[i - 1]!, starts[i] ?? text.length);
    if (!made) return null;
    out.push(made);
  }
  return out;
}

/** The height of such lines. Nothing is kept, so that rows can be measured by the thousand. */
export function simpleHeight(engine: TextEngine, text: string, look: SimpleLook, available: number): number | null {
  const opening = simpleOpening(engine, text, look);
  const width = opening?.context.simpleWidth(text) ?? null;
  if (!opening || width === null) return null;
  const most = mostOf(opening, available);
  const starts = width <= most ? NO_STARTS : simpleStarts(opening, text, look, most);
  if (!starts) return null;
  const height = (look.paragraph.lineHeight ?? opening.strut.lineHeight) * look.text.size;
  return (starts.length + 1) * height;
}

const NO_STARTS: readonly number[] = [];

/** A width in 1/1000 em. */
const mostOf = ({ scale }: Opening, available: number): number => ((available + EPSILON) * 1000) / scale.size;

const simpleStarts = ({ context }: Opening, text: string, { paragraph }: SimpleLook, most: number): readonly number[] | null =>
  paragraph.wrap === "normal" && paragraph.align !== "justify" ? context.simpleStarts(text, most) : null;

function simpleOpening(engine: TextEngine, text: string, { text: look, paragraph, language }: SimpleLook): Opening | null {
  if (paragraph.direction === "rtl" || look.letterSpacing !== 0 || look.highlight || look.decoration || !isTrimmed(text)) return null;
  return engine.opening(text, look, language);
}

export interface SimpleLook {
  readonly text: TextLook;
  readonly paragraph: Pick<StyledParagraph, "direction" | "lineHeight" | "align" | "wrap">;
  readonly language: string;
}

/** Without spaces at its ends, which hang. */
const isTrimmed = (text: string): boolean => text !== "" && unitAt(text, 0) !== 0x20 && unitAt(text, text.length - 1) !== 0x20;

function hasDigit(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const c = unitAt(text, i);
    if (c >= 0x30 && c <= 0x39) return true;
  }
  return false;
}

/** The words of an item without anything to itemize; as `Segmenter` cuts them. */
function wordsOf(item: Item, text: string): Segment[] {
  const { context } = item;
  const out: Segment[] = [];
  const end = text.length;
  for (let i = 0; i < end;) {
    let wordEnd = text.indexOf(" ", i);
    if (wordEnd < 0) wordEnd = end;
    let next = wordEnd;
    while (next < end && unitAt(text, next) === 0x20) next++;
    if (wordEnd > i) {
      // numbers hardly come again
      const word =
        (hasDigit(text, i, wordEnd) ? context.simple(text, i, wordEnd) : null) ??
        (wordEnd - i > MAX_CACHED ? context.shape(text, i, wordEnd) : context.word(text, i, wordEnd));
      const place = { from: 0, to: word.ids.length, base: i, start: i, end: next };
      out.push(pieceOf("word", item, word, place, { spaces: next - wordEnd, pad: 0 }));
    } else {
      const { space } = context;
      for (let k = i; k < next; k++)
        out.push(pieceOf("space", item, space, { from: 0, to: space.ids.length, base: k, start: k, end: k + 1 }));
    }
    i = next;
  }
  return out;
}

/** A paragraph of one item. Its words, and where they may be broken, are looked for only where it does not fit on a line. */
class SimpleParagraph implements ShapedParagraph {
  readonly base = 0;
  readonly bidi = false;
  readonly marker = null;
  readonly variables = NO_VARIABLES;
  #breaks: Uint8Array | null = null;
  #segments: readonly Segment[] | null = null;

  constructor(
    readonly engine: TextEngine,
    readonly styled: StyledParagraph,
    readonly item: Item,
    readonly strut: Strut,
    readonly valueOf: ValueOfVariable,
  ) {}

  get text(): string {
    return this.styled.runs[0]!.text as string;
  }

  /** All of it as one piece, where its characters do nothing to each other but kern, and no space hangs at its ends. */
  whole(available: number): Segment | null {
    const { item, text } = this;
    if (item.spacing !== 0 || !isTrimmed(text)) return null;
    const most = ((available + EPSILON) * 1000) / item.size;
    const width = item.context.simpleWidth(text, most);
    if (width === null || width > most) return null;
    const word = item.context.simple(text);
    return word && pieceOf("word", item, word, { from: 0, to: word.ids.length, base: 0, start: 0, end: text.length });
  }

  get segments(): readonly Segment[] {
    return (this.#segments ??= wordsOf(this.item, this.text));
  }

  get breaks(): Uint8Array {
    return (this.#breaks ??= lineBreaks(this.text, this.engine.words));
  }

  get stretches(): boolean {
    return this.text.includes("\u00a0");
  }

  get runs(): readonly PlacedRun[] {
    return [{ run: this.styled.runs[0]!, start: 0, end: this.text.length }];
  }
}
