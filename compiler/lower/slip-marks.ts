// Lines, scissors and corner marks of payment slips (MS-29, MS-31).
import { append } from "../../base/many.js";
import type { Stroke } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { pt } from "../core/units.js";
import { SLIP_SIZE } from "../request/symbol-size.js";
import type { PaymentSlip } from "../request/types/payment-slip.js";

/** Room for writing by hand, between corner marks. */
export interface EmptyBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Points = readonly (readonly [x: number, y: number])[];

const BLACK = "#000000";
/** Width of the receipt, mm. */
const RECEIPT = 62;
/** Points. */
const LINE = 0.5;
const MARK = 0.75;
const MARK_LENGTH = 3;
/** From the slip's corner, and from the horizontal line, mm. */
const SCISSORS = 5;

/** Boxes are in points. */
export function slipMarks(lines: NonNullable<PaymentSlip["lines"]>, boxes: readonly EmptyBox[]): readonly DrawnOp[] {
  const ops: DrawnOp[] = boxes.map(cornerMarks);
  if (lines === "none") return ops;
  const { width, height } = SLIP_SIZE;
  ops.push(
    stroked(
      [
        [
          [0, 0],
          [pt(width), 0],
        ],
        [
          [pt(RECEIPT), 0],
          [pt(RECEIPT), pt(height)],
        ],
      ],
      LINE,
    ),
  );
  if (lines === "scissors") {
    append(
      ops,
      scissors((along, across) => [pt(SCISSORS + along), pt(across)]),
    );
    append(
      ops,
      scissors((along, across) => [pt(RECEIPT + across), pt(SCISSORS + along)]),
    );
  }
  return ops;
}

/** Inside the box, so that its outer edges are those of the marks. */
function cornerMarks({ x, y, width, height }: EmptyBox): DrawnOp {
  const inset = MARK / 2;
  const length = pt(MARK_LENGTH);
  const corner = (cx: number, cy: number, sx: number, sy: number): Points => [
    [cx + sx * length, cy + sy * inset],
    [cx + sx * inset, cy + sy * inset],
    [cx + sx * inset, cy + sy * length],
  ];
  const [right, bottom] = [x + width, y + height];
  return stroked([corner(x, y, 1, 1), corner(right, y, -1, 1), corner(right, bottom, -1, -1), corner(x, bottom, 1, -1)], MARK);
}

/** Open scissors of 3 mm that cut along a line. `at`: from mm along and across the line to points */
function scissors(at: (along: number, across: number) => readonly [number, number]): readonly DrawnOp[] {
  const ring = 0.45;
  const ops: DrawnOp[] = [];
  for (const side of [1, -1]) {
    const [from, to] = [side * 0.62, -side * 0.55];
    const circle = Array.from({ length: 17 }, (_, i) => {
      const angle = (i * Math.PI) / 8;
      return at(ring + ring * Math.cos(angle), from + ring * Math.sin(angle));
    });
    ops.push(stroked([circle], 0.6));
    const blade = [at(0.75, from - side * 0.36), at(3, to), at(0.95, from - side * 0.1)];
    const path = { verbs: "MLLZ", coords: blade.flat(), rule: "nonzero" as const };
    ops.push({ op: "path", path, fill: { color: BLACK, opacity: 1 }, stroke: null });
  }
  return ops;
}

function stroked(lines: readonly Points[], width: number): DrawnOp {
  const verbs = lines.map((line) => `M${"L".repeat(line.length - 1)}`).join("");
  const stroke: Stroke = { color: BLACK, width, opacity: 1, cap: "butt", join: "miter", miterLimit: 10, dash: [] };
  return { op: "path", path: { verbs, coords: lines.flat(2), rule: "nonzero" }, fill: null, stroke };
}
