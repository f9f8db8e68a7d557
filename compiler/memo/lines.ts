// Lines as an earlier render had them: their ops are the same objects, so that later passes compare identities.
import { round } from "../../ir/geometry.js";
import type { GlyphsOp, PathOp } from "../../ir/ir.js";
import type { StyledParagraph } from "../box/text.js";
import type { Face } from "../text/font/face.js";
import { lineOps } from "../text/line/line-ops.js";
import type { Line, LineMeasures, LinePlace, TextRange } from "../text/line/line.js";
import type { ColumnPlace, LineBlock, TextLine } from "../text/line/paragraph.js";
import type { LineArea, LinePart } from "../text/line/reading-order.js";
import type { OpSink } from "../text/line/sink.js";
import type { Item } from "../text/shape/itemize.js";
import type { Segment, ShapedParagraph } from "../text/shape/shaped.js";
import type { Runs, Shared } from "./paragraph-key.js";

/** Paragraph of lines of an earlier render. */
export interface LineOwner extends Pick<ShapedParagraph, "styled" | "base"> {
  readonly shared: Shared;
  /** Index of the first run with a source or a link; -1 if absent. */
  indexOfSource(src: Runs[number]["src"]): number;
  indexOfLink(link: Runs[number]["link"]): number;
  /** The line as it was broken. */
  madeLine(broken: CachedLines, index: number): Line;
  read<T>(read: (shaped: ShapedParagraph) => T): T;
  /** Counts bytes. @returns false if there is no room */
  grow(bytes: number): boolean;
  countPart(run: object): void;
}

/** Lines in a width. */
export interface CachedLines {
  readonly available: number;
  readonly origin: number;
  readonly lines: readonly CachedLine[];
  readonly placed: PlacedLines[];
}

/** Lines [from, to) in a column of a page: `top` is that of the first. Points. */
interface PlacedLines extends LineBlock {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly indent: number;
  readonly indentEnd: number;
  readonly indentFirst: number;
  /** of fonts and of the sources of runs, in the order of their first use */
  readonly numbers: readonly {
    readonly face: Face;
    readonly font: number;
    /** index of the run with its source, in the paragraph */
    readonly of: number;
    readonly source: number;
  }[];
}

interface CachedLine {
  readonly range: TextRange | null;
  readonly measures: LineMeasures;
  readonly settings: Setting[];
}

/** Glyph runs of a line in a column. Sums of widths depend on its left edge, so that this is part of the key. */
interface Setting {
  readonly x: number;
  readonly width: number;
  /** in the order in which they were made, which numbers their fonts */
  readonly runs: readonly CachedRun[];
  readonly parts: readonly CachedPart[];
}

/** Part of a line in reading order. */
interface CachedPart {
  /** index of the run with its link, in the paragraph; -1 = no link */
  readonly link: number;
  readonly ops: number;
  readonly areas: readonly LineArea[];
}

interface CachedRun {
  /** on another baseline, with numbers of another document */
  readonly op: GlyphsOp;
  readonly face: Face;
  readonly rise: number;
  /** index of the run with its source, in the paragraph */
  readonly of: number;
  /** index of its part, and among the part's ops */
  readonly part: number;
  readonly at: number;
}

/** Approximate bytes of a line in memory. */
export const LINE = 240;
const SETTING = 160;
const PART = 120;
const RUN = 440;
/** of a glyph's id and advance */
const GLYPH = 16;
const PLACE = 240;
const OP = 200;

/** Columns of a line that are stored. */
const MOST_SETTINGS = 4;
/** Places of the same lines that are stored: a text may occur several times. */
const MOST_PLACES = 4;

const NO_HIGHLIGHTS: readonly PathOp[] = [];

/** Measures of a line, which is stored without its pieces. */
export const cachedLine = ({ range, width, shrunk, size, height, baseline, hard, torn }: Line): CachedLine => ({
  range,
  measures: { width, shrunk, size, height, baseline, hard, torn },
  settings: [],
});

/** A line with known measures, whose pieces are made when they are read. */
export class MemoLine implements Line {
  readonly width: number;
  readonly shrunk: number;
  readonly size: number;
  readonly height: number;
  readonly baseline: number;
  readonly hard: boolean;
  readonly torn: boolean;

  constructor(
    readonly of: LineOwner,
    readonly broken: CachedLines,
    readonly known: CachedLine,
    readonly index: number,
  ) {
    const { measures } = known;
    this.width = measures.width;
    this.shrunk = measures.shrunk;
    this.size = measures.size;
    this.height = measures.height;
    this.baseline = measures.baseline;
    this.hard = measures.hard;
    this.torn = measures.torn;
  }

  get range(): TextRange | null {
    return this.known.range;
  }

  get segments(): readonly Segment[] {
    return this.of.madeLine(this.broken, this.index).segments;
  }

  /** Returns runs in the order in which they were made; null unless stored. */
  runs({ x, width }: LinePlace): readonly CachedRun[] | null {
    return this.known.settings.find((setting) => setting.x === x && setting.width === width)?.runs ?? null;
  }

  partsOf(_p: ShapedParagraph, place: LinePlace, sink: OpSink): readonly LinePart[] {
    return this.parts(place, sink);
  }

  /** Returns parts as `lineOps` does. */
  parts(place: LinePlace, sink: OpSink): readonly LinePart[] {
    for (const setting of this.known.settings)
      if (setting.x === place.x && setting.width === place.width) return partsOf(setting, this.of.styled, place.baseline, sink);
    const line = this.of.madeLine(this.broken, this.index);
    const shown: Shown[] = [];
    const recorder = new Recorder(sink, shown);
    const parts = this.of.read((p) => lineOps(p, line, place, recorder));
    const setting = this.#store(parts, shown, place);
    // the stored runs, so that a page with this line is stored with them
    return setting ? partsOf(setting, this.of.styled, place.baseline, sink) : parts;
  }

