// A Fixed Canvas request to a book: each entry of `pages` to a page sequence, header, footer and layers to the furniture of its master.
import type { Profile, Rect } from "../../ir/ir.js";
import { NO_KEEP, type Bounds, type Canvas, type CanvasChild, type FlowChild, type StyledBox, type Tag } from "../box/box.js";
import {
  ONE_COLUMN,
  onBothSides,
  type BodyArea,
  type Book,
  type Furniture,
  type PageSelector,
  type PageSequence,
  type Stream,
} from "../box/page.js";
import type { StyledParagraph } from "../box/text.js";
import type { ChartText } from "../chart/text.js";
import { at, ROOT, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { World } from "../core/world.js";
import type { PageMargin } from "../request/types/common.js";
import type { Pictures } from "../picture/load.js";
import { profileOf } from "../request/profile.js";
import { pageSize } from "../request/page-size.js";
import type { Materialized, MaterializedElement, MaterializedPage, MaterializedSection } from "../request/materialized.js";
import type { Repeat } from "../request/types/layers.js";
import { resolveFill } from "../style/shape.js";
import { lowerMetadata } from "./metadata.js";
import { lowerElement } from "./element.js";
import { onPages } from "./repeat.js";
import { lowerWatermark } from "./watermark.js";
import { enter, LowerContext, SERVICE_SCOPE, type Area, type Scope } from "./scope.js";

/** A checked request to a book: defaults cascade into elements, millimetres become points, elements become boxes. */
export function lowerDocument(request: Materialized, world: World, pictures: Pictures, chartText: (language: string) => ChartText): Book {
  const metadata = lowerMetadata(request, world);
  const cx = new LowerContext(metadata.language, world, pictures, chartText(metadata.language));
  const scope = enter(SERVICE_SCOPE, request.settings?.defaults);
  const profile = profileOf(request) as Profile | null;
  const pages = request.pages ?? [];
  return {
    metadata,
    profile,
    tagged: profile === "pdfa-ua1",
    length: pages.length,
    sequence: (index) => new PageLowering(request, pages[index]!, at(ROOT, "pages", index), scope, cx).sequence(),
  };
}

/** Service defaults of the continuation gaps, mm (core contract, Layout rules). */
const TOP_GAP = 8;
const TOP_GAP_WITH_HEADER = 5;

class PageLowering {
  readonly #width: number;
  readonly #height: number;
  readonly #page: Rect;
  readonly #margin: Required<PageMargin>;
  readonly #hasMargin: boolean;
  readonly #content: Rect;

  constructor(
    readonly request: Materialized,
    readonly page: MaterializedPage,
    readonly src: Src,
    readonly scope: Scope,
    readonly cx: LowerContext,
  ) {
    const size = pageSize(page);
    if (!size) throw new Error("a page passed the check without a size");
    this.#width = pt(size.width);
    this.#height = pt(size.height);
    this.#page = { x: 0, y: 0, width: this.#width, height: this.#height };
    const global = request.settings?.layout?.page_margin;
    const own = page.layout?.page_margin;
    this.#hasMargin = global !== undefined || own !== undefined;
    const m = { ...global, ...own };
    this.#margin = { top: pt(m.top ?? 0), right: pt(m.right ?? 0), bottom: pt(m.bottom ?? 0), left: pt(m.left ?? 0) };
    const { top, right, bottom, left } = this.#margin;
    this.#content = { x: left, y: top, width: this.#width - left - right, height: this.#height - top - bottom };
  }

  sequence(): PageSequence<StyledParagraph> {
    // the body first: boxes are numbered in this order
    const streams = this.#streams();
    const master = { width: this.#width, height: this.#height, body: onBothSides(this.#content), furniture: this.#furniture() };
    return { src: this.src, master, start: null, streams };
  }

  /** One stream for all flowed elements, at the index of the first of them, and one for each element with a place of its own. */
  #streams(): readonly Stream<StyledParagraph>[] {
    const layout = this.request.settings?.layout;
    const area = this.#body();
    const streams: Stream<StyledParagraph>[] = [];
    const flowed: FlowChild<StyledParagraph>[] = [];
    let flowAt = -1;
    this.page.elements?.forEach((el, i) => {
      const src = at(this.src, "elements", i);
      if (!(el.layout?.flow ?? layout?.flow ?? false)) {
        streams.push(this.#absolute(el, src, area));
        return;
      }
      const placed = lowerElement(el, src, { area, scope: this.scope, owner: "flow", cx: this.cx });
      const gapAfter = pt(el.layout?.gap_after ?? layout?.gap_after ?? 0);
      if (flowAt < 0) flowAt = streams.length;
      flowed.push({ box: placed.box, x: placed.x, room: placed.room, align: "start", bounds: area.bounds, gapAfter, keep: NO_KEEP });
    });
    if (flowAt >= 0) {
      const box: StyledBox = {
        kind: "flow",
        id: this.cx.id(),
        src: this.src,
        z: 0,
        tag: "inherit",
        link: null,
        splits: true,
        padTop: 0,
        padBottom: 0,
        children: flowed,
      };
      const top = this.#content.y + pt(layout?.start_top ?? 0);
      streams.splice(flowAt, 0, { kind: "filled", box, area: this.#area(0, top, this.#width), bounds: null });
    }
    return streams;
  }

  #absolute(el: MaterializedElement, src: Src, area: Area): Stream<StyledParagraph> {
    const { x, y, room: width, box } = lowerElement(el, src, { area, scope: this.scope, owner: "place", cx: this.cx });
    const paginates =
      box.kind === "table" || (box.kind === "text" && (box.frame.overflow === "paginate" || box.paragraphs.some((p) => p.breakBefore)));
    const { bounds } = area;
    if (!paginates) return { kind: "placed", box, x, y, width, bounds };
    return { kind: "filled", box, area: this.#area(x, y, width), bounds };
  }

  /** From a top edge on the first page and the continuation's on later ones. */
  #area(x: number, y: number, width: number): BodyArea {
    const first = onBothSides(this.#region(x, y, width));
    return { first, later: onBothSides(this.#region(x, this.#continuedTop(), width)), columns: ONE_COLUMN };
  }

  /** From a top edge down to where paginated content ends: the footer's top or the bottom margin, whichever is higher. */
  #region(x: number, y: number, width: number): Rect {
    const footer = this.#height - pt(this.request.footer?.layout.height ?? 0);
    const bottom = this.#hasMargin ? Math.min(footer, this.#height - this.#margin.bottom) : footer;
    return { x, y, width, height: Math.max(0, bottom - y) };
  }

  #continuedTop(): number {
    if (this.#hasMargin) return this.#margin.top;
    const gaps = this.request.settings?.layout?.pagination;
    const { header } = this.request;
    if (header) return pt(header.layout.height) + pt(gaps?.continuation_top_gap_with_header ?? TOP_GAP_WITH_HEADER);
    return pt(gaps?.continuation_top_gap ?? TOP_GAP);
  }

  #body(): Area {
    const { y, height } = this.#content;
    // sideways a body may use its margins, but not leave the page; vertically it is bounded by its content box
    const bounds: Bounds = { rect: { x: 0, y, width: this.#width, height }, name: this.#hasMargin ? "the content box" : "the page" };
    return { content: this.#content, page: this.#page, bounds, artifact: null };
  }

  #furniture(): readonly Furniture[] {
    const { layers, header, footer } = this.request;
    const out: Furniture[] = [];
    const { background, watermark, stamp } = layers ?? {};
    if (background) {
      const src = at(ROOT, "layers", "background");
      const fill = resolveFill(this.scope.fill, background.fill);
      const paper: CanvasChild<StyledParagraph>[] = fill
        ? [
            {
              x: 0,
              y: 0,
              room: this.#width,
              bounds: null,
              spread: null,
              box: {
                kind: "drawing",
                id: this.cx.id(),
                src: at(src, "fill"),
                z: Number.MIN_SAFE_INTEGER,
                tag: { artifact: "background" },
                link: null,
                width: this.#width,
                height: this.#height,
                ops: [paperOp(this.#page, fill)],
              },
            },
          ]
        : [];
      out.push(this.#layer("background", background.elements, src, background.repeat, paper));
    }
    if (header) out.push(this.#section("header", header, 0));
    if (footer) out.push(this.#section("footer", footer, this.#height - pt(footer.layout.height)));
    if (watermark) out.push(lowerWatermark(watermark, this.#page, this.scope, this.cx));
    if (stamp) out.push(this.#layer("stamp", stamp.elements, at(ROOT, "layers", "stamp"), stamp.repeat, []));
    return out;
  }

  #section(part: "header" | "footer", section: MaterializedSection, top: number): Furniture {
    const { x, width } = this.#content;
    const area: Area = {
      content: { x, y: top, width, height: pt(section.layout.height) },
      page: this.#page,
      bounds: { rect: this.#page, name: "the page" },
      artifact: { artifact: part },
    };
    return this.#furnish(part, onPages(), section.elements, { src: at(ROOT, part), area, under: [] });
  }

  #layer(
    part: "background" | "stamp",
    elements: readonly MaterializedElement[] | undefined,
    src: Src,
    repeat: Repeat | undefined,
    under: readonly CanvasChild<StyledParagraph>[],
  ): Furniture {
    const artifact: Tag = { artifact: part === "background" ? "background" : "decoration" };
    const area: Area = { content: this.#page, page: this.#page, bounds: { rect: this.#page, name: "the page" }, artifact };
    return this.#furnish(part, onPages(repeat), elements, { src, area, under });
  }

  #furnish(
    part: Furniture["part"],
    on: PageSelector,
    elements: readonly MaterializedElement[] | undefined,
    { src, area, under }: { readonly src: Src; readonly area: Area; readonly under: readonly CanvasChild<StyledParagraph>[] },
  ): Furniture {
    const children = (elements ?? []).map((el, i): CanvasChild<StyledParagraph> => {
      const placed = lowerElement(el, at(src, "elements", i), { area, scope: this.scope, owner: "place", cx: this.cx });
      return { ...placed, bounds: area.bounds, spread: null };
    });
    const canvas: Canvas<StyledParagraph> = {
      kind: "canvas",
      id: this.cx.id(),
      src,
      z: 0,
      tag: area.artifact!,
      link: null,
      width: this.#width,
      height: this.#height,
      children: [...under, ...children],
    };
    return { part, opacity: 1, variants: [{ on, canvas }] };
  }
}

const paperOp = (page: Rect, fill: NonNullable<ReturnType<typeof resolveFill>>) => ({
  op: "path" as const,
  path: { verbs: "MLLLZ", coords: [0, 0, page.width, 0, page.width, page.height, 0, page.height], rule: "nonzero" as const },
  fill,
  stroke: null,
});
