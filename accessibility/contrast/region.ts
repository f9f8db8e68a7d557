// Areas of paths in page space, and the points in them.
import { edgesOf } from "../../ir/geometry.js";
import type { Matrix, Path, Rect, Stroke } from "../../ir/ir.js";

/** An area that is painted or clipped to. */
export interface Region {
  /** edges in page space */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  has(x: number, y: number): boolean;
  /** Share of a box that is in the area. */
  over(box: Edges): "all" | "none" | "part";
}

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Chords of a curve. */
const CHORDS = 12;
/** Rows by which segments are indexed. */
const MOST_ROWS = 256;
const SEGMENTS_PER_ROW = 4;

/** Closed subpaths of segments x1 y1 x2 y2 in page space; `closed` false leaves them open, for strokes. */
function segmentsOf({ verbs, coords }: Path, m: Matrix, closed: boolean): number[] {
  const out: number[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let at = 0;
  const px = (i: number): number => m[0] * coords[i]! + m[2] * coords[i + 1]! + m[4];
  const py = (i: number): number => m[1] * coords[i]! + m[3] * coords[i + 1]! + m[5];
  const to = (nx: number, ny: number): void => {
    out.push(x, y, nx, ny);
    x = nx;
    y = ny;
  };
  for (const verb of verbs) {
    if (verb === "M") {
      if (closed && (x !== startX || y !== startY)) to(startX, startY);
      x = startX = px(at);
      y = startY = py(at);
      at += 2;
    } else if (verb === "L") {
      to(px(at), py(at));
      at += 2;
    } else if (verb === "C" || verb === "Q") {
      const cubic = verb === "C";
      const [x0, y0, x1, y1, x2, y2] = [x, y, px(at), py(at), px(at + 2), py(at + 2)];
      const [x3, y3] = cubic ? [px(at + 4), py(at + 4)] : [0, 0];
      for (let i = 1; i <= CHORDS; i++) {
        const t = i / CHORDS;
        const u = 1 - t;
        if (cubic)
          to(
            u * u * u * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t * x3,
            u * u * u * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y3,
          );
        else to(u * u * x0 + 2 * u * t * x1 + t * t * x2, u * u * y0 + 2 * u * t * y1 + t * t * y2);
      }
      at += cubic ? 6 : 4;
    } else if (verb === "Z") to(startX, startY);
  }
  if (closed && (x !== startX || y !== startY)) to(startX, startY);
  return out;
}

class Outline {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  #rows: readonly (readonly number[])[] | null = null;

  /** @param reach extension of each segment */
  constructor(
    readonly segments: readonly number[],
    readonly reach: number,
  ) {
    const { left, top, right, bottom } = edgesOf(segments);
    this.left = left - reach;
    this.top = top - reach;
    this.right = right + reach;
    this.bottom = bottom + reach;
  }

  /** Indexes of the segments that may reach a height. */
  at(y: number): readonly number[] {
    const rows = (this.#rows ??= this.#indexed());
    const row = Math.floor(((y - this.top) / (this.bottom - this.top || 1)) * rows.length);
    return rows[Math.min(Math.max(row, 0), rows.length - 1)] ?? [];
  }

  /** An edge, with its reach, may cross the box. */
  crosses(box: Edges): boolean {
    const { segments, reach } = this;
    const rows = (this.#rows ??= this.#indexed());
    const scale = rows.length / (this.bottom - this.top || 1);
    const rowOf = (y: number): number => Math.min(Math.max(Math.floor((y - this.top) * scale), 0), rows.length - 1);
    for (let row = rowOf(box.top); row <= rowOf(box.bottom); row++)
      for (const i of rows[row]!) {
        const [x1, y1, x2, y2] = [segments[i]!, segments[i + 1]!, segments[i + 2]!, segments[i + 3]!];
        if (Math.min(x1, x2) - reach >= box.right || Math.max(x1, x2) + reach <= box.left) continue;
        if (Math.min(y1, y2) - reach < box.bottom && Math.max(y1, y2) + reach > box.top) return true;
      }
    return false;
  }

  #indexed(): readonly (readonly number[])[] {
    const { segments, reach, top } = this;
    const count = Math.max(1, Math.min(MOST_ROWS, Math.floor(segments.length / 4 / SEGMENTS_PER_ROW)));
    const rows: number[][] = Array.from({ length: count }, () => []);
    const scale = count / (this.bottom - top || 1);
    const rowOf = (y: number): number => Math.min(Math.max(Math.floor((y - top) * scale), 0), count - 1);
    for (let i = 0; i < segments.length; i += 4) {
      const [a, b] = [segments[i + 1]!, segments[i + 3]!];
      const last = rowOf(Math.max(a, b) + reach);
      for (let row = rowOf(Math.min(a, b) - reach); row <= last; row++) rows[row]!.push(i);
    }
    return rows;
  }
}

class Filled extends Outline implements Region {
  readonly #isBox: boolean;

  constructor(
    segments: readonly number[],
    readonly rule: Path["rule"],
  ) {
    super(segments, 0);
    this.#isBox = isBox(segments, this);
  }

  over(box: Edges): "all" | "none" | "part" {
    if (box.left >= this.right || box.right <= this.left || box.top >= this.bottom || box.bottom <= this.top) return "none";
    if (this.#isBox)
      return box.left >= this.left && box.right <= this.right && box.top >= this.top && box.bottom <= this.bottom ? "all" : "part";
    if (this.crosses(box)) return "part";
    return this.has((box.left + box.right) / 2, (box.top + box.bottom) / 2) ? "all" : "none";
  }

  has(x: number, y: number): boolean {
    if (x < this.left || x > this.right || y < this.top || y > this.bottom) return false;
    if (this.#isBox) return true;
    const { segments } = this;
    let winding = 0;
    for (const i of this.at(y)) {
      const [y1, y2] = [segments[i + 1]!, segments[i + 3]!];
      if (y1 <= y === y2 <= y) continue;
      const crossing = segments[i]! + ((y - y1) / (y2 - y1)) * (segments[i + 2]! - segments[i]!);
      if (crossing > x) winding += y2 > y1 ? 1 : -1;
    }
    return this.rule === "nonzero" ? winding !== 0 : winding % 2 !== 0;
  }
}

/** One subpath of four segments along the axes. */
function isBox(s: readonly number[], { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number }): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;
  const sides: number[] = [];
  for (let i = 0; i < s.length; i += 4) if (!near(s[i]!, s[i + 2]!) || !near(s[i + 1]!, s[i + 3]!)) sides.push(i);
  if (sides.length !== 4) return false;
  return sides.every((i, n) => {
    const vertical = near(s[i]!, s[i + 2]!);
    const before = sides[(n + 3) % 4]!;
    if (vertical === near(s[before]!, s[before + 2]!)) return false;
    return vertical ? near(s[i]!, left) || near(s[i]!, right) : near(s[i + 1]!, top) || near(s[i + 1]!, bottom);
  });
}

class Stroked extends Outline implements Region {
  readonly #from: readonly number[];

  constructor(
    segments: readonly number[],
    readonly half: number,
    readonly cap: Stroke["cap"],
    readonly dash: readonly number[],
    readonly phase: number,
  ) {
    super(segments, half);
    const from: number[] = [];
    let length = 0;
    for (let i = 0; i < segments.length; i += 4) {
      from.push(length);
      length += Math.hypot(segments[i + 2]! - segments[i]!, segments[i + 3]! - segments[i + 1]!);
    }
    this.#from = from;
  }

  has(x: number, y: number): boolean {
    if (x < this.left || x > this.right || y < this.top || y > this.bottom) return false;
    const { segments, half, cap } = this;
    for (const i of this.at(y)) {
      const [x1, y1] = [segments[i]!, segments[i + 1]!];
      const [dx, dy] = [segments[i + 2]! - x1, segments[i + 3]! - y1];
      const length = Math.hypot(dx, dy);
      if (length === 0) continue;
      const along = ((x - x1) * dx + (y - y1) * dy) / length;
      const across = Math.abs((x - x1) * dy - (y - y1) * dx) / length;
      if (across > half) continue;
      const over = Math.max(-along, along - length, 0);
      const isNear = over === 0 || (cap === "square" ? over <= half : cap === "round" && Math.hypot(over, across) <= half);
      if (isNear && this.#isDash(this.#from[i / 4]! + Math.min(Math.max(along, 0), length))) return true;
    }
    return false;
  }

  over(box: Edges): "none" | "part" {
    return this.crosses(box) ? "part" : "none";
  }

  #isDash(at: number): boolean {
    const { dash } = this;
    if (dash.length === 0) return true;
    const odd = dash.length % 2 === 1 ? 2 : 1;
    const period = odd * dash.reduce((sum, v) => sum + v, 0);
    if (period <= 0) return true;
    let rest = (((at + this.phase) % period) + period) % period;
    for (let i = 0; ; i++) {
      const part = dash[i % dash.length]!;
      // a round dot has no length
      if (rest <= Math.max(part, i % 2 === 0 && this.cap !== "butt" ? this.half : 0)) return i % 2 === 0;
      rest -= part;
      if (i > 64) return false;
    }
  }
}

export const filled = (path: Path, matrix: Matrix): Region => new Filled(segmentsOf(path, matrix, true), path.rule);

/** An area of several outlines, such as the glyphs of a word. */
export const filledAll = (paths: readonly { readonly path: Path; readonly matrix: Matrix }[]): Region =>
  new Filled(
    paths.flatMap(({ path, matrix }) => segmentsOf(path, matrix, true)),
    "nonzero",
  );

export function stroked(path: Path, stroke: Stroke, m: Matrix): Region {
  const scale = Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]));
  const dash = stroke.dash.map((v) => v * scale);
  return new Stroked(segmentsOf(path, m, false), (stroke.width * scale) / 2, stroke.cap, dash, (stroke.dashPhase ?? 0) * scale);
}

export const rectangle = ({ x, y, width, height }: Rect, matrix: Matrix): Region =>
  filled({ verbs: "MLLLZ", coords: [x, y, x + width, y, x + width, y + height, x, y + height], rule: "nonzero" }, matrix);
