import { bounds, IDENTITY, round, rotation } from "../../ir/geometry.js";
import type { Artifact, IrHead, Link, Matrix, Op, Page, Rect, Rgb, StructNode } from "../../ir/ir.js";
import type { Book, BoxOf, Furniture } from "../box/box.js";
import type { BoxLink } from "../box/link.js";
import type { Cell } from "../box/table.js";
import type { StyledParagraph, TextLook } from "../box/text.js";
import { ROOT } from "../core/src.js";
import type { Fragment, Placed, PlacedLines, TextLine } from "../layout/protocol.js";
import type { PageFragment } from "../layout/pages.js";
import { OBLIQUE } from "../text/fonts.js";
import { lineOffset, lineOps } from "../text/line-ops.js";
import type { SimpleLine } from "../text/plain.js";
import type { ShapedParagraph } from "../text/shaped.js";
import { pt } from "../core/units.js";
import { alongPath } from "./along-path.js";
import { extentOf } from "./extent.js";
import { placeDrawing } from "./drawing.js";
import { frameOps, outlineOf } from "./frame.js";
import { ResourceTable } from "./resources.js";
import { StructureBuilder, type ParagraphPlace, type StructureNode } from "./structure.js";
import { tableOps } from "./table.js";

/** Furniture as it stands on one page. */
export interface PlacedFurniture {
  readonly part: Furniture<unknown>["part"];
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

  /** `firstPages`: index of the first page of each run, for links to pages. */
  constructor(
    readonly book: Pick<Book<unknown>, "metadata" | "profile" | "tagged">,
    readonly furnitureOf: FurnitureOf,
    readonly firstPages: readonly number[],
    structure: boolean,
  ) {
    this.#structure = new StructureBuilder(structure);
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
    const out = new PagePainter(this.#table, this.#structure, this.firstPages, fragment.number - 1);
    const furniture = this.furnitureOf(fragment);
    for (const f of furniture) if (f.part === "background" || f.part === "header") out.furniture(f);
    out.body(fragment.body);
    for (const f of furniture) if (f.part !== "background" && f.part !== "header") out.furniture(f);
    this.#table.pageDone();
    return { width: round(fragment.run.width), height: round(fragment.run.height), ops: out.ops, links: out.links };
  }
}

class PagePainter {
  readonly ops: Op[] = [];
  readonly links: Link[] = [];
  /** the first mark of each inline link of the box at hand */
  readonly #inlineMarks = new Map<BoxLink, number>();

  constructor(
    readonly table: ResourceTable,
    readonly structure: StructureBuilder,
    readonly firstPages: readonly number[],
    /** from 0 */
    readonly number: number,
  ) {}

  furniture({ part, opacity, fragment }: PlacedFurniture): void {
    const children = sorted(fragment.children).flatMap((p) => {
      const parts = this.#parts(p.fragment, p.x, p.y);
      this.#links(p, parts, null);
      return parts.flatMap((part) => part.ops);
    });
    if (children.length === 0 || opacity === 0) return;
    const shown: readonly Op[] =
      opacity === 1 ? children : [{ op: "group", transform: null, clip: null, opacity, isolated: false, mask: null, children }];
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
    const parts = this.#parts(p.fragment, p.x, p.y);
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
    const linked = (): StructureNode => structure.linkIn(structure.whole(box.id, look), this.#linkAlt(box.link!, p.fragment), source);
    let owned: number | null = null;
    for (const { of, link, ops } of box.kind === "text" ? merged(parts) : [whole(parts)]) {
      if (ops.length === 0) continue;
      if (of === "frame") {
        out.push({ op: "mark", mark: "decoration", children: ops });
        continue;
      }
      let node = box.link ? linked() : several && of ? structure.paragraph(box.id, look, this.#place(of)) : structure.whole(box.id, look);
      if (link) node = structure.inlineLink(node, link, this.#inlineAlt(link, p.fragment), this.table.source(link.src));
      const mark = structure.markIn(node);
      if (link) this.#inlineMarks.set(link, this.#inlineMarks.get(link) ?? mark);
      owned ??= mark;
      out.push({ op: "mark", mark, children: ops });
    }
    if (box.link && owned === null) owned = structure.markIn(linked());
    this.#links(p, parts, owned);
    this.#inlineMarks.clear();
  }

  #place({ styled, label }: PartOf): ParagraphPlace {
    return { key: styled.src, item: styled.item, label, source: this.table.source(styled.src) };
  }

  #figureBox(parts: readonly Part[]): { readonly box: NonNullable<StructNode["box"]> } | null {
    if (!this.structure.grows) return null;
    const rect = extentOf(parts.flatMap((part) => part.ops));
    return rect && { box: { page: this.number, rect } };
  }

  /** A container means nothing by itself: its frame is decoration, its children are what they are. */
  #container(p: Placed, box: BoxOf<ShapedParagraph, "container">, out: Op[]): void {
    const area = { x: p.x, y: p.y, width: p.fragment.width, height: p.fragment.height };
    const frame = frameOps(area, box, this.table.source(box.src));
    if (frame.length > 0) out.push({ op: "mark", mark: "decoration", children: frame });
    const inside: Op[] = box.clip ? [] : out;
    this.#link(p, null);
    for (const c of sorted(p.fragment.children)) this.#item({ ...c, x: p.x + c.x, y: p.y + c.y }, inside);
    if (box.clip) out.push(...clipped({ of: null, link: null, ops: inside, rects: [] }, area, box.radius).ops);
  }

