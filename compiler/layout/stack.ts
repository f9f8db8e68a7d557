import type { Box, BoxOf } from "../box/box.js";
import { NO_NOTES } from "../box/note.js";
import { fits } from "../core/geom.js";
import type { ContentSizes } from "../text/line/paragraph.js";
import { checkWidth, refuse } from "./fit.js";
import { tallyOf } from "./protocol/foot.js";
import { notesIn } from "./notes-in.js";
import { stretchedTo } from "./container.js";
import { gapsAfter, inLines, wrapped } from "./lines.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Placed,
  type BreakToken,
  type Space,
} from "./protocol/protocol.js";
import { memoryOfBoxes } from "./protocol/run.js";

type StackBox = BoxOf<"stack">;

/** A stack with a height moves whole, others break between lines. A break token is a line number. */
export const fillStack: Layouter<"stack"> = (box, space, rest, cx) =>
  box.height === null ? fillLines(box, space, rest, cx) : fillFrame(box, box.height, space, cx);

/** @throws RenderError API-002 if the children do not fit the frame */
function fillFrame(box: StackBox, height: number, space: Space, cx: LayoutContext): Fill {
  if (!fits(height, space.height) && mayMove(space)) return REFUSE;
  const placed = box.arrange.axis === "vertical" ? vertical(box, height, space.width, cx) : horizontal(box, height, space.width, cx);
  const children = fromStart(box, placed, space.width);
  const over = fits(height, space.height) ? null : { src: box.src, height, room: space.height };
  const noted = tallyOf(space, cx)?.leastWith(children.flatMap((p) => notesIn(p.fragment))) ?? 0;
  if (!fits(height + noted, space.height) && mayMove(space)) return REFUSE;
  return done(fragmentOf(box, children, { width: widthOf(children, space.width), height, first: true, last: true, over }));
}

function vertical(box: StackBox, height: number, width: number, cx: LayoutContext): readonly Placed[] {
  const fragments = box.children.map((child) => cx.measure(child, box.arrange.wrap ? widest(child, width, cx) : width));
  for (const f of fragments) checkWidth(f, width);
  return within(
    box,
    inLines(fragments, box.arrange, { width: finite(width, fragments), height, least: 0, spaces: box.spaces }, (f) => f),
    { width, height },
  );
}

function horizontal(box: StackBox, height: number, width: number, cx: LayoutContext): readonly Placed[] {
  const fragments = measured(box, width, cx);
  const placed = inLines(fragments, box.arrange, { width, height, least: 0 }, (f, h) => stretchedTo(f, h, cx));
  return within(box, placed, { width, height });
}

/** @throws RenderError API-002 if content is outside the frame */
function within(box: StackBox, placed: readonly Placed[], frame: { readonly width: number; readonly height: number }): readonly Placed[] {
  const high = placed.reduce((m, p) => Math.max(m, p.y + p.fragment.height), 0);
  if (!fits(high, frame.height)) refuse(box.src, "high", high, frame.height);
  const wide = placed.reduce((m, p) => Math.max(m, p.x + p.fragment.width), 0);
  if (!fits(wide, frame.width)) refuse(box.src, "wide", wide, frame.width);
  return placed;
}

/** Placed from the left; the mirror image if the stack begins at the right (SW-6). */
function fromStart({ rtl }: StackBox, placed: readonly Placed[], width: number): readonly Placed[] {
  if (!rtl) return placed;
  const whole = widthOf(placed, width);
  return placed.map(({ x, y, fragment }) => ({ x: whole - x - fragment.width, y, fragment }));
}

interface Line {
  readonly placed: readonly Placed[];
  readonly height: number;
}

const LINES = memoryOfBoxes<StackBox, { readonly width: number; readonly lines: readonly Line[] }>();

