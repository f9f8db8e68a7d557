import { greatest, least } from "../../ir/many.js";
import { append } from "../../ir/many.js";
import { bounds, round } from "../../ir/geometry.js";
import type { Artifact, IrHead, Link, Op, Page, Rect, StructNode } from "../../ir/ir.js";
import type { BoxOf } from "../box/box.js";
import type { Book, Furniture } from "../box/page.js";
import type { BoxLink } from "../box/link.js";
import type { Cell } from "../box/table.js";
import { ROOT } from "../core/src.js";
import { labelRects } from "../layout/labelled.js";
import type { Fragment, Placed } from "../layout/protocol.js";
import type { PageFragment } from "../layout/pages.js";
import type { TextSetter } from "../text/line/text-lines.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import { extentOf } from "./extent.js";
import { frameOps } from "./frame.js";
import { Languages } from "./language.js";
import { LinkTexts } from "./link-text.js";
import { clipped, divided, merged, PartPainter, sorted, turnOf, whole, type Part, type PartOf } from "./parts.js";
import { ResourceTable } from "./resources.js";
import { StructureBuilder, type ParagraphPlace, type StructureNode } from "./structure.js";
import { tableOps } from "./table.js";

/** Furniture as it stands on one page. */
export interface PlacedFurniture {
  readonly part: Furniture["part"];
  readonly opacity: number;
  readonly fragment: Fragment;
}

/** The furniture of a page, by part; shaped and placed when its page is painted. */
export type FurnitureOf = (page: PageFragment) => readonly PlacedFurniture[];

const ARTIFACT: Readonly<Record<PlacedFurniture["part"], Artifact>> = {
  background: "background",
  header: "header",
  footer: "footer",
  watermark: "watermark",
  stamp: "decoration",
};

/**
 * The last pass: fragments to ops, page by page. Paint order is background, header, body, footer, stamp (decisions §1); among siblings
 * z-index, then source order. The head's tables are live: they are complete once the last page has been asked for.
 */
export class Painter {
  readonly #table = new ResourceTable();
  readonly #structure: StructureBuilder;
  readonly #languages: Languages;
  readonly #linkTexts = new LinkTexts();

  /** `firstPages`: index of the first page of each run, for links to pages. */
  constructor(
    readonly book: Pick<Book, "metadata" | "profile" | "tagged">,
    readonly furnitureOf: FurnitureOf,
    readonly firstPages: readonly number[],
    structure: boolean,
    readonly text: TextSetter,
  ) {
    this.#structure = new StructureBuilder(structure);
    this.#languages = new Languages(book.metadata.language);
    this.#table.source(ROOT);
  }

  head(): IrHead {
    const table = this.#table;
    const structure = this.#structure;
    const { book } = this;
    return {
      version: 1,
      get metadata() {
        return book.metadata;
      },
      profile: book.profile,
      tagged: book.tagged,
      get structure() {
        return structure.finish(book.metadata.language, 0);
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
    const out = new PagePainter(this.#table, this.#structure, this.#languages, this.firstPages, {
      number: fragment.place.number - 1,
      tagged: this.book.tagged,
      linkTexts: this.#linkTexts,
      text: this.text,
    });
    const furniture = this.furnitureOf(fragment);
    for (const f of furniture) if (f.part === "background" || f.part === "header") out.furniture(f);
    out.body(fragment.body);
    for (const f of furniture) if (f.part !== "background" && f.part !== "header") out.furniture(f);
    this.#table.pageDone();
    return { width: round(fragment.sequence.master.width), height: round(fragment.sequence.master.height), ops: out.ops, links: out.links };
  }
}

class PagePainter {
  readonly ops: Op[] = [];
  readonly links: Link[] = [];
  readonly #painter: PartPainter;
  /** the first mark of each inline link of the box at hand */
  readonly #inlineMarks = new Map<BoxLink, number>();

  constructor(
    readonly table: ResourceTable,
    readonly structure: StructureBuilder,
    readonly languages: Languages,
    readonly firstPages: readonly number[],
    readonly page: {
      /** from 0 */
      readonly number: number;
      readonly tagged: boolean;
      readonly linkTexts: LinkTexts;
      readonly text: TextSetter;
    },
  ) {
    this.#painter = new PartPainter(table, page.text);
  }

