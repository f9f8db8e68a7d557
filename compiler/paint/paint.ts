import { bounds, IDENTITY, round, rotation } from "../../ir/geometry.js";
import type { Artifact, IrHead, Link, Matrix, Op, Page, Rect } from "../../ir/ir.js";
import type { BoxLink, Book, Furniture } from "../box/box.js";
import { ROOT } from "../core/src.js";
import type { LayoutContext, Fragment, Placed } from "../layout/protocol.js";
import type { PageFragment } from "../layout/pages.js";
import { lineOffset, lineOps } from "../text/line-ops.js";
import type { ShapedParagraph } from "../text/shape.js";
import { placeDrawing } from "./drawing.js";
import { ResourceTable } from "./resources.js";
import { StructureBuilder } from "./structure.js";

/** Furniture as it stands on one page. */
export interface PlacedFurniture {
  readonly part: Furniture<unknown>["part"];
  readonly fragment: Fragment;
}

/** The furniture of a page, by part; shaped and placed when its page is painted. */
export type FurnitureOf = (page: PageFragment) => readonly PlacedFurniture[];

const ARTIFACT: Readonly<Record<PlacedFurniture["part"], Artifact>> = {
  background: "background",
  header: "header",
  footer: "footer",
  stamp: "decoration",
};

/**
 * The last pass: fragments to ops, page by page. Paint order is background, header, body, footer, stamp (decisions §1); among siblings
 * z-index, then source order. The head's tables are live: they are complete once the last page has been asked for.
 */
export class Painter {
  readonly #table = new ResourceTable();
  readonly #structure = new StructureBuilder();
  readonly #firstPages: readonly number[];

  constructor(
    readonly book: Book<ShapedParagraph>,
    readonly pages: readonly PageFragment[],
    readonly cx: LayoutContext,
    readonly furnitureOf: FurnitureOf,
  ) {
    this.#table.source(ROOT);
    this.#firstPages = book.runs.map((_, i) => pages.findIndex((p) => p.runIndex === i));
  }

  head(): IrHead {
    const table = this.#table;
    const structure = this.#structure;
    const { metadata, profile } = this.book;
    return {
      version: 1,
      metadata,
      profile,
      get structure() {
        return structure.finish(metadata.language, 0);
      },
      get destinations() {
        return table.destinations;
      },
      outline: [],
      pageLabels: [],
      attachments: [],
      get resources() {
        return table.resources;
      },
      get sources() {
        return table.sources;
      },
    };
  }

  page(fragment: PageFragment): Page {
    const out = new PagePainter(this.#table, this.#structure, this.cx, this.#firstPages);
    const furniture = this.furnitureOf(fragment);
    for (const f of furniture) if (f.part === "background" || f.part === "header") out.furniture(f);
    out.body(fragment.body);
    for (const f of furniture) if (f.part === "footer" || f.part === "stamp") out.furniture(f);
    return { width: round(fragment.run.width), height: round(fragment.run.height), ops: out.ops, links: out.links };
  }
}

class PagePainter {
  readonly ops: Op[] = [];
  readonly links: Link[] = [];

  constructor(
    readonly table: ResourceTable,
    readonly structure: StructureBuilder,
    readonly cx: LayoutContext,
    readonly firstPages: readonly number[],
  ) {}

  furniture({ part, fragment }: PlacedFurniture): void {
    const children = sorted(fragment.children).flatMap((p) => {
      const ops = this.#ops(p.fragment, p.x, p.y);
      this.#link(p, null);
      return ops;
    });
    if (children.length > 0) this.ops.push({ op: "mark", mark: ARTIFACT[part], children });
  }

  /** The children of a page's flow are siblings of the elements placed beside it. */
  body(placed: readonly Placed[]): void {
    const siblings = placed.flatMap((p) =>
      p.fragment.box.kind === "flow" ? p.fragment.children.map((c) => ({ ...c, x: p.x + c.x, y: p.y + c.y })) : [p],
    );
    for (const p of sorted(siblings)) this.#item(p);
  }

  #item(p: Placed): void {
    const { box } = p.fragment;
    const children = this.#ops(p.fragment, p.x, p.y);
    const source = this.table.source(box.src);
    if (box.tag === "inherit" || "artifact" in box.tag) {
      if (children.length > 0) this.ops.push({ op: "mark", mark: box.tag === "inherit" ? "decoration" : box.tag.artifact, children });
      this.#link(p, null);
      return;
    }
    const { role, alt } = box.tag;
    if (box.link) {
      const mark = this.structure.linkMark(box.id, { role, alt }, this.#linkAlt(box.link, p.fragment), source);
      if (children.length > 0) this.ops.push({ op: "mark", mark, children });
      this.#link(p, mark);
    } else if (children.length > 0) this.ops.push({ op: "mark", mark: this.structure.mark(box.id, role, alt, source), children });
  }

