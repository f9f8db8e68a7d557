// Labels of slices in two columns around the greatest possible circle.
import type { Point, Rect } from "../../../ir/ir.js";
import { boxOf } from "../labels.js";
import { polar, type Ring } from "../marks/slice.js";
import { overlap, type Anchor, type SetText } from "../text.js";

export interface Call {
  readonly index: number;
  /** of the slice's middle, radians clockwise from 12 o'clock */
  readonly angle: number;
  /** the least are left out first */
  readonly weight: number;
  /** `width`: greatest line width, points */
  readonly text: (width: number) => SetText;
}

export interface Callout {
  readonly index: number;
  readonly text: SetText;
  readonly anchor: Anchor;
  readonly leader: readonly [Point, Point, Point];
}

interface Called {
  readonly ring: Ring;
  readonly placed: readonly Callout[];
}

/** Points. */
interface CalloutRules {
  readonly room: Rect;
  /** of the outer radius */
  readonly hole: number;
  readonly centred: boolean;
  /** no label may be left out */
  readonly must: boolean;
}

/** points: oblique and level leg of a leader, gap to the text */
const LEG = 6;
const LEG_ROOM = 170;
const TEXT_GAP = 3;
/** points: between texts, and to the circle */
const BETWEEN = 2;
const CLEAR = 4;
/** least shares of the greatest radius: if labels may be left out, if not */
const SMALL = 0.42;
const SMALLEST = 0.15;
/** of the room's width, tried in order */
const WIDTHS = [Infinity, 0.34, 0.26, 0.2, 0.15];

interface Item {
  readonly call: Call;
  readonly text: SetText;
  /** of the letters; their middle relative to the box's */
  readonly height: number;
  readonly centring: number;
}

const legIn = ({ width, height }: Rect): number => LEG * Math.min(1, Math.max(0.4, Math.min(width, height) / LEG_ROOM));

export const fullRadius = ({ width, height }: Rect): number => Math.max(Math.min(width, height) / 2, 0);

/** Places callouts; null if `must` and labels have no room. */
export function placeCallouts(calls: readonly Call[], rules: CalloutRules): Called | null {
  const most = fullRadius(rules.room);
  let best: Called | null = null;
  for (const share of WIDTHS) {
    const found = largest(itemsOf(calls, share === Infinity ? Infinity : rules.room.width * share), rules, most);
    if (found.called && found.called.ring.outer > (best?.ring.outer ?? 0) * 1.12) best = found.called;
    if (best && best.ring.outer >= most * 0.66) return best;
  }
  if (rules.must) return best && best.ring.outer >= most * SMALLEST ? best : null;
  if (best && best.ring.outer >= most * SMALL) return best;
  return withFewer(calls, rules, most);
}

function withFewer(calls: readonly Call[], rules: CalloutRules, most: number): Called {
  let items = itemsOf(calls, rules.room.width * 0.34);
  while (items.length > 0) {
    const found = largest(items, rules, most);
    if (found.called && found.called.ring.outer >= most * SMALL) return found.called;
    const crowded = found.crowded.length > 0 ? found.crowded : items;
    const worst =
      found.crowded.length > 0
        ? crowded.reduce((a, b) => (b.call.weight < a.call.weight ? b : a))
        : crowded.reduce((a, b) => (b.text.width > a.text.width ? b : a));
    items = items.filter((item) => item !== worst);
  }
  const { room, hole } = rules;
  return { ring: ringOf(room, most, hole, 0), placed: [] };
}

/** Exceeds `width` rather than break a word. */
function itemsOf(calls: readonly Call[], width: number): readonly Item[] {
  return calls.map((call) => {
    const broken = call.text(Math.max(width, 1));
    const text = broken.torn ? call.text(Infinity) : broken;
    const { y, height } = boxOf(text, { x: 0, y: 0, across: 0, at: "middle" });
    return { call, text, height, centring: -(y + height / 2) };
  });
}

const ringOf = ({ x, y, width, height }: Rect, outer: number, hole: number, shift: number): Ring => ({
  x: x + width / 2 + shift,
  y: y + height / 2,
  outer,
  inner: outer * hole,
});

interface Found {
  readonly called: Called | null;
  /** of a side that is too low */
  readonly crowded: readonly Item[];
}

