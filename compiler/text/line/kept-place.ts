// Lines of a paragraph where an earlier render had them: their ops are the same objects, so that later passes compare identities.
import type { GlyphsOp } from "../../../ir/ir.js";
import { KeptLine, type KeptParagraph, type KnownLines, type PlacedLines } from "./kept-paragraph.js";
import type { TextLine } from "./paragraph.js";
import type { OpSink } from "./sink.js";

/** Points on the page: a column, and the top of its next line. */
interface ColumnPlace {
  readonly x: number;
  readonly width: number;
  readonly top: number;
}

/** Places of the same lines that are kept: a text may occur several times. */
const MOST_PLACES = 4;
/** About what they take, bytes. */
const PLACE = 240;
const OP = 200;

/** Lines from `at` on, up to the end of their paragraph; null unless all are kept, with glyph runs alone and without links or a marker. */
export function placedLines(lines: readonly TextLine[], at: number, column: ColumnPlace, sink: OpSink): PlacedLines | null {
  const { line, marker } = lines[at]!;
  if (!(line instanceof KeptLine) || marker || line.of.links) return null;
  const { of, broken } = line;
  const from = line.index;
  // lines of a paragraph are in order: the last determines all
  const to = Math.min(broken.lines.length, from + lines.length - at);
  const last = lines[at + to - from - 1]!.line;
  if (!(last instanceof KeptLine) || last.of !== of || last.broken !== broken || last.index !== to - 1) return null;
  for (const placed of broken.placed) if (isPlaced(placed, of, { from, to }, column, sink)) return placed;
  return place(lines.slice(at, at + to - from), { of, broken, from, to }, column, sink);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function isPlaced(placed: PlacedLines, { styled }: KeptParagraph, { from, to }: Range, column: ColumnPlace, sink: OpSink): boolean {
  if (placed.from !== from || placed.to !== to || placed.top !== column.top) return false;
  if (placed.x !== column.x || placed.width !== column.width) return false;
  if (placed.indent !== styled.indent || placed.indentEnd !== styled.indentEnd || placed.indentFirst !== styled.indentFirst) return false;
  // in the order in which the ops were made, which numbers fonts and sources
  for (const { face, font, of, source } of placed.numbers)
    if (sink.font(face) !== font || sink.source(styled.runs[of]!.src) !== source) return false;
  return true;
}

function place(
  lines: readonly TextLine[],
  { of, broken, from, to }: Range & { readonly of: KeptParagraph; readonly broken: KnownLines },
  { x, width, top: start }: ColumnPlace,
  sink: OpSink,
): PlacedLines | null {
  const ops: GlyphsOp[] = [];
  const numbers: PlacedLines["numbers"][number][] = [];
  let top = start;
  for (const { line, indent, indentEnd } of lines) {
    const kept = line as KeptLine;
    const left = x + (of.base === 1 ? indentEnd : indent);
    const at = { x: left, width: width - indent - indentEnd, baseline: top + line.baseline };
    const parts = kept.parts(at, sink);
    const runs = kept.runs(at);
    if (!runs || parts.some((part) => part.link || part.highlights.length > 0)) return null;
    for (const part of parts) for (const op of part.ops) ops.push(op as GlyphsOp);
    for (const run of runs) {
      const { face } = run;
      if (numbers.some((n) => n.face === face && n.of === run.of)) continue;
      numbers.push({ face, font: sink.font(face), of: run.of, source: sink.source(of.styled.runs[run.of]!.src) });
    }
    top += line.height;
  }
  const { indent, indentEnd, indentFirst } = of.styled;
  const placed: PlacedLines = { from, to, x, width, top: start, indent, indentEnd, indentFirst, bottom: top, numbers, ops, plain: null };
  const bytes = PLACE + OP * ops.length;
  const { placed: all } = broken;
  const old = all.length === MOST_PLACES ? all[0]! : null;
  const { kept, key } = of.place;
  if (!kept.grow(key, of.known, old ? bytes - PLACE - OP * old.ops.length : bytes)) return placed;
  if (old) all.shift();
  all.push(placed);
  return placed;
}
