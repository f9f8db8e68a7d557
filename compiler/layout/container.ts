// A container and a region to its frame with its children placed, or the part of them that is in this frame.
import { NO_KEEP, type Arrange, type BoxOf, type Flow } from "../box/box.js";
import { fits } from "../core/geom.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
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
} from "./protocol.js";
import { Memory, type LayoutRun } from "./run.js";

type ContainerBox = BoxOf<ShapedParagraph, "container">;
type Linear = Extract<Arrange, { mode: "linear" }>;

/** Containers move whole, unless they paginate: then their content goes on in a frame of the same height in the next region. */
export const fillContainer: Layouter<"container"> = (box, space, rest, cx) => {
  if (box.paginates && box.height !== null && !space.measure) return fillFrames(box, box.height, { space, rest }, cx);
  return whole(box, arranged(box, outerWidth(box, space.width, cx), null, cx), space);
};

/** A frame that cannot be split, in a region. */
function whole(box: ContainerBox, fragment: Fragment, space: Space): Fill {
  if (fits(fragment.height, space.height)) return done(fragment);
  return mayMove(space) ? REFUSE : done({ ...fragment, overflow: { src: box.src, height: fragment.height, room: space.height } });
}

const CONTENT = new Memory<ContainerBox, Flow<ShapedParagraph>>();
/** The content of a paginating container as a flow: it breaks by the same rules as a body. */
function contentOf(box: ContainerBox, run: LayoutRun): Flow<ShapedParagraph> {
  const known = run.of(CONTENT);
  let flow = known.get(box);
  if (!flow) {
    const gapAfter = box.arrange.mode === "linear" ? box.arrange.gap : 0;
    const children = box.children.map((c) => ({
      box: c.box,
      x: 0,
      room: null,
      align: "start" as const,
      bounds: null,
      gapAfter,
      keep: NO_KEEP,
    }));
    flow = { kind: "flow", id: box.id, src: box.src, z: 0, tag: "inherit", link: null, splits: true, padTop: 0, padBottom: 0, children };
    known.set(box, flow);
  }
  return flow;
}

function fillFrames(
  box: ContainerBox,
  height: number,
  { space, rest }: { readonly space: Space; readonly rest: BreakToken | null },
  cx: LayoutContext,
): Fill {
  const over = !fits(height, space.height);
  if (over && mayMove(space)) return REFUSE;
  const { padding } = box;
  const within = height - padding.top - padding.bottom;
  // every frame is as high as the first, so that no later one has more room
  const width = outerWidth(box, space.width, cx);
  const inner: Space = { width: innerWidth(box, width), height: within, later: within, measure: false };
  const filled = cx.fill(contentOf(box, cx.run), inner, rest?.inner ?? null);
  if (filled.kind === "refuse") throw new Error("a frame as high as any other refused its content");
  const line = filled.fragment.children;
  const placed = box.arrange.mode === "linear" ? aligned(line, box.arrange, inner) : line;
  const fragment: Fragment = {
    box,
    width,
    height,
    inkHeight: height,
    first: rest === null,
    last: filled.kind === "done",
    children: placed.map((p) => ({ ...p, x: p.x + padding.left, y: p.y + padding.top })),
    text: null,
    table: null,
    overflow: over ? { src: box.src, height, room: space.height } : filled.fragment.overflow,
  };
  return filled.kind === "done" ? done(fragment) : { ...filled, fragment, rest: { at: 0, inner: filled.rest } };
}

/** In a space without an end, what its content takes at most. */
const outerWidth = (box: ContainerBox, space: number, cx: LayoutContext): number =>
  typeof box.width === "number" ? box.width : space < Infinity ? space : cx.sizes(box).max;

const innerWidth = ({ padding }: ContainerBox, outer: number): number => outer - padding.left - padding.right;

/** The container with its content in place. `stretched`: the height that its line gives it, points; null = none */
function arranged(box: ContainerBox, width: number, stretched: number | null, cx: LayoutContext): Fragment {
  const { padding, arrange } = box;
  const across = padding.top + padding.bottom;
  const fixed = box.height ?? stretched;
  const room = { width: innerWidth(box, width), height: fixed === null ? null : fixed - across };
  const content = arrange.mode === "coordinate" ? atCoordinates(box, room.width, cx) : linear(box, arrange, room, cx);
  const bottom = content.reduce((y, p) => Math.max(y, p.y + p.fragment.height), 0);
  const height = fixed ?? Math.max(box.minHeight, bottom + across);
  const children = content.map((p) => ({ ...p, x: p.x + padding.left, y: p.y + padding.top }));
  return {
    box,
    width,
    height,
    first: true,
    last: true,
    children,
    inkHeight: box.clip ? height : children.reduce((y, p) => Math.max(y, p.y + p.fragment.inkHeight), height),
    text: null,
    table: null,
    overflow: null,
  };
}

