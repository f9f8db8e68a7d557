import { at, type Src } from "../../core/src.js";
import type { MaterializedContainer, MaterializedElement } from "../../request/materialized.js";
import type { ContainerChildren, Defaults } from "../../request/types/shape.js";
import { meaningWithin } from "../place/meaning.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { checkFill, checkStroke } from "../values/style.js";
import { inContainer, TEXT_PROFILES } from "../values/text-profile.js";
import { checkDefaults } from "./settings.js";

const LINEAR_ONLY = ["axis", "gap", "main_align", "cross_align", "wrap"] as const;

/** Rules: (element model, Container). `checkChild` checks its children. */
export function checkContainer(
  r: Report,
  el: MaterializedContainer,
  src: Src,
  place: CheckContext,
  checkChild: (r: Report, el: MaterializedElement, src: Src, place: CheckContext) => void,
): void {
  const how = el.layout.children;
  const here = at(src, "layout", "children");
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  r.positive(el.min_height, src, "min_height");
  r.notNegative(el.corner_radius, src, "corner_radius");
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
  checkDefaults(r, el.defaults, at(src, "defaults"), place.fonts);
  if (el.height !== undefined && el.min_height !== undefined)
    r.add("min-height-and-height", at(src, "min_height"), "min_height is for containers without a height: leave one of them out");
  checkRoom(r, el, here);
  if (how.mode === "coordinate") {
    for (const field of LINEAR_ONLY)
      if (how[field] !== undefined)
        r.add("linear-only", at(here, field), `${field} belongs to a linear container: set "mode": "linear", or leave it out`);
  }
  r.notNegative(how.gap, here, "gap");
  if (el.height === undefined) checkAutoHeight(r, el, src);
  if (how.overflow === "paginate") checkPaginates(r, el, here, place);
  const paginates = how.overflow === "paginate";
  const inner: CheckContext = {
    ...place,
    owner: how.mode,
    flow: false,
    profile: inContainer(place.profile, paginates),
    defaults: merged(place.defaults, el.defaults),
    linked: place.linked || el.link !== undefined,
    meaning: meaningWithin(el, place.meaning),
  };
  el.elements.forEach((child, i) => checkChild(r, child, at(src, "elements", i), inner));
}

/** Only text sizes of the result are read. */
const merged = (up: Defaults | undefined, own: Defaults | undefined): Defaults | undefined =>
  own?.text ? { ...up, text: { ...up?.text, ...own.text } } : up;

function checkRoom(r: Report, el: MaterializedContainer, src: Src): void {
  const { padding } = el.layout.children;
  for (const edge of ["top", "right", "bottom", "left"] as const) r.notNegative(padding?.[edge], at(src, "padding"), edge);
  const across = (padding?.left ?? 0) + (padding?.right ?? 0);
  const down = (padding?.top ?? 0) + (padding?.bottom ?? 0);
  if (el.width !== undefined && el.width > 0 && !(el.width > across))
    r.add(
      "container-room",
      at(src, "padding"),
      `padding takes ${across} mm, the container is ${el.width} mm wide: make it wider, or the padding smaller`,
    );
  if (el.height !== undefined && el.height > 0 && !(el.height > down))
    r.add(
      "container-room",
      at(src, "padding"),
      `padding takes ${down} mm, the container is ${el.height} mm high: make it higher, or the padding smaller`,
    );
}

/** Rule 3: layouts that require a declared height. */
function checkAutoHeight(r: Report, el: MaterializedContainer, src: Src): void {
  const how: ContainerChildren = el.layout.children;
  const here = at(src, "layout", "children");
  const needs = (where: Src, what: string): void => r.add("needs-height", where, `${what} needs a container with a height`);
  const vertical = how.mode === "linear" && (how.axis ?? "vertical") === "vertical";
  if (vertical && how.wrap) needs(at(here, "wrap"), "a vertical line that wraps");
  if (vertical && (how.main_align ?? "start") !== "start") needs(at(here, "main_align"), `main_align ${how.main_align} in a vertical line`);
  if (how.mode !== "coordinate") return;
  el.elements.forEach((child, i) => {
    if (child.layout?.bottom !== undefined) needs(at(src, "elements", i, "layout", "bottom"), "bottom of a child");
  });
}

/** Rule 6. */
function checkPaginates(r: Report, el: MaterializedContainer, src: Src, place: CheckContext): void {
  const how: ContainerChildren = el.layout.children;
  const refuse = (what: string): void =>
    r.add("container-paginate", at(src, "overflow"), `paginate belongs to containers that can be broken: it is only possible ${what}`);
  if (place.owner === "block") {
    if (!place.profile.continues) return refuse("where content is broken, not in rows and frames");
  } else {
    if (place.owner !== "body" || place.profile !== TEXT_PROFILES.full) return refuse("on direct children of pages[].elements");
    if (!(el.layout.flow ?? place.flow)) return refuse("on containers that flow");
  }
  if (el.height === undefined) return refuse("on containers with a height");
  if (how.mode !== "linear" || (how.axis ?? "vertical") !== "vertical" || how.wrap)
    refuse("on vertical linear containers that do not wrap");
}
