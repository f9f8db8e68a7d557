// To absolute M, L, C, Z, with the extent.
import { memberOf } from "../../base/lookup.js";
import { tuple } from "../../base/tuple.js";
import { atMost, type Limits } from "./limits.js";
import { unitAt } from "../../base/code-unit.js";
import { append } from "../../base/many.js";
import { must, type Reason } from "../help/reason.js";
import { formatFound } from "./fail.js";
import svgpath from "svgpath";

/** In the units of its view box. */
interface NormalPath {
  readonly verbs: string;
  readonly coords: readonly number[];
  /** must be inside the view box */
  readonly extent: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

interface PathFault {
  readonly rule: "syntax" | "start" | "empty" | "segments";
  readonly reason: string | Reason;
}

/**
 * SVG 1.1, 8.3. The extent of an arc is exact, although it becomes cubics; given curves extend to their control points (element model,
 * Path rules). `limits`: null for a path that is checked.
 */
export function normalizePath(d: string, limits: Limits | null): NormalPath | PathFault {
  if (!/^\s*[Mm]/.test(d)) return { rule: "start", reason: must("path data that begins with M or m", formatFound(d)) };
  const text = d.length > SHORT ? withoutRepeatedZ(d) : d;
  if (limits && d.length > SHORT) {
    const { segments, exact } = countSegments(text);
    if (segments > READ_TIMES * limits.path_segments)
      return {
        rule: "segments",
        reason: tooMany(`${exact ? "" : "at least "}${segments}`, limits),
      };
  }
  const parsed = svgpath(text);
  const err = memberOf(parsed, "err");
  if (typeof err === "string" && err !== "") return { rule: "syntax", reason: syntaxReason(err, text) };
  const arcs = new Set<number>();
  let index = 0;
  const steps: { readonly letter: string; readonly values: readonly number[]; readonly arc: boolean }[] = [];
  parsed
    .abs()
    .unshort()
    .iterate((segment) => {
      if (segment[0] === "A") arcs.add(index);
      index++;
    });
  index = 0;
  // separately, to distinguish its curves from given ones
  parsed.iterate((segment, i, x, y) => {
    if (arcs.has(i)) {
      svgpath(`M${x} ${y}A${segment.slice(1).join(" ")}`)
        .unarc()
        .iterate((s, k) => {
          if (k > 0) steps.push({ letter: s[0], values: s.slice(1).map(Number), arc: true });
        });
    } else steps.push({ letter: segment[0], values: segment.slice(1).map(Number), arc: false });
  });
  const path = new Builder();
  for (const s of steps) path.step(s.letter, s.values, s.arc);
  if (!/[LC]/.test(path.verbs))
    return { rule: "empty", reason: "it draws nothing: M must be followed by at least one of L, H, V, C, S, Q, T and A" };
  return path;
}

function syntaxReason(err: string, text: string): Reason {
  const [, message = err, place] = /^SvgPath: (.*?)(?: \(at pos (\d+)\))?$/.exec(err) ?? [];
  const i = Number(place ?? 0);
  const there = text.slice(i, i + 12);
  const found = there === "" ? "the end of the path data" : `${JSON.stringify(there)} at character ${i + 1}`;
  return must("path data as SVG has it", found, { advice: WHY.find(([words]) => message.startsWith(words))?.[1] ?? message });
}
const WHY: readonly (readonly [message: string, means: string])[] = [
  ["bad command", "it is not a path command"],
  ["missed param", "a number is missing"],
  ["param should", "a number is expected here"],
  ["arc flag", "an arc's flag is 0 or 1"],
  ["numbers started", "a number has no leading zeros"],
];

export const tooMany = (count: string, limits: Limits): Reason =>
  must(`${atMost(limits, "path_segments")} segments`, `${count}, arcs counted as curves`, {
    advice: "draw it with fewer, or as several paths",
  });

/** Multiple of the bound up to which path data is parsed, to report errors in it. */
const READ_TIMES = 4;
/** Shorter data cannot exceed it by much. */
const SHORT = 16_384;

/** Numbers per segment by letter. */
const NUMBERS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

/**
 * By letters and numbers only, since parsing is quadratic in the repeats of a letter. An arc, which becomes several curves, counts as at
 * least one: then `exact` is false.
 */
function countSegments(d: string): { readonly segments: number; readonly exact: boolean } {
  const token = /([a-z])|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
  let segments = 0;
  let letter = "";
  let found = 0;
  let closed = false;
  let exact = true;
  for (let match = token.exec(d); match; match = token.exec(d)) {
    if (match[1] !== undefined) {
      if (found > 0) segments++;
      letter = match[1].toLowerCase();
      found = 0;
      exact &&= letter !== "a";
      if (letter === "z") {
        segments++;
        closed = true;
      }
    } else if (++found === NUMBERS[letter]) {
      // drawing after Z starts with a move
      segments += closed && letter !== "m" ? 2 : 1;
      closed = false;
      found = 0;
    }
  }
  return { segments: found > 0 ? segments + 1 : segments, exact };
}

/** Replaces a repeated Z by blanks, which keep error positions. */
function withoutRepeatedZ(d: string): string {
  const retained: string[] = [];
  let from = 0;
  let closed = false;
  for (let i = 0; i < d.length; i++) {
    const unit = unitAt(d, i);
    if (unit !== 0x5a && unit !== 0x7a) closed &&= unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
    else if (!closed) closed = true;
    else {
      retained.push(d.slice(from, i), " ");
      from = i + 1;
    }
  }
  return from === 0 ? d : retained.join("") + d.slice(from);
}

class Builder implements NormalPath {
  verbs = "";
  readonly coords: number[] = [];
  readonly extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** reading the last verb from the string would flatten it */
  #closed = false;

