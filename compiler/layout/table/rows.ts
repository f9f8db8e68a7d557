import { greatest } from "../../../ir/many.js";
import type { Cell, CellLook, SingleCells, TableRow, TableRows } from "../../box/table.js";
import { fail } from "../../core/fail.js";
import { EPSILON, fits } from "../../core/geom.js";
import { at } from "../../core/src.js";
import { showMm } from "../../core/units.js";
import type { SimpleLine } from "../../text/shape/plain.js";
import type { Fragment, LayoutContext, Placed, PlacedLines, PlacedRow, ShapedBox, TextPart } from "../protocol.js";
import { contentOf, widthOf, type Tracks } from "./tracks.js";

/** Rows that span each other, or one row: they stand in one region together. Lengths are points. */
export interface Group {
  /** rows [from, to) */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly MeasuredRow[];
  readonly height: number;
}

/** Of a plain cell, which is no box. */
type Lines = readonly SimpleLine[];
const isLines = (content: Fragment | Lines): content is Lines => Array.isArray(content);

interface MeasuredRow {
  readonly row: TableRow<ShapedBox>;
  readonly height: number;
  readonly contents: readonly (Fragment | Lines | null)[];
}

/**
 * The heights of a group's rows: each at least as high as what stands in it alone; what a cell over several rows lacks is shared by them.
 * `wholeMin`: the least height of the group.
 */
export function measureGroup(
  source: TableRows<ShapedBox>,
  from: number,
  {
    tracks,
    rowMin,
    wholeMin,
    cx,
  }: { readonly tracks: Tracks; readonly rowMin: number; readonly wholeMin: number; readonly cx: LayoutContext },
): Group {
  const to = source.groupEnd(from);
  const rows: { row: TableRow<ShapedBox>; height: number; contents: (Fragment | null)[] }[] = [];
  const spanning: { readonly from: number; readonly to: number; readonly height: number }[] = [];
  for (let i = from; i < to; i++) {
    const row = source.at(i);
    const contents: (Fragment | null)[] = [];
    let height = rowMin;
    for (const cell of row.cells) {
      const content = contentOf(cell, tracks, cx);
      contents.push(content);
      const needed = heightOf(cell, content);
      if (cell.rows > 1) spanning.push({ from: i - from, to: i - from + cell.rows, height: needed });
      else if (needed > height) height = needed;
    }
    rows.push({ row, height, contents });
  }
  if (rows.length === 1 && wholeMin === 0) return { from, to, rows, height: rows[0]!.height };
  spanning.sort((a, b) => a.to - b.to);
  for (const s of [...spanning, { from: 0, to: rows.length, height: wholeMin }]) {
    const covered = rows.slice(s.from, s.to);
    const lacks = s.height - covered.reduce((n, r) => n + r.height, 0);
    if (lacks > 0) for (const r of covered) r.height += lacks / covered.length;
  }
  return { from, to, rows, height: rows.reduce((n, r) => n + r.height, 0) };
}

interface Single {
  readonly tracks: Tracks;
  readonly rowMin: number;
  readonly cx: LayoutContext;
}

/** The height of a row that no span joins with another. */
export function singleHeight(source: SingleCells<ShapedBox>, row: number, { tracks, rowMin, cx }: Single): number {
  let height = rowMin;
  const { edges } = tracks;
  for (let c = 0; c + 1 < edges.length; c++) {
    const text = source.plain(row, c);
    if (text === "") continue;
    const look = source.plainLook(row, c);
    const line = text === null ? null : cx.simpleHeight(text, look, edges[c + 1]! - edges[c]! - 2 * look.cell.padX);
    if (line !== null) height = Math.max(height, around(look.cell, line));
    else {
      const cell = source.cell(row, c);
      height = Math.max(height, heightOf(cell, contentOf(cell, tracks, cx)));
    }
  }
  return height;
}

