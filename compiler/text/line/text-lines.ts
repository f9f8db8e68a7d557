import type { Box, TextBox, TextFrame } from "../../box/box.js";
import { readsFacts } from "../../box/reads.js";
import { readsOf } from "../../box/reads-of.js";
import { changed, type ComputedText, type StyledParagraph, type TextStyle } from "../../box/text.js";
import { fits } from "../../core/geom.js";
import type { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { DigitSlack } from "./digit-slack.js";
import { ellipsize } from "./ellipsis.js";
import { widestOf, type Paragraph, type TextInWidth, type TextLine, type TextLines, type TextMeasure } from "./paragraph.js";
import { shapedBy, shapedText, type ParagraphSource, type ValueOf } from "./paragraph-source.js";
import { shapeParagraph } from "./paragraph-steps.js";
import { faceOf, measurePlain, plainFace, PlainParagraph, type General } from "./plain-paragraph.js";
import { ShapedLine, ShapedText } from "./shaped-text.js";
import { VaryingText } from "./varying-text.js";

/** Shaped paragraphs and lines are cached by box. Widths are points. */
export interface TextSetter {
  /** @throws RenderError API-002 if a strict family lacks a character, API-504 if all fonts do */
  cover(box: TextBox): void;
  /** @throws as `cover` */
  paragraph(box: TextBox): Paragraph;
  /** without creating one for a plain text */
  measure(box: TextBox, width: number, out: TextMeasure): void;
  /** by how much a text in the box is wider if all its digits are the widest of the style, points */
  digitSlack(text: string, style: TextStyle, at: Box): number;
  /** shrunk to fit if declared */
  lines(box: TextBox, width: number): TextLines;
  ellipsize(line: TextLine, width: number): TextLine;
  /** boxes without variables are shared */
  withValues(valueOf: ValueOf): TextSetter;
  /** Begins a round, in which variables have other values. A text that layout cannot tell from its former one takes its place. */
  next(valueOf: ValueOf): void;
  /** from 0 */
  readonly round: number;
  /** Returns the last round in which layout could tell the text from its former one. @throws as `cover` */
  changedIn(box: TextBox): number;
  /** boxes whose text varies and was read; null: they are not collected */
  reads: Set<Box> | null;
}

export const columnRoom = ({ padding, columns, columnGap }: TextFrame, outer: number): number =>
  Math.max(0, (outer - padding.left - padding.right - columnGap * (columns - 1)) / columns);

export const outerWidth = ({ width }: TextFrame, space: number): number => (typeof width === "number" ? width : space);

export const textSetter = (engine: TextEngine, known = new CachedTexts(), source = shapedBy(engine)): TextSetter =>
  new BoxTexts(engine, source, known, new DigitSlack(), null);

/** Plain if one run in one face. */
export function paragraphOf(engine: TextEngine, box: TextBox, general: General): Paragraph {
  const { plain } = box;
  const single = plain && plainFace(engine, plain);
  return single ? new PlainParagraph(engine, plain, single, general) : general(box);
}

interface CachedText {
  /** null before it is shaped, and for plain texts */
  text: ShapedText | null;
  /** lines by outer width: few */
  readonly lines: TextInWidth[];
  /** of the render that uses it */
  source: ParagraphSource;
}

/** Texts by their boxes. New maps per age: a box of a long flow lives until its last page, and its lines with it. */
export class CachedTexts {
  #known = new WeakMap<TextBox, CachedText>();
  #before = new WeakMap<TextBox, CachedText>();

  /** Releases what has not been read since the last age. */
  age(): void {
    this.#before = this.#known;
    this.#known = new WeakMap();
  }

  of(box: TextBox, source: ParagraphSource): CachedText {
    let known = this.#known.get(box);
    if (!known && (known = this.#before.get(box))) this.#known.set(box, known);
    if (known && known.source !== source) {
      if (known.text?.shaped.every((p) => source.renews(p))) known.source = source;
      else known = undefined;
    }
    if (!known) this.#known.set(box, (known = { text: null, lines: [], source }));
    return known;
  }
}

class BoxTexts implements TextSetter {
  readonly #varying = new WeakMap<TextBox, VaryingText>();
  round = 0;
  reads: Set<Box> | null = null;

  constructor(
    readonly engine: TextEngine,
    readonly source: ParagraphSource,
    readonly lasting: CachedTexts,
    readonly slack: DigitSlack,
    private valueOf: ValueOf | null,
  ) {}

  withValues(valueOf: ValueOf): TextSetter {
    return new BoxTexts(this.engine, this.source, this.lasting, this.slack, valueOf);
  }

  next(valueOf: ValueOf): void {
    this.valueOf = valueOf;
    this.round++;
  }

  readonly #general = (box: TextBox): ShapedText => {
    const varying = this.#varyingOf(box);
    if (varying) return varying.text;
    const known = this.lasting.of(box, this.source);
    return (known.text ??= shapedText(this.source, box, null));
  };

  cover(box: TextBox): void {
    if (!box.plain || !faceOf(this.engine, box.plain)) this.#general(box);
  }

  paragraph(box: TextBox): Paragraph {
    return paragraphOf(this.engine, box, this.#general);
  }

  measure(box: TextBox, width: number, out: TextMeasure): void {
    const { plain } = box;
    const single = plain && plainFace(this.engine, plain);
    if (single && measurePlain(single, plain, width, out)) return;
    const text = this.#general(box);
    out.height = text.height(width);
    out.baseline = text.baseline(width);
  }

  digitSlack(text: string, style: TextStyle, at: Box): number {
    return this.slack.of(text, style, at, this);
  }

  lines(box: TextBox, width: number): TextLines {
    const { lines } = this.#varyingOf(box) ?? this.lasting.of(box, this.source);
    const outer = outerWidth(box.frame, width);
    for (let i = 0; i < lines.length; i++) if (lines[i]!.width === outer) return lines[i]!.value;
    const value = fitLines(this.engine, box, this.paragraph(box), outer);
    lines.push({ width: outer, value });
    return value;
  }

  ellipsize(given: TextLine, width: number): TextLine {
    const cut = ellipsize(this.engine, given.paragraph, given.line, width);
    return new ShapedLine(cut.paragraph, cut.line, given, given.marker, given.breakBefore);
  }

  changedIn(box: TextBox): number {
    return this.#varying.has(box) ? this.#varyingOf(box)!.changed : 0;
  }

  /** Null for a text without variables. */
  #varyingOf(box: TextBox): VaryingText | null {
    const { valueOf, round } = this;
    if (valueOf === null || !readsFacts(readsOf(box))) return null;
    let known = this.#varying.get(box);
    this.reads?.add(box);
    if (!known) this.#varying.set(box, (known = new VaryingText(box, this.source, valueOf, round)));
    else if (known.round < round) known.renew(box, this.source, valueOf, round);
    return known;
  }
}

const SHRINK_STEPS = 24;

/** The columns are as wide as the widest line if the content determines their width. */
function fitLines(engine: TextEngine, box: TextBox, text: Paragraph, outer: number): TextLines {
  const { frame } = box;
  const room = columnRoom(frame, outer);
  const lines = frame.shrinkTo === null ? text.lines(room) : shrunk(engine, frame, text, { columnWidth: room, least: frame.shrinkTo });
  const breaks: number[] = [];
  for (let i = 0; i < lines.length; i++) if (lines[i]!.breakBefore) breaks.push(i);
  if (frame.width !== "content" && room < Infinity) return { lines, columnWidth: room, breaks };
  // clipped at the content's edge
  return { lines, columnWidth: frame.overflow === "clip" ? Math.min(widestOf(lines), room) : widestOf(lines), breaks };
}

/**
 * The largest scale at which the text fits its frame without a break inside a word, no run below the least size; at the least size words
 * are broken as elsewhere.
 */
function shrunk(
  engine: TextEngine,
  { columns, padding, height }: TextFrame,
  text: Paragraph,
  { columnWidth, least }: { readonly columnWidth: number; readonly least: number },
): readonly TextLine[] {
  const room = height === null ? Infinity : height - padding.top - padding.bottom;
  const fitsFrame = (lines: readonly TextLine[]): boolean => {
    let column = 1;
    let used = 0;
    for (const { line, indent, indentEnd } of lines) {
      if (line.torn || !fits(line.width + indent + indentEnd, columnWidth)) return false;
      if (!fits(used + line.height, room)) {
        column++;
        used = 0;
      }
      used += line.height;
    }
    return column <= columns && fits(used, room);
  };
  const whole = text.lines(columnWidth);
  if (fitsFrame(whole)) return whole;
  const at = (scale: number): readonly TextLine[] =>
    new ShapedText(text.shaped.map((p) => scaled(engine, p, scale, least))).lines(columnWidth);
  let low = 0;
  let high = 1;
  let best = at(0);
  // text that does not fit at the least size fits at no other
  if (!fitsFrame(best)) return best;
  for (let i = 0; i < SHRINK_STEPS && high - low > 1e-4; i++) {
    const middle = (low + high) / 2;
    const tried = at(middle);
    if (fitsFrame(tried)) {
      best = tried;
      low = middle;
    } else high = middle;
  }
  return best;
}

/** Sizes below the least stay. */
function scaled(engine: TextEngine, p: ShapedParagraph, scale: number, least: number): ShapedParagraph {
  const shrink = (look: ComputedText): ComputedText => ({ ...look, size: Math.max(Math.min(look.size, least), look.size * scale) });
  const styled = (s: StyledParagraph): StyledParagraph =>
    changed(s, {
      runs: s.runs.map((r) => ({ ...r, look: shrink(r.look) })),
      look: shrink(s.look),
      marker: s.marker && styled(s.marker),
    });
  return shapeParagraph(engine, styled(p.styled), p.valueOf);
}
