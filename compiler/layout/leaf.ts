import type { BoxOf } from "../box/box.js";
import { fits } from "../core/geom.js";
import type { ShapedParagraph } from "../text/shape.js";
import { done, REFUSE, type Fill, type LayoutContext, type Layouter, type Overflow, type Space } from "./protocol.js";

/** Drawings move whole. */
export const fillDrawing: Layouter<"drawing"> = (box, space) => {
  const over = !fits(box.height, space.height);
  if (over && !space.fresh) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height: box.height, room: space.height } : null;
  return done({ box, width: box.width, height: box.height, first: true, last: true, children: [], lines: null, overflow });
};

/** Canvases move whole; their children stand where they were put and are as high as they are. */
export const fillCanvas: Layouter<"canvas"> = (box, space, _rest, cx) => {
  const over = !fits(box.height, space.height);
  if (over && !space.fresh) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height: box.height, room: space.height } : null;
  const children = box.children.map((c) => ({ x: c.x, y: c.y, fragment: cx.measure(c.box, box.width) }));
  return done({ box, width: box.width, height: box.height, first: true, last: true, children, lines: null, overflow });
};

/**
 * Texts break between lines, if asked to. The least number of lines on either side yields only to a fresh region that cannot give more.
 * A resume token is a line number: the regions of one stream share their width.
 */
export const fillText: Layouter<"text"> = (box, space, rest, cx) => {
  if (box.frame.overflow !== "paginate") return fillWhole(box, space, cx);
  return fillLines(box, framed(box, space), rest, cx);
};

/** A frame with a height shows that much of its text in each region. */
function framed(box: BoxOf<ShapedParagraph, "text">, space: Space): Space {
  const { height } = box.frame;
  if (height === null || height >= space.height) return space;
  return { ...space, height, fresh: true };
}

const fillLines: Layouter<"text"> = (box, space, rest, cx) => {
  const { frame, keep } = box;
  const lines = cx.lines(box, frame.width);
  const from = rest?.at ?? 0;
  let n = 0;
  let height = 0;
  while (from + n < lines.length) {
    const next = height + lines[from + n]!.line.height;
    if (!fits(next, space.height)) break;
    height = next;
    n++;
  }
  const left = lines.length - from;
  if (n < left) {
    if (left - n < keep.widows) n = Math.max(0, left - keep.widows);
    if (n < keep.orphans) n = 0;
    if (n === 0 && !space.fresh) return REFUSE;
    // no legal break in a region that is as good as any: what fits decides, and one line if none does
    if (n === 0) n = Math.max(1, fitting(lines.slice(from), space));
  }
  height = 0;
  for (let i = from; i < from + n; i++) height += lines[i]!.line.height;
  const last = n === left;
  const overflow = fits(height, space.height) ? null : { src: box.src, height, room: space.height };
  const width = frame.fixed ? frame.width : Math.max(0, ...lines.slice(from, from + n).map((l) => l.line.width));
  const fragment = { box, width, height, first: from === 0, last, children: [], lines: { from, to: from + n, top: 0 }, overflow };
  return last ? done(fragment) : { kind: "more", fragment, rest: { at: from + n, inner: null }, next: "any" };
};

function fitting(lines: readonly { readonly line: { readonly height: number } }[], space: Space): number {
  let height = 0;
  let n = 0;
  for (const { line } of lines) {
    height += line.height;
    if (!fits(height, space.height)) break;
    n++;
  }
  return n;
}

function fillWhole(box: BoxOf<ShapedParagraph, "text">, space: Space, cx: LayoutContext): Fill {
  const { frame } = box;
  const lines = cx.lines(box, frame.width);
  let content = 0;
  let widest = 0;
  for (const { line } of lines) {
    content += line.height;
    widest = Math.max(widest, line.width);
  }
  const height = frame.height ?? content;
  const over = !fits(height, space.height);
  if (over && !space.fresh) return REFUSE;
  const spare = height - content;
  const top = frame.valign === "middle" ? spare / 2 : frame.valign === "bottom" ? spare : 0;
  const overflow = over ? { src: box.src, height, room: space.height } : null;
  return done({
    box,
    width: frame.fixed ? frame.width : widest,
    height,
    first: true,
    last: true,
    children: [],
    lines: { from: 0, to: lines.length, top },
    overflow,
  });
}