/** Computed once. */
function linesOf(box: StackBox, width: number, cx: LayoutContext): readonly Line[] {
  const memory = cx.run.of(LINES);
  const known = memory.get(box);
  if (known?.width === width) return known.lines;
  const { arrange } = box;
  const fragments = measured(box, width, cx);
  const groups = arrange.wrap ? wrapped(fragments, (f) => f.width, width, gapsAfter(arrange.gap)) : [fragments];
  const lines = groups.map((line): Line => {
    const room = { width, height: null, least: 0 };
    const placed = fromStart(
      box,
      inLines(line, { ...arrange, wrap: false }, room, (f, height) => stretchedTo(f, height, cx)),
      width,
    );
    return { placed, height: placed.reduce((m, p) => Math.max(m, p.fragment.height), 0) };
  });
  memory.set(box, { width, lines });
  return lines;
}

function fillLines(box: StackBox, space: Space, rest: BreakToken | null, cx: LayoutContext): Fill {
  const lines = linesOf(box, space.width, cx);
  const { gap } = box.arrange;
  const children: Placed[] = [];
  const from = rest?.at ?? 0;
  const tally = tallyOf(space, cx);
  let y = 0;
  let over: Fragment["overflow"] = null;
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at]!;
    const top = at === from ? 0 : y + gap;
    const notes = tally ? line.placed.flatMap((p) => notesIn(p.fragment)) : NO_NOTES;
    if (!fits(top + line.height + (tally?.leastWith(notes) ?? 0), space.height)) {
      if (at > from) break;
      if (mayMove(space)) return REFUSE;
      if (!fits(line.height, space.height)) over = { src: tallest(line) ?? box.src, height: line.height, room: space.height };
    }
    tally?.add(notes);
    for (const p of line.placed) children.push({ x: p.x, y: top + p.y, fragment: p.fragment });
    y = top + line.height;
  }
  const last = at >= lines.length;
  const width = widthOf(children, space.width);
  const fragment = fragmentOf(box, children, { width, height: y, first: rest === null, last, over });
  return last ? done(fragment) : { kind: "more", fragment, rest: { at, inner: null }, next: "any" };
}

const tallest = ({ placed, height }: Line) => placed.find((p) => p.fragment.height === height)?.fragment.box.src;

/** @throws RenderError API-002 if they do not fit next to each other */
function measured(box: StackBox, width: number, cx: LayoutContext): readonly Fragment[] {
  const { children, arrange } = box;
  const widths = arrange.wrap ? children.map((child) => widest(child, width, cx)) : shares(box, width, cx);
  return children.map((child, i) => {
    const fragment = cx.measure(child, widths[i]!);
    checkWidth(fragment, widths[i]!);
    return fragment;
  });
}

/** against breaks by rounding */
const ROUNDING = 1e-4;

const widest = (child: Box, width: number, cx: LayoutContext): number => Math.min(cx.sizes(child).max + ROUNDING, width);

/** Max-content widths, or min-content widths plus a share of the rest, as for columns of tables. */
function shares({ children, arrange, src }: StackBox, width: number, cx: LayoutContext): readonly number[] {
  const sizes = children.map((child): ContentSizes => cx.sizes(child));
  const sum = (of: keyof ContentSizes): number => sizes.reduce((n, s) => n + s[of], 0);
  const gaps = arrange.gap * Math.max(0, children.length - 1);
  const [least, most] = [sum("min"), sum("max")];
  const room = width - gaps;
  if (fits(most, room)) return sizes.map((s) => s.max + ROUNDING);
  if (!fits(least, room)) refuse(src, "wide", least + gaps, width);
  const share = (room - least) / (most - least);
  return sizes.map(({ min, max }) => min + (max - min) * share + (max === min ? ROUNDING : 0));
}

/** Endless space: width of the children. */
const widthOf = (children: readonly Placed[], width: number): number =>
  width < Infinity ? width : children.reduce((m, p) => Math.max(m, p.x + p.fragment.width), 0);

const finite = (width: number, fragments: readonly Fragment[]): number =>
  width < Infinity ? width : fragments.reduce((m, f) => Math.max(m, f.width), 0);

interface Extent {
  readonly width: number;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly over: Fragment["overflow"];
}

function fragmentOf(box: StackBox, children: readonly Placed[], { width, height, first, last, over }: Extent): Fragment {
  const overflow = children.find((p) => p.fragment.overflow)?.fragment.overflow ?? over;
  return { box, width, height, first, last, children, inkHeight: height, text: null, table: null, overflow };
}