  /** A table: its look is decoration; header and body are rows of cells, and a header that is repeated is an artifact. */
  #table(p: Placed, box: BoxOf<ShapedParagraph, "table">, out: Op[]): void {
    const part = p.fragment.table!;
    const source = this.table.source(box.src);
    const look = tableOps(p.fragment, box.grid, p.x, p.y, source);
    if (look.length > 0) out.push({ op: "mark", mark: "decoration", children: look });
    const node = this.structure.whole(box.id, { role: "Table", source });
    const plainOps = new PlainOps(this.table);
    const shifted = (c: Placed): Placed => ({ x: p.x + c.x, y: p.y + c.y, fragment: c.fragment });
    let groups: { readonly head: boolean; readonly node: StructureNode } | null = null;
    part.rows.forEach(({ row, contents }, i) => {
      const head = i < part.header;
      if (head && !p.fragment.first) {
        for (const c of contents) if (c && "fragment" in c) this.#artifact(shifted(c), out);
        return;
      }
      if (groups?.head !== head) groups = { head, node: this.structure.group(node, head ? "THead" : "TBody", source) };
      const line = this.structure.row(groups.node, head ? source : this.table.newSource(row.src));
      row.cells.forEach((cell, k) => {
        const about = cellAttributes(cell);
        const content = contents[k] ?? null;
        const unlowered = row.keys && (content === null || "lines" in content);
        const at = this.table.newSource(unlowered ? { up: row.src, step: row.keys[k]! } : cell.src);
        const role = cell.heads ? "TH" : "TD";
        const plain = !content ? null : "lines" in content ? plainOps.of(content, p.x, p.y, at) : this.#plainText(content, p.x, p.y);
        if (plain) {
          out.push({ op: "mark", mark: this.structure.plainCell(line, role, at, about), children: plain });
          return;
        }
        const own = this.structure.cell(line, { role, source: at, ...(about && { table: about }) });
        if (content && "fragment" in content) this.structure.within(own, () => this.#item(shifted(content), out));
      });
    });
  }

  /** The ops of a cell's text without links: most of what a table is made of. */
  #plainText({ fragment, x, y }: Placed, dx: number, dy: number): readonly Op[] | null {
    const { box, text } = fragment;
    if (box.kind !== "text" || box.link || !text || divided(box)) return null;
    const ops: Op[] = [];
    for (const column of text.columns) {
      let top = dy + y + column.top;
      for (const { paragraph, line } of column.lines) {
        const place = { x: dx + x + column.x, width: column.width, baseline: top + line.baseline };
        for (const part of lineOps(paragraph, line, place, this.table)) {
          if (part.link) return null;
          for (const op of part.ops) ops.push(op);
        }
        top += line.height;
      }
    }
    return ops.length > 0 ? ops : null;
  }

