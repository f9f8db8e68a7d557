import type { Box } from "../../box/box.js";
import { greatest } from "../../../base/many.js";
import type { Cell, TableRow, TableRows } from "../../box/table.js";
import { fail } from "../../core/fail.js";
import { EPSILON, fits } from "../../core/geom.js";
import { showMm, showMmApart } from "../../core/units.js";
import { must } from "../../help/reason.js";
import { endless, type Fragment, type LayoutContext, type Placed, type PlacedRow, type RowPart } from "../protocol/protocol.js";
import { isUnframed, unframedText } from "../protocol/unframed.js";
import type { ColumnEdges } from "./column-edges.js";
import { decimalLeft } from "./decimal-align.js";
import { takeRow } from "./read-rows.js";

/** Rows of a group are never parted, unless the group is a part of a row. Points. */
export interface Group {
  /** [from, to) */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly MeasuredRow[];
  readonly height: number;
  readonly moved: boolean;
  /** shifted to the first baseline */
  readonly shifted: boolean;
  /** null: whole */
  readonly part: RowPart | null;
}

export interface MeasuredRow {
  readonly row: TableRow<Box>;
  readonly height: number;
  /** null for unframed text, created on placement, and in a part for what has ended */
  readonly contents: readonly (Fragment | null)[];
  /** down to the row's first baseline, points; null if all are 0 */
  readonly shifts: readonly number[] | null;
}

interface RowMeasure {
  readonly edges: ColumnEdges;
  readonly rowMin: number;
  readonly wholeMin: number;
  readonly cx: LayoutContext;
}

/**
 * Measures rows, at least as high as their single-row cells; the deficit of a cell over several rows is shared by them. Texts at the top share the first
 * baseline of their first row. @throws RenderError API-002 if a cell has no width for its content, or the content is wider
 */
export function measureGroup(source: TableRows<Box>, from: number, { edges, rowMin, wholeMin, cx }: RowMeasure): Group {
  const to = source.groupEnd(from);
  const rows: { row: TableRow<Box>; height: number; contents: readonly (Fragment | null)[]; shifts: readonly number[] | null }[] = [];
  const spanning: { readonly from: number; readonly to: number; readonly height: number }[] = [];
  let moved = false;
  let shifted = false;
  for (let i = from; i < to; i++) {
    const row = takeRow(source, i, cx.run);
    const { cells } = row;
    const contents = new Array<Fragment | null>(cells.length);
    let height = rowMin;
    let shared = NaN;
    let highest = NaN;
    let mixed = false;
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k]!;
      contents[k] = fragmentOf(cell, edges, cx);
      if (!cell.content) continue;
      const { look, rows: spanned } = cell;
      const needed = heightOf(cell, contents[k]!, edges, cx);
      if (spanned > 1) spanning.push({ from: i - from, to: i - from + spanned, height: needed });
      else if (needed > height) height = needed;
      if (look.offsetX !== 0 || look.offsetY !== 0) moved = true;
      const { baseline } = INK;
      if (spanned > 1) highest = baseline < highest || highest !== highest ? baseline : highest;
      else if (baseline > shared + EPSILON || baseline < shared - EPSILON) mixed = true;
      // false for NaN
      else if (baseline === baseline) shared = baseline;
    }
    const measured: { -readonly [K in keyof MeasuredRow]: MeasuredRow[K] } = { row, height, contents, shifts: null };
    rows.push(measured);
    if (!mixed && !(highest < shared - EPSILON)) continue;
    shifted = true;
    const shifts = shiftsOf(row, contents, edges, cx);
    measured.shifts = shifts;
    cells.forEach((cell, k) => {
      if (shifts[k] === 0) return;
      const needed = heightOf(cell, contents[k]!, edges, cx) + shifts[k]!;
      if (cell.rows > 1) spanning.push({ from: i - from, to: i - from + cell.rows, height: needed });
      else if (needed > measured.height) measured.height = needed;
    });
  }
  if (rows.length === 1 && wholeMin === 0) return { from, to, rows, height: rows[0]!.height, moved, shifted, part: null };
  spanning.sort((a, b) => a.to - b.to);
  for (const s of [...spanning, { from: 0, to: rows.length, height: wholeMin }]) {
    const covered = rows.slice(s.from, s.to);
    const lacks = s.height - covered.reduce((n, r) => n + r.height, 0);
    if (lacks > 0) for (const r of covered) r.height += lacks / covered.length;
  }
  return { from, to, rows, height: rows.reduce((n, r) => n + r.height, 0), moved, shifted, part: null };
}

