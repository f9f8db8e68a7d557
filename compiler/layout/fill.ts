import { greatest } from "../../ir/many.js";
import type { BoxKind, BoxOf } from "../box/box.js";
import type { StyledParagraph, TextLook } from "../box/text.js";
import { fits } from "../core/geom.js";
import { ellipsize } from "../text/line/ellipsis.js";
import { breakLines, unbreakableWidth } from "../text/line/lines.js";
import type { TextEngine } from "../text/shape/engine.js";
import { simpleHeight, simpleLines } from "../text/shape/plain.js";
import { shapeParagraph } from "../text/shape/shape.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import { fillContainer } from "./container.js";
import { fillColumns, fillFlow } from "./flow.js";
import { fillLabelled } from "./labelled.js";
import { fillCanvas, fillDrawing } from "./leaf.js";
import type { Fill, Fragment, LayoutContext, Layouter, Layouters, Rest, ShapedBox, Space, TextLine, TextLines } from "./protocol.js";
import { fillTable } from "./table/fill.js";
import { columnRoom, fillText, widestOf } from "./text.js";

type TextBox = BoxOf<ShapedParagraph, "text">;

const LAYOUTERS: Layouters = {
  drawing: fillDrawing,
  text: fillText,
  labelled: fillLabelled,
  canvas: fillCanvas,
  container: fillContainer,
  flow: fillFlow,
  columns: fillColumns,
  table: fillTable,
};

/** Layouters reach each other only through the context they are lent, so the files have no cycle. */
export function createContext(source: LineSource, counting = false): LayoutContext {
  const measured = new WeakMap<ShapedBox, { readonly width: number; readonly fragment: Fragment }>();
  const cx: LayoutContext = {
    ...source,
    counting,
    fill: (box: ShapedBox, space: Space, rest: Rest | null): Fill => (LAYOUTERS[box.kind] as Layouter<BoxKind>)(box, space, rest, cx),
    measure: (box, width) => {
      const known = measured.get(box);
      if (known?.width === width) return known.fragment;
      const filled = cx.fill(box, { width, height: Infinity, fresh: true, measure: true }, null);
      if (filled.kind !== "done") throw new Error(`measuring a ${box.kind} left a rest`);
      measured.set(box, { width, fragment: filled.fragment });
      return filled.fragment;
    },
  };
  return cx;
}

type LineSource = Pick<LayoutContext, "lines" | "plainLines" | "unbreakable" | "simpleLines" | "simpleHeight" | "ellipsize">;

/** Breaks a text box's paragraphs into lines once for each width of its columns; shrinks them first where the frame asks for it. */
export function lineSource(engine: TextEngine): LineSource {
  const known = new WeakMap<ShapedBox, TextLines>();
  const lines = (box: TextBox): TextLines => {
    let found = known.get(box);
    if (!found) {
      found = fitLines(engine, box);
      known.set(box, found);
    }
    return found;
  };
  const plainLines = (paragraphs: readonly ShapedParagraph[], width: number): readonly TextLine[] => breakAll(engine, paragraphs, width);
  const unbreakable: LineSource["unbreakable"] = (paragraphs) => greatest(paragraphs.map(unbreakableWidth), 0);
  return {
    lines,
    plainLines,
    unbreakable,
    simpleLines: (text, look, width) => simpleLines(engine, text, look, width),
    simpleHeight: (text, look, width) => simpleHeight(engine, text, look, width),
    ellipsize: (l, width) => ({ ...l, ...ellipsize(engine, l.paragraph, l.line, width) }),
  };
}

function breakAll(engine: TextEngine, paragraphs: readonly ShapedParagraph[], columnWidth: number): readonly TextLine[] {
  // content without a single character draws nothing and takes no room (decisions §1)
  if (paragraphs.length <= 1 && paragraphs.every((p) => p.text === "" && !p.marker)) return [];
  const only = paragraphs[0]!;
  if (paragraphs.length === 1 && !only.marker && only.styled.indent === 0) {
    const lines = breakLines(engine, only, Math.max(0, columnWidth));
    return lines.map((line, i) => ({ paragraph: only, line, indent: 0, marker: null, breakBefore: i === 0 && only.styled.breakBefore }));
  }
  return paragraphs.flatMap((paragraph) => {
    const { indent, breakBefore } = paragraph.styled;
    const label = paragraph.marker;
    const marker = label ? { paragraph: label, line: breakLines(engine, label, Infinity)[0]! } : null;
    return breakLines(engine, paragraph, Math.max(0, columnWidth - indent)).map((line, i): TextLine => ({
      paragraph,
      line,
      indent,
      marker: i === 0 ? marker : null,
      breakBefore: i === 0 && breakBefore,
    }));
  });
}

const SHRINK_STEPS = 24;

/** A text's lines, and the width of the columns that they are aligned in: as wide as the widest of them where no width was declared. */
function fitLines(engine: TextEngine, box: TextBox): TextLines {
  const { frame } = box;
  const room = columnRoom(frame);
  const lines = frame.shrinkTo === null ? breakAll(engine, box.paragraphs, room) : shrunk(engine, box, room, frame.shrinkTo);
  const breaks: number[] = [];
  for (let i = 0; i < lines.length; i++) if (lines[i]!.breakBefore) breaks.push(i);
  if (frame.fixed) return { lines, columnWidth: room, breaks };
  // what stands out of a clipping frame is cut off at the content's edge
  return { lines, columnWidth: frame.overflow === "clip" ? Math.min(widestOf(lines), room) : widestOf(lines), breaks };
}

/**
 * Shrinking to fit: the largest scale at which the text fits its frame with no word broken inside, no run below the least size; at the least
 * size words are broken as they are elsewhere.
 */
function shrunk(engine: TextEngine, box: TextBox, columnWidth: number, least: number): readonly TextLine[] {
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
  const whole = breakAll(engine, box.paragraphs, columnWidth);
  if (fitsFrame(whole)) return whole;
  const at = (scale: number): readonly TextLine[] =>
    breakAll(
      engine,
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
  const shrink = (look: TextLook): TextLook => ({ ...look, size: Math.max(Math.min(look.size, least), look.size * scale) });
  const styled = (s: StyledParagraph): StyledParagraph => ({
    ...s,
    runs: s.runs.map((r) => ({ ...r, look: shrink(r.look) })),
    look: shrink(s.look),
    marker: s.marker ? styled(s.marker) : null,
  });
  return shapeParagraph(engine, styled(p.styled), p.valueOf);
}
