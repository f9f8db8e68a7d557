import { bounds, rotation } from "../../ir/geometry.js";
import { append } from "../../base/many.js";
import type { BoxOf, CanvasChild } from "../box/box.js";
import { fail } from "../core/fail.js";
import { fits } from "../core/geom.js";
import type { Src } from "../core/src.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Overflow,
  type Placed,
  type Space,
} from "./protocol/protocol.js";

export const fillDrawing: Layouter<"drawing"> = (box, space) => inOnePiece(box, space, null);

/** Children keep their positions and heights. @throws RenderError API-002 for too many tiles */
export const fillCanvas: Layouter<"canvas"> = (box, space, _rest, cx) => inOnePiece(box, space, cx);

function inOnePiece(given: BoxOf<"drawing" | "canvas">, space: Space, cx: LayoutContext | null): Fill {
  const box = given.kind === "drawing" && given.narrowed && !fits(given.width, space.width) ? given.narrowed(space.width) : given;
  const { width, height } = box.kind === "drawing" && box.fits ? reduced(box, space) : box;
  const over = !fits(height, space.height);
  if (over && mayMove(space)) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height, room: space.height } : null;
  const children: Placed[] = [];
  if (cx !== null && box.kind === "canvas") for (const c of box.children) append(children, spread(c, cx.measure(c.box, c.room), box));
  return done({ box, width, height, first: true, last: true, children, inkHeight: height, text: null, table: null, overflow });
}

/** Reduces a size to the width of its room and the height of a region. */
function reduced({ width, height }: BoxOf<"drawing">, { width: wide, height: high, later }: Space): Size {
  const scale = Math.min(1, wide / width, (later === Infinity ? Infinity : Math.max(high, later)) / height);
  return { width: width * scale, height: height * scale };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** One, or a grid that covers the canvas. */
function spread(
  child: CanvasChild,
  fragment: Fragment,
  canvas: { readonly width: number; readonly height: number; readonly src: Src },
): readonly Placed[] {
  const how = child.spread;
  if (!how) return [{ x: child.x, y: child.y, fragment }];
  const x = child.x + how.offsetX - fragment.width / 2;
  const y = child.y + how.offsetY - fragment.height / 2;
  if (how.kind === "center") return [{ x, y, fragment }];
  // as large as its bounding box
  const degrees = child.box.kind === "text" ? child.box.frame.rotation : 0;
  const around = bounds(rotation(degrees, 0, 0), {
    x: -fragment.width / 2,
    y: -fragment.height / 2,
    width: fragment.width,
    height: fragment.height,
  });
  const stepX = around.width + how.gapX;
  const stepY = around.height + how.gapY;
  if (!(stepX > 0 && stepY > 0)) return [];
  const rows = Math.ceil(canvas.height / stepY) + 1;
  const columns = Math.ceil((canvas.width + Math.abs(how.stagger)) / stepX) + 1;
  if (rows * columns > MAX_TILES)
    fail(
      "API-002",
      "too-many-tiles",
      child.box.src,
      `the watermark would be repeated ${4 * rows * columns} times on a page, at most ${4 * MAX_TILES} are drawn`,
    );
  const out: Placed[] = [];
  for (let r = -rows; r <= rows; r++) {
    for (let c = -columns; c <= columns; c++) {
      const at = { x: x + c * stepX + (Math.abs(r) % 2) * how.stagger, y: y + r * stepY };
      const middle = { x: at.x + fragment.width / 2, y: at.y + fragment.height / 2 };
      const outside =
        middle.x + around.width / 2 <= 0 ||
        middle.x - around.width / 2 >= canvas.width ||
        middle.y + around.height / 2 <= 0 ||
        middle.y - around.height / 2 >= canvas.height;
      if (!outside) out.push({ ...at, fragment });
    }
  }
  return out;
}
const MAX_TILES = 2500;