/** Returns a height with padding. Also sets the first baseline in `INK`. */
function heightOf(cell: Cell<Box>, content: Fragment | null, edges: ColumnEdges, cx: LayoutContext): number {
  const { look } = cell;
  measureInk(cell, content, edges, cx);
  // a downward offset takes room; an upward one reaches into the padding
  return INK.height + 2 * look.padY + Math.max(0, look.offsetY);
}

/** Distance of each content above the lowest first baseline. A cell over several rows follows that baseline and does not set it. */
function shiftsOf(
  { cells }: TableRow<Box>,
  contents: readonly (Fragment | null)[],
  edges: ColumnEdges,
  cx: LayoutContext,
): readonly number[] {
  const baselines = cells.map((cell, k) => {
    if (!cell.content) return NaN;
    measureInk(cell, contents[k]!, edges, cx);
    return INK.baseline;
  });
  const lowest = baselines.reduce((most, b, k) => (cells[k]!.rows === 1 && b > most ? b : most), 0);
  return baselines.map((b) => (b < lowest ? lowest - b : 0));
}

/** Its cells are created on placement. */
export class FixedRow implements Group {
  readonly to: number;
  readonly moved = false;
  readonly shifted = false;
  readonly part = null;
  #rows: readonly MeasuredRow[] | null = null;

  constructor(
    readonly source: TableRows<Box>,
    readonly from: number,
    readonly height: number,
    readonly edges: ColumnEdges,
    readonly cx: LayoutContext,
  ) {
    this.to = from + 1;
  }

  get rows(): readonly MeasuredRow[] {
    if (!this.#rows) {
      const row = takeRow(this.source, this.from, this.cx.run, true);
      const contents = row.cells.map((cell) => fragmentOf(cell, this.edges, this.cx));
      this.#rows = [{ row, height: this.height, contents, shifts: null }];
    }
    return this.#rows;
  }
}

/** Null: unframed. */
const fragmentOf = (cell: Cell<Box>, edges: ColumnEdges, cx: LayoutContext): Fragment | null =>
  cell.content && !isUnframed(cell.content) ? contentOf(cell, cell.content, edges, cx) : null;

/** One object for all cells: height of a content, and its first baseline below its top, NaN without one. */
const INK = { height: 0, baseline: NaN };

/** Pictures, symbols and centred content share none. */
function measureInk(cell: Cell<Box>, content: Fragment | null, edges: ColumnEdges, cx: LayoutContext): void {
  if (cell.content && isUnframed(cell.content)) cx.run.text.measure(cell.content, innerWidth(cell, edges), INK);
  else {
    INK.height = content ? Math.max(content.height, content.inkHeight) : 0;
    INK.baseline = content?.text ? content.text.baseline : NaN;
  }
  if (cell.look.alignY !== 0) INK.baseline = NaN;
}

/** Computed once, so not remembered. */
function contentOf(cell: Cell<Box>, content: Box, edges: ColumnEdges, cx: LayoutContext): Fragment {
  // one line, placed by its decimal mark
  const width = cell.decimal ? cx.sizes(content).max : innerWidth(cell, edges);
  const filled = cx.fill(content, endless(width), null);
  if (filled.kind !== "done") throw new Error("a cell's content did not stay in one piece");
  const made = filled.fragment;
  if (!fits(made.width, width)) {
    const [most, found] = showMmApart(width, made.width);
    fail(
      "API-002",
      "cell-media-room",
      content.src,
      must(`at most ${most} wide, which is what its cell has for it`, found, {
        advice: "make it narrower, or the column wider",
      }),
    );
  }
  return made;
}

/** @throws RenderError API-002 if padding leaves no width */
export function innerWidth(cell: Cell<unknown>, edges: ColumnEdges): number {
  const width = edges[cell.column + cell.columns]! - edges[cell.column]!;
  const inner = width - 2 * cell.look.padX;
  if (!(inner > 0))
    fail(
      "API-002",
      "cell-room",
      cell.src,
      `padding leaves no width for the cell's content: its columns have ${showMm(width)}, make them wider or the padding smaller`,
    );
  return inner;
}

