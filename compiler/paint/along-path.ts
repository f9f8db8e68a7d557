import { greatest, least } from "../../base/many.js";
import { round } from "../../ir/geometry.js";
import type { GlyphsOp, Matrix, Op, Path } from "../../ir/ir.js";
import type { TextPath } from "../box/box.js";
import { charScript, isIgnorable, isMark, SCRIPTS } from "../text/unicode/ucd.js";
import { advanceOf, sliceRun } from "./glyph-run.js";

/** Radians, clockwise. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/** Letters with their marks, upright at their middle, or bent with the path in joined scripts. Distances are from the line's middle. */
export function alongPath(ops: readonly Op[], line: StraightLine, path: TextPath): Op[] {
  return ops.flatMap((op): readonly Op[] => {
    if (op.op === "glyphs") return letters(op, line.x).map((l) => placed(l, line.width, path));
    return op.op === "path" ? [{ ...op, path: band(op.path, line, path) }] : [];
  });
}

interface StraightLine {
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
}

/** Greatest distance between corners of a bent outline, points. */
const STEP = 1.5;

function band({ verbs, coords, rule }: Path, line: StraightLine, path: TextPath): Path {
  const out: { verbs: string; coords: number[] } = { verbs: "", coords: [] };
  let [x, y] = [0, 0];
  let at = 0;
  const put = (verb: string, px: number, py: number): void => {
    const place = placeOf(path, px - line.x - line.width / 2, line.width);
    const up = line.baseline - py;
    out.verbs += verb;
    out.coords.push(round(place.x + up * Math.sin(place.turn)), round(place.y - up * Math.cos(place.turn)));
  };
  for (const verb of verbs) {
    const used = verb === "C" ? 6 : verb === "Z" ? 0 : 2;
    const c = coords.slice(at, at + used);
    at += used;
    if (verb === "Z") {
      out.verbs += "Z";
      continue;
    }
    const [tx, ty] = [c.at(-2)!, c.at(-1)!];
    if (verb === "M") put("M", tx, ty);
    else {
      const n = Math.max(1, Math.ceil(Math.hypot(tx - x, ty - y) / STEP));
      for (let i = 1; i <= n; i++) {
        const [t, u] = [i / n, 1 - i / n];
        if (verb === "L") put("L", u * x + t * tx, u * y + t * ty);
        else {
          const [ax = 0, ay = 0, bx = 0, by = 0] = c;
          const cubic = (p: number, q: number, r: number, s: number): number =>
            u ** 3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t ** 3 * s;
          put("L", cubic(x, ax, bx, tx), cubic(y, ay, by, ty));
        }
      }
    }
    [x, y] = [tx, ty];
  }
  return { ...out, rule };
}

interface Letter {
  readonly op: GlyphsOp;
  readonly wide: number;
  /** height of its joint over the baseline, em; null if not joined */
  readonly joint: number | null;
}

/** height of the joint: the baseline, or a headline at the height of capitals */
const JOINT: Readonly<Record<string, number>> = { Arab: 0, Syrc: 0, Mong: 0, Deva: 0.6, Beng: 0.6, Guru: 0.6 };

/** Returns letters from left to right, x from `left`; marks belong to their letter. */
function letters(op: GlyphsOp, left: number): Letter[] {
  const { text } = op;
  const { ids, clusters: from } = op.run;
  const starts = [...new Set(from)].sort((a, b) => a - b);
  const mark = (i: number): boolean => {
    const cp = text.codePointAt(from[i]!)!;
    return isMark(cp) || isIgnorable(cp);
  };
  const endOf = (cluster: number): number => starts[starts.indexOf(cluster) + 1] ?? text.length;
  // a half form and the following letter are one
  const half = (i: number): boolean =>
    /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d]\u200d?$/.test(text.slice(from[i], endOf(from[i]!)));
  const rtl = from.length > 1 && from[0]! > from.at(-1)!;
  const out: Letter[] = [];
  let x = op.x - left;
  for (let i = 0; i < ids.length;) {
    let end = i + 1;
    // marks follow their letter, or precede it from right to left
    while (end < ids.length && (from[end] === from[end - 1] || mark(rtl ? end - 1 : end) || half(end - 1))) end++;
    const clusters = from.slice(i, end);
    const first = least(clusters);
    const next = endOf(greatest(clusters));
    const sliced = sliceRun(op, { from: i, to: end }, { from: first, to: next }, x);
    const wide = advanceOf(sliced);
    const joint = wide > 0 ? (JOINT[SCRIPTS[charScript[text.codePointAt(first)!]!]!] ?? null) : null;
    out.push({ op: sliced, wide, joint });
    x += wide;
    i = end;
  }
  return out;
}

function placed(letter: Letter, width: number, path: TextPath): Op {
  const { op, wide, joint } = letter;
  const [transform, x] =
    joint === null
      ? [upright(placeOf(path, op.x + wide / 2 - width / 2, width)), -wide / 2]
      : [bent(letter, joint * op.size, width, path), 0];
  const alone: GlyphsOp = { ...op, x: round(x), y: 0 };
  return { op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: [alone] };
}

function upright({ x, y, turn }: Place): Matrix {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return [cos, sin, -sin, cos, round(x), round(y)];
}

/**
 * To the joints with its neighbours, `height` points over the path. On a wave letters are slanted, so they meet along whole edges; on an
 * arc they are turned to the chord and stretched.
 */
function bent({ op, wide }: Letter, height: number, width: number, path: TextPath): Matrix {
  const start = placeOf(path, op.x - width / 2, width);
  const end = placeOf(path, op.x - width / 2 + wide, width);
  if (path.kind === "wave") return [1, (end.y - start.y) / wide, 0, 1, round(start.x), round(start.y)];
  const over = ({ x, y, turn }: Place): { readonly x: number; readonly y: number } => ({
    x: x + height * Math.sin(turn),
    y: y - height * Math.cos(turn),
  });
  const [a, b] = [over(start), over(end)];
  const chord = Math.atan2(b.y - a.y, b.x - a.x);
  const stretch = Math.hypot(b.x - a.x, b.y - a.y) / wide;
  const [cos, sin] = [Math.cos(chord), Math.sin(chord)];
  return [stretch * cos, stretch * sin, -sin, cos, round(a.x - height * sin), round(a.y + height * cos)];
}

function placeOf(path: TextPath, s: number, width: number): Place {
  if (path.kind === "arc") {
    // 0 is right of the centre, 90 above; outside clockwise over the top, inside counterclockwise along the bottom
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
