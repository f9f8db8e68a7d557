import { append } from "../../ir/many.js";
import { onOneLine } from "../../ir/geometry.js";
import type { GlyphsOp, MarkOp, Op, PathOp } from "../../ir/ir.js";

/**
 * Ops without their marks, each line's runs from left to right. Readers of a document without a structure tree work out what a line says
 * from how it stands, and some forget a space where the text steps back.
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

/** Whether a run stands left of the one before it on its line. */
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
  let line: Unit[] = [];
  let waiting: PathOp[] = [];
  const end = (): void => {
    for (const { under, op, over } of line.sort((a, b) => a.op.x - b.op.x)) {
      append(out, under);
      out.push(op);
      append(out, over);
    }
    append(out, waiting);
    line = [];
    waiting = [];
  };
  for (const op of ops) {
    if (op.op === "path") {
      const at = line.find((u) => isAt(op, u));
      if (at && waiting.length === 0) at.over.push(op);
      else waiting.push(op);
    } else if (op.op === "glyphs") {
      const before = line.at(-1);
      if (before && !onOneLine(before.op, op)) {
        const under = waiting;
        waiting = [];
        end();
        waiting = under;
      }
      line.push({ op, right: op.x + widthOf(op), under: waiting, over: [] });
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

/** Whether the middle of an ornament is at a run. */
function isAt({ path: { coords } }: PathOp, { op, right }: Unit): boolean {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < coords.length; i += 2) {
    low = Math.min(low, coords[i]!);
    high = Math.max(high, coords[i]!);
  }
  const middle = (low + high) / 2;
  return middle >= op.x && middle <= right;
}