  #artifact(p: Placed, out: Op[]): void {
    const parts = this.#parts(p.fragment, p.x, p.y);
    const children = parts.flatMap((part) => part.ops);
    if (children.length > 0) out.push({ op: "mark", mark: "decoration", children });
    this.#links(p, parts, null);
  }

  /** A fragment's ops, cut at its inline links. */
  #parts(fragment: Fragment, x: number, y: number): readonly Part[] {
    const { box } = fragment;
    if (box.kind === "drawing") return [{ of: null, link: null, ops: this.#drawing(box, x, y), rects: [] }];
    if (box.kind === "text") return this.#text(fragment, box, x, y);
    const inside = sorted(fragment.children).flatMap((c) => this.#parts(c.fragment, x + c.x, y + c.y));
    if (box.kind === "table")
      return [{ of: null, link: null, ops: tableOps(fragment, box.grid, x, y, this.table.source(box.src)), rects: [] }, ...inside];
    if (box.kind !== "container") return inside;
    const area = { x, y, width: fragment.width, height: fragment.height };
    const frame: Part = { of: null, link: null, ops: frameOps(area, box, this.table.source(box.src)), rects: [] };
    const parts = [frame, ...(box.clip ? inside.map((p) => clipped(p, area, box.radius)) : inside)];
    return turned(parts, turnOf(fragment, box.rotation, x, y, 0));
  }

  #drawing(box: BoxOf<ShapedParagraph, "drawing">, x: number, y: number): readonly Op[] {
    const { snap } = box;
    const onDot = (at: number, dot: number): number => Math.round(at / dot) * dot - at;
    const [dx, dy] = snap ? [onDot(x + snap.x, snap.dot), onDot(y + snap.y, snap.dot)] : [0, 0];
    return placeDrawing(box.ops, { x: x + dx, y: y + dy }, this.table.source(box.src), this.table);
  }

  #text(fragment: Fragment, box: BoxOf<ShapedParagraph, "text">, x: number, y: number): readonly Part[] {
    const { frame } = box;
    const area = { x, y, width: fragment.width, height: fragment.height };
    const parts: Part[] = [];
    const look = frameOps(area, { fill: frame.fill, stroke: frame.stroke, radius: 0 }, this.table.source(box.src));
    if (look.length > 0) parts.push({ of: "frame", link: null, ops: look, rects: [] });
    const text: Part[] = [];
    for (const column of fragment.text?.columns ?? []) {
      let top = y + column.top;
      for (const l of column.lines) {
        text.push(...this.#line(l, x + column.x, column.width, top));
        top += l.line.height;
      }
    }
    const { path } = frame;
    if (path) {
      const wide = fragment.width;
      return text.map((p) => ({
        ...p,
        ops: alongPath(
          p.ops.map((op) => (op.op === "glyphs" ? { ...op, x: op.x - x } : op)),
          wide,
          path,
        ),
      }));
    }
    parts.push(...(fragment.text?.clip ? text.map((p) => clipped(p, area)) : text));
    return turned(parts, turnOf(fragment, frame.rotation, x, y, this.#left(fragment)));
  }

  #line({ paragraph, line, indent, marker }: TextLine, x: number, width: number, top: number): readonly Part[] {
    const baseline = top + line.baseline;
    const start = paragraph.base === 1 ? x : x + indent;
    const out: Part[] = [];
    const { styled } = paragraph;
    if (marker) {
      const { width: wide } = marker.line;
      const at = paragraph.base === 1 ? x + width - indent + MARKER_GAP : start - MARKER_GAP - wide;
      out.push(
        ...lineOps(marker.paragraph, marker.line, { x: at, width: wide, baseline }, this.table).map((p) => ({
          of: { styled, label: true },
          link: null,
          ops: p.ops,
          rects: [],
        })),
      );
    }
    const { strut } = paragraph;
    const up = strut.ascender * line.size;
    const height = (strut.ascender + strut.descender) * line.size;
    for (const part of lineOps(paragraph, line, { x: start, width: width - indent, baseline }, this.table)) {
      const rect = { x: part.left, y: baseline - up, width: part.right - part.left, height };
      out.push({ of: { styled, label: false }, link: part.link, ops: part.ops, rects: part.link ? [rect] : [] });
    }
    return out;
  }

  /** How far a text's ink begins right of its box: a text without a width is as wide as its lines, wherever they are set. */
  #left(fragment: Fragment): number {
    const { box, text } = fragment;
    if (box.kind !== "text" || box.frame.fixed || !text) return 0;
    const all = text.columns.flatMap((c) => c.lines.map((l) => lineOffset(l.paragraph, l.line, c.width - l.indent)));
    return all.length === 0 ? 0 : Math.min(...all);
  }

  /** Link areas of a box and of what is in it: its own, and those of its runs. */
  #links(p: Placed, parts: readonly Part[], owned: number | null): void {
    this.#link(p, owned);
    const areas = new Map<BoxLink, Rect[]>();
    for (const { link, rects } of parts) if (link && rects.length > 0) areas.set(link, [...(areas.get(link) ?? []), ...rects]);
    for (const [link, rects] of areas) {
      const mark =
        this.#inlineMarks.get(link) ??
        this.structure.looseLink(p.fragment.box.id, this.#inlineAlt(link, p.fragment), this.table.source(link.src));
      const padded = rects.map((r) => ({
        x: r.x - link.padding,
        y: r.y - link.padding,
        width: r.width + 2 * link.padding,
        height: r.height + 2 * link.padding,
      }));
      this.#push(link, mark, padded, this.#inlineAlt(link, p.fragment));
    }
  }

  #link(p: Placed, owned: number | null): void {
    const { box } = p.fragment;
    if (box.kind !== "drawing" && box.kind !== "text" && box.tag !== "inherit") {
      for (const c of p.fragment.children) this.#link({ ...c, x: p.x + c.x, y: p.y + c.y }, null);
    }
    const { link } = box;
    if (!link) return;
    const alt = this.#linkAlt(link, p.fragment);
    const mark = owned ?? this.structure.looseLink(box.id, alt, this.table.source(link.src));
    const left = this.#left(p.fragment);
    const area = {
      x: p.x + left - link.padding,
      y: p.y - link.padding,
      width: p.fragment.width + 2 * link.padding,
      height: p.fragment.height + 2 * link.padding,
    };
    const degrees = box.kind === "text" ? box.frame.rotation : box.kind === "container" ? box.rotation : 0;
    this.#push(link, mark, [bounds(turnOf(p.fragment, degrees, p.x, p.y, left), area)], alt);
  }

  #push(link: BoxLink, mark: number, rects: readonly Rect[], alt: string): void {
    const target =
      "url" in link.target
        ? link.target
        : { destination: this.table.destination(this.firstPages[link.target.page]!, round(link.target.x), round(link.target.y)) };
    const border = link.border ? { color: link.border.color, width: round(link.border.width) } : null;
    this.links.push({ mark, rects: rects.map(roundRect), alt, target, border, source: this.table.source(link.src) });
  }

  #inlineAlt(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    const runs = textsOf(fragment).flatMap((p) => p.runs.filter((r) => r.run.link === link).map((r) => p.text.slice(r.start, r.end)));
    return describe(runs.join("").replace(/\s+/g, " ").trim(), link);
  }

  /** A link without an alternative takes its text, then its target, as its description (decisions §1). */
  #linkAlt(link: BoxLink, fragment: Fragment): string {
    if (link.alt !== null && link.alt !== "") return link.alt;
    const said = textsOf(fragment)
      .map((p) => p.text)
      .join(" ")
      .replace(/\s+/g, " ")
      .trim();
    return describe(said, link);
  }
}

