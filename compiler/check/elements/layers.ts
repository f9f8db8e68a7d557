import { at, type Src } from "../../core/src.js";
import type { MaterializedLayers } from "../../request/materialized.js";
import { checkElements } from "./element.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { checkFill } from "../values/style.js";
import { checkWatermark } from "./watermark.js";

/** Checks layers (element model, Layers). */
export function checkLayers(r: Report, layers: MaterializedLayers | undefined, src: Src, place: CheckContext): void {
  for (const part of ["background", "stamp"] as const) checkElements(r, layers?.[part]?.elements, at(src, part, "elements"), place);
  checkWatermark(r, layers?.watermark, at(src, "watermark"), place.fonts);
  checkFill(r, layers?.background?.fill, at(src, "background", "fill"));
}