/** Labels near top and bottom may change sides. */
function largest(items: readonly Item[], rules: CalloutRules, most: number): Found {
  const sides = sidesOf(items, rules);
  if ("crowded" in sides) return { called: null, crowded: sides.crowded };
  const limit = Math.max(most - (items.length > 0 ? 4 : 0), 0);
  let found = around(sides, rules, limit);
  if (found.crowded.length > 0 && items.length <= MOST_TO_MOVE)
    for (const other of balanced(sides, rules)) {
      const next = around(other, rules, limit);
      if ((next.best?.radius ?? 0) > (found.best?.radius ?? 0) * 1.05) found = next;
    }
  return { called: found.best && calledOf(found.best, rules), crowded: found.crowded };
}

function around({ right, left }: Sides, rules: CalloutRules, limit: number): { best: Attempt | null; crowded: readonly Item[] } {
  let low = 0;
  let high = limit;
  let best: Attempt | null = null;
  let crowded: readonly Item[] = [];
  for (let i = 0; i < 15 && low < high && best?.radius !== high; i++) {
    const radius: number = i === 0 ? high : (low + high) / 2;
    const found = attempt(right, left, rules, radius);
    if (found && "radius" in found) [best, low] = [found, radius];
    else {
      if (i > 0) high = radius;
      if (found) crowded = found.crowded;
    }
  }
  return { best, crowded };
}

/** trials take too long for more */
const MOST_TO_MOVE = 40;
const MOST_MOVED = 4;

function* balanced({ right, left }: Sides, { room }: CalloutRules): Generator<Sides> {
  for (const [from, to, flipped] of [
    [left, right, false],
    [right, left, true],
  ] as const)
    for (const end of ["top", "bottom"] as const)
      for (let count = 1; count <= Math.min(MOST_MOVED, from.length - 1); count++) {
        const moved = end === "top" ? from.slice(0, count) : from.slice(-count);
        if (moved.some(({ call }) => Math.abs(Math.sin(call.angle)) > NEAR_VERTICAL || Math.cos(call.angle) > 0 !== (end === "top"))) break;
        const rest = end === "top" ? from.slice(count) : from.slice(0, -count);
        const full = [...to, ...moved];
        if (total(full) > room.height) break;
        yield flipped ? { right: inOrder(rest, 1), left: inOrder(full, -1) } : { right: inOrder(full, 1), left: inOrder(rest, -1) };
      }
}

interface Sides {
  readonly right: readonly Item[];
  readonly left: readonly Item[];
}
interface Crowded {
  readonly crowded: readonly Item[];
}

const total = (items: readonly Item[]): number => items.reduce((h, i) => h + i.height + BETWEEN, -BETWEEN);
const isRight = ({ call }: Item): boolean => Math.sin(call.angle) >= -1e-9;

/** From the top; surplus labels move to the other side at its ends. */
function sidesOf(items: readonly Item[], { room, must }: CalloutRules): Sides | Crowded {
  const right = items.filter(isRight);
  const left = items.filter((item) => !isRight(item));
  for (const [full, other] of [
    [right, left],
    [left, right],
  ] as const)
    while (total(full) > room.height) {
      const nearest = full.reduce((a, b) => (Math.abs(Math.sin(b.call.angle)) < Math.abs(Math.sin(a.call.angle)) ? b : a));
      const may = must || Math.abs(Math.sin(nearest.call.angle)) < NEAR_VERTICAL;
      if (!may || total(other) + nearest.height + BETWEEN > room.height) return { crowded: [...full] };
      full.splice(full.indexOf(nearest), 1);
      other.push(nearest);
    }
  return { right: inOrder(right, 1), left: inOrder(left, -1) };
}

const NEAR_VERTICAL = 0.4;

/** From the top; those of the other side's slices are first and last. */
function inOrder(items: readonly Item[], sign: 1 | -1): readonly Item[] {
  const from = sign === 1 ? -Math.PI / 2 : Math.PI / 2;
  const turned = ({ call }: Item): number => {
    const off = (call.angle - from) % (2 * Math.PI);
    return sign * (off < 0 ? off + 2 * Math.PI : off);
  };
  return [...items].sort((a, b) => turned(a) - turned(b) || sign * (a.call.index - b.call.index));
}

interface Attempt {
  readonly radius: number;
  readonly right: Side;
  readonly left: Side;
}

/** Null if the room is too narrow; the side's labels if too low. */
function attempt(
  right: readonly Item[],
  left: readonly Item[],
  { room, hole, centred }: CalloutRules,
  radius: number,
): Attempt | Crowded | null {
  const middle = ringOf(room, radius, hole, 0);
  const a = side(right, middle, room, 1);
  if (!a) return { crowded: right };
  const b = side(left, middle, room, -1);
  if (!b) return { crowded: left };
  const wide = centred ? 2 * Math.max(a.reach, b.reach) : a.reach + b.reach;
  return wide > room.width + 1e-6 ? null : { radius, right: a, left: b };
}