/** The ops of plain cells. */
class PlainOps {
  readonly #fills = new Map<TextLook, { readonly color: Rgb; readonly opacity: number }>();

  constructor(readonly table: ResourceTable) {}

  of({ xs, top, lines }: PlacedLines, dx: number, dy: number, source: number): Op[] {
    return lines.map((line, i) => this.#op(line, dx + xs[i]!, dy + top + i * line.height + line.baseline, source));
  }

  #op({ text, word, face, look, size, rise, slanted }: SimpleLine, x: number, baseline: number, source: number): Op {
    let fill = this.#fills.get(look);
    if (!fill) this.#fills.set(look, (fill = { color: look.color, opacity: look.opacity }));
    return {
      op: "glyphs",
      x: round(x),
      y: round(baseline - rise),
      font: this.table.font(face),
      size: round(size),
      slant: slanted ? OBLIQUE : 0,
      fill,
      text,
      actualText: null,
      run: { ids: word.ids, advances: word.advances, offsets: word.offsets, clusters: word.clusters },
      source,
    };
  }
}

/** Whether a text is more than one paragraph to a reader. */
const divided = (box: BoxOf<ShapedParagraph, "text">): boolean => box.paragraphs.length > 1 || box.paragraphs.some((p) => p.styled.item);

/** What a reader is told of a cell beyond its place in its row. */
function cellAttributes(cell: Cell<unknown>): StructNode["table"] {
  const { heads, rows: rowSpan, columns: colSpan } = cell;
  if (!heads && rowSpan === 1 && colSpan === 1) return undefined;
  return { ...(heads && { scope: heads }), rowSpan, colSpan };
}