/** Such a row as a group of its own: lines where its texts are so simple, boxes else. */
export function singleGroup(source: SingleCells<ShapedBox>, row: number, { tracks, rowMin, cx }: Single): Group {
  const contents: (Fragment | Lines | null)[] = [];
  let height = rowMin;
  let made = source.emptyRow(row);
  let cells: Cell<ShapedBox>[] | null = null;
  const { edges } = tracks;
  for (let c = 0; c + 1 < edges.length; c++) {
    const text = source.plain(row, c);
    if (text === "") {
      contents.push(null);
      continue;
    }
    const look = source.plainLook(row, c);
    const lines = text === null ? null : cx.simpleLines(text, look, edges[c + 1]! - edges[c]! - 2 * look.cell.padX);
    if (lines !== null) {
      contents.push(lines);
      height = Math.max(height, around(look.cell, lines.length * lines[0]!.height));
      continue;
    }
    const cell = source.cell(row, c);
    const content = contentOf(cell, tracks, cx);
    contents.push(content);
    height = Math.max(height, heightOf(cell, content));
    if (!cells) made = { ...made, cells: (cells = [...made.cells]) };
    cells[c] = cell;
  }
  return { from: row, to: row + 1, rows: [{ row: made, height, contents }], height };
}

// what is moved down takes that much more room; what is moved up is let out of its padding
const around = ({ padY, offsetY }: CellLook, content: number): number => content + 2 * padY + Math.max(0, offsetY);

const heightOf = ({ look }: Cell<unknown>, content: Fragment | null): number =>
  content ? around(look, Math.max(content.height, content.reach)) : 0;

/** A group where it stands: its rows one below the other from `top` on, with their contents in the table's space. */
export function placeGroup(group: Group, top: number, tracks: Tracks): readonly PlacedRow[] {
  const tops: number[] = [top];
  for (const r of group.rows) tops.push(tops.at(-1)! + r.height);
  return group.rows.map(({ row, height, contents }, i) => ({
    row,
    index: group.from + i,
    top: tops[i]!,
    height,
    contents: contents.map((content, k): Placed | PlacedLines | null => {
      if (!content) return null;
      const cell = row.cells[k]!;
      const { look } = cell;
      const left = tracks.edges[cell.column]! + look.padX + look.offsetX;
      const inner = widthOf(cell, tracks) - 2 * look.padX;
      const y = tops[i]! + look.padY + look.offsetY;
      if (look.offsetX !== 0 || y < 0) {
        const src = isLines(content) && row.keys ? at(row.src, row.keys[k]!) : cell.src;
        checkMoved({ look, src }, content, { left, inner, y }, tracks);
      }
      if (isLines(content)) return { xs: content.map((l) => left + look.alignX * (inner - l.width)), top: y, lines: content };
      const room = tops[i + cell.rows]! - tops[i]! - 2 * look.padY;
      return { x: left + look.alignX * (inner - content.width), y: y + look.alignY * (room - content.height), fragment: content };
    }),
  }));
}

/** What a cell's offsets move may leave the cell, but not the table: there nothing would show it. */
function checkMoved(
  { look, src }: Pick<Cell<unknown>, "look" | "src">,
  content: Fragment | Lines,
  { left, inner, y }: { readonly left: number; readonly inner: number; readonly y: number },
  { edges }: Tracks,
): void {
  const wide = isLines(content) ? greatest(content.map((l) => l.width)) : content.text ? inkWidth(content.text) : content.width;
  const x = left + look.alignX * (inner - wide);
  if (x < -EPSILON || !fits(x + wide, edges.at(-1)!))
    fail("API-002", "cell-offset", src, `content_offset_x ${showMm(look.offsetX)} moves its content over the edge of the table`);
  if (y < -EPSILON)
    fail("API-002", "cell-offset", src, `content_offset_y ${showMm(look.offsetY)} moves its content over the edge of the table`);
}

const inkWidth = (text: TextPart): number =>
  greatest(
    text.columns.flatMap((c) => c.lines.map((l) => l.line.width)),
    0,
  );
