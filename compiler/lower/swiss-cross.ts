// Swiss cross in the middle of a Swiss QR code (MS-15).
import { append } from "../../base/many.js";
import type { Path } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { rectPath } from "../core/outline.js";

/** Side of the symbol, and lengths in it, mm. */
const SYMBOL = 46;
const WHITE = 7;
const BLACK = 6;
const ARM = { width: 1.17, length: 3.89 };

/** Draws the Swiss cross. `x`, `y`: middle of the symbol; `side`: without quiet zone. Points. */
export function swissCross(x: number, y: number, side: number): readonly DrawnOp[] {
  const scale = side / SYMBOL;
  const square = (length: number): Path => rectPath(x - (length * scale) / 2, y - (length * scale) / 2, length * scale, length * scale);
  const filled = (path: Path, color: `#${string}`): DrawnOp => ({ op: "path", path, fill: { color, opacity: 1 }, stroke: null });
  return [filled(square(WHITE), "#FFFFFF"), filled(square(BLACK), "#000000"), filled(cross(x, y, scale), "#FFFFFF")];
}

function cross(x: number, y: number, scale: number): Path {
  const [w, l] = [(ARM.width * scale) / 2, (ARM.length * scale) / 2];
  const quarter: readonly (readonly [number, number])[] = [
    [w, -l],
    [w, -w],
    [l, -w],
  ];
  const corners: (readonly [number, number])[] = [];
  for (let turn = 0, points = quarter; turn < 4; turn++, points = points.map(([a, b]) => [-b, a] as const)) append(corners, points);
  return { verbs: `M${"L".repeat(corners.length - 1)}Z`, coords: corners.flatMap(([a, b]) => [x + a, y + b]), rule: "nonzero" };
}