const atCoordinates = (box: ContainerBox, width: number, cx: LayoutContext): readonly Placed[] =>
  box.children.map((c) => {
    const x = c.fromRight ? width + c.x : c.x;
    return { x, y: c.y, fragment: cx.measure(c.box, c.room ?? Math.max(width - x, 1)) };
  });

interface Room {
  readonly width: number;
  /** null = as much as it takes */
  readonly height: number | null;
}

/** One line of children, or several where they wrap; each line is as wide (or high) across as its largest child. */
function linear(box: ContainerBox, how: Linear, room: Room, cx: LayoutContext): readonly Placed[] {
  const across = how.axis === "horizontal";
  const main = (f: Fragment): number => (across ? f.width : f.height);
  const cross = (f: Fragment): number => (across ? f.height : f.width);
  const length = (across ? room.width : room.height) ?? Infinity;
  const fragments = box.children.map((c) => cx.measure(c.box, room.width));
  const lines = how.wrap ? wrapped(fragments, main, length, how.gap) : [fragments];
  const out: Placed[] = [];
  let at = 0;
  for (const line of lines) {
    const largest = line.reduce((m, f) => Math.max(m, cross(f)), 0);
    const least = across && room.height === null ? box.minHeight - box.padding.top - box.padding.bottom : 0;
    const size = how.wrap ? largest : across ? (room.height ?? Math.max(largest, least)) : room.width;
    const items = line.map((f) => (how.cross === "stretch" && across ? stretchedTo(f, size, cx) : f));
    starts(items.map(main), how, length).forEach((start, i) => {
      const f = items[i]!;
      const spare = how.cross === "center" ? (size - cross(f)) / 2 : how.cross === "end" ? size - cross(f) : 0;
      out.push(across ? { x: start, y: at + spare, fragment: f } : { x: at + spare, y: start, fragment: f });
    });
    at += size + how.gap;
  }
  return out;
}

/** Only a container without a height of its own gets larger (decisions §1). */
function stretchedTo(f: Fragment, height: number, cx: LayoutContext): Fragment {
  return f.box.kind === "container" && f.box.height === null && f.height < height ? arranged(f.box, f.width, height, cx) : f;
}

/** A line takes children as long as they fit; one that is longer than the line has a line of its own. */
function wrapped(
  fragments: readonly Fragment[],
  main: (f: Fragment) => number,
  length: number,
  gap: number,
): readonly (readonly Fragment[])[] {
  const lines: Fragment[][] = [];
  let used = 0;
  for (const f of fragments) {
    const line = lines.at(-1);
    if (line && fits(used + gap + main(f), length)) {
      line.push(f);
      used += gap + main(f);
    } else {
      lines.push([f]);
      used = main(f);
    }
  }
  return lines;
}

/** Where each of a line's children begins. Children that are longer than the line begin at its start, whatever the alignment. */
function starts(sizes: readonly number[], { gap, main }: Linear, length: number): readonly number[] {
  const total = sizes.reduce((sum, s) => sum + s, 0) + gap * Math.max(0, sizes.length - 1);
  const spare = Number.isFinite(length) ? Math.max(0, length - total) : 0;
  const between = main === "space_between" && sizes.length > 1 ? gap + spare / (sizes.length - 1) : gap;
  let at = main === "center" ? spare / 2 : main === "end" ? spare : 0;
  return sizes.map((size) => {
    const start = at;
    at += size + between;
    return start;
  });
}

/** The part of a vertical line that is in one frame, aligned in it. */
function aligned(line: readonly Placed[], how: Linear, room: { readonly width: number; readonly height: number }): readonly Placed[] {
  const tops = starts(
    line.map((p) => p.fragment.height),
    how,
    room.height,
  );
  return line.map((p, i) => {
    const spare = room.width - p.fragment.width;
    return { ...p, x: how.cross === "center" ? spare / 2 : how.cross === "end" ? spare : 0, y: tops[i]! };
  });
}
