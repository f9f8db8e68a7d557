// Ops in reading order to ops in visual order, for content streams without tags.
import { append } from "../../../ir/many.js";
import { onOneLine } from "../../../ir/geometry.js";
import { steps } from "../../../ir/steps.js";
import type { GlyphsOp, MarkOp, Op, PathOp } from "../../../ir/ir.js";

/**
 * Ops without their marks, each line's runs from left to right. Readers of a document without a structure tree derive a line's text
 * from positions, and some drop a space where the text steps back.
 */
export function inVisualOrder(ops: readonly Op[]): readonly Op[] {
  last = null;
  return stepsBack(ops) ? ordered(withoutMarks(ops)) : ops;
}

const isMark = (op: Op): op is MarkOp => op.op === "mark";
const withoutMarks = (ops: readonly Op[]): readonly Op[] =>
  ops.some(isMark) ? ops.flatMap((op) => (isMark(op) ? withoutMarks(op.children) : [op])) : ops;

/** The run that was looked at before, in any mark. */
let last: GlyphsOp | null = null;

/** Whether a run is left of the one before it on its line. */
function stepsBack(ops: readonly Op[]): boolean {
  for (const op of ops) {
    if (op.op === "glyphs") {
      if (last !== null && op.x < last.x && onOneLine(last, op)) return true;
      last = op;
    } else if (op.op === "mark") {
      if (stepsBack(op.children)) return true;
    } else if (op.op !== "path") last = null;
  }
  return false;
}

/** A run with the ornaments that are painted before and after it. */
interface Unit {
  readonly op: GlyphsOp;
  readonly right: number;
  readonly under: PathOp[];
  readonly over: PathOp[];
}

function ordered(ops: readonly Op[]): readonly Op[] {
  const out: Op[] = [];
  /** from left to right */
  let line: Unit[] = [];
  let before: Unit | null = null;
  let waiting: PathOp[] = [];
  const end = (): void => {
    for (const { under, op, over } of line) {
      append(out, under);
      out.push(op);
      append(out, over);
    }
    append(out, waiting);
    line = [];
    before = null;
    waiting = [];
  };
  for (const op of ops) {
    if (op.op === "path") {
      const at: Unit | null = waiting.length === 0 ? unitAt(line, middleOf(op)) : null;
      if (at) at.over.push(op);
      else waiting.push(op);
    } else if (op.op === "glyphs") {
      if (before && !onOneLine((before as Unit).op, op)) {
        const under = waiting;
        waiting = [];
        end();
        waiting = under;
      }
      before = { op, right: op.x + widthOf(op), under: waiting, over: [] };
      line.splice(unitsUpTo(line, op.x), 0, before);
      waiting = [];
    } else {
      end();
      out.push(op);
    }
  }
  end();
  return out;
}

const widthOf = ({ run, size }: GlyphsOp): number => (run.advances.reduce((a, b) => a + b, 0) * size) / 1000;

/** How many of a line's units begin no further right than this. */
function unitsUpTo(line: readonly Unit[], x: number): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (line[middle]!.op.x <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Runs that are set tight overlap few others. */
const OVERLAPPING = 8;

/** The first run at a place. */
function unitAt(line: readonly Unit[], x: number): Unit | null {
  const end = unitsUpTo(line, x);
  let found: Unit | null = null;
  for (let k = end - 1; k >= 0 && k >= end - OVERLAPPING; k--) if (line[k]!.right >= x) found = line[k]!;
  steps.painted++;
  return found;
}

/** The middle of an ornament. */
function middleOf({ path: { coords } }: PathOp): number {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < coords.length; i += 2) {
    low = Math.min(low, coords[i]!);
    high = Math.max(high, coords[i]!);
  }
  return (low + high) / 2;
}
