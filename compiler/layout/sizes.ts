import type { Box, BoxKind, BoxOf } from "../box/box.js";
import { UNFRAMED } from "../box/plain-text.js";
import type { ContentSizes } from "../text/line/paragraph.js";
import { entrySizes } from "./entry.js";
import { gridSizes } from "./grid.js";
import type { LayoutContext } from "./protocol/protocol.js";
import { columnEdges, tableSizes } from "./table/tracks.js";

type Sizes = { readonly [K in BoxKind]: (box: BoxOf<K>, cx: LayoutContext) => ContentSizes };

const exactly = (width: number): ContentSizes => ({ min: width, max: width });
const widened = ({ min, max }: ContentSizes, by: number): ContentSizes => ({ min: min + by, max: max + by });
const ZERO: ContentSizes = { min: 0, max: 0 };

/** One below the other. */
const largest = (list: readonly ContentSizes[]): ContentSizes =>
  list.reduce((a, b) => ({ min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) }), ZERO);

/** Adds sizes in a line; if they wrap, the minimum is that of the widest. */
function inLine(list: readonly ContentSizes[], gap: number, wraps: boolean): ContentSizes {
  const gaps = gap * Math.max(0, list.length - 1);
  const sum = list.reduce((a, b) => ({ min: a.min + b.min, max: a.max + b.max }), ZERO);
  return { min: wraps ? largest(list).min : sum.min + gaps, max: sum.max + gaps };
}

/** Exhaustive: a new box kind does not compile without its sizes. Points. */
const SIZES: Sizes = {
  drawing: ({ width, fits, narrowed }) => (fits || narrowed ? { min: narrowed ? narrowed(0).width : 0, max: width } : exactly(width)),
  text: (box, cx) => {
    const { frame } = box;
    if (typeof frame.width === "number") return exactly(frame.width);
    const { columns, columnGap, padding } = frame;
    const sizes = cx.run.text.paragraph(box).sizes();
    if (frame === UNFRAMED) return sizes;
    const { min, max } = sizes;
    return widened({ min: columns * min, max: columns * max }, (columns - 1) * columnGap + padding.left + padding.right);
  },
  labelled: (box, cx) => exactly(cx.measure(box, Infinity).width),
  canvas: ({ width }) => exactly(width),
  container: ({ width, padding, arrange, children }, cx) => {
    if (typeof width === "number") return exactly(width);
    const inside = children.map((c) => (arrange.mode === "coordinate" ? widened(cx.sizes(c.box), c.x) : cx.sizes(c.box)));
    const beside = arrange.mode === "linear" && arrange.axis === "horizontal";
    const across = beside ? inLine(inside, arrange.gap, arrange.wrap) : largest(inside);
    return widened(across, padding.left + padding.right);
  },
  flow: ({ children }, cx) => largest(children.map((c) => widened(cx.sizes(c.box), c.x + (c.right ?? 0)))),
  columns: ({ count, gap, body }, cx) => {
    const { min, max } = cx.sizes(body);
    return widened({ min: count * min, max: count * max }, (count - 1) * gap);
  },
  stack: ({ arrange, children }, cx) => {
    const inside = children.map((c) => cx.sizes(c));
    return arrange.axis === "horizontal" ? inLine(inside, arrange.gap, arrange.wrap) : largest(inside);
  },
  grid: gridSizes,
  anchored: ({ inner }, cx) => cx.sizes(inner),
  entry: entrySizes,
  table: (box, cx) => (box.width === "space" ? tableSizes(box, cx) : exactly(columnEdges(box, 0, cx).at(-1)!)),
};

/** Returns the outer widths of a box, points. */
export const sizesOf = (box: Box, cx: LayoutContext): ContentSizes =>
  (SIZES[box.kind] as (box: Box, cx: LayoutContext) => ContentSizes)(box, cx);
