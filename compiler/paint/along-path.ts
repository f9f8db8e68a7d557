import { round } from "../../ir/geometry.js";
import type { GlyphsOp, Matrix, Op } from "../../ir/ir.js";
import type { TextPath } from "../box/box.js";

/** Where a distance along a path lies, and which way the path goes there: degrees as radians, clockwise on the page. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/**
 * Sets a line's glyphs along a path, each cluster upright on it at its own middle. Distances are measured from the line's middle, which
 * stands at the arc's angle, or in the middle of the wave.
 */
export function alongPath(ops: readonly Op[], width: number, path: TextPath): Op[] {
  return ops.flatMap((op) => (op.op === "glyphs" ? clusters(op).map((c) => placed(c, width, path)) : []));
}

/** One glyph run for each cluster, at its own place on the straight line. */
function clusters(op: GlyphsOp): GlyphsOp[] {
  const out: GlyphsOp[] = [];
  const { ids, advances, offsets, clusters: from } = op.run;
  const starts = [...new Set(from)].sort((a, b) => a - b);
  let x = op.x;
  for (let i = 0; i < ids.length;) {
    let end = i + 1;
    while (end < ids.length && from[end] === from[i]) end++;
    const next = starts[starts.indexOf(from[i]!) + 1] ?? op.text.length;
    const run = {
      ids: ids.slice(i, end),
      advances: advances.slice(i, end),
      offsets: offsets ? offsets.slice(2 * i, 2 * end) : null,
      clusters: ids.slice(i, end).map(() => 0),
    };
    out.push({ ...op, x, text: op.text.slice(from[i], next), run });
    x += (run.advances.reduce((a, b) => a + b, 0) * op.size) / 1000;
    i = end;
  }
  return out;
}

function placed(op: GlyphsOp, width: number, path: TextPath): Op {
  const wide = (op.run.advances.reduce((a, b) => a + b, 0) * op.size) / 1000;
  const at = placeOf(path, op.x + wide / 2 - width / 2, width);
  const [cos, sin] = [Math.cos(at.turn), Math.sin(at.turn)];
  const transform: Matrix = [cos, sin, -sin, cos, round(at.x), round(at.y)];
  const upright: GlyphsOp = { ...op, x: round(-wide / 2), y: 0 };
  return { op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: [upright] };
}

function placeOf(path: TextPath, s: number, width: number): Place {
  if (path.kind === "arc") {
    // 0 is to the right of the centre, 90 above it; text outside runs clockwise over the top, inside counterclockwise along the bottom
    const way = path.inside ? 1 : -1;
    const angle = (path.angle * Math.PI) / 180 + (way * s) / path.radius;
    return {
      x: path.x + path.radius * Math.cos(angle),
      y: path.y - path.radius * Math.sin(angle),
      turn: path.inside ? -angle - Math.PI / 2 : Math.PI / 2 - angle,
    };
  }
  const left = path.start ?? path.middle - width / 2;
  const x = left + s + width / 2;
  const phase = (2 * Math.PI * (x - left)) / path.wavelength;
  return {
    x,
    y: path.y - path.amplitude * Math.sin(phase),
    turn: Math.atan(-((2 * Math.PI * path.amplitude) / path.wavelength) * Math.cos(phase)),
  };
}
