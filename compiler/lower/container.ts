import type { Arrange, Container, ContainerChild } from "../box/box.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { MaterializedContainer, MaterializedElement } from "../request/materialized.js";
import type { ContainerChildren } from "../request/types/shape.js";
import { resolveFill, resolveStroke } from "../style/shape.js";
import { lowerLink } from "./link.js";
import { containerMeaning, hasOrder, movesOf, type Numbered } from "./meaning.js";
import { isFromRight } from "./place.js";
import { enter, type Area, type PlacedBox, type Site } from "./scope.js";

type LowerChild = (el: MaterializedElement, src: Src, site: Site) => PlacedBox;

export function lowerContainer(el: MaterializedContainer, src: Src, site: Site, lower: LowerChild): Container {
  const { children: how } = el.layout;
  const pad = how.padding;
  const padding = { top: pt(pad?.top ?? 0), right: pt(pad?.right ?? 0), bottom: pt(pad?.bottom ?? 0), left: pt(pad?.left ?? 0) };
  const width = el.width === undefined ? null : pt(el.width);
  const height = el.height === undefined ? null : pt(el.height);
  const id = site.cx.id();
  // without a width, the edge is known at layout
  const across = width === null ? 0 : width - padding.left - padding.right;
  const content = { x: 0, y: 0, width: across, height: (height ?? 0) - padding.top - padding.bottom };
  // content outside the container is checked against the page at layout
  const { tag, inside } = containerMeaning(el, site);
  const area: Area = { content, page: content, bounds: site.area.bounds, tag: inside.tag };
  const { cx } = site;
  const { spoken, inList } = inside;
  const inner: Site = { area, scope: enter(site.scope, el.defaults), owner: how.mode === "linear" ? "line" : "place", cx, spoken, inList };
  const numbered: Numbered[] | null = hasOrder(el.elements) ? [] : null;
  const children = el.elements.map((child, i): ContainerChild => {
    const from = cx.next;
    const { x, y, room, box } = lower(child, at(src, "elements", i), inner);
    numbered?.push({ el: child, from, to: cx.next });
    if (width !== null) return { x, y, fromRight: false, room, box };
    return { x, y, fromRight: isFromRight(child.layout), room: null, box };
  });
  const moves = numbered && movesOf(numbered);
  return {
    kind: "container",
    id,
    src,
    z: el.layout.z_index ?? 0,
    tag,
    link: el.link ? lowerLink(el.link, at(src, "link"), site.cx.place) : null,
    width: width ?? "space",
    height,
    minHeight: pt(el.min_height ?? 0),
    padding,
    fill: resolveFill(site.scope.fill, el.fill),
    stroke: el.stroke ? resolveStroke(site.scope.stroke, el.stroke) : null,
    radius: pt(el.corner_radius ?? site.scope.cornerRadius),
    clip: how.overflow === "clip",
    paginates: how.overflow === "paginate",
    arrange: arrangeOf(how),
    children,
    ...(moves && { moves }),
  };
}

const arrangeOf = (how: ContainerChildren): Arrange =>
  how.mode === "coordinate"
    ? { mode: "coordinate" }
    : {
        mode: "linear",
        axis: how.axis ?? "vertical",
        gap: pt(how.gap ?? 0),
        main: how.main_align ?? "start",
        cross: how.cross_align ?? "start",
        wrap: how.wrap ?? false,
      };
