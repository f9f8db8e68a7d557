import svgpath from "svgpath";
import type { SvgElement } from "../tree/tree.js";
import { fontSizeOf, lengthOf } from "./lengths.js";
import { viewportOf } from "../style/structure.js";

interface CurvePoint {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

const PIECES = 32;

export class Curve {
  readonly #points: (readonly [number, number])[] = [];
  /** at each line's end; gaps have no length */
  readonly #ends: number[] = [];
  readonly #lines: (readonly [number, number, number, number])[] = [];
  length = 0;

  constructor(data: string, transform: string | undefined) {
    let path = svgpath(data);
    if (transform !== undefined) path = path.transform(transform);
    path
      .abs()
      .unshort()
      .unarc()
      .iterate((segment, _, x, y) => {
        const v = segment.slice(1).map(Number);
        switch (segment[0]) {
          case "M":
            this.#points.push([v[0]!, v[1]!]);
            break;
          case "H":
            this.#line(x, y, v[0]!, y);
            break;
          case "V":
            this.#line(x, y, x, v[0]!);
            break;
          case "Q":
            this.#curve(x, y, [
              x + (2 / 3) * (v[0]! - x),
              y + (2 / 3) * (v[1]! - y),
              v[2]! + (2 / 3) * (v[0]! - v[2]!),
              v[3]! + (2 / 3) * (v[1]! - v[3]!),
              v[2]!,
              v[3]!,
            ]);
            break;
          case "C":
            this.#curve(x, y, v);
            break;
          case "Z":
          case "z":
            this.#line(x, y, ...this.#points.at(-1)!);
            break;
          default:
            this.#line(x, y, v[0]!, v[1]!);
        }
      });
  }

  #line(x: number, y: number, toX: number, toY: number): void {
    const length = Math.hypot(toX - x, toY - y);
    if (!(length > 0)) return;
    this.length += length;
    this.#lines.push([x, y, toX, toY]);
    this.#ends.push(this.length);
  }

  #curve(x: number, y: number, [ax, ay, bx, by, toX, toY]: readonly number[]): void {
    let [lastX, lastY] = [x, y];
    for (let i = 1; i <= PIECES; i++) {
      const t = i / PIECES;
      const s = 1 - t;
      const at = (p: number, a: number, b: number, q: number): number =>
        s * s * s * p + 3 * s * s * t * a + 3 * s * t * t * b + t * t * t * q;
      const [nextX, nextY] = [at(x, ax!, bx!, toX!), at(y, ay!, by!, toY!)];
      this.#line(lastX, lastY, nextX, nextY);
      [lastX, lastY] = [nextX, nextY];
    }
  }

  /** Point at a distance; null outside. */
  at(distance: number): CurvePoint | null {
    if (!(distance >= 0 && distance <= this.length) || this.#lines.length === 0) return null;
    let [low, high] = [0, this.#ends.length - 1];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.#ends[mid]! < distance) low = mid + 1;
      else high = mid;
    }
    const [x, y, toX, toY] = this.#lines[low]!;
    const length = Math.hypot(toX - x, toY - y);
    const share = 1 - (this.#ends[low]! - distance) / length;
    return { x: x + share * (toX - x), y: y + share * (toY - y), angle: (Math.atan2(toY - y, toX - x) * 180) / Math.PI };
  }
}

/** Returns the curve of an element in the parent's space; null for other elements. */
export function curveOf(el: SvgElement): Curve | null {
  const data = dataOf(el);
  return data === null ? null : new Curve(data, el.attributes.get("transform"));
}

function dataOf(el: SvgElement): string | null {
  const { width, height } = viewportOf(el);
  const of = (key: string): number => lengthOf(el.attributes.get(key) ?? "0", fontSizeOf(el), /y|height/.test(key) ? height : width) ?? 0;
  switch (el.name) {
    case "path":
      return el.attributes.get("d") ?? "";
    case "line":
      return `M${of("x1")} ${of("y1")}L${of("x2")} ${of("y2")}`;
    case "polyline":
    case "polygon":
      return `M${el.attributes.get("points") ?? ""}${el.name === "polygon" ? "z" : ""}`;
    case "rect":
      return `M${of("x")} ${of("y")}h${of("width")}v${of("height")}h${-of("width")}z`;
    case "circle":
    case "ellipse": {
      const [rx, ry] = el.name === "circle" ? [of("r"), of("r")] : [of("rx"), of("ry")];
      return `M${of("cx") + rx} ${of("cy")}a${rx} ${ry} 0 0 1 ${-2 * rx} 0a${rx} ${ry} 0 0 1 ${2 * rx} 0z`;
    }
    default:
      return null;
  }
}