  furniture({ part, opacity, fragment }: PlacedFurniture): void {
    const children = sorted(fragment.children).flatMap((p) => {
      const parts = this.#painter.parts(p.fragment, p.x, p.y);
      this.#links(p, parts, null);
      return parts.flatMap((part) => part.ops);
    });
    if (children.length === 0 || opacity === 0) return;
    const shown: readonly Op[] =
      opacity === 1
        ? children
        : [{ op: "group", transform: null, clip: null, opacity, isolated: false, blend: "normal", mask: null, children }];
    this.ops.push({ op: "mark", mark: ARTIFACT[part], children: shown });
  }

  /** The children of a page's flow are siblings of the elements placed beside it. */
  body(placed: readonly Placed[]): void {
    const siblings = placed.flatMap((p) =>
      p.fragment.box.kind === "flow" ? p.fragment.children.map((c) => ({ ...c, x: p.x + c.x, y: p.y + c.y })) : [p],
    );
    for (const p of sorted(siblings)) this.#item(p, this.ops);
  }

  #item(p: Placed, out: Op[]): void {
    const { box } = p.fragment;
    if (box.kind === "container" && box.tag === "inherit") return this.#container(p, box, out);
    if (box.kind === "table" && box.tag === "inherit") return this.#table(p, box, out);
    const parts = this.#painter.parts(p.fragment, p.x, p.y);
    const source = this.table.source(box.src);
    if (box.tag === "inherit" || "artifact" in box.tag) {
      const children = parts.flatMap((part) => part.ops);
      if (children.length > 0) out.push({ op: "mark", mark: box.tag === "inherit" ? "decoration" : box.tag.artifact, children });
      this.#links(p, parts, null);
      return;
    }
    const { structure } = this;
    const { role, alt } = box.tag;
    const look = { role, ...(alt !== null && { alt }), source, ...(role === "Figure" && this.#figureBox(parts)) };
    // what a linked text says is all in its Link
    const several = box.kind === "text" && !box.link && divided(box);
    const linked = (): StructureNode =>
      structure.linkIn(
        structure.whole(box.id, { ...look, ...this.#language(parts) }),
        this.page.linkTexts.whole(box.link!, p.fragment),
        source,
      );
    let owned: number | null = null;
    const opsOf = several && structure.grows ? opsByParagraph(parts) : null;
    const whichLanguage = (paragraph: PartOf | null): { readonly lang?: string } =>
      paragraph && opsOf ? this.#languageOf(opsOf.get(paragraph.styled.src) ?? []) : this.#language(parts);
    const wholeLook = several ? look : { ...look, ...whichLanguage(null) };
    for (const { of, link, ops } of box.kind === "text" ? merged(parts) : [whole(parts)]) {
      if (ops.length === 0) continue;
      if (of === "frame") {
        out.push({ op: "mark", mark: "decoration", children: ops });
        continue;
      }
      let node = box.link
        ? linked()
        : several && of
          ? structure.paragraph(box.id, { ...look, ...whichLanguage(of) }, this.#place(of))
          : structure.whole(box.id, wholeLook);
      if (link) node = structure.inlineLink(node, link, this.page.linkTexts.inline(link, p.fragment), this.table.source(link.src));
      const mark = this.#marked(node, ops, source, out);
      if (link) this.#inlineMarks.set(link, this.#inlineMarks.get(link) ?? mark);
      owned ??= mark;
    }
    if (box.link && owned === null) owned = structure.markIn(linked());
    this.#links(p, parts, owned);
    this.#inlineMarks.clear();
  }

  /**
   * Ops as marks of a node: one, or one for each stretch in another language, with a Span that says so (ISO 14289-1, 7.2), where the node itself
   * does not.
   * @returns the first mark; of a Link the first that is its own
   */
  #marked(node: StructureNode, ops: readonly Op[], source: number, out: Op[]): number {
    const { structure } = this;
    const stretches = this.page.tagged && node.lang === undefined ? this.languages.stretches(ops) : [{ lang: undefined, ops }];
    // what a link's area belongs to is a mark of the Link itself (ISO 14289-1, 7.18.5)
    let own = node.role === "Link" && stretches.every((s) => s.lang !== undefined) ? structure.markIn(node) : null;
    let first: number | null = null;
    for (const { lang, ops: children } of stretches) {
      const mark = structure.markIn(lang === undefined ? node : structure.inside(node, { role: "Span", lang, source }));
      first ??= mark;
      if (lang === undefined) own ??= mark;
      out.push({ op: "mark", mark, children });
    }
    return node.role === "Link" ? own! : first!;
  }

  /** The language of a text, where it is not the document's. */
  #language(parts: readonly Part[]): { readonly lang?: string } {
    if (!this.structure.grows) return {};
    return this.#languageOf(parts.filter(({ of }) => of !== null && of !== "frame").flatMap((p) => p.ops));
  }

  #languageOf(ops: readonly Op[]): { readonly lang?: string } {
    const lang = this.languages.ofOps(ops);
    return lang === undefined ? {} : { lang };
  }

  #place({ styled, label }: PartOf): ParagraphPlace {
    return { key: styled.src, item: styled.item, label, source: this.table.source(styled.src) };
  }