  /** Null if there is no room, or more than glyph runs. */
  #store(parts: readonly LinePart[], shown: readonly Shown[], { x, width }: LinePlace): Setting | null {
    const { settings } = this.known;
    const { of: owner } = this;
    const { shared } = owner;
    if (settings.length === MOST_SETTINGS) return null;
    const runs: CachedRun[] = [];
    let bytes = SETTING + PART * parts.length;
    for (const { op, item } of shown) {
      const of = this.of.indexOfSource(item.src);
      const part = parts.findIndex(({ ops }) => ops.includes(op));
      if (of < 0 || part < 0) return null;
      const { ids, advances, offsets, clusters } = op.run;
      const run = { ids, advances, offsets, clusters: shared.clusters(clusters) };
      runs.push({ op: { ...op, run }, face: item.context.face, rise: item.rise, of, part, at: parts[part]!.ops.indexOf(op) });
      bytes += RUN + GLYPH * ids.length + (offsets ? GLYPH * ids.length : 0) + (run.clusters === clusters ? 8 * ids.length : 0);
    }
    const known: CachedPart[] = [];
    let ops = 0;
    for (const part of parts) {
      const link = part.link ? this.of.indexOfLink(part.link) : -1;
      if (part.highlights.length > 0 || (part.link && link < 0)) return null;
      known.push({ link, ops: part.ops.length, areas: part.areas });
      ops += part.ops.length;
    }
    if (ops !== runs.length || !owner.grow(bytes)) return null;
    for (const { op } of runs) owner.countPart(op.run);
    const setting: Setting = { x, width, runs, parts: known };
    settings.push(setting);
    return setting;
  }
}

/** A glyph run as made, and its item. */
interface Shown {
  readonly op: GlyphsOp;
  readonly item: Item;
}

class Recorder implements OpSink {
  constructor(
    readonly sink: OpSink,
    readonly all: Shown[],
  ) {}

  font(face: Face): number {
    return this.sink.font(face);
  }

  source(src: Parameters<OpSink["source"]>[0]): number {
    return this.sink.source(src);
  }

  shown(op: GlyphsOp, item: Item): void {
    this.all.push({ op, item });
  }
}

function partsOf({ runs, parts }: Setting, styled: StyledParagraph, baseline: number, sink: OpSink): readonly LinePart[] {
  const ops = parts.map((part) => new Array<GlyphsOp>(part.ops));
  for (const { op, face, rise, of, part, at } of runs) {
    const font = sink.font(face);
    ops[part]![at] = {
      op: "glyphs",
      x: op.x,
      y: round(baseline - rise),
      font,
      size: op.size,
      slant: op.slant,
      fill: op.fill,
      text: op.text,
      actualText: null,
      run: op.run,
      source: sink.source(styled.runs[of]!.src),
    };
  }
  return parts.map(({ link, areas }, i) => ({
    link: link < 0 ? null : styled.runs[link]!.link,
    emphasis: null,
    highlights: NO_HIGHLIGHTS,
    ops: ops[i]!,
    areas,
  }));
}

/** Lines from `at` on, up to the end of their paragraph; null unless all are stored, with glyph runs alone and without a marker. */
export function linesBlock(of: LineOwner, lines: readonly TextLine[], at: number, column: ColumnPlace, sink: OpSink): LineBlock | null {
  const { line, marker } = lines[at]!;
  if (!(line instanceof MemoLine) || marker) return null;
  const { broken } = line;
  const from = line.index;
  // lines of a paragraph are in order: the last determines all
  const to = Math.min(broken.lines.length, from + lines.length - at);
  const last = lines[at + to - from - 1]!.line;
  if (!(last instanceof MemoLine) || last.of !== of || last.broken !== broken || last.index !== to - 1) return null;
  for (const placed of broken.placed) if (isPlaced(placed, of, { from, to }, column, sink)) return placed;
  return place(lines.slice(at, at + to - from), { of, broken, from, to }, column, sink);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function isPlaced(placed: PlacedLines, { styled }: LineOwner, { from, to }: Range, column: ColumnPlace, sink: OpSink): boolean {
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
  { of, broken, from, to }: Range & { readonly of: LineOwner; readonly broken: CachedLines },
  { x, width, top: start }: ColumnPlace,
  sink: OpSink,
): PlacedLines | null {
  const ops: GlyphsOp[] = [];
  const numbers: PlacedLines["numbers"][number][] = [];
  let top = start;
  for (const { line, indent, indentEnd } of lines) {
    const known = line as MemoLine;
    const left = x + (of.base === 1 ? indentEnd : indent);
    const at = { x: left, width: width - indent - indentEnd, baseline: top + line.baseline };
    const parts = known.parts(at, sink);
    const runs = known.runs(at);
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
  const block = { count: to - from, bottom: top, ops, plain: null };
  const placed: PlacedLines = { ...block, from, to, x, width, top: start, indent, indentEnd, indentFirst, numbers };
  const bytes = PLACE + OP * ops.length;
  const { placed: all } = broken;
  const old = all.length === MOST_PLACES ? all[0]! : null;
  if (!of.grow(old ? bytes - PLACE - OP * old.ops.length : bytes)) return placed;
  if (old) all.shift();
  all.push(placed);
  return placed;
}