/** Contents are in the table's space. Points. */
export function placeGroup(
  { from, rows, part }: Group,
  top: number,
  { edges, cx }: Pick<RowMeasure, "edges" | "cx">,
  out: PlacedRow[],
): void {
  let rowTop = top;
  for (let i = 0; i < rows.length; i++) {
    const { row, height, contents, shifts } = rows[i]!;
    const { cells } = row;
    const placed = new Array<Placed | null>(cells.length);
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k]!;
      const content = contents[k] ?? (part ? null : unframedIn(cell, edges, cx));
      if (!content) {
        placed[k] = null;
        continue;
      }
      const across = leftOf(cell, content, edges, cx);
      placed[k] = placeContent(cell, content, across, rowTop + (shifts ? shifts[k]! : 0), bottomOf(rows, i, cell.rows, rowTop));
    }
    out.push({ row, index: from + i, top: rowTop, height, contents: placed, part });
    rowTop += height;
  }
}

/** Returns the bottom of `count` rows from row `i`, whose top is `top`. */
function bottomOf(rows: readonly MeasuredRow[], i: number, count: number, top: number): number {
  let bottom = top;
  for (let k = i; k < i + count; k++) bottom += rows[k]!.height;
  return bottom;
}

const unframedIn = (cell: Cell<Box>, edges: ColumnEdges, cx: LayoutContext): Fragment | null =>
  cell.content && isUnframed(cell.content) ? unframedText(cell.content, unframedWidth(cell, edges, cx), cx.run.text) : null;

const unframedWidth = (cell: Cell<Box>, edges: ColumnEdges, cx: LayoutContext): number =>
  cell.decimal && cell.content!.link ? cx.sizes(cell.content!).max : innerWidth(cell, edges);

/** Returns the left edge in the table's space; a number is placed by its decimal mark. */
function leftOf(cell: Cell<Box>, content: Fragment, edges: ColumnEdges, cx: LayoutContext): number {
  const { look } = cell;
  const number = cell.decimal ? decimalLeft(cell, edges, cx) : null;
  if (number !== null) return number + look.offsetX;
  // left-aligned content needs no inner width
  const across = look.alignX === 0 ? 0 : look.alignX * (innerWidth(cell, edges) - content.width);
  return edges[cell.column]! + look.padX + look.offsetX + across;
}

/** `top`: of the row, with the shift. */
function placeContent({ look }: Cell<Box>, content: Fragment, left: number, top: number, bottom: number): Placed {
  const y = top + look.padY + look.offsetY;
  const down = look.alignY === 0 ? 0 : look.alignY * (bottom - top - 2 * look.padY - content.height);
  return { x: left, y: y + down, fragment: content };
}

/**
 * Content with an offset may leave its cell, but not the table. `top`: of the group, in the table's space. @throws RenderError API-002
 * with the cell's path
 */
export function checkMoved({ rows }: Group, top: number, edges: ColumnEdges, cx: LayoutContext): void {
  let rowTop = top;
  for (const { row, height, contents, shifts } of rows) {
    const from = rowTop;
    row.cells.forEach((cell, k) => {
      const content = contents[k] ?? unframedIn(cell, edges, cx);
      if (content) checkOffsets(cell, content, from + (shifts ? shifts[k]! : 0), edges, cx);
    });
    rowTop += height;
  }
}

function checkOffsets(cell: Cell<Box>, content: Fragment, top: number, edges: ColumnEdges, cx: LayoutContext): void {
  const { look, src } = cell;
  const y = top + look.padY + look.offsetY;
  if (look.offsetX === 0 && y >= 0) return;
  const inner = innerWidth(cell, edges);
  const wide = inkWidth(content);
  const number = decimalLeft(cell, edges, cx);
  const x = look.offsetX + (number ?? edges[cell.column]! + look.padX + look.alignX * (inner - wide));
  if (x < -EPSILON || !fits(x + wide, edges.at(-1)!))
    fail(
      "API-002",
      "cell-offset",
      src,
      `content_offset_x ${showMm(look.offsetX)} moves its content over the edge of the table: make it smaller`,
    );
  if (y < -EPSILON)
    fail(
      "API-002",
      "cell-offset",
      src,
      `content_offset_y ${showMm(look.offsetY)} moves its content over the edge of the table: make it smaller`,
    );
}

/** Points: of a text, its lines instead of the aligned box. */
function inkWidth({ width, text }: Fragment): number {
  return text
    ? greatest(
        text.columns.flatMap((c) => c.lines.map((l) => l.line.width)),
        0,
      )
    : width;
}
