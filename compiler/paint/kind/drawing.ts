import { IDENTITY } from "../../../ir/geometry.js";
import type { Painter } from "../context.js";
import type { Op } from "../../../ir/ir.js";
import type { BoxOf } from "../../box/box.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import { drawingOps } from "../drawn.js";
import { transformOps } from "../group.js";
import type { ResourceTable } from "../resources.js";
import { paintContent } from "../tag.js";
import { paintField } from "./field.js";

/** Reduced about its corner if its fragment is smaller. */
function scaled(box: BoxOf<"drawing">, { width }: Fragment, x: number, y: number, resources: ResourceTable): readonly Op[] {
  const ops = drawingOps(box, x, y, resources);
  const scale = box.fits ? width / box.width : 1;
  return scale === 1 ? ops : transformOps(ops, [scale, 0, 0, scale, x * (1 - scale), y * (1 - scale)]);
}

export const paintDrawing: Painter<"drawing"> = (box, fragment, x, y, cx) => {
  if (box.field) return paintField(box.field, fragment, x, y, cx);
  const region = cx.links.regionOf(fragment, x, y, IDENTITY);
  const mark = paintContent(fragment, region && box.link, { ops: scaled(box, fragment, x, y, cx.resources), lang: undefined }, cx);
  cx.links.add(fragment, region, mark);
};