function calledOf({ radius, right, left }: Attempt, { room, hole }: CalloutRules): Called {
  const half = room.width / 2;
  const shift = right.reach > half ? half - right.reach : left.reach > half ? left.reach - half : 0;
  const moved = ({ x, y }: Point): Point => ({ x: x + shift, y });
  const placed = [...right.placed, ...left.placed].map((callout): Callout => ({
    ...callout,
    anchor: { ...callout.anchor, x: callout.anchor.x + shift },
    leader: [moved(callout.leader[0]), moved(callout.leader[1]), moved(callout.leader[2])],
  }));
  return { ring: ringOf(room, radius, hole, shift), placed };
}

interface Side {
  readonly placed: readonly Callout[];
  /** from the circle's middle to the widest text's end, points */
  readonly reach: number;
}

/** Null if a line would cross the circle. `sign`: 1 = right */
function side(items: readonly Item[], ring: Ring, room: Rect, sign: 1 | -1): Side | null {
  const leg = legIn(room);
  const free = spread(
    items.map((item) => ({ at: ring.y - (ring.outer + leg) * Math.cos(item.call.angle), height: item.height })),
    room.y,
    room.y + room.height,
  );
  const beside = (ys: readonly number[]): readonly number[] => items.map((item, i) => besideAt(item, ys[i]!, ring, leg));
  let texts: Texts = { xs: beside(free), ys: free, leg };
  for (let round = 0; round <= ROUNDS; round++) {
    const placed = untangled(items, texts, ring, sign);
    if (!placed.some(({ leader }) => cuts(leader, ring))) return sideOf(placed, ring, sign);
    const ys = clearOfCircle(items, { ...texts, ys: free }, ring, { room, sign });
    if (!ys) break;
    texts = { xs: beside(ys), ys, leg };
  }
  const column = texts.xs.reduce((x, v) => Math.max(x, v), ring.outer + CLEAR + leg + TEXT_GAP);
  const xs = texts.xs.map(() => column);
  const ys = clearOfCircle(items, { xs, ys: free, leg }, ring, { room, sign });
  const placed = ys && put(items, { xs, ys, leg }, ring, sign);
  return placed && !placed.some(({ leader }) => cuts(leader, ring)) ? sideOf(placed, ring, sign) : null;
}

const sideOf = (placed: readonly Callout[], ring: Ring, sign: 1 | -1): Side => ({
  placed,
  reach: placed.reduce((r, { anchor, text }) => Math.max(r, sign * (anchor.x - ring.x) + text.width), ring.outer),
});

const ROUNDS = 3;

interface Texts {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly leg: number;
}

/** One column if lines would cross texts or each other. */
function untangled(items: readonly Item[], { xs, ys, leg }: Texts, ring: Ring, sign: 1 | -1): readonly Callout[] {
  const near = put(items, { xs, ys, leg }, ring, sign);
  if (!tangled(near)) return near;
  const column = xs.reduce((x, v) => Math.max(x, v), 0);
  return put(items, { xs: xs.map(() => column), ys, leg }, ring, sign);
}

function cuts([start, elbow, end]: Callout["leader"], ring: Ring): boolean {
  const least = ring.outer - TOUCH;
  return distanceTo(ring, start, elbow) < least || distanceTo(ring, elbow, end) < least;
}

/** points: invisible overlap, clearance of lines from the circle */
const TOUCH = 0.2;
const FREE = 0.5;

function distanceTo(ring: Ring, p: Point, q: Point): number {
  const [dx, dy] = [q.x - p.x, q.y - p.y];
  const long = dx * dx + dy * dy;
  const share = long === 0 ? 0 : Math.min(1, Math.max(0, ((ring.x - p.x) * dx + (ring.y - p.y) * dy) / long));
  return Math.hypot(p.x + share * dx - ring.x, p.y + share * dy - ring.y);
}

