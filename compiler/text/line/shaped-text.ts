import { greatest } from "../../../base/many.js";
import type { StyledParagraph } from "../../box/text.js";
import type { TextEngine } from "../shape/engine.js";
import type { Segment, ShapedParagraph } from "../shape/shaped.js";
import { lineWith } from "./broken-line.js";
import type { Line, LinePlace, TextRange } from "./line.js";
import { unbreakableWidth, type FormerLines } from "./lines.js";
import { widestOf, type BreakableParagraph, type ContentSizes, type Paragraph, type TextLine } from "./paragraph.js";
import { breakParagraph, NO_VALUE, placeLine, shapeParagraph } from "./paragraph-steps.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Lines are cached by width: a box is broken to few. */
export class ShapedText implements Paragraph {
  readonly #known: { readonly width: number; readonly lines: readonly ShapedLine[] }[] = [];
  #sizes: ContentSizes | null = null;
  #shaped: readonly BreakableParagraph[];
  #former: ShapedText | null;

  /** `former`: it with other values of variables, whose lines before these are its own; null: none */
  constructor(shaped: readonly BreakableParagraph[], former: ShapedText | null = null) {
    this.#shaped = shaped;
    this.#former = former;
    if (former) former.#former = null;
  }

  get shaped(): readonly BreakableParagraph[] {
    return this.#shaped;
  }

