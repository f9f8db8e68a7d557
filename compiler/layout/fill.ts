// The context through which layouters call each other without import cycles.
import { steps } from "../../base/steps.js";
import type { Box, BoxKind } from "../box/box.js";
import type { TextSetter } from "../text/line/text-lines.js";
import { fillAnchored } from "./anchored.js";
import { fillContainer } from "./container.js";
import { fillColumns } from "./columns.js";
import { fillEntry } from "./entry.js";
import { fillFlow } from "./flow.js";
import { fillGrid } from "./grid.js";
import { fillLabelled } from "./labelled.js";
import { fillCanvas, fillDrawing } from "./leaf.js";
import {
  endless,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Layouters,
  type BreakToken,
  type Space,
} from "./protocol/protocol.js";
import { LayoutRun, memoryOfBoxes } from "./protocol/run.js";
import { sizesOf } from "./sizes.js";
import { fillStack } from "./stack.js";
import { fillTable } from "./table/fill.js";
import { fillText } from "./text.js";

const LAYOUTERS: Layouters = {
  drawing: fillDrawing,
  text: fillText,
  labelled: fillLabelled,
  canvas: fillCanvas,
  container: fillContainer,
  flow: fillFlow,
  columns: fillColumns,
  stack: fillStack,
  grid: fillGrid,
  anchored: fillAnchored,
  entry: fillEntry,
  table: fillTable,
};

const MEASURED = memoryOfBoxes<Box, { readonly width: number; readonly fragment: Fragment }>();

export const createContext = (text: TextSetter): LayoutContext => contextOf(new LayoutRun(text));

export function contextOf(run: LayoutRun): LayoutContext {
  const measured = run.of(MEASURED);
  const cx: LayoutContext = {
    run,
    fill: (box: Box, space: Space, rest: BreakToken | null): Fill => {
      steps.fills++;
      return (LAYOUTERS[box.kind] as Layouter<BoxKind>)(box, space, rest, cx);
    },
    measure: (box, width) => {
      const known = measured.get(box);
      if (known?.width === width) return known.fragment;
      const filled = cx.fill(box, endless(width), null);
      if (filled.kind !== "done") throw new Error(`measuring a ${box.kind} left a rest`);
      measured.set(box, { width, fragment: filled.fragment });
      return filled.fragment;
    },
    sizes: (box) => sizesOf(box, cx),
  };
  return cx;
}