/** Heights nearest to `ys`, elbows beyond the tangents at their slices; null without room. */
function clearOfCircle(
  items: readonly Item[],
  { xs, ys, leg }: Texts,
  ring: Ring,
  { room, sign }: { readonly room: Rect; readonly sign: 1 | -1 },
): readonly number[] | null {
  const count = items.length;
  const apart = (i: number): number => (items[i - 1]!.height + items[i]!.height) / 2 + BETWEEN;
  const low = new Array<number>(count);
  const high = new Array<number>(count);
  for (let i = 0; i < count; i++) {
    const { height, call } = items[i]!;
    const cos = Math.cos(call.angle);
    const elbow = sign * (xs[i]! - TEXT_GAP - leg);
    const tangent = cos === 0 ? 0 : ring.y - (ring.outer + FREE - elbow * Math.sin(call.angle)) / cos;
    const lowest = Math.max(room.y + height / 2, cos < 0 ? tangent : -Infinity);
    high[i] = Math.min(room.y + room.height - height / 2, cos > 0 ? tangent : Infinity);
    low[i] = i === 0 ? lowest : Math.max(lowest, low[i - 1]! + apart(i));
  }
  for (let i = count - 2; i >= 0; i--) high[i] = Math.min(high[i]!, high[i + 1]! - apart(i + 1));
  if (low.some((y, i) => y > high[i]! + 1e-9)) return null;
  return ys.map((y, i) => Math.min(Math.max(y, low[i]!), high[i]!));
}

function besideAt({ call, height }: Item, y: number, { outer, y: middle }: Ring, leg: number): number {
  const usual = (outer + leg) * Math.abs(Math.sin(call.angle)) + leg;
  const off = Math.max(Math.abs(y - middle) - height / 2, 0);
  const clear = outer + CLEAR;
  const round = off < clear ? Math.sqrt(clear * clear - off * off) + leg / 2 : 0;
  return Math.max(usual, round) + TEXT_GAP;
}

function put(items: readonly Item[], { xs, ys, leg }: Texts, ring: Ring, sign: 1 | -1): readonly Callout[] {
  return items.map(({ call, text, centring }, i) => {
    const y = ys[i]!;
    const x = ring.x + sign * xs[i]!;
    const anchor: Anchor = { x, y: y + centring, across: sign === 1 ? 0 : 1, at: "middle" };
    const level = y;
    const end = { x: x - sign * TEXT_GAP, y: level };
    const start = polar(ring, call.angle, ring.outer);
    const elbow = { x: end.x - sign * leg, y: level };
    // never behind the line's start
    const at = sign * (elbow.x - start.x) < 0 ? { x: start.x, y: level } : elbow;
    return { index: call.index, text, anchor, leader: [start, sign * (end.x - at.x) < 0 ? end : at, end] };
  });
}

function tangled(all: readonly Callout[]): boolean {
  const boxes = all.map(({ text, anchor }) => boxOf(text, anchor));
  return all.some(({ leader: [p, q, r] }, i) =>
    all.some(
      ({ leader: [start, elbow] }, k) =>
        i !== k && (meets(p, q, boxes[k]!) || meets(q, r, boxes[k]!) || (k > i && crosses(p, q, start, elbow))),
    ),
  );
}

function meets(p: Point, q: Point, box: Rect): boolean {
  const around = { x: Math.min(p.x, q.x), y: Math.min(p.y, q.y), width: Math.abs(p.x - q.x), height: Math.abs(p.y - q.y) };
  if (!overlap(around, box, 0.5)) return false;
  const { x, y, width, height } = box;
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  const turns = corners.map((c) => turn(p, q, c));
  return !(turns.every((t) => t > 0) || turns.every((t) => t < 0));
}

const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
const crosses = (a: Point, b: Point, c: Point, d: Point): boolean => turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

/** Nearest to `desired` without overlap (isotonic regression). */
export function spread(
  desired: readonly { readonly at: number; readonly height: number }[],
  top: number,
  bottom: number,
): readonly number[] {
  // less the heights, positions are monotone
  const count = desired.length;
  if (count === 0) return [];
  const offsets = new Array<number>(count);
  const sums = new Array<number>(count);
  const counts = new Array<number>(count);
  let blocks = 0;
  for (let i = 0; i < count; i++) {
    const { at, height } = desired[i]!;
    const offset = i === 0 ? 0 : offsets[i - 1]! + (desired[i - 1]!.height + height) / 2 + BETWEEN;
    offsets[i] = offset;
    let sum = at - offset;
    let length = 1;
    for (; blocks > 0 && sums[blocks - 1]! / counts[blocks - 1]! > sum / length; blocks--) {
      sum += sums[blocks - 1]!;
      length += counts[blocks - 1]!;
    }
    sums[blocks] = sum;
    counts[blocks++] = length;
  }
  const low = top + desired[0]!.height / 2;
  const high = bottom - desired[count - 1]!.height / 2 - offsets[count - 1]!;
  for (let block = 0, i = 0; block < blocks; block++) {
    const mean = Math.max(Math.min(sums[block]! / counts[block]!, high), low);
    for (const end = i + counts[block]!; i < end; i++) offsets[i]! += mean;
  }
  return offsets;
}
