// Lowering of elements to boxes and their positions, points.
import type { Path } from "../../ir/ir.js";
import type { Common, Drawing, Tag } from "../box/box.js";
import type { DrawnOp } from "../box/drawn.js";
import { normalizePath } from "../core/path-data.js";
import { at, withFields, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { fitPicture } from "../draw/image.js";
import { withRegion } from "../draw/region.js";
import { drawEllipse, drawLine, drawPath, drawPolygon, drawRect, rotated, turned, type ShapeStyle, type Shape } from "../draw/shape.js";
import type { LinkSpec, StrokeStyle, FillStyle } from "../request/types/common.js";
import { barcodeSize } from "../request/symbol-size.js";
import type { MaterializedElement, MaterializedOf } from "../request/materialized.js";
import type { ElementType } from "../request/types/element.js";
import { resolveFill, resolveStroke } from "../style/shape.js";
import { edgeFields } from "./edge-fields.js";
import { resolveX, resolveY } from "./place.js";
import { DECORATION, fieldTag, figureTag, isElement, speaks, textSpeech, textTag, withLang, withLinkLang } from "./meaning.js";
import type { PlacedBox, Site } from "./scope.js";
import { lowerLink } from "./link.js";
import { lowerContainer } from "./container.js";
import { FIELD_LOWERING } from "./lazy-modules.js";
import { BARCODE_LOWERING, CHART_DRAWING } from "./lazy-modules.js";
import { lowerTable } from "./table.js";
import { lowerText } from "./text.js";

type At = Omit<PlacedBox, "room">;
type Lower = { readonly [T in ElementType]: (el: MaterializedOf<T>, src: Src, site: Site) => At };

const LOWER: Lower = {
  text: lowerTextElement,
  line: (el, src, site) => {
    const p = origin(site);
    const stroke = resolveStroke(site.scope.stroke, el.stroke);
    const shape = drawLine({ x: p.x + pt(el.x1), y: p.y + pt(el.y1) }, { x: p.x + pt(el.x2), y: p.y + pt(el.y2) }, stroke);
    return drawing(el, src, site, { shape, byCoordinates: true });
  },
  rect: (el, src, site) => {
    const box = frameOf(el, site);
    const style = shapeStyleOf(el, site);
    return drawing(el, src, site, { shape: drawRect(box, pt(el.corner_radius ?? site.scope.cornerRadius), el.rotation ?? 0, style) });
  },
  circle: (el, src, site) => {
    const p = origin(site);
    const style = shapeStyleOf(el, site);
    const r = pt(el.r);
    return drawing(el, src, site, {
      shape: drawEllipse(p.x + pt(el.cx), p.y + pt(el.cy), r, r, { ...style, turn: 0 }),
      byCoordinates: true,
    });
  },
  ellipse: (el, src, site) => {
    const p = origin(site);
    const style = shapeStyleOf(el, site);
    const shape = drawEllipse(p.x + pt(el.cx), p.y + pt(el.cy), pt(el.rx), pt(el.ry), { ...style, turn: el.rotation ?? 0 });
    return drawing(el, src, site, { shape, byCoordinates: true });
  },
  polygon: (el, src, site) => {
    const p = origin(site);
    const style = shapeStyleOf(el, site);
    const points = el.points.map((q) => ({ x: p.x + pt(q.x), y: p.y + pt(q.y) }));
    return drawing(el, src, site, { shape: drawPolygon(points, style), byCoordinates: true });
  },
  path: (el, src, site) => {
    const box = frameOf(el, site);
    const { view_box: view } = el;
    const normal = normalizePath(el.d, null);
    if (!("verbs" in normal)) throw new Error("path data passed the check but cannot be read");
    const sx = box.width / view.width;
    const sy = box.height / view.height;
    const coords = normal.coords.map((v, i) => (i % 2 === 0 ? box.x + (v - view.x) * sx : box.y + (v - view.y) * sy));
    const path: Path = { verbs: normal.verbs, coords, rule: "nonzero" };
    const tag = el.alt ? figureTag(el, site) : null;
    return drawing(el, src, site, { shape: drawPath(path, box, el.rotation ?? 0, shapeStyleOf(el, site)), tag });
  },
  link: (el, src, site) => {
    const box = frameOf(el, site);
    const spec: LinkSpec = {
      target: el.target,
      ...(el.alt !== undefined && { alt: el.alt }),
      ...(el.padding !== undefined && { padding: el.padding }),
      ...(el.border && { border: el.border }),
    };
    return drawing({ ...el, link: spec }, src, site, {
      shape: { box, visual: box, ops: [] },
      linkSrc: src,
    });
  },
  container: (el, src, site) => {
    const x = resolveX(el.layout, pt(el.width ?? 0), site.area);
    const y = top(el.layout, pt(el.height ?? 0), site);
    return { x, y, box: lowerContainer(el, src, site, lowerElement) };
  },
  barcode: (el, src, site) => {
    const { layout } = el;
    const { x, y } = frameOf({ ...barcodeSize(el), ...(layout && { layout }) }, site);
    const { lowerBarcode, barcodeAlt } = BARCODE_LOWERING.get();
    return {
      x,
      y,
      box: lowerBarcode(el, src, site, commonOf(el, src, site, figureTag({ ...el, alt: barcodeAlt(el, site) }, site)), layout),
    };
  },
  field: (el, src, site) => {
    const { scope, cx, owner, area } = site;
    const common = commonOf(el, src, site, fieldTag(el, site));
    const room = owner === "place" && area.content.width > 0 ? area.content.width : Infinity;
    const box = FIELD_LOWERING.get().lowerField(el, src, { text: scope.text, cx }, { common, room });
    return { x: resolveX(el.layout, box.width, site.area), y: top(el.layout, box.height, site), box };
  },
  image: (el, src, site) => {
    const box = frameOf(el, site);
    const here = { ...box, x: 0, y: 0 };
    const { ops, shown } = fitPicture(site.cx.pictures.of(el), el, here);
    const common = commonOf(el, src, site, figureTag(el, site));
    const turn = el.rotation ?? 0;
    const { width, height } = box;
    const drawing = drawingOf(common, width, height, rotated(ops, turn, here));
    return { x: box.x, y: box.y, box: withRegion(drawing, turned(shown, turn, here)) };
  },
  chart: (el, src, site) => {
    const { x, y, width, height } = frameOf(el, site);
    const ops = site.cx.drawn(el, () => CHART_DRAWING.get().drawChart(el, src, site.cx.chartText, site.cx.numbers));
    // a chart is never decoration: a blank description is absent
    const tag = figureTag(el.alt?.trim() === "" ? { ...el, alt: undefined } : el, site);
    return { x, y, box: drawingOf(commonOf(el, src, site, tag), width, height, ops) };
  },
  table: (el, src, site) => {
    const box = lowerTable(el, src, site);
    return { x: resolveX(el.layout, typeof box.width === "number" ? box.width : 0, site.area), y: top(el.layout, 0, site), box };
  },
};

/** Lowers an element to its position in the space of its area, points. */
export function lowerElement(el: MaterializedElement, src: Src, site: Site): PlacedBox {
  const lower = LOWER[el.type] as (el: MaterializedElement, src: Src, site: Site) => At;
  const { x, y, box } = lower(
    el,
    withFields(src, () => edgeFields(el)),
    el.language === undefined ? site : { ...site, spoken: speaks(site.spoken, el.language) },
  );
  return { x, y, room: roomFrom(x, site.area), box };
}

/** Returns the room to the content's right edge, or to the page's if `x` is in the margin. */
function roomFrom(x: number, { content, page }: Site["area"]): number {
  const room = content.x + content.width - x;
  return Math.max(room > 0 ? room : page.x + page.width - x, 1);
}

/** Content's corner; in flow its left and the cursor. */
const origin = (site: Site): { x: number; y: number } => ({
  x: site.area.content.x,
  y: site.owner === "place" ? site.area.content.y : 0,
});
const top = (layout: MaterializedElement["layout"], height: number, site: Site): number =>
  site.owner === "place" ? resolveY(layout, height, site.area) : 0;

function frameOf(
  el: { readonly layout?: MaterializedElement["layout"]; readonly width: number; readonly height: number },
  site: Site,
): { x: number; y: number; width: number; height: number } {
  const width = pt(el.width);
  const height = pt(el.height);
  return { x: resolveX(el.layout, width, site.area), y: top(el.layout, height, site), width, height };
}

function shapeStyleOf(el: { readonly fill?: FillStyle; readonly stroke?: StrokeStyle }, site: Site): ShapeStyle {
  return { fill: resolveFill(site.scope.fill, el.fill), stroke: el.stroke ? resolveStroke(site.scope.stroke, el.stroke) : null };
}

interface Drawn {
  readonly layout?: MaterializedElement["layout"];
  readonly link?: LinkSpec;
}

interface Picture {
  readonly shape: Shape;
  /** in flow, its visual extent counts */
  readonly byCoordinates?: true;
  readonly tag?: Tag | null;
  /** `link` of the element if absent */
  readonly linkSrc?: Src;
}

/**
 * In flow, shapes given by coordinates are moved until their visual top, stroke included, meets the cursor, and take their visual height
 * (core contract, Flow planning rules 7); in a linear container, on both axes.
 */
function drawing(el: Drawn, src: Src, site: Site, { shape, byCoordinates, tag = null, linkSrc = at(src, "link") }: Picture): At {
  const { box, visual } = shape;
  const down = byCoordinates && site.owner !== "place" ? visual : box;
  const across = byCoordinates && site.owner === "line" ? visual : box;
  const [x, y] = [across.x, down.y];
  const common = commonOf(el, src, site, site.area.tag ?? tag ?? DECORATION, linkSrc);
  const ops = shape.ops.map((op) => moved(op, -x, -y));
  const made = drawingOf(common, across.width, down.height, ops);
  return { x: box.x, y: box.y, box: withRegion(made, { x: visual.x - x, y: visual.y - y, width: visual.width, height: visual.height }) };
}

/** Makes a drawing without a spread: drawings are many (ADR 0029). */
const drawingOf = ({ id, src, z, tag, link }: Common, width: number, height: number, ops: readonly DrawnOp[]): Drawing => ({
  kind: "drawing",
  id,
  src,
  z,
  tag,
  link,
  width,
  height,
  ops,
});

const commonOf = (el: Drawn, src: Src, site: Site, tag: Tag, linkSrc = at(src, "link")): Common => ({
  id: site.cx.id(),
  src,
  z: el.layout?.z_index ?? 0,
  tag,
  link: el.link ? withLinkLang(lowerLink(el.link, linkSrc, site.cx.place), site.spoken) : null,
});

function moved(op: DrawnOp, dx: number, dy: number): DrawnOp {
  if (op.op === "image" || op.op === "pdf-page") return { ...op, box: { ...op.box, x: op.box.x + dx, y: op.box.y + dy } };
  if (op.op === "glyphs") return { ...op, x: op.x + dx, y: op.y + dy };
  if (op.op === "path") {
    const { verbs, coords, rule } = op.path;
    const path = { verbs, coords: coords.map((v, i) => v + (i % 2 === 0 ? dx : dy)), rule };
    return { op: "path", path, fill: op.fill, stroke: op.stroke };
  }
  const [a, b, c, d, e, f] = op.transform ?? [1, 0, 0, 1, 0, 0];
  return { ...op, transform: [a, b, c, d, e + dx, f + dy] };
}

function lowerTextElement(el: MaterializedOf<"text">, src: Src, site: Site): At {
  const { area, spoken } = site;
  const tag = textTag(el, site);
  const text = lowerText(el, src, site, textSpeech(tag, spoken));
  const { kind, id, paragraphs, frame, keep } = text;
  const x = resolveX(el.layout, typeof frame.width === "number" ? frame.width : 0, area);
  const y = top(el.layout, frame.height ?? 0, site);
  const link = el.link ? lowerLink(el.link, at(src, "link"), site.cx.place) : null;
  const own = isElement(tag) ? withLang(tag, spoken) : tag;
  return { x, y, box: { kind, id, src, z: el.layout?.z_index ?? 0, tag: own, link, paragraphs, frame, keep } };
}