  sizes(): ContentSizes {
    return (this.#sizes ??= { min: greatest(this.shaped.map(leastWidth), 0), max: widestOf(breakAll(this.shaped, Infinity, null)) });
  }

  height(width: number): number {
    return this.lines(width).reduce((sum, l) => sum + l.line.height, 0);
  }

  baseline(width: number): number {
    return this.lines(width)[0]?.line.baseline ?? NaN;
  }

  lines(width: number): readonly ShapedLine[] {
    const known = this.#linesIn(width);
    if (known) return known;
    const lines = breakAll(this.shaped, width, this.#former);
    this.#known.push({ width, lines });
    return lines;
  }

  #linesIn(width: number): readonly ShapedLine[] | null {
    for (const known of this.#known) if (known.width === width) return known.lines;
    return null;
  }

  /** The lines of one of its paragraphs in a width; null unless they were made. */
  formerLines(index: number, width: number): FormerLines | null {
    const paragraph = this.#shaped[index];
    const known = paragraph && this.#linesIn(width);
    if (!known) return null;
    const lines: Line[] = [];
    for (const line of known) if (line.paragraph === paragraph) lines.push(line.line);
    return { paragraph, lines };
  }

  op(): null {
    return null;
  }

  texts(): readonly string[] {
    return this.shaped.map(withoutMarks);
  }

  /**
   * Takes the lines of a text in place of its own, in what has been made of them, if layout cannot tell the two apart. A number of equal
   * width is set in its line alone.
   * @param isAlike of lines at a width @returns false, without a change, if it can
   */
  become(next: ShapedText, isAlike: (line: TextLine, next: TextLine, width: number) => boolean): boolean {
    const { shaped } = this;
    if (shaped.length !== next.shaped.length || shaped.some((p, i) => p.base !== next.shaped[i]!.base)) return false;
    if (!this.#exchange(next.shaped) && !this.#take(next, isAlike)) return false;
    this.#shaped = next.shaped;
    this.#former = null;
    return true;
  }

  #take(next: ShapedText, isAlike: (line: TextLine, next: TextLine, width: number) => boolean): boolean {
    const sizes = this.#sizes && next.sizes();
    if (sizes && (sizes.min !== this.#sizes!.min || sizes.max !== this.#sizes!.max)) return false;
    for (const { width, lines } of this.#known) {
      const others = next.lines(width);
      if (lines.length !== others.length || !lines.every((line, i) => isAlike(line, others[i]!, width))) return false;
    }
    for (const { width, lines } of this.#known) {
      const others = next.lines(width);
      for (let i = 0; i < lines.length; i++) lines[i]!.become(others[i]!);
    }
    return true;
  }

  /** Sets pieces of equal width in their lines. @returns false, without a change, if pieces differ otherwise, or a line has a part of one */
  #exchange(next: readonly BreakableParagraph[]): boolean {
    const changes: (readonly number[])[] = [];
    for (let i = 0; i < next.length; i++) {
      const changed = changedPieces(this.#shaped[i]!, next[i]!);
      if (!changed) return false;
      changes.push(changed);
    }
    const made: SetLine[] = [];
    for (const { lines } of this.#known) {
      let from = 0;
      for (let i = 0; i < next.length; i++) {
        const former = this.#shaped[i]!;
        const start = from;
        while (from < lines.length && lines[from]!.paragraph === former) from++;
        if (former !== next[i] && !setPieces(lines.slice(start, from), former, next[i]!, changes[i]!, made)) return false;
      }
      if (from < lines.length) return false;
    }
    for (const { line, paragraph, segments } of made) {
      line.paragraph = paragraph;
      if (segments) line.line = lineWith(line.line, segments);
    }
    return true;
  }
}

interface SetLine {
  readonly line: ShapedLine;
  readonly paragraph: BreakableParagraph;
  /** null: as they are */
  segments: Segment[] | null;
}

/** Indexes of pieces that differ but for their width; null if others differ. */
function changedPieces({ segments: before }: BreakableParagraph, { segments: after }: BreakableParagraph): readonly number[] | null {
  if (before === after) return [];
  if (before.length !== after.length) return null;
  const changed: number[] = [];
  for (let k = 0; k < after.length; k++) {
    if (before[k] === after[k]) continue;
    if (!isAsWide(before[k]!, after[k]!)) return null;
    changed.push(k);
  }
  return changed;
}

/** Adds the lines of a paragraph with the pieces of another in place of the changed ones. @returns false if a line has a part of one */
function setPieces(
  lines: readonly ShapedLine[],
  { segments: before }: BreakableParagraph,
  next: BreakableParagraph,
  changed: readonly number[],
  made: SetLine[],
): boolean {
  let k = 0;
  for (const line of lines) {
    const set: SetLine = { line, paragraph: next, segments: null };
    const { segments } = line.line;
    for (let at = 0; k < changed.length; k++) {
      const found = segments.indexOf(before[changed[k]!]!, at);
      if (found < 0) break;
      set.segments ??= segments.slice();
      set.segments[found] = next.segments[changed[k]!]!;
      at = found + 1;
    }
    made.push(set);
  }
  return k === changed.length;
}

/** Lines do not tell the pieces apart. */
const isAsWide = (a: Segment, b: Segment): boolean =>
  a.kind === b.kind &&
  a.start === b.start &&
  a.end === b.end &&
  a.spaces === b.spaces &&
  a.width === b.width &&
  a.pad === b.pad &&
  a.apart === b.apart;

function withoutMarks({ text, runs }: ShapedParagraph): string {
  let out = "";
  let from = 0;
  for (const { run, start, end } of runs) {
    if (typeof run.text === "string" || !("mark" in run.text || "inline" in run.text)) continue;
    out += text.slice(from, start);
    from = end;
  }
  return from === 0 ? text : out + text.slice(from);
}

/** Returns the least width of a paragraph with its indents, points. */
function leastWidth(p: ShapedParagraph): number {
  const { indent, indentEnd, indentFirst } = p.styled;
  return unbreakableWidth(p) + indent + indentEnd + Math.max(0, indentFirst);
}

type Indents = Pick<TextLine, "indent" | "indentEnd">;
export const NO_INDENTS: Indents = { indent: 0, indentEnd: 0 };

export class ShapedLine implements TextLine {
  constructor(
    public paragraph: BreakableParagraph,
    public line: Line,
    readonly indents: Indents,
    public marker: TextLine | null,
    readonly breakBefore: boolean,
  ) {}

  /** Becomes a line with equal indents. */
  become({ paragraph, line, marker }: ShapedLine): void {
    this.paragraph = paragraph;
    this.line = line;
    this.marker = marker;
  }

  get range(): TextRange | null {
    return this.line.range;
  }
  get indent(): number {
    return this.indents.indent;
  }
  get indentEnd(): number {
    return this.indents.indentEnd;
  }

  parts(place: LinePlace, sink: OpSink): readonly LinePart[] {
    return placeLine(this.paragraph, this.line, place, sink);
  }
}

function breakAll(paragraphs: readonly BreakableParagraph[], width: number, former: ShapedText | null): readonly ShapedLine[] {
  const out: ShapedLine[] = [];
  for (let k = 0; k < paragraphs.length; k++) {
    const paragraph = paragraphs[k]!;
    const { indent, indentEnd, indentFirst, breakBefore } = paragraph.styled;
    const { marker: own } = paragraph;
    const marker = own ? new ShapedLine(own, breakParagraph(own, Infinity, 0)[0]!, NO_INDENTS, null, false) : null;
    const first: Indents = indentFirst === 0 ? paragraph.styled : { indent: indent + indentFirst, indentEnd };
    const before = former && former.formerLines(k, width);
    const lines = breakParagraph(paragraph, Math.max(0, width - indent - indentEnd), indentFirst, before);
    for (let i = 0; i < lines.length; i++)
      out.push(new ShapedLine(paragraph, lines[i]!, i === 0 ? first : paragraph.styled, i === 0 ? marker : null, i === 0 && breakBefore));
  }
  return out;
}

/** Measures a paragraph without variables, points. @throws as `shapeParagraph` */
export const lineWidthOf =
  (engine: TextEngine) =>
  (paragraph: StyledParagraph): number =>
    new ShapedText([shapeParagraph(engine, paragraph, NO_VALUE)]).sizes().max;