  #figureBox(parts: readonly Part[]): { readonly box: NonNullable<StructNode["box"]> } | null {
    if (!this.structure.grows) return null;
    const rect = extentOf(parts.flatMap((part) => part.ops));
    return rect && { box: { page: this.page.number, rect } };
  }

  /** A container means nothing by itself: its frame is decoration, its children are what they are. */
  #container(p: Placed, box: BoxOf<ShapedParagraph, "container">, out: Op[]): void {
    const area = { x: p.x, y: p.y, width: p.fragment.width, height: p.fragment.height };
    const frame = frameOps(area, box, this.table.source(box.src));
    if (frame.length > 0) out.push({ op: "mark", mark: "decoration", children: frame });
    const inside: Op[] = box.clip ? [] : out;
    this.#link(p, null);
    for (const c of sorted(p.fragment.children)) this.#item({ ...c, x: p.x + c.x, y: p.y + c.y }, inside);
    if (box.clip) append(out, clipped({ of: null, link: null, ops: inside, rects: [] }, area, box.radius).ops);
  }

  /** A table: its look is decoration; header and body are rows of cells, and a header that is repeated is an artifact. */
  #table(p: Placed, box: BoxOf<ShapedParagraph, "table">, out: Op[]): void {
    const part = p.fragment.table!;
    const source = this.table.source(box.src);
    const look = tableOps(p.fragment, box.grid, p.x, p.y, source);
    if (look.length > 0) out.push({ op: "mark", mark: "decoration", children: look });
    const node = this.structure.whole(box.id, { role: "Table", source });
    const shifted = (c: Placed): Placed => ({ x: p.x + c.x, y: p.y + c.y, fragment: c.fragment });
    let groups: { readonly head: boolean; readonly node: StructureNode } | null = null;
    part.rows.forEach(({ row, contents }, i) => {
      const head = i < part.header;
      if (head && !p.fragment.first) {
        for (const c of contents) if (c) this.#artifact(shifted(c), out);
        return;
      }
      if (groups?.head !== head) groups = { head, node: this.structure.group(node, head ? "THead" : "TBody", source) };
      const line = this.structure.row(groups.node, head ? source : this.table.newSource(row.src));
      row.cells.forEach((cell, k) => {
        const about = cellAttributes(cell);
        const content = contents[k] ?? null;
        const at = this.table.newSource(cell.src);
        const role = cell.scope ? "TH" : "TD";
        const plain = content && this.#painter.plainText(content, p.x, p.y, cell, at);
        const stretches = plain && this.page.tagged ? this.languages.stretches(plain) : [];
        if (plain && stretches.length > 1) {
          const own = this.structure.cell(line, { role, source: at, ...(about && { table: about }) });
          this.#marked(own, plain, at, out);
          return;
        }
        if (plain) {
          const lang = this.page.tagged ? stretches[0]!.lang : this.structure.grows ? this.languages.ofOps(plain) : undefined;
          out.push({ op: "mark", mark: this.structure.plainCell(line, { role, source: at, table: about, lang }), children: plain });
          return;
        }
        const own = this.structure.cell(line, { role, source: at, ...(about && { table: about }) });
        if (content) this.structure.within(own, () => this.#item(shifted(content), out));
      });
    });
  }

  #artifact(p: Placed, out: Op[]): void {
    const parts = this.#painter.parts(p.fragment, p.x, p.y);
    const children = parts.flatMap((part) => part.ops);
    if (children.length > 0) out.push({ op: "mark", mark: "decoration", children });
    this.#links(p, parts, null);
  }

  /** Link areas of a box and of what is in it: its own, and those of its runs. */
  #links(p: Placed, parts: readonly Part[], owned: number | null): void {
    this.#link(p, owned);
    const areas = new Map<BoxLink, Rect[]>();
    for (const { link, rects } of parts) {
      if (!link || rects.length === 0) continue;
      const known = areas.get(link);
      if (known) append(known, rects);
      else areas.set(link, [...rects]);
    }
    for (const [link, rects] of areas) {
      const mark =
        this.#inlineMarks.get(link) ??
        this.structure.looseLink(p.fragment.box.id, this.page.linkTexts.inline(link, p.fragment), this.table.source(link.src));
      const padded = rects.map((r) => ({
        x: r.x - link.padding,
        y: r.y - link.padding,
        width: r.width + 2 * link.padding,
        height: r.height + 2 * link.padding,
      }));
      this.#push(link, mark, padded, this.page.linkTexts.inline(link, p.fragment));
    }
  }

  #link(p: Placed, owned: number | null): void {
    const { box } = p.fragment;
    if (box.kind !== "drawing" && box.kind !== "text" && box.tag !== "inherit") {
      for (const c of p.fragment.children) this.#link({ ...c, x: p.x + c.x, y: p.y + c.y }, null);
    }
    const { link } = box;
    if (!link) return;
    const alt = this.page.linkTexts.whole(link, p.fragment);
    const mark = owned ?? this.structure.looseLink(box.id, alt, this.table.source(link.src));
    const area = {
      x: p.x - link.padding,
      y: p.y - link.padding,
      width: p.fragment.width + 2 * link.padding,
      height: p.fragment.height + 2 * link.padding,
    };
    const degrees = box.kind === "text" ? box.frame.rotation : 0;
    const shown = box.kind === "labelled" ? [labelledArea(p, link.padding)] : [bounds(turnOf(p.fragment, degrees, p.x, p.y), area)];
    this.#push(link, mark, shown, alt);
  }

  #push(link: BoxLink, mark: number, rects: readonly Rect[], alt: string): void {
    const target =
      "url" in link.target
        ? link.target
        : { destination: this.table.destination(this.firstPages[link.target.page]!, round(link.target.x), round(link.target.y)) };
    const border = link.border ? { color: link.border.color, width: round(link.border.width) } : null;
    this.links.push({ mark, rects: rects.map(roundRect), alt, target, border, source: this.table.source(link.src) });
  }
}

