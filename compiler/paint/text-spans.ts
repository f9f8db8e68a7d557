import { bounds, IDENTITY, rotation } from "../../ir/geometry.js";
import type { Matrix, Op, PathOp, Rect } from "../../ir/ir.js";
import { append } from "../../base/many.js";
import type { BoxOf } from "../box/box.js";
import type { InlineField } from "../box/field.js";
import type { BoxLink } from "../box/link.js";
import { MARKER_GAP, type StyledParagraph } from "../box/text.js";
import { EPSILON } from "../core/geom.js";
import type { Emphasis } from "../core/emphasis.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { TextLine } from "../text/line/paragraph.js";
import { highlightOps } from "../text/line/decorate.js";
import type { Line, LinePlace } from "../text/line/line.js";
import { alongPath } from "./along-path.js";
import type { PaintContext } from "./context.js";
import { frameOps } from "./frame.js";
import { clipOps, transformOps } from "./group.js";
import { implyLanguage, type DeclaredLangs } from "./language.js";
import type { ResourceTable } from "./resources.js";

type TextBox = BoxOf<"text">;

export interface TextSpan {
  /** null = decoration: the frame, and highlights */
  readonly of: ParagraphPart | null;
  readonly link: BoxLink | null;
  readonly emphasis: Emphasis | null;
  readonly ops: readonly Op[];
  readonly areas: readonly Rect[];
  /** its characters imply no language; false if unknown */
  readonly plain: boolean;
  /** a field instead of ops; absent on most */
  readonly field?: PlacedInline;
}

/** Upper left corner on the page, points. */
export interface PlacedInline {
  readonly inline: InlineField;
  readonly x: number;
  readonly y: number;
}

export interface ParagraphPart {
  readonly styled: StyledParagraph;
  readonly marker: boolean;
}

const NO_AREAS: readonly Rect[] = [];

export function textSpans(box: TextBox, fragment: Fragment, x: number, y: number, resources: ResourceTable): readonly TextSpan[] {
  const { frame } = box;
  const out: TextSpan[] = [];
  const area = { x, y, width: fragment.width, height: fragment.height };
  const look = frameOps(area, { fill: frame.fill, stroke: frame.stroke, radius: 0 }, resources.source(box.src));
  if (look.length > 0) out.push({ of: null, link: null, emphasis: null, ops: look, areas: NO_AREAS, plain: false });
  const lines: TextSpan[] = [];
  const highlights: PathOp[] = [];
  const clips = fragment.text?.clip ?? false;
  const turn = turnOf(box, fragment, x, y);
  // each line is clipped or turned for itself
  const isPlain = !clips && !frame.path && turn === IDENTITY;
  for (const column of fragment.text?.columns ?? []) {
    let top = y + column.top;
    const { lines: all } = column;
    let refused: TextLine["paragraph"] | null = null;
    for (let i = 0; i < all.length; i++) {
      const l = all[i]!;
      const { paragraph } = l;
      const block =
        isPlain && paragraph !== refused ? paragraph.block?.(all, i, { x: x + column.x, width: column.width, top }, resources) : null;
      if (block) {
        const plain = (block.plain ??= !implyLanguage(block.ops));
        lines.push({
          of: { styled: paragraph.styled, marker: false },
          link: null,
          emphasis: null,
          ops: block.ops,
          areas: NO_AREAS,
          plain,
        });
        i += block.count - 1;
        top = block.bottom;
        continue;
      }
      if (!l.marker) refused = paragraph;
      // letters of a line below may reach into the frame; its links do not
      const linked = !clips || top < y + fragment.height - EPSILON;
      const place = { x: x + column.x, width: column.width, baseline: top + l.line.baseline, linked };
      lineSpans(l, place, resources, highlights, lines);
      top += l.line.height;
    }
  }
  if (highlights.length > 0)
    lines.unshift({ of: null, link: null, emphasis: null, ops: highlightOps(highlights), areas: NO_AREAS, plain: false });
  const { path } = frame;
  if (path) {
    const [column] = fragment.text?.columns ?? [];
    const [first] = column?.lines ?? [];
    const line = { x, baseline: y + (column?.top ?? 0) + (first?.line.baseline ?? 0), width: fragment.width };
    return lines.map(({ of, link, emphasis, ops, areas, plain }) => ({
      of,
      link,
      emphasis,
      ops: alongPath(ops, line, path),
      areas,
      plain,
    }));
  }
  append(
    out,
    clips
      ? lines.map(({ of, link, emphasis, ops, areas, plain }) => ({ of, link, emphasis, ops: clipOps(ops, area, 0), areas, plain }))
      : lines,
  );
  return turnSpans(out, turn);
}

export function turnSpans(spans: readonly TextSpan[], turn: Matrix): readonly TextSpan[] {
  if (turn === IDENTITY) return spans;
  return spans.map(({ of, link, emphasis, ops, areas, plain }) => ({
    of,
    link,
    emphasis,
    ops: transformOps(ops, turn),
    areas: areas.map((r) => bounds(turn, r)),
    plain,
  }));
}

/** Returns the turn of a text at (x, y), about the middle of its frame. */
export function turnOf({ frame }: TextBox, fragment: Fragment, x: number, y: number): Matrix {
  if (frame.rotation % 360 === 0) return IDENTITY;
  return rotation(frame.rotation, x + fragment.width / 2, y + fragment.height / 2);
}