  step(letter: string, v: readonly number[], arc: boolean): void {
    switch (letter) {
      case "M":
        this.#startX = v[0]!;
        this.#startY = v[1]!;
        return this.#add("M", v);
      case "L":
        return this.#draw("L", v);
      case "H":
        return this.#draw("L", [v[0]!, this.#y]);
      case "V":
        return this.#draw("L", [this.#x, v[0]!]);
      case "C":
        if (arc) return this.#arcCurve(v);
        return this.#draw("C", v);
      case "Q": {
        const [cx, cy, x, y] = tuple(v, 4);
        this.#point(cx, cy);
        return this.#draw("C", [
          this.#x + (2 / 3) * (cx - this.#x),
          this.#y + (2 / 3) * (cy - this.#y),
          x + (2 / 3) * (cx - x),
          y + (2 / 3) * (cy - y),
          x,
          y,
        ]);
      }
      default:
        if (this.#closed) return;
        this.verbs += "Z";
        this.#closed = true;
        this.#x = this.#startX;
        this.#y = this.#startY;
    }
  }

  /** Draws; after Z from the start of the closed subpath. */
  #draw(verb: "L" | "C", v: readonly number[]): void {
    if (this.#closed) this.#add("M", [this.#startX, this.#startY]);
    this.#add(verb, v);
  }

  #add(verb: string, v: readonly number[]): void {
    this.verbs += verb;
    this.#closed = false;
    append(this.coords, v);
    for (let i = 0; i < v.length; i += 2) this.#point(v[i]!, v[i + 1]!);
    this.#x = v.at(-2)!;
    this.#y = v.at(-1)!;
  }

  #arcCurve(v: readonly number[]): void {
    if (this.#closed) this.#add("M", [this.#startX, this.#startY]);
    const [x1, y1, x2, y2, x, y] = tuple(v, 6);
    for (const t of [...extremes(this.#x, x1, x2, x), ...extremes(this.#y, y1, y2, y)])
      this.#point(bezier(this.#x, x1, x2, x, t), bezier(this.#y, y1, y2, y, t));
    this.#point(x, y);
    this.verbs += "C";
    this.#closed = false;
    append(this.coords, v);
    this.#x = x;
    this.#y = y;
  }

  #point(x: number, y: number): void {
    const e = this.extent;
    e.left = Math.min(e.left, x);
    e.right = Math.max(e.right, x);
    e.top = Math.min(e.top, y);
    e.bottom = Math.max(e.bottom, y);
  }
}

export const bezier = (p0: number, p1: number, p2: number, p3: number, t: number): number =>
  (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t ** 2 * p2 + t ** 3 * p3;

/** Parameters in (0, 1) where one coordinate of a cubic is extreme. */
export function extremes(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = -p0 + 3 * p1 - 3 * p2 + p3;
  const b = 2 * (p0 - 2 * p1 + p2);
  const c = p1 - p0;
  if (Math.abs(a) < 1e-12) return Math.abs(b) < 1e-12 ? [] : [-c / b].filter((t) => t > 0 && t < 1);
  const d = b * b - 4 * a * c;
  if (d < 0) return [];
  return [(-b + Math.sqrt(d)) / (2 * a), (-b - Math.sqrt(d)) / (2 * a)].filter((t) => t > 0 && t < 1);
}
