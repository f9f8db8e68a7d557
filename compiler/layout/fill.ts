import type { BoxKind } from "../box/box.js";
import { breakLines } from "../text/lines.js";
import type { TextEngine } from "../text/shape.js";
import { fillColumns, fillFlow } from "./flow.js";
import { fillCanvas, fillDrawing, fillText } from "./leaf.js";
import type { Fill, Fragment, LayoutContext, Layouter, Layouters, Rest, ShapedBox, Space, TextLine } from "./protocol.js";

const LAYOUTERS: Layouters = { drawing: fillDrawing, text: fillText, canvas: fillCanvas, flow: fillFlow, columns: fillColumns };

/** Layouters reach each other only through the context they are lent, so the files have no cycle. */
export function createContext(lines: LayoutContext["lines"]): LayoutContext {
  const measured = new WeakMap<ShapedBox, { readonly width: number; readonly fragment: Fragment }>();
  const cx: LayoutContext = {
    lines,
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

/** Breaks a text box's paragraphs into lines, once for each width. */
export function lineSource(engine: TextEngine): LayoutContext["lines"] {
  const known = new WeakMap<ShapedBox, { readonly width: number; readonly lines: readonly TextLine[] }>();
  return (box, width) => {
    const before = known.get(box);
    if (before?.width === width) return before.lines;
    const lines = box.paragraphs.flatMap((paragraph) => breakLines(engine, paragraph, width).map((line) => ({ paragraph, line })));
    // content without a single character draws nothing and takes no room (decisions §1)
    const empty = box.paragraphs.every((p) => p.text === "") && box.paragraphs.length <= 1;
    const result = empty ? [] : lines;
    known.set(box, { width, lines: result });
    return result;
  };
}
