import type { Matrix, Rect } from "../../ir/ir.js";
import type { Vector } from "../draw/image.js";
import type { DrawnGlyphs, DrawnOp, DrawnPath } from "../box/drawn.js";
import { must } from "../help/reason.js";
import { PictureFault } from "./fault.js";

/** in any box, coordinates stay in the range of file numbers */
const LARGEST = 1e9;
/** smaller drawings cannot be scaled */
const SMALLEST_SIDE = 1e-3;

/** @throws PictureFault */
export function checkNumbers(picture: Vector): Vector {
  side("width", picture.width);
  side("height", picture.height);
  ops(picture.ops);
  return picture;
}

function side(name: string, v: number): void {
  if (!(v >= SMALLEST_SIDE && v <= LARGEST))
    throw new PictureFault("svg", must(`an SVG file with a ${name} from ${SMALLEST_SIDE} to ${LARGEST}`, String(v)));
}

/** @throws PictureFault */
export function checkRange(all: Iterable<number>): void {
  for (const v of all)
    if (!(v <= LARGEST && v >= -LARGEST))
      throw new PictureFault("svg", must(`an SVG file with numbers from -${LARGEST} to ${LARGEST}`, String(v)));
}

const rect = ({ x, y, width, height }: Rect): void => checkRange([x, y, width, height]);

function ops(all: readonly DrawnOp[]): void {
  for (const op of all) {
    if (op.op === "image" || op.op === "pdf-page") rect(op.box);
    else if (op.op === "path") path(op);
    else if (op.op === "glyphs") glyphs(op);
    else {
      if (op.transform) matrix(op.transform);
      if (op.clip) checkRange(op.clip.coords);
      if (op.mask) ops(op.mask.children);
      ops(op.children);
    }
  }
}

const matrix = (m: Matrix): void => checkRange(m);

function path({ path: { coords }, fill, stroke }: DrawnPath): void {
  checkRange(coords);
  if (stroke) {
    checkRange([stroke.width, stroke.miterLimit, stroke.dashPhase ?? 0]);
    checkRange(stroke.dash);
  }
  paint(fill);
}

function glyphs({ x, y, size, slant, fill }: DrawnGlyphs): void {
  checkRange([x, y, size, slant]);
  paint(fill);
}

function paint(fill: DrawnPath["fill"]): void {
  if (!fill || !("gradient" in fill)) return;
  const { gradient } = fill;
  matrix(gradient.transform);
  if (gradient.kind === "tile") {
    rect(gradient.box);
    checkRange([gradient.stepX, gradient.stepY]);
    ops(gradient.ops);
  } else {
    const { from, to } = gradient;
    checkRange([from.x, from.y, to.x, to.y]);
    if (gradient.kind === "radial") checkRange([gradient.from.r, gradient.to.r]);
  }
}
