import { NO_KEEP, NO_SPACING, type BoxOf, type Flow, type LinearArrange } from "../box/box.js";
import { fits } from "../core/geom.js";
import { at } from "../core/src.js";
import { inLines, starts } from "./lines.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Overflow,
  type Layouter,
  type Placed,
  type BreakToken,
  type Space,
} from "./protocol/protocol.js";
import { Memory, type LayoutRun } from "./protocol/run.js";

type ContainerBox = BoxOf<"container">;

/** Moves whole unless it paginates: then it begins in place and continues in the next region. */
export const fillContainer: Layouter<"container"> = (box, space, rest, cx) => {
  if (box.paginates && box.height !== null && !space.measure) return fillFrames(box, box.height, { space, rest }, cx);
  return whole(box, arranged(box, outerWidth(box, space.width, cx), null, cx), space);
};

function whole(box: ContainerBox, fragment: Fragment, space: Space): Fill {
  if (fits(fragment.height, space.height)) return done(fragment);
  return mayMove(space) ? REFUSE : done({ ...fragment, overflow: { src: box.src, height: fragment.height, room: space.height } });
}

const CONTENT = new Memory<ContainerBox, Flow>();
/** Breaks by the rules of a body. */
function contentOf(box: ContainerBox, run: LayoutRun): Flow {
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
      spacing: NO_SPACING,
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
  const { padding } = box;
  const across = padding.top + padding.bottom;
  // the declared height, or the region's if less (decisions §1, Placement)
  const part = Math.min(height, space.height);
  const within = part - across;
  const over = !(within > 0);
  if (over && mayMove(space)) return REFUSE;
  const width = outerWidth(box, space.width, cx);
  const inner: Space = {
    width: innerWidth(box, width),
    height: within,
    later: Math.min(height, space.later) - across,
    measure: false,
    foot: null,
  };
  const filled = cx.fill(contentOf(box, cx.run), inner, rest?.inner ?? null);
  if (filled.kind === "refuse") return REFUSE;
  const line = filled.fragment.children;
  const placed = box.arrange.mode === "linear" ? aligned(line, box.arrange, inner) : line;
  const fragment: Fragment = {
    box,
    width,
    height: part,
    first: rest === null,
    last: filled.kind === "done",
    children: placed.map((p) => ({ x: p.x + padding.left, y: p.y + padding.top, fragment: p.fragment })),
    inkHeight: part,
    text: null,
    table: null,
    overflow: over ? tooMuchPadding(box, across, space.height) : filled.fragment.overflow,
  };
  return filled.kind === "done" ? done(fragment) : { ...filled, fragment, rest: { at: 0, inner: filled.rest } };
}

const tooMuchPadding = ({ src }: ContainerBox, height: number, room: number): Overflow => ({
  src: at(src, "layout", "children", "padding"),
  height,
  room,
  advice: "it leaves no room for content: make it smaller",
});

/** Endless space: max-content width. */
const outerWidth = (box: ContainerBox, space: number, cx: LayoutContext): number =>
  typeof box.width === "number" ? box.width : space < Infinity ? space : cx.sizes(box).max;

const innerWidth = ({ padding }: ContainerBox, outer: number): number => outer - padding.left - padding.right;

/** Container with placed content. `stretched`: height given by its line, points; null if absent */
function arranged(box: ContainerBox, width: number, stretched: number | null, cx: LayoutContext): Fragment {
  const { padding, arrange } = box;
  const across = padding.top + padding.bottom;
  const fixed = box.height ?? stretched;
  const room = { width: innerWidth(box, width), height: fixed === null ? null : fixed - across };
  const content = arrange.mode === "coordinate" ? atCoordinates(box, room.width, cx) : inLine(box, arrange, room, cx);
  const bottom = content.reduce((y, p) => Math.max(y, p.y + p.fragment.height), 0);
  const height = fixed ?? Math.max(box.minHeight, bottom + across);
  const children = content.map((p) => ({ x: p.x + padding.left, y: p.y + padding.top, fragment: p.fragment }));
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
  /** null: height of the content */
  readonly height: number | null;
}

function inLine(box: ContainerBox, how: LinearArrange, room: Room, cx: LayoutContext): readonly Placed[] {
  const fragments = box.children.map((c) => cx.measure(c.box, room.width));
  const least = box.minHeight - box.padding.top - box.padding.bottom;
  return inLines(fragments, how, { width: room.width, height: room.height, least }, (f, height) => stretchedTo(f, height, cx));
}

/** Stretches a container that has no declared height (decisions §1, Containers), even inside boxes of one child. */
export function stretchedTo(f: Fragment, height: number, cx: LayoutContext): Fragment {
  const { box, children } = f;
  if (f.height >= height) return f;
  if (box.kind === "container") return box.height === null ? arranged(box, f.width, height, cx) : f;
  if (box.kind !== "anchored" && !(box.kind === "flow" && children.length === 1)) return f;
  const [first, ...parts] = children;
  const fragment = stretchedTo(first!.fragment, height, cx);
  return fragment === first!.fragment ? f : { ...f, height, inkHeight: height, children: [{ ...first!, fragment }, ...parts] };
}

function aligned(
  line: readonly Placed[],
  how: LinearArrange,
  room: { readonly width: number; readonly height: number },
): readonly Placed[] {
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
