import { append } from "../../ir/many.js";
import { bounds, IDENTITY, round, rotation } from "../../ir/geometry.js";
import type { Matrix, Op, PathOp, Rect } from "../../ir/ir.js";
import type { BoxOf } from "../box/box.js";
import type { Cell } from "../box/table.js";
import type { BoxLink } from "../box/link.js";
import type { StyledParagraph } from "../box/text.js";
import { pt } from "../core/units.js";
import type { Fragment, Placed } from "../layout/protocol.js";
import { turnOfLabels } from "../layout/labelled.js";
import { highlightOps } from "../text/line/decorate.js";
import { lineOps } from "../text/line/line-ops.js";
import type { TextLine, TextSetter } from "../text/line/text-lines.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";
import { alongPath } from "./along-path.js";
import { placeDrawing } from "./drawing.js";
import { frameOps, outlineOf } from "./frame.js";
import { LabelPainter } from "./label.js";
import type { ResourceTable } from "./resources.js";
import { tableOps } from "./table.js";

/** Turns fragments into ops, in parts that a page gives meanings to. */
export class PartPainter {
  readonly labels: LabelPainter;

  constructor(
    readonly table: ResourceTable,
    text: TextSetter,
  ) {
    this.labels = new LabelPainter(table, text);
  }

  /** A fragment's ops, cut at its inline links. */
  parts(fragment: Fragment, x: number, y: number): readonly Part[] {
    const { box } = fragment;
    if (box.kind === "drawing") return [{ of: null, link: null, ops: this.#drawing(box, x, y), rects: [] }];
    if (box.kind === "label")
      return [{ of: null, link: null, ops: this.labels.ops(box, x, y, fragment.width, this.table.source(box.src)), rects: [] }];
    if (box.kind === "text") return this.#text(fragment, box, x, y);
    if (box.kind === "labelled") {
      const [symbol, ...texts] = fragment.children.map((c) => this.parts(c.fragment, x + c.x, y + c.y));
      return [...symbol!, ...turned(texts.flat(), box.turn === 0 ? IDENTITY : turnOfLabels(fragment, x, y))];
    }
    const inside = sorted(fragment.children).flatMap((c) => this.parts(c.fragment, x + c.x, y + c.y));
    if (box.kind === "table")
      return [{ of: null, link: null, ops: tableOps(fragment, box.grid, x, y, this.table.source(box.src)), rects: [] }, ...inside];
    if (box.kind !== "container") return inside;
    const area = { x, y, width: fragment.width, height: fragment.height };
    const frame: Part = { of: null, link: null, ops: frameOps(area, box, this.table.source(box.src)), rects: [] };
    return [frame, ...(box.clip ? inside.map((p) => clipped(p, area, box.radius)) : inside)];
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
    const highlights: PathOp[] = [];
    for (const column of fragment.text?.columns ?? []) {
      let top = y + column.top;
      for (const l of column.lines) {
        append(text, this.#line(l, x + column.x, column.width, top, highlights));
        top += l.line.height;
      }
    }
    if (highlights.length > 0) text.unshift({ of: "frame", link: null, ops: highlightOps(highlights), rects: [] });
    const { path } = frame;
    if (path) {
      const [column] = fragment.text?.columns ?? [];
      const [first] = column?.lines ?? [];
      const line = { x, baseline: y + (column?.top ?? 0) + (first?.line.baseline ?? 0), width: fragment.width };
      return text.map((p) => ({ ...p, ops: alongPath(p.ops, line, path) }));
    }
    append(parts, fragment.text?.clip ? text.map((p) => clipped(p, area)) : text);
    return turned(parts, turnOf(fragment, frame.rotation, x, y));
  }

  #line({ paragraph, line, indent, marker }: TextLine, x: number, width: number, top: number, highlights: PathOp[]): readonly Part[] {
    const baseline = top + line.baseline;
    const start = paragraph.base === 1 ? x : x + indent;
    const out: Part[] = [];
    const { styled } = paragraph;
    if (marker) {
      const { width: wide } = marker.line;
      const at = paragraph.base === 1 ? x + width - indent + MARKER_GAP : start - MARKER_GAP - wide;
      for (const part of lineOps(marker.paragraph, marker.line, { x: at, width: wide, baseline }, this.table)) {
        append(highlights, part.highlights);
        out.push({ of: { styled, label: true }, link: null, ops: part.ops, rects: [] });
      }
    }
    const { strut } = paragraph;
    const up = strut.ascender * line.size;
    const height = (strut.ascender + strut.descender) * line.size;
    for (const part of lineOps(paragraph, line, { x: start, width: width - indent, baseline }, this.table)) {
      append(highlights, part.highlights);
      const rects = part.areas.map(({ left, right }) => ({ x: left, y: baseline - up, width: right - left, height }));
      out.push({ of: { styled, label: false }, link: part.link, ops: part.ops, rects: part.link ? rects : [] });
    }
    return out;
  }

  /** The ops of a cell's text without links: most of what a table is made of. */
  plainText({ fragment, x, y }: Placed, dx: number, dy: number, cell: Pick<Cell<unknown>, "src">, source: number): readonly Op[] | null {
    const { box, text } = fragment;
    if (box.kind === "label")
      return this.labels.ops(box, dx + x, dy + y, fragment.width, box.src === cell.src ? source : this.table.source(box.src));
    if (box.kind !== "text" || box.link || !text || divided(box)) return null;
    const ops: Op[] = [];
    const highlights: PathOp[] = [];
    for (const column of text.columns) {
      let top = dy + y + column.top;
      for (const { paragraph, line } of column.lines) {
        const place = { x: dx + x + column.x, width: column.width, baseline: top + line.baseline };
        for (const part of lineOps(paragraph, line, place, this.table)) {
          if (part.link) return null;
          append(highlights, part.highlights);
          for (const op of part.ops) ops.push(op);
        }
        top += line.height;
      }
    }
    if (highlights.length > 0) return [...highlightOps(highlights), ...ops];
    return ops.length > 0 ? ops : null;
  }
}

/** Whether a text is more than one paragraph to a reader. */
export const divided = (box: BoxOf<ShapedParagraph, "text">): boolean =>
  box.paragraphs.length > 1 || box.paragraphs.some((p) => p.styled.item);

/** A paragraph, or its marker. */
export interface PartOf {
  readonly styled: StyledParagraph;
  readonly label: boolean;
}

/** Ops of a fragment that belong to one inline link, or to none, and the areas they take up on the page. */
export interface Part {
  /** what of a text it shows; null where it is no text */
  readonly of: PartOf | "frame" | null;
  readonly link: BoxLink | null;
  readonly ops: readonly Op[];
  readonly rects: readonly Rect[];
}

/** A marker ends this far before its text (decisions §1). */
const MARKER_GAP = pt(1.5);

export type Marked = Omit<Part, "rects">;

/** Neighbouring parts of the same paragraph and link are one mark. */
export function merged(parts: readonly Part[]): readonly Marked[] {
  const out: (Marked & { readonly ops: Op[] })[] = [];
  for (const { of, link, ops } of parts) {
    const last = out.at(-1);
    if (last?.link === link && same(last.of, of)) append(last.ops, ops);
    else out.push({ of, link, ops: [...ops] });
  }
  return out;
}

function same(a: Part["of"], b: Part["of"]): boolean {
  if (a === null || b === null || a === "frame" || b === "frame") return a === b;
  return a.styled.src === b.styled.src && a.label === b.label;
}

/** What is one thing whatever it is made of: a picture, a barcode with its text. */
export const whole = (parts: readonly Part[]): Marked => ({ of: null, link: null, ops: parts.flatMap((p) => p.ops) });

export const clipped = (p: Part, area: Rect, radius = 0): Part => ({
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
            blend: "normal",
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
    ops:
      p.ops.length === 0
        ? []
        : [{ op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: p.ops }],
    rects: p.rects.map((r) => bounds(turn, r)),
  }));
}

export function turnOf(fragment: Fragment, degrees: number, x: number, y: number): Matrix {
  if (degrees % 360 === 0) return IDENTITY;
  return rotation(degrees, x + fragment.width / 2, y + fragment.height / 2);
}

/** Paint order: z-index, then source order. */
export function sorted(placed: readonly Placed[]): readonly Placed[] {
  if (placed.every((p) => p.fragment.box.z === 0)) return [...placed].sort((a, b) => a.fragment.box.id - b.fragment.box.id);
  return [...placed].sort((a, b) => a.fragment.box.z - b.fragment.box.z || a.fragment.box.id - b.fragment.box.id);
}
