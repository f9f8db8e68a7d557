import { at, type Src } from "../../core/src.js";
import type { MaterializedElement, MaterializedOf } from "../../request/materialized.js";
import type { ElementType } from "../../request/types/element.js";
import type { Defaults } from "../../request/types/shape.js";
import { checkContainer } from "./container.js";
import { checkMeaning } from "../place/meaning.js";
import { checkImage } from "../values/image.js";
import { checkLink, checkLinkBox, checkTarget } from "../place/links.js";
import { FIELD_CHECK } from "../field/lazy-modules.js";
import { BARCODE_CHECK, CHART_CHECK } from "./lazy-modules.js";
import type { CheckContext } from "../place/place.js";
import { checkPlacement, type Placeable } from "../values/placement.js";
import type { Report } from "../values/report.js";
import { checkCircle, checkEllipse, checkLine, checkPath, checkPolygon, checkRect } from "../values/shape.js";
import { checkTable } from "./table.js";
import { checkText } from "./text.js";

type Checks = { readonly [T in ElementType]: (r: Report, el: MaterializedOf<T>, src: Src, place: CheckContext) => void };

/** Exhaustive: a new element type fails to compile without a check. */
const CHECKS: Checks = {
  text: checkText,
  line: checkLine,
  rect: checkRect,
  circle: checkCircle,
  ellipse: checkEllipse,
  polygon: checkPolygon,
  path: checkPath,
  link: (r, el, src, place) => {
    r.positive(el.width, src, "width");
    r.positive(el.height, src, "height");
    checkTarget(r, el.target, at(src, "target"), place.targets);
    checkLinkBox(r, el, src);
  },
  barcode: (...given) => BARCODE_CHECK.get().checkBarcode(...given),
  field: (...given) => FIELD_CHECK.get().checkField(...given),
  image: checkImage,
  chart: (...given) => CHART_CHECK.get().checkChart(...given),
  container: (r, el, src, place) => checkContainer(r, el, src, place, checkElement),
  table: checkTable,
};

const BY_COORDINATES: readonly ElementType[] = ["line", "circle", "ellipse", "polygon"];

export function checkElements(r: Report, elements: readonly MaterializedElement[] | undefined, src: Src, place: CheckContext): void {
  elements?.forEach((el, i) => checkElement(r, el, at(src, i), place));
}

export function checkElement(r: Report, el: MaterializedElement, src: Src, place: CheckContext): void {
  if (el.type === "table" && (place.owner === "layer" || place.owner === "coordinate" || place.owner === "linear")) {
    const where = place.owner === "layer" ? "a layer" : "a container";
    r.add(
      "table-location",
      at(src, "type"),
      `a table is not allowed in ${where}: put it in pages[].elements, a header or a footer, or in a block of a Flow Document`,
    );
    return;
  }
  const check = CHECKS[el.type] as (r: Report, el: MaterializedElement, src: Src, place: CheckContext) => void;
  const flowed = place.owner === "body" && (el.layout?.flow ?? place.flow);
  checkMeaning(r, el, src, place.meaning);
  checkPlacement(r, placeable(el, place.defaults), src, { owner: place.owner, flowed });
  check(r, el, src, place);
  if (place.linked && (el.type === "link" || ("link" in el && el.link)))
    r.add(
      "link-in-link",
      el.type === "link" ? at(src, "type") : at(src, "link"),
      "a container around it has a link already: remove one of them",
    );
  if ("link" in el) checkLink(r, el.link, at(src, "link"), place.targets);
}

function placeable(el: MaterializedElement, defaults: Defaults | undefined): Placeable {
  const { layout } = el;
  if (el.type !== "text") {
    const width = { name: "", given: true };
    const height = el.type === "container" ? { name: "height", given: el.height !== undefined } : width;
    return { layout, type: el.type, byCoordinates: BY_COORDINATES.includes(el.type), widthField: width, heightField: height };
  }
  const blocks = typeof el.content === "object" && "blocks" in el.content;
  const own = blocks ? { ...el.defaults?.frame, ...el.frame } : el.style;
  const group = blocks ? "frame" : "style";
  return {
    layout,
    type: "text",
    byCoordinates: false,
    widthField: { name: `${group}.width`, given: (own?.width ?? defaults?.text?.width) !== undefined },
    heightField: { name: `${group}.height`, given: (own?.height ?? defaults?.text?.height) !== undefined },
  };
}
