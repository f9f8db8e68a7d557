import { fits } from "../core/geom.js";
import { done, REFUSE, type Layouter, type Overflow } from "./protocol.js";

/** Drawings move whole. */
export const fillDrawing: Layouter<"drawing"> = (box, space) => {
  const over = !fits(box.height, space.height);
  if (over && !space.fresh) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height: box.height, room: space.height } : null;
  return done({
    box,
    width: box.width,
    height: box.height,
    first: true,
    last: true,
    children: [],
    text: null,
    reach: box.height,
    overflow,
  });
};

/** Canvases move whole; their children stand where they were put and are as high as they are. */
export const fillCanvas: Layouter<"canvas"> = (box, space, _rest, cx) => {
  const over = !fits(box.height, space.height);
  if (over && !space.fresh) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height: box.height, room: space.height } : null;
  const children = box.children.map((c) => ({ x: c.x, y: c.y, fragment: cx.measure(c.box, box.width) }));
  return done({ box, width: box.width, height: box.height, first: true, last: true, children, text: null, reach: box.height, overflow });
};
