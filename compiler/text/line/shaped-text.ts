// Paragraphs of any kind as the text of a box.
import { greatest } from "../../../base/many.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { lineOps, type LinePlace } from "./line-ops.js";
import type { Line } from "./line.js";
import { breakLines, unbreakableWidth } from "./lines.js";
import { widestOf, type ContentSizes, type Paragraph, type TextLine } from "./paragraph.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Shaped paragraphs, one below the other. Lines are cached by width: a box is broken to few. */
export class ShapedText implements Paragraph {
  readonly #known: { readonly width: number; readonly lines: readonly TextLine[] }[] = [];
  #sizes: ContentSizes | null = null;

  constructor(readonly shaped: readonly ShapedParagraph[]) {}

  sizes(): ContentSizes {
    return (this.#sizes ??= { min: greatest(this.shaped.map(unbreakableWidth), 0), max: widestOf(breakAll(this.shaped, Infinity)) });
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
}

export class ShapedLine implements TextLine {
  constructor(
    readonly paragraph: ShapedParagraph,
    readonly line: Line,
    readonly indent: number,
    readonly marker: TextLine | null,
    readonly breakBefore: boolean,
  ) {}

  op(): null {
    return null;
  }

  parts(place: LinePlace, sink: OpSink): readonly LinePart[] {
    return lineOps(this.paragraph, this.line, place, sink);
  }
}

function breakAll(paragraphs: readonly ShapedParagraph[], width: number): readonly TextLine[] {
  return paragraphs.flatMap((paragraph) => {
    const { indent, breakBefore } = paragraph.styled;
    const { marker: own } = paragraph;
    const marker = own ? new ShapedLine(own, breakLines(own, Infinity)[0]!, 0, null, false) : null;
    return breakLines(paragraph, Math.max(0, width - indent)).map(
      (line, i): TextLine => new ShapedLine(paragraph, line, indent, i === 0 ? marker : null, i === 0 && breakBefore),
    );
  });
}
