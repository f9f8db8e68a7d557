// Text boxes and labels, and the width that their region gives them, to lines.
import { greatest } from "../../../base/many.js";
import type { Label, TextBox, TextFrame } from "../../box/box.js";
import type { StyledParagraph, ComputedText } from "../../box/text.js";
import { fits } from "../../core/geom.js";
import type { TextEngine } from "../shape/engine.js";
import { shapeLabel, shapeParagraph } from "../shape/shape.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { ellipsize } from "./ellipsis.js";
import { labelLines, labelSizes, measureLabel, type LabelLine, type LabelMeasure } from "./label.js";
import type { Line } from "./line.js";
import { breakLines, unbreakableWidth } from "./lines.js";

type Text = TextBox<ShapedParagraph>;

/** A line with the paragraph it is of. */
export interface TextLine {
  readonly paragraph: ShapedParagraph;
  readonly line: Line;
  /** from the start side */
  readonly indent: number;
  /** a list item's marker, beside its first line */
  readonly marker: { readonly paragraph: ShapedParagraph; readonly line: Line } | null;
  /** begins on another page */
  readonly breakBefore: boolean;
}

/** All lines of a text, broken to the width of its columns. */
export interface TextLines {
  readonly lines: readonly TextLine[];
  readonly columnWidth: number;
  /** the lines that begin on another page, ascending: regions do not look for them one after the other */
  readonly breaks: readonly number[];
}

/** Widths that content can have: with every break taken that its wrap policy allows, and with none but forced ones. Points. */
export interface ContentSizes {
  readonly min: number;
  readonly max: number;
}

/** The text operations of layout. There is one for each layout run, since it remembers lines by their boxes. Widths and heights are points. */
export interface TextSetter {
  /** a text's lines in a space of this width; shrunk to fit first where the frame declares it */
  lines(box: Text, width: number): TextLines;
  /** a line cut so that it ends with an ellipsis inside a width */
  ellipsize(line: TextLine, width: number): TextLine;
  /** of a text's lines, frame and columns left out */
  sizes(paragraphs: readonly ShapedParagraph[]): ContentSizes;
  /** the height of a label's lines and its first baseline, put into `out` */
  measureLabel(label: Label, width: number, out: LabelMeasure): void;
  /** of the widest of its lines */
  labelWidth(label: Label, width: number): number;
  labelSizes(label: Label): ContentSizes;
  /** for painting: the lines of a label set in one face; null = those of `labelText` are to be painted */
  labelLines(label: Label, width: number): readonly LabelLine[] | null;
  labelText(label: Label, width: number): readonly TextLine[];
}

/** The width that a frame of this outer width has for the lines of each of its columns. */
export const columnRoom = ({ padding, columns, columnGap }: TextFrame, outer: number): number =>
  Math.max(0, (outer - padding.left - padding.right - columnGap * (columns - 1)) / columns);

/** A frame's outer width in a space. */
export const outerWidth = ({ width }: TextFrame, space: number): number => (typeof width === "number" ? width : space);

/** The width of the widest of some lines, indents included. Points. */
export const widestOf = (lines: readonly TextLine[]): number => lines.reduce((w, l) => Math.max(w, l.line.width + l.indent), 0);

/** The text setter of one layout run. */
export function textSetter(engine: TextEngine): TextSetter {
  const texts = new WidthMemo<Text, TextLines>();
  const labels = new WidthMemo<Label, readonly TextLine[]>();
  const paragraphs = new WeakMap<Label, ShapedParagraph>();
  const paragraphOf = (label: Label): ShapedParagraph => {
    let made = paragraphs.get(label);
    if (!made) paragraphs.set(label, (made = shapeLabel(engine, label)));
    return made;
  };
  const sizes = (list: readonly ShapedParagraph[]): ContentSizes => ({
    min: greatest(list.map(unbreakableWidth), 0),
    max: widestOf(breakAll(list, Infinity)),
  });
  const labelText = (label: Label, width: number): readonly TextLine[] =>
    labels.of(label, width, () => breakAll([paragraphOf(label)], width));
  return {
    lines: (box, width) => texts.of(box, outerWidth(box.frame, width), (outer) => fitLines(engine, box, outer)),
    ellipsize: (l, width) => ({ ...l, ...ellipsize(engine, l.paragraph, l.line, width) }),
    sizes,
    measureLabel: (label, width, out) => {
      if (measureLabel(engine, label, width, out)) return;
      const lines = labelText(label, width);
      out.height = lines.reduce((height, l) => height + l.line.height, 0);
      out.baseline = lines[0]?.line.baseline ?? 0;
    },
    labelWidth: (label, width) => {
      const lines = labelLines(engine, label, width);
      return lines ? lines.reduce((w, l) => Math.max(w, l.width), 0) : widestOf(labelText(label, width));
    },
    labelSizes: (label) => {
      const found = labelSizes(engine, label);
      if (!found) return sizes([paragraphOf(label)]);
      return { min: found.min ?? unbreakableWidth(paragraphOf(label)), max: found.max };
    },
    labelLines: (label, width) => labelLines(engine, label, width),
    labelText,
  };
}