/** Every paragraph of a fragment's box, and of what stands in it. */
function textsOf(fragment: Fragment): readonly ShapedParagraph[] {
  if (fragment.box.kind === "text") return fragment.box.paragraphs;
  return fragment.children.flatMap((c) => textsOf(c.fragment));
}

function describe(said: string, link: BoxLink): string {
  if (said !== "") return said;
  return "url" in link.target ? link.target.url : `Page ${link.target.page + 1}`;
}

/** A paragraph, or its marker. */
interface PartOf {
  readonly styled: StyledParagraph;
  readonly label: boolean;
}

/** Ops of a fragment that belong to one inline link, or to none, and the areas they take up on the page. */
interface Part {
  /** what of a text it shows; null where it is no text */
  readonly of: PartOf | "frame" | null;
  readonly link: BoxLink | null;
  readonly ops: readonly Op[];
  readonly rects: readonly Rect[];
}

/** A marker ends this far before its text (decisions §1). */
const MARKER_GAP = pt(1.5);

type Marked = Omit<Part, "rects">;

/** Neighbouring parts of the same paragraph and link are one mark. */
function merged(parts: readonly Part[]): readonly Marked[] {
  const out: (Marked & { readonly ops: Op[] })[] = [];
  for (const { of, link, ops } of parts) {
    const last = out.at(-1);
    if (last?.link === link && same(last.of, of)) last.ops.push(...ops);
    else out.push({ of, link, ops: [...ops] });
  }
  return out;
}

function same(a: Part["of"], b: Part["of"]): boolean {
  if (a === null || b === null || a === "frame" || b === "frame") return a === b;
  return a.styled.src === b.styled.src && a.label === b.label;
}

/** What is one thing whatever it is made of: a picture, a barcode with its text. */
const whole = (parts: readonly Part[]): Marked => ({ of: null, link: null, ops: parts.flatMap((p) => p.ops) });

const clipped = (p: Part, area: Rect, radius = 0): Part => ({
  ...p,
  ops:
    p.ops.length === 0
      ? []
      : [
          {
            op: "group",
            transform: null,
            clip: outlineOf(area, 0, radius),
            opacity: 1,
            isolated: false,
            mask: null,
            children: p.ops,
          },
        ],
});

/** Parts turned together; each stays a part of its own. */
function turned(parts: readonly Part[], turn: Matrix): readonly Part[] {
  if (turn === IDENTITY) return parts;
  const [a, b, c, d, e, f] = turn;
  const transform: Matrix = [a, b, c, d, round(e), round(f)];
  return parts.map((p) => ({
    of: p.of,
    link: p.link,
    ops: p.ops.length === 0 ? [] : [{ op: "group", transform, clip: null, opacity: 1, isolated: false, mask: null, children: p.ops }],
    rects: p.rects.map((r) => bounds(turn, r)),
  }));
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