/** Paints one paragraph without links, which most table cells are, without spans; null for other texts. */
export function paragraphOps(box: TextBox, fragment: Fragment, x: number, y: number, resources: ResourceTable): readonly Op[] | null {
  const { text } = fragment;
  if (box.link || !text || hasParagraphs(box)) return null;
  const only = text.paragraph.op(x, y, fragment.width, resources);
  if (only) return [only];
  const ops: Op[] = [];
  let highlights: PathOp[] | null = null;
  for (const column of text.columns) {
    let top = y + column.top;
    for (const l of column.lines) {
      const { line } = l;
      for (const part of l.parts(placeOf(line, x + column.x, column.width, top), resources)) {
        if (part.link || part.emphasis || part.inline) return null;
        if (part.highlights.length > 0) append((highlights ??= []), part.highlights);
        for (const op of part.ops) ops.push(op);
      }
      top += line.height;
    }
  }
  if (highlights) return [...highlightOps(highlights), ...ops];
  return ops.length > 0 ? ops : null;
}

export function hasParagraphs(box: TextBox): boolean {
  if (box.plain) return false;
  const { paragraphs } = box;
  return paragraphs.length > 1 || (paragraphs.length === 1 && paragraphs[0]!.item !== null);
}

export const isForeign = (spans: readonly TextSpan[], { languages }: PaintContext): boolean =>
  spans.some(({ of, plain, ops }) => of && !plain && of.styled.lang === undefined && languages.isForeign(ops));

/** Returns the language of all letters if it is not the document's and no other is declared; else undefined. */
export function languageOf(spans: readonly TextSpan[], { languages, structure }: PaintContext): string | undefined {
  if (!structure.grows) return undefined;
  const ops: Op[] = [];
  let last: StyledParagraph | null = null;
  for (const { of, ops: own } of spans) {
    if (!of) continue;
    if (of.styled !== last && (of.styled.lang !== undefined || declaresRuns(of.styled))) return undefined;
    last = of.styled;
    append(ops, own);
  }
  return languages.ofOps(ops);
}

/** Returns the languages that runs declare, by their sources; null if none does. */
export function declaredLangs(styled: StyledParagraph, resources: ResourceTable): DeclaredLangs | null {
  if (!declaresRuns(styled)) return null;
  const out = new Map<number, string | null>();
  for (const { lang, src } of styled.runs) if (lang !== undefined) out.set(resources.source(src), lang);
  return out;
}

/** True if some of its characters have a language of their own. */
export const declaresRuns = (styled: StyledParagraph | undefined): boolean =>
  styled !== undefined && styled.runs.some(({ lang }) => lang !== undefined);

/** Each becomes a mark sequence. */
export function joinSpans(spans: readonly TextSpan[]): readonly Omit<TextSpan, "areas" | "plain">[] {
  if (spans.length === 1) return spans;
  const out: {
    readonly of: ParagraphPart | null;
    readonly link: BoxLink | null;
    readonly emphasis: Emphasis | null;
    ops: readonly Op[];
    readonly field?: PlacedInline;
  }[] = [];
  let joined: Op[] | null = null;
  for (const { of, link, emphasis, ops, field } of spans) {
    const last = out.at(-1);
    if (field) {
      out.push({ of, link, emphasis, ops, field });
      joined = null;
    } else if (last?.field || last?.link !== link || last.emphasis !== emphasis || !isSame(last.of, of)) {
      out.push({ of, link, emphasis, ops });
      joined = null;
    } else if (joined) append(joined, ops);
    else last.ops = joined = [...last.ops, ...ops];
  }
  return out;
}

const isSame = (a: ParagraphPart | null, b: ParagraphPart | null): boolean =>
  a === null || b === null ? a === b : a.styled.src === b.styled.src && a.marker === b.marker;

const placeOf = (line: Line, x: number, width: number, top: number): LinePlace => ({ x, width, baseline: top + line.baseline });

/** Marker first; `linked`: links have areas. */
function lineSpans(
  l: TextLine,
  { x, width, baseline, linked }: LinePlace & { readonly linked: boolean },
  resources: ResourceTable,
  highlights: PathOp[],
  out: TextSpan[],
): void {
  const { paragraph, line, indent, indentEnd, marker } = l;
  const { styled, strut } = paragraph;
  const start = x + (paragraph.base === 1 ? indentEnd : indent);
  if (marker) {
    const { width: wide } = marker.line;
    const at = paragraph.base === 1 ? x + width - indent + MARKER_GAP : start - MARKER_GAP - wide;
    const of: ParagraphPart = { styled, marker: true };
    for (const part of marker.parts({ x: at, width: wide, baseline }, resources)) {
      append(highlights, part.highlights);
      out.push({ of, link: null, emphasis: part.emphasis, ops: part.ops, areas: NO_AREAS, plain: false });
    }
  }
  const of: ParagraphPart = { styled, marker: false };
  const up = strut.ascender * line.size;
  const height = (strut.ascender + strut.descender) * line.size;
  for (const part of l.parts({ x: start, width: width - indent - indentEnd, baseline }, resources)) {
    append(highlights, part.highlights);
    const areas =
      part.link && linked ? part.areas.map(({ left, right }) => ({ x: left, y: baseline - up, width: right - left, height })) : NO_AREAS;
    const { inline } = part;
    const field = inline && { inline, x: part.areas[0]!.left, y: baseline - inline.above };
    out.push({ of, link: part.link, emphasis: part.emphasis, ops: part.ops, areas, plain: false, ...(field && { field }) });
  }
}
