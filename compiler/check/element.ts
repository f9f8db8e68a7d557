import { at, type Src } from "../core/src.js";
import type { Element, ElementOf, ElementType } from "../request/types/element.js";
import type { Defaults } from "../request/types/shape.js";
import { checkLink, checkLinkLook, checkTarget } from "./links.js";
import { checkPlacement, type Owner, type Placeable } from "./placement.js";
import type { Report } from "./report.js";
import { checkCircle, checkEllipse, checkLine, checkPath, checkPolygon, checkRect } from "./shape.js";
import type { KnownFonts } from "./style.js";
import { checkText } from "./text.js";

/** Where elements stand, and what their checks need to know of the rest of the request. */
export interface Place {
  readonly owner: Owner;
  /** settings.layout.flow, for bodies */
  readonly flow: boolean;
  readonly pageCount: number;
  readonly fonts: KnownFonts;
  /** a text's width or height may come from here */
  readonly defaults: Defaults | undefined;
}

type Checks = { readonly [T in ElementType]: ((r: Report, el: ElementOf<T>, src: Src, place: Place) => void) | null };

/** Exhaustive: another element does not compile until it is checked. Null = not built yet, refused by name. */
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
    checkTarget(r, el.target, at(src, "target"), place.pageCount);
    checkLinkLook(r, el, src);
  },
  barcode: null,
  image: null,
  chart: null,
  container: null,
  table: null,
};

const BY_COORDINATES: readonly ElementType[] = ["line", "circle", "ellipse", "polygon"];

export function checkElements(r: Report, elements: readonly Element[] | undefined, src: Src, place: Place): void {
  elements?.forEach((el, i) => checkElement(r, el, at(src, i), place));
}

function checkElement(r: Report, el: Element, src: Src, place: Place): void {
  if (el.type === "table" && place.owner === "layer") {
    r.add("table-in-layer", at(src, "type"), "a table is not allowed in a layer");
    return;
  }
  const check = CHECKS[el.type] as ((r: Report, el: Element, src: Src, place: Place) => void) | null;
  if (!check) {
    r.unbuilt(at(src, "type"), `the element type ${el.type}`);
    return;
  }
  const flowed = place.owner === "body" && (el.layout?.flow ?? place.flow);
  checkPlacement(r, placeable(el, place.defaults), src, { owner: place.owner, flowed });
  check(r, el, src, place);
  if ("link" in el) checkLink(r, el.link, at(src, "link"), place.pageCount);
}

function placeable(el: Element, defaults: Defaults | undefined): Placeable {
  const layout = el.layout ? { layout: el.layout } : {};
  if (el.type !== "text") {
    const given = { name: "", given: true };
    return { ...layout, type: el.type, byCoordinates: BY_COORDINATES.includes(el.type), widthField: given, heightField: given };
  }
  const blocks = typeof el.content === "object" && "blocks" in el.content;
  const own = blocks ? { ...el.defaults?.frame, ...el.frame } : el.style;
  const group = blocks ? "frame" : "style";
  return {
    ...layout,
    type: "text",
    byCoordinates: false,
    widthField: { name: `${group}.width`, given: (own?.width ?? defaults?.text?.width) !== undefined },
    heightField: { name: `${group}.height`, given: (own?.height ?? defaults?.text?.height) !== undefined },
  };
}