/** Values remembered by an object and a width: those few that one box is broken to in a run. */
class WidthMemo<K extends object, V> {
  readonly #known = new WeakMap<K, { readonly width: number; readonly value: V }[]>();

  of(key: K, width: number, make: (width: number) => V): V {
    let list = this.#known.get(key);
    for (let i = 0; list && i < list.length; i++) if (list[i]!.width === width) return list[i]!.value;
    const value = make(width);
    if (!list) this.#known.set(key, (list = []));
    list.push({ width, value });
    return value;
  }
}

function breakAll(paragraphs: readonly ShapedParagraph[], columnWidth: number): readonly TextLine[] {
  // content without a single character draws nothing and takes no room (decisions §1, Empty strings)
  if (paragraphs.length <= 1 && paragraphs.every((p) => p.text === "" && !p.marker)) return [];
  const only = paragraphs[0]!;
  if (paragraphs.length === 1 && !only.marker && only.styled.indent === 0) {
    const lines = breakLines(only, Math.max(0, columnWidth));
    return lines.map((line, i) => ({ paragraph: only, line, indent: 0, marker: null, breakBefore: i === 0 && only.styled.breakBefore }));
  }
  return paragraphs.flatMap((paragraph) => {
    const { indent, breakBefore } = paragraph.styled;
    const label = paragraph.marker;
    const marker = label ? { paragraph: label, line: breakLines(label, Infinity)[0]! } : null;
    return breakLines(paragraph, Math.max(0, columnWidth - indent)).map((line, i): TextLine => ({
      paragraph,
      line,
      indent,
      marker: i === 0 ? marker : null,
      breakBefore: i === 0 && breakBefore,
    }));
  });
}

const SHRINK_STEPS = 24;

/** A text's lines, and the width of the columns that they are aligned in: that of the widest line where the content determines it. */
function fitLines(engine: TextEngine, box: Text, outer: number): TextLines {
  const { frame } = box;
  const room = columnRoom(frame, outer);
  const lines = frame.shrinkTo === null ? breakAll(box.paragraphs, room) : shrunk(engine, box, room, frame.shrinkTo);
  const breaks: number[] = [];
  for (let i = 0; i < lines.length; i++) if (lines[i]!.breakBefore) breaks.push(i);
  if (frame.width !== "content" && room < Infinity) return { lines, columnWidth: room, breaks };
  // a clipping frame cuts its lines off at the content's edge
  return { lines, columnWidth: frame.overflow === "clip" ? Math.min(widestOf(lines), room) : widestOf(lines), breaks };
}

/**
 * Shrinking to fit: the largest scale at which the text fits its frame with no word broken inside, no run below the least size; at the least
 * size words are broken as they are elsewhere.
 */
function shrunk(engine: TextEngine, box: Text, columnWidth: number, least: number): readonly TextLine[] {
  const { columns, padding, height } = box.frame;
  const room = height === null ? Infinity : height - padding.top - padding.bottom;
  const fitsFrame = (lines: readonly TextLine[]): boolean => {
    let column = 1;
    let used = 0;
    for (const { line, indent } of lines) {
      if (line.torn || !fits(line.width + indent, columnWidth)) return false;
      if (!fits(used + line.height, room)) {
        column++;
        used = 0;
      }
      used += line.height;
    }
    return column <= columns && fits(used, room);
  };
  const whole = breakAll(box.paragraphs, columnWidth);
  if (fitsFrame(whole)) return whole;
  const at = (scale: number): readonly TextLine[] =>
    breakAll(
      box.paragraphs.map((p) => scaled(engine, p, scale, least)),
      columnWidth,
    );
  let low = 0;
  let high = 1;
  let best = at(0);
  // what does not fit at the least size fits at no other
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

/** A paragraph shaped again with smaller type; sizes already below the least stay as they are. */
function scaled(engine: TextEngine, p: ShapedParagraph, scale: number, least: number): ShapedParagraph {
  const shrink = (look: ComputedText): ComputedText => ({ ...look, size: Math.max(Math.min(look.size, least), look.size * scale) });
  const styled = (s: StyledParagraph): StyledParagraph => ({
    ...s,
    runs: s.runs.map((r) => ({ ...r, look: shrink(r.look) })),
    look: shrink(s.look),
    marker: s.marker ? styled(s.marker) : null,
  });
  return shapeParagraph(engine, styled(p.styled), p.valueOf);
}
