// Paths in millimetres of the page, in one form however they were put together.
import type { Rect } from "./facts.js";
import type { Matrix } from "./geometry.js";

/** A subpath without repeated points and points on the straight line between their neighbours. */
export interface Subpath {
  readonly verbs: string;
  readonly points: readonly number[];
  readonly isClosed: boolean;
  readonly box: Rect;
}

/** Points that are closer are one, mm. */
const NEAR = 0.002;

/** Collects path operators (ISO 32000-1, 8.5.2). */
export class PathBuilder {
  #done: Subpath[] = [];
  #verbs = "";
  #points: number[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;

  moveTo(m: Matrix, x: number, y: number): void {
    this.#end(false);
    this.#set(m, x, y);
    this.#start();
  }

  #set(m: Matrix, x: number, y: number): void {
    this.#x = m[0] * x + m[2] * y + m[4];
    this.#y = m[1] * x + m[3] * y + m[5];
  }

  #start(): void {
    this.#startX = this.#x;
    this.#startY = this.#y;
    this.#verbs = "M";
    this.#points = [this.#x, this.#y];
  }

  lineTo(m: Matrix, x: number, y: number): void {
    if (this.#verbs === "") return this.moveTo(m, x, y);
    this.#set(m, x, y);
    this.#verbs += "L";
    this.#points.push(this.#x, this.#y);
  }

  /** Two control points and the end. */
  curveTo(m: Matrix, c: readonly [number, number, number, number, number, number]): void {
    if (this.#verbs === "") this.moveTo(m, c[0], c[1]);
    this.#points.push(m[0] * c[0] + m[2] * c[1] + m[4], m[1] * c[0] + m[3] * c[1] + m[5]);
    this.#points.push(m[0] * c[2] + m[2] * c[3] + m[4], m[1] * c[2] + m[3] * c[3] + m[5]);
    this.#set(m, c[4], c[5]);
    this.#verbs += "C";
    this.#points.push(this.#x, this.#y);
  }

  /** Operator v: the current point is the first control point. */
  curveFromHere(m: Matrix, x2: number, y2: number, x: number, y: number): void {
    if (this.#verbs === "") return this.moveTo(m, x, y);
    this.#points.push(this.#x, this.#y, m[0] * x2 + m[2] * y2 + m[4], m[1] * x2 + m[3] * y2 + m[5]);
    this.#set(m, x, y);
    this.#verbs += "C";
    this.#points.push(this.#x, this.#y);
  }

  close(): void {
    if (this.#verbs === "") return;
    this.#end(true);
    // the next subpath begins where this one began
    [this.#x, this.#y] = [this.#startX, this.#startY];
    this.#verbs = "M";
    this.#points = [this.#x, this.#y];
  }

  rectangle(m: Matrix, x: number, y: number, width: number, height: number): void {
    this.moveTo(m, x, y);
    this.lineTo(m, x + width, y);
    this.lineTo(m, x + width, y + height);
    this.lineTo(m, x, y + height);
    this.close();
  }

  #end(isClosed: boolean): void {
    const made = this.#verbs.length > 1 || isClosed ? subpathOf(this.#verbs, this.#points, isClosed) : null;
    if (made) this.#done.push(made);
    this.#verbs = "";
  }

  /** The subpaths; the builder is empty then. */
  take(): readonly Subpath[] {
    this.#end(false);
    const out = this.#done;
    this.#done = [];
    return out;
  }
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= NEAR;

/** True if the point at `b` lies between those at `a` and `c`. */
function isBetween(p: readonly number[], a: number, b: number, c: number): boolean {
  const [ux, uy, vx, vy] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[c]! - p[b]!, p[c + 1]! - p[b + 1]!];
  if (ux * vx + uy * vy < 0) return false;
  const [wx, wy] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!];
  return Math.abs(ux * wy - uy * wx) <= NEAR * Math.hypot(wx, wy);
}

function subpathOf(verbs: string, given: readonly number[], isClosed: boolean): Subpath | null {
  let out = "M";
  const points = [given[0]!, given[1]!];
  for (let i = 1, at = 2; i < verbs.length; i++) {
    const n = points.length;
    if (verbs[i] === "L") {
      const [x, y] = [given[at]!, given[at + 1]!];
      at += 2;
      if (near(x, points[n - 2]!) && near(y, points[n - 1]!)) continue;
      points.push(x, y);
      if (out.endsWith("L") && isBetween(points, n - 4, n - 2, n)) points.splice(n - 2, 2);
      else out += "L";
    } else {
      out += "C";
      for (let k = 0; k < 6; k++) points.push(given[at++]!);
    }
  }
  let closed = isClosed;
  if (closed && out.endsWith("L") && near(points[0]!, points.at(-2)!) && near(points[1]!, points.at(-1)!)) {
    out = out.slice(0, -1);
    points.length -= 2;
  }
  if (closed && /^ML*L$/.test(out) && out.length > 2) {
    const n = points.length;
    // the ends of a closed polygon may lie on straight lines too
    if (isBetween(points, n - 4, n - 2, 0)) {
      points.length = n - 2;
      out = out.slice(0, -1);
    }
    const last = points.length;
    if (out.length > 2 && isBetween(points, last - 2, 0, 2)) {
      points.splice(0, 2);
      out = out.slice(0, -1);
    }
  }
  if (out === "M") closed = false;
  return { verbs: out, points, isClosed: closed, box: boxOf(points) };
}

function boxOf(points: readonly number[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return [left, top, right, bottom];
}

/** The rectangle that closed subpaths fill; null for another form. */
export function rectangleOf(subpaths: readonly Subpath[]): Rect | null {
  const [only] = subpaths;
  if (only === undefined || subpaths.length !== 1) return null;
  const { verbs, points, box } = only;
  const isBack = verbs === "MLLLL" && near(points[0]!, points[8]!) && near(points[1]!, points[9]!);
  if (verbs !== "MLLL" && !isBack) return null;
  for (let i = 0; i < 8; i += 2) {
    const [x, y, nextX, nextY] = [points[i]!, points[i + 1]!, points[(i + 2) % 8]!, points[(i + 3) % 8]!];
    if (!near(x, nextX) && !near(y, nextY)) return null;
    if (near(x, nextX) && near(y, nextY)) return null;
  }
  return box;
}
