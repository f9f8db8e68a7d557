// A label to its fragment: as wide as its space, as high as its lines, which are made when they are painted.
import { fits } from "../core/geom.js";
import { done, mayMove, REFUSE, type Layouter } from "./protocol.js";

/** Labels move whole. */
export const fillLabel: Layouter<"label"> = (box, space, _rest, cx) => {
  const { text } = cx.run;
  const width = space.width === Infinity ? text.labelSizes(box).max : space.width;
  const height = text.labelHeight(box, width);
  const over = !fits(height, space.height);
  if (over && mayMove(space)) return REFUSE;
  return done({
    box,
    width,
    height,
    first: true,
    last: true,
    children: NO_CHILDREN,
    inkHeight: height,
    text: null,
    table: null,
    overflow: over ? { src: box.src, height, room: space.height } : null,
  });
};
const NO_CHILDREN: readonly never[] = [];
