import type { Box, Table } from "../../box/box.js";
import type { Cell, DecimalText } from "../../box/table.js";
import { PlainText } from "../../box/plain-text.js";
import type { TextStyle } from "../../box/text.js";
import { EPSILON } from "../../core/geom.js";
import { offsetAfter } from "../../text/line/offset.js";
import { widestOf } from "../../text/line/paragraph.js";
import { needsBidi } from "../../text/unicode/bidi.js";
import type { LayoutContext, TightColumn } from "../protocol/protocol.js";
import { Memory, memoryOfBoxes } from "../protocol/run.js";
import { isUnframed } from "../protocol/unframed.js";
import type { ColumnEdges } from "./column-edges.js";
import { readRow } from "./read-rows.js";
import { zoneRows } from "./slices.js";

/** Before and after the decimal mark, points. */
interface DecimalBlock {
  readonly left: number;
  readonly right: number;
}

type Blocks = readonly (DecimalBlock | null)[];
const BLOCKS = memoryOfBoxes<Table, Blocks>();

export class BlockReader {
  readonly #blocks: ({ left: number; right: number } | null)[];

  constructor(
    readonly box: Table,
    readonly cx: LayoutContext,
  ) {
    this.#blocks = box.decimals!.map((column) => column && { left: 0, right: 0 });
  }

  /** @param summed with the widest digits, since sums are samples */
  add(cell: Cell<Box>, summed: boolean): void {
    const { decimal, content } = cell;
    if (!decimal || !content) return;
    const block = this.#blocks[cell.column]!;
    const whole = isUnframed(content) ? widthOf(decimal.text, decimal, content, this.cx) : this.cx.sizes(content).max;
    let left = leftOf(decimal, content, this.cx);
    let right = whole - left;
    if (summed) {
      const { text, before, style } = decimal;
      const setter = this.cx.run.text;
      left += setter.digitSlack(text.slice(0, before), style, content);
      right += setter.digitSlack(text.slice(before), style, content);
    }
    if (left > block.left) block.left = left;
    if (right > block.right) block.right = right;
  }

  done(): Blocks {
    this.cx.run.of(BLOCKS).set(this.box, this.#blocks);
    return this.#blocks;
  }
}

/** Returns the blocks over all rows, which are computed once a run. */
function blocksOf(box: Table, cx: LayoutContext): Blocks {
  const known = cx.run.of(BLOCKS).get(box);
  if (known) return known;
  const reader = new BlockReader(box, cx);
  for (const { cells } of zoneRows(box)) for (const cell of cells) reader.add(cell, box.sums !== null);
  for (let i = 0; i < box.rows.length; i++) for (const cell of readRow(box.rows, i, cx.run).cells) reader.add(cell, false);
  return reader.done();
}

interface DecimalLines {
  /** by column: from the left edge, points; null if not aligned */
  readonly x: readonly (number | null)[];
  /** narrower than the block, points */
  readonly tight: readonly TightColumn[];
}

const LINES = new Memory<ColumnEdges, DecimalLines>();

/** Returns the lines on which decimals are aligned; null if no column is aligned. */
export function decimalLines(box: Table, edges: ColumnEdges, cx: LayoutContext): DecimalLines | null {
  const { decimals } = box;
  if (!decimals) return null;
  const memory = cx.run.of(LINES);
  const known = memory.get(edges);
  if (known) return known;
  const blocks = blocksOf(box, cx);
  const tight: TightColumn[] = [];
  const x = decimals.map((column, i) => {
    const block = blocks[i];
    if (!column || !block) return null;
    const width = block.left + block.right;
    const room = edges[i + 1]! - edges[i]! - 2 * column.padX;
    const over = width > room + EPSILON;
    if (over) tight.push({ column: column.index, block: width, room });
    // a block that is too wide overflows on the left
    return edges[i]! + column.padX + (over ? 1 : column.align) * (room - width) + block.left;
  });
  const lines = { x, tight };
  memory.set(edges, lines);
  return lines;
}

/** Points; null for other content than numbers. */
export function decimalLeft(cell: Cell<Box>, edges: ColumnEdges, cx: LayoutContext): number | null {
  if (!cell.decimal || !cell.content) return null;
  const line = cx.run.of(LINES).get(edges)?.x[cell.column];
  return line === null || line === undefined ? null : line - leftOf(cell.decimal, cell.content, cx);
}

/** Points, to the decimal mark, or the end of the integer digits. */
function leftOf(decimal: DecimalText, content: Box, cx: LayoutContext): number {
  const { text, before } = decimal;
  const width = (part: string): number => widthOf(part, decimal, content, cx);
  if (before === 0) return 0;
  if (needsBidi(text)) return leftOfTurned(decimal, content, cx);
  const mark = text.charAt(before);
  // with the mark less the mark, for kerning before it
  if (mark === "" || mark === " ") return width(text.slice(0, before));
  return width(text.slice(0, before + 1)) - markWidth(mark, decimal.style, () => width(mark), cx);
}

const MARKS = new Memory<TextStyle, Map<string, number>>();

/** Cached by mark: a column has few. */
function markWidth(mark: string, style: TextStyle, measured: () => number, cx: LayoutContext): number {
  const memory = cx.run.of(MARKS);
  let widths = memory.get(style);
  if (!widths) memory.set(style, (widths = new Map()));
  let width = widths.get(mark);
  if (width === undefined) widths.set(mark, (width = measured()));
  return width;
}

/** Right-to-left marks reorder the surroundings of the digits. */
function leftOfTurned({ text, before, style }: DecimalText, content: Box, cx: LayoutContext): number {
  const [shown] = cx.run.text.paragraph(plainOf(text, style, content)).lines(Infinity);
  return shown ? offsetAfter(shown.paragraph, shown.line, before) : 0;
}

const plainOf = (text: string, style: TextStyle, { id, src }: Box): PlainText => new PlainText(id, src, "inherit", text, style);

const widthOf = (text: string, { style }: DecimalText, content: Box, cx: LayoutContext): number =>
  text === "" ? 0 : widestOf(cx.run.text.paragraph(plainOf(text, style, content)).lines(Infinity));
