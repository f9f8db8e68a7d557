// Memory of stored table rows, estimated from their content.
import type { Box } from "../../box/box.js";
import type { DrawnOp } from "../../box/drawn.js";
import type { TableRow } from "../../box/table.js";
import { eachText } from "../../text/line/coverage.js";
import { bytesOfText } from "../../text/line/text-bytes.js";

/** A cell with its cursor and plain text. These are as measured on tables of Latin, Japanese, Arabic and QR codes. */
const CELL = 256;
/** A box of any other kind, without its texts. */
const BOX = 1024;
const OP = 256;
/** A coordinate or a verb of a path. */
const NUMBER = 16;

/** Bytes of a row whose characters have faces: cells, texts with their lines, outlines. Pictures are the document's. */
export function bytesOfRow({ cells }: TableRow<Box>): number {
  let bytes = cells.length * CELL;
  for (let k = 0; k < cells.length; k++) {
    const { content } = cells[k]!;
    if (content) bytes += content.kind === "text" ? bytesOfText(content) : bytesOfBox(content);
  }
  return bytes;
}

function bytesOfBox(box: Box): number {
  let bytes = BOX;
  eachText(box, (text) => (bytes += bytesOfText(text)));
  const drawing = box.kind === "labelled" ? box.symbol : box;
  return drawing.kind === "drawing" ? bytes + bytesOfOps(drawing.ops) : bytes;
}

const bytesOfOps = (ops: readonly DrawnOp[]): number => ops.reduce((sum, op) => sum + bytesOfOp(op), 0);

function bytesOfOp(op: DrawnOp): number {
  if (op.op === "path") return OP + (op.path.verbs.length + op.path.coords.length) * NUMBER;
  return op.op === "group" ? OP + bytesOfOps(op.children) : OP;
}