/** What is drawn of each paragraph of a text, with its marker. */
function opsByParagraph(parts: readonly Part[]): ReadonlyMap<object, readonly Op[]> {
  const out = new Map<object, Op[]>();
  for (const { of, ops } of parts) {
    if (of === null || of === "frame") continue;
    const { src } = of.styled;
    const known = out.get(src);
    if (known) append(known, ops);
    else out.set(src, [...ops]);
  }
  return out;
}

/** What a reader is told of a cell beyond its place in its row. */
function cellAttributes(cell: Cell<unknown>): StructNode["table"] {
  const { scope, rows: rowSpan, columns: colSpan } = cell;
  if (!scope && rowSpan === 1 && colSpan === 1) return undefined;
  return { ...(scope && { scope }), rowSpan, colSpan };
}

/** What a symbol takes up with its text. */
function labelledArea({ fragment, x, y }: Placed, padding: number): Rect {
  const symbol = fragment.children[0]!;
  const { width, height } = symbol.fragment;
  const all = [{ x: x + symbol.x, y: y + symbol.y, width, height }, ...labelRects(fragment, x, y)];
  const left = least(all.map((r) => r.x)) - padding;
  const top = least(all.map((r) => r.y)) - padding;
  const right = greatest(all.map((r) => r.x + r.width)) + padding;
  const bottom = greatest(all.map((r) => r.y + r.height)) + padding;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const roundRect = (r: Rect): Rect => ({ x: round(r.x), y: round(r.y), width: round(r.width), height: round(r.height) });
