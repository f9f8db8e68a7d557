import { append } from "../../../base/many.js";
import { onOneLine } from "../../../ir/geometry.js";
import { steps } from "../../../base/steps.js";
import type { GlyphsOp, MarkOp, Op, PathOp } from "../../../ir/ir.js";

/** Sorts ops for readers: without a structure tree they derive lines from positions, and some drop a space before a step back. */
export function inVisualOrder(ops: readonly Op[]): readonly Op[] {
  return stepsBack(ops, { run: null }) ? ordered(withoutMarks(ops)) : ops;
}

const isMark = (op: Op): op is MarkOp => op.op === "mark";
const withoutMarks = (ops: readonly Op[]): readonly Op[] =>
  ops.some(isMark) ? ops.flatMap((op) => (isMark(op) ? withoutMarks(op.children) : [op])) : ops;

/** @param before the run before `ops`, then the last of them; null behind what ends a line */
function stepsBack(ops: readonly Op[], before: { run: GlyphsOp | null }): boolean {
  for (const op of ops) {
    if (op.op === "glyphs") {
      if (before.run !== null && op.x < before.run.x && onOneLine(before.run, op)) return true;
      before.run = op;
    } else if (op.op === "mark") {
      if (stepsBack(op.children, before)) return true;
    } else if (op.op !== "path") before.run = null;
  }
  return false;
}

interface Unit {
  readonly op: GlyphsOp;
  readonly right: number;
  readonly over: PathOp[];
}

function ordered(ops: readonly Op[]): readonly Op[] {
  const out: Op[] = [];
  let line: Unit[] = [];
  let before: Unit | null = null;
  /** paths between runs, painted first so that none hides a moved run */
  let under: PathOp[] = [];
  let waiting: PathOp[] = [];
  const end = (): void => {
    append(out, under);
    for (const { op, over } of line) {
      out.push(op);
      append(out, over);
    }
    append(out, waiting);
    line = [];
    under = [];
    before = null;
    waiting = [];
  };
  for (const op of ops) {
    if (op.op === "path") {
      const extent = extentOf(op);
      // a path that hides text must remain behind it
      if (hides(extent, line)) end();
      const at: Unit | null = waiting.length === 0 ? unitAt(line, (extent.left + extent.right) / 2) : null;
      if (at && extent.bottom - extent.top < ORNAMENT * at.op.size) at.over.push(op);
      else waiting.push(op);
    } else if (op.op === "glyphs") {
      if (before && !onOneLine(before.op, op)) {
        const behind = waiting;
        waiting = [];
        end();
        waiting = behind;
      }
      before = { op, right: op.x + widthOf(op), over: [] };
      line.splice(unitsUpTo(line, op.x), 0, before);
      append(under, waiting);
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

/** tightly set runs have few overlaps */
const OVERLAPPING = 8;

function unitAt(line: readonly Unit[], x: number): Unit | null {
  const end = unitsUpTo(line, x);
  let found: Unit | null = null;
  for (let k = end - 1; k >= 0 && k >= end - OVERLAPPING; k--) if (line[k]!.right >= x) found = line[k]!;
  steps.painted++;
  return found;
}

/** em */
const ORNAMENT = 0.4;

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function extentOf({ path: { coords } }: PathOp): Extent {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i + 1 < coords.length; i += 2) {
    left = Math.min(left, coords[i]!);
    right = Math.max(right, coords[i]!);
    top = Math.min(top, coords[i + 1]!);
    bottom = Math.max(bottom, coords[i + 1]!);
  }
  return { left, right, top, bottom };
}

/** True for a path of at least text height over the middle of a run; decorations are thinner. */
function hides({ left, right, top, bottom }: Extent, line: readonly Unit[]): boolean {
  const at = unitsUpTo(line, left);
  for (const unit of [line[at - 1], line[at]]) {
    if (!unit) continue;
    const { op } = unit;
    const middle = (op.x + unit.right) / 2;
    if (middle > left && middle < right && top < op.y - 0.4 * op.size && bottom > op.y - 0.1 * op.size) return true;
  }
  return false;
}
