import { greatest } from "../../../base/many.js";
import type { StyledParagraph } from "../../box/text.js";
import type { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import type { Line, LinePlace, TextRange } from "./line.js";
import { unbreakableWidth } from "./lines.js";
import { widestOf, type BreakableParagraph, type ContentSizes, type Paragraph, type TextLine } from "./paragraph.js";
import { breakParagraph, NO_VALUE, placeLine, shapeParagraph } from "./paragraph-steps.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Lines are cached by width: a box is broken to few. */
export class ShapedText implements Paragraph {
  readonly #known: { readonly width: number; readonly lines: readonly TextLine[] }[] = [];
  #sizes: ContentSizes | null = null;

  constructor(readonly shaped: readonly BreakableParagraph[]) {}

  sizes(): ContentSizes {
    return (this.#sizes ??= { min: greatest(this.shaped.map(leastWidth), 0), max: widestOf(breakAll(this.shaped, Infinity)) });
  }

  height(width: number): number {
    return this.lines(width).reduce((sum, l) => sum + l.line.height, 0);
  }

  baseline(width: number): number {
    return this.lines(width)[0]?.line.baseline ?? NaN;
  }

  lines(width: number): readonly TextLine[] {
    for (const known of this.#known) if (known.width === width) return known.lines;
    const lines = breakAll(this.shaped, width);
    this.#known.push({ width, lines });
    return lines;
  }

  op(): null {
    return null;
  }

  texts(): readonly string[] {
    return this.shaped.map(withoutMarks);
  }
}

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

/** With its indents, points. */
function leastWidth(p: ShapedParagraph): number {
  const { indent, indentEnd, indentFirst } = p.styled;
  return unbreakableWidth(p) + indent + indentEnd + Math.max(0, indentFirst);
}

type Indents = Pick<TextLine, "indent" | "indentEnd">;
export const NO_INDENTS: Indents = { indent: 0, indentEnd: 0 };

export class ShapedLine implements TextLine {
  constructor(
    readonly paragraph: BreakableParagraph,
    readonly line: Line,
    readonly indents: Indents,
    readonly marker: TextLine | null,
    readonly breakBefore: boolean,
  ) {}

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

function breakAll(paragraphs: readonly BreakableParagraph[], width: number): readonly TextLine[] {
  const out: TextLine[] = [];
  for (const paragraph of paragraphs) {
    const { indent, indentEnd, indentFirst, breakBefore } = paragraph.styled;
    const { marker: own } = paragraph;
    const marker = own ? new ShapedLine(own, breakParagraph(own, Infinity, 0)[0]!, NO_INDENTS, null, false) : null;
    const first: Indents = indentFirst === 0 ? paragraph.styled : { indent: indent + indentFirst, indentEnd };
    const lines = breakParagraph(paragraph, Math.max(0, width - indent - indentEnd), indentFirst);
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
