import type { Rect } from "../../ir/ir.js";
import type { Canvas, CanvasChild, Tag } from "../box/box.js";
import type { Furniture, FurnitureVariant, PageSelector } from "../box/page.js";
import { at, type Src } from "../core/src.js";
import type { MaterializedElement, MaterializedLayers } from "../request/materialized.js";
import { resolveFill } from "../style/shape.js";
import { lowerElement } from "./element.js";
import { onPages } from "./repeat.js";
import type { Area, LowerContext, Scope } from "./scope.js";
import { lowerWatermark } from "./watermark.js";

type Child = CanvasChild;
type Layer = NonNullable<MaterializedLayers["background"]>;

/** `page`: the whole page, points. `of`: the unit of first and last pages. */
export class FurnitureLowering {
  constructor(
    readonly page: Rect,
    readonly scope: Scope,
    readonly cx: LowerContext,
    readonly of: PageSelector["of"],
  ) {}

  around(layers: MaterializedLayers | undefined, src: Src, sections: () => readonly Furniture[]): readonly Furniture[] {
    const { background, watermark, stamp } = layers ?? {};
    const out: Furniture[] = [];
    if (background) {
      const here = at(src, "background");
      out.push(this.#layer("background", background, here, this.#paper(background, here)));
    }
    for (const section of sections()) out.push(section);
    if (watermark) out.push(lowerWatermark(watermark, at(src, "watermark"), this));
    if (stamp) out.push(this.#layer("stamp", stamp, at(src, "stamp"), []));
    return out;
  }

  /** Variant of a header or footer. `src`: parent of the elements; `content`: their area, in the page's space, points */
  section(
    part: "header" | "footer",
    on: PageSelector,
    elements: readonly MaterializedElement[],
    { src, content }: { readonly src: Src; readonly content: Rect },
  ): FurnitureVariant {
    const area: Area = { content, page: this.page, bounds: { rect: this.page, name: "the page", part }, tag: { artifact: part } };
    return { on, canvas: this.#canvas(elements, src, area, []) };
  }

  #layer(part: "background" | "stamp", layer: Layer, src: Src, under: readonly Child[]): Furniture {
    const tag: Tag = { artifact: part === "background" ? "background" : "decoration" };
    const area: Area = { content: this.page, page: this.page, bounds: { rect: this.page, name: "the page", part: "layer" }, tag };
    const canvas = this.#canvas(layer.elements ?? [], src, area, under);
    return { part, opacity: 1, variants: [{ on: onPages(layer.repeat, this.of), canvas }] };
  }

  /** Fill of a background, below its elements. */
  #paper(layer: Layer, src: Src): readonly Child[] {
    const { page } = this;
    const fill = "fill" in layer ? resolveFill(this.scope.fill, layer.fill) : null;
    if (!fill) return [];
    const { width, height } = page;
    const path = { verbs: "MLLLZ", coords: [0, 0, width, 0, width, height, 0, height], rule: "nonzero" as const };
    const box = {
      kind: "drawing" as const,
      id: this.cx.id(),
      src: at(src, "fill"),
      z: Number.MIN_SAFE_INTEGER,
      tag: { artifact: "background" as const },
      link: null,
      width,
      height,
      ops: [{ op: "path" as const, path, fill, stroke: null }],
    };
    return [{ x: 0, y: 0, room: width, bounds: null, spread: null, box }];
  }

  #canvas(elements: readonly MaterializedElement[], src: Src, area: Area, under: readonly Child[]): Canvas {
    const { scope, cx, page } = this;
    const children = elements.map((el, i): Child => {
      const { x, y, room, box } = lowerElement(el, at(src, "elements", i), {
        area,
        scope,
        owner: "place",
        cx,
        spoken: cx.spoken,
        inList: false,
      });
      return { x, y, room, bounds: area.bounds, spread: null, box };
    });
    return {
      kind: "canvas",
      id: cx.id(),
      src,
      z: 0,
      tag: area.tag!,
      link: null,
      width: page.width,
      height: page.height,
      children: [...under, ...children],
    };
  }
}