  #ops(fragment: Fragment, x: number, y: number): Op[] {
    const { box } = fragment;
    if (box.kind === "drawing") return placeDrawing(box.ops, x, y, this.table.source(box.src));
    if (box.kind !== "text") return sorted(fragment.children).flatMap((c) => this.#ops(c.fragment, x + c.x, y + c.y));
    const { lines } = fragment;
    if (!lines) return [];
    const { width, rotation: degrees } = box.frame;
    const all = this.cx.lines(box, width);
    const ops: Op[] = [];
    let top = y + lines.top;
    for (let i = lines.from; i < lines.to; i++) {
      const { paragraph, line } = all[i]!;
      ops.push(...lineOps(paragraph, line, { x, width, baseline: top + line.baseline }, this.table));
      top += line.height;
    }
    const turn = turnOf(fragment, degrees, x, y, this.#left(fragment));
    if (ops.length === 0 || turn === IDENTITY) return ops;
    const [a, b, c, d, e, f] = turn;
    return [
      { op: "group", transform: [a, b, c, d, round(e), round(f)], clip: null, opacity: 1, isolated: false, mask: null, children: ops },
    ];
  }

  /** How far a text's ink begins right of its box: a text without a width is as wide as its lines, wherever they are set. */
  #left(fragment: Fragment): number {
    const { box, lines } = fragment;
    if (box.kind !== "text" || box.frame.fixed || !lines) return 0;
    const all = this.cx.lines(box, box.frame.width).slice(lines.from, lines.to);
    return all.length === 0 ? 0 : Math.min(...all.map((l) => lineOffset(l.paragraph, l.line, box.frame.width)));
  }

  #link(p: Placed, owned: number | null): void {
    const { box } = p.fragment;
    if (box.kind === "canvas" || box.kind === "flow" || box.kind === "columns") {
      for (const c of p.fragment.children) this.#link({ ...c, x: p.x + c.x, y: p.y + c.y }, null);
    }
    const { link } = box;
    if (!link) return;
    const source = this.table.source(link.src);
    const alt = this.#linkAlt(link, p.fragment);
    const mark = owned ?? this.structure.looseLink(box.id, alt, source);
    const left = this.#left(p.fragment);
    const area = {
      x: p.x + left - link.padding,
      y: p.y - link.padding,
      width: p.fragment.width + 2 * link.padding,
      height: p.fragment.height + 2 * link.padding,
    };
    const degrees = box.kind === "text" ? box.frame.rotation : 0;
    const around = bounds(turnOf(p.fragment, degrees, p.x, p.y, left), area);
    const target =
      "url" in link.target
        ? link.target
        : { destination: this.table.destination(this.firstPages[link.target.page]!, round(link.target.x), round(link.target.y)) };
    const border = link.border ? { color: link.border.color, width: round(link.border.width) } : null;
    this.links.push({ mark, rects: [roundRect(around)], alt, target, border, source });
  }

  /** A link without an alternative takes its text, then its target, as its description (decisions §1). */
  #linkAlt(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    const { box } = fragment;
    const said =
      box.kind === "text"
        ? box.paragraphs
            .map((p) => p.text)
            .join(" ")
            .replace(/\s+/g, " ")
            .trim()
        : "";
    if (said !== "") return said;
    return "url" in link.target ? link.target.url : `Page ${link.target.page + 1}`;
  }
}

function turnOf(fragment: Fragment, degrees: number, x: number, y: number, left: number): Matrix {
  if (degrees % 360 === 0) return IDENTITY;
  return rotation(degrees, x + left + fragment.width / 2, y + fragment.height / 2);
}

const roundRect = (r: Rect): Rect => ({ x: round(r.x), y: round(r.y), width: round(r.width), height: round(r.height) });

/** Paint order: z-index, then source order. */
function sorted(placed: readonly Placed[]): readonly Placed[] {
  if (placed.every((p) => p.fragment.box.z === 0)) return [...placed].sort((a, b) => a.fragment.box.id - b.fragment.box.id);
  return [...placed].sort((a, b) => a.fragment.box.z - b.fragment.box.z || a.fragment.box.id - b.fragment.box.id);
}
