import type { Rect } from "../../../ir/ir.js";
import { NO_KEEP, NO_SPACING, type Bounds, type FlowChild, type Box } from "../../box/box.js";
import { ONE_COLUMN, onBothSides, type BodyArea, type Furniture, type PageSequence, type Stream } from "../../box/page.js";
import { at, type Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type { PageMargin } from "../../request/types/common.js";
import { pageSize } from "../../request/page-size.js";
import type { Materialized, MaterializedElement, MaterializedPage, MaterializedSection } from "../../request/materialized.js";
import type { ReadingMove } from "../../box/common.js";
import { lowerElement } from "../element.js";
import { FurnitureLowering } from "../furniture.js";
import { hasOrder, movesOf, type Numbered } from "../meaning.js";
import { onPages } from "../repeat.js";
import { SLIP_LOWERING } from "../lazy-modules.js";
import type { Area, LowerContext, Scope, Site } from "../scope.js";

/** Service defaults of the continuation gaps, mm (core contract, Layout rules). */
const TOP_GAP = 8;
const TOP_GAP_WITH_HEADER = 5;

/** Pages of one size share their furniture: it is lowered once, and laid out again only for other values. */
export class SharedFurniture {
  #latest: { readonly geometry: string; readonly furniture: readonly Furniture[] } | null = null;

  of(geometry: string, lower: () => readonly Furniture[]): readonly Furniture[] {
    if (this.#latest?.geometry !== geometry) this.#latest = { geometry, furniture: lower() };
    return this.#latest.furniture;
  }
}

export class PageLowering {
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

  sequence(shared: SharedFurniture): PageSequence {
    // body before furniture: the order of box numbers
    const { streams, moves } = this.#streams();
    const master = {
      width: this.#width,
      height: this.#height,
      body: onBothSides(this.#content),
      furniture: this.#sharedFurniture(shared),
      rightPages: "odd" as const,
    };
    return { src: this.src, master, start: null, numerals: "decimal", streams, ...(moves && { moves }) };
  }

  /** One stream for all flowed elements, at the index of the first, and one for each placed element. */
  #streams(): { readonly streams: readonly Stream[]; readonly moves: readonly ReadingMove[] | null } {
    const { cx } = this;
    const layout = this.request.settings?.layout;
    const area = this.#body();
    const streams: Stream[] = [];
    const flowed: FlowChild[] = [];
    const numbered: Numbered[] | null = hasOrder(this.page.elements ?? []) ? [] : null;
    let flowAt = -1;
    this.page.elements?.forEach((el, i) => {
      const src = at(this.src, "elements", i);
      const from = cx.next;
      if (el.type === "payment_slip") {
        const { x, y, box } = SLIP_LOWERING.get().lowerSlipElement(el, src, this.#site(area, "place"));
        streams.push({
          kind: "foot",
          box,
          x,
          y,
          width: this.#width,
          bounds: { ...area.bounds, rect: this.#page, name: "the page" },
          above: null,
        });
        numbered?.push({ el: {}, from, to: cx.next });
        return;
      }
      if (!(el.layout?.flow ?? layout?.flow ?? false)) {
        streams.push(this.#absolute(el, src, area));
        numbered?.push({ el, from, to: cx.next });
        return;
      }
      const placed = lowerElement(el, src, this.#site(area, "flow"));
      numbered?.push({ el, from, to: cx.next });
      const gapAfter = pt(el.layout?.gap_after ?? layout?.gap_after ?? 0);
      if (flowAt < 0) flowAt = streams.length;
      const { box, x, room } = placed;
      flowed.push({ box, x, room, align: "start", bounds: area.bounds, gapAfter, spacing: NO_SPACING, keep: NO_KEEP });
    });
    if (flowAt >= 0) {
      const box: Box = {
        kind: "flow",
        id: cx.id(),
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
      streams.splice(flowAt, 0, {
        kind: "filled",
        box,
        area: this.#area(0, top, this.#width),
        bounds: null,
        contents: null,
        floats: [],
        start: null,
      });
    }
    return { streams, moves: numbered && movesOf(numbered) };
  }

  #site(area: Area, owner: Site["owner"]): Site {
    const { scope, cx } = this;
    return { area, scope, owner, cx, spoken: cx.spoken, inList: false };
  }

  #absolute(el: MaterializedElement, src: Src, area: Area): Stream {
    const { x, y, room: width, box } = lowerElement(el, src, this.#site(area, "place"));
    const paginates =
      box.kind === "table" || (box.kind === "text" && (box.frame.overflow === "paginate" || box.paragraphs.some((p) => p.breakBefore)));
    const { bounds } = area;
    if (!paginates) return { kind: "placed", box, x, y, width, bounds };
    return { kind: "filled", box, area: this.#area(x, y, width), bounds, contents: null, floats: [], start: null };
  }

  /** Returns an area, on later pages from the top edge of the continuation. */
  #area(x: number, y: number, width: number): BodyArea {
    const first = onBothSides(this.#region(x, y, width));
    return { first, later: onBothSides(this.#region(x, this.#continuedTop(), width)), columns: ONE_COLUMN };
  }

  /** Returns the region to the footer's top or the bottom margin, whichever is higher. */
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
    // a body may use its margins sideways, but not leave the page; vertically its bound is the content box
    const bounds: Bounds = {
      rect: { x: 0, y, width: this.#width, height },
      name: this.#hasMargin ? "the content box" : "the page",
      part: "body",
    };
    return { content: this.#content, page: this.#page, bounds, tag: null };
  }

  #sharedFurniture(shared: SharedFurniture): readonly Furniture[] {
    const { x, width } = this.#content;
    return shared.of([this.#width, this.#height, x, width].join(" "), () => this.#furniture());
  }

  #furniture(): readonly Furniture[] {
    const { layers, header, footer } = this.request;
    const lowering = new FurnitureLowering(this.#page, this.scope, this.cx, "document");
    const { x, width } = this.#content;
    const section = (part: "header" | "footer", { layout, elements }: MaterializedSection, top: number): Furniture => {
      const content = { x, y: top, width, height: pt(layout.height) };
      return {
        part,
        opacity: 1,
        variants: [lowering.section(part, onPages(), elements ?? [], { src: at(this.cx.place.root, part), content })],
      };
    };
    return lowering.around(layers, at(this.cx.place.root, "layers"), () => [
      ...(header ? [section("header", header, 0)] : []),
      ...(footer ? [section("footer", footer, this.#height - pt(footer.layout.height))] : []),
    ]);
  }
}
