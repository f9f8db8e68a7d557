import { append } from "../../base/many.js";
import type { Rect } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { ChartLegend } from "../request/types/chart.js";
import type { ChartContext } from "./context.js";
import type { SetText } from "./text.js";
import { noRoom, roomFor } from "./room.js";

export interface LegendEntry {
  readonly name: string;
  readonly src: Src;
  readonly key: (box: Rect) => readonly DrawnOp[];
  /** points */
  readonly keyWidth: number;
}

/** points */
export const KEY = { square: 7.5, line: 15 } as const;
const KEY_GAP = 4.5;
const ENTRY_GAP = 13;
const ROW_GAP = 2;
const PLOT_GAP = 8;
/** greatest share of the chart's width for a legend next to the plot */
const BESIDE = 0.45;

type Position = NonNullable<ChartLegend["position"]>;

interface Item {
  readonly entry: LegendEntry;
  readonly text: SetText;
  readonly width: number;
}

export interface LegendPlan {
  readonly rest: Rect;
  /** without more columns than its names need */
  readonly usual: boolean;
  readonly draw: () => readonly DrawnOp[];
}

export interface LegendPlace {
  readonly position: Position;
  readonly align: NonNullable<ChartLegend["align"]>;
}

/** mm: a plot of this height or width is enough, whatever the chart's. */
const ENOUGH = 15;

/** Least height of a plot above or below a legend, or width beside it: a third of the chart's (SW-37). Points. */
function leastPlot({ el }: ChartContext, position: Position): number {
  return pt(Math.min((isBeside(position) ? el.width : el.height) / 3, ENOUGH));
}

export const isBeside = (position: Position): boolean => position === "left" || position === "right";

const sizeAlong = ({ width, height }: Rect, position: Position): number => (isBeside(position) ? width : height);

/** True if a plot of this size is enough. */
export const isEnough = (cx: ChartContext, plot: Rect, position: Position): boolean =>
  sizeAlong(plot, position) >= leastPlot(cx, position) - 0.01;

/** @throws RenderError API-507 always */
export function refuseLegend(cx: ChartContext): never {
  noRoom(
    "chart-room",
    at(cx.src, "legend"),
    `the legend leaves the plot less than a third of the chart, and less than ${ENOUGH} mm`,
    "make the names shorter, or move it to another side",
  );
}

/**
 * Lays out a chart next to its legend, whose names are in more columns if the plot is too small otherwise. A chart too small even without
 * legend is laid out all the same.
 * @throws RenderError API-507 without room
 */
export function withLegend<T extends { readonly plot: { readonly rect: Rect } }>(
  cx: ChartContext,
  entries: readonly LegendEntry[],
  content: Rect,
  lay: (rest: Rect) => T,
): { readonly laid: T; readonly ops: readonly DrawnOp[] } {
  if (entries.length === 0) return { laid: lay(content), ops: [] };
  const place: LegendPlace = { position: "top", align: "start", ...cx.el.legend };
  let first: (() => { readonly laid: T; readonly ops: readonly DrawnOp[] }) | null = null;
  for (const plan of legendPlans(cx, entries, content, place)) {
    const laid = roomFor(() => lay(plan.rest));
    if (typeof laid !== "function" && isEnough(cx, laid.plot.rect, place.position)) return { laid, ops: plan.draw() };
    first ??= () => ({ laid: typeof laid === "function" ? laid() : laid, ops: plan.draw() });
  }
  const alone = roomFor(() => lay(content));
  if (first && (typeof alone === "function" || !isEnough(cx, alone.plot.rect, place.position))) return first();
  if (!first) noRoom("chart-room", at(cx.src, "legend"), "the legend has no room", "make the names shorter, or move it to another side");
  return refuseLegend(cx);
}

/** The usual one first, if it has room; then those that take less from the plot. */
export function* legendPlans(
  cx: ChartContext,
  entries: readonly LegendEntry[],
  content: Rect,
  place: LegendPlace,
): Generator<LegendPlan, void, undefined> {
  const { position } = place;
  const beside = isBeside(position);
  const look = cx.look(cx.theme.text, cx.el.legend?.text);
  const set = (room: number): readonly Item[] =>
    entries.map((entry): Item => {
      const text = cx.text.set(entry.name, look, entry.src, room - entry.keyWidth - KEY_GAP);
      return { entry, text, width: entry.keyWidth + KEY_GAP + text.width };
    });
  const most = beside ? content.width * BESIDE : content.width;
  const usual = beside ? columnsOf(set, content, most) : tableOf(rowsOf(set(content.width), content.width), null);
  const taken = (table: Table): number => (beside ? table.width : table.height);
  const fits = (table: Table): boolean => table.height <= content.height && table.width <= most + 1e-6;
  const rtl = look.direction === "rtl";
  const planned = (table: Table): LegendPlan => planOf(cx, table, content, { place, rtl, taken: taken(table), usual: table === usual });
  if (fits(usual)) yield planned(usual);
  const others = beside ? narrower(set, content, most) : inColumns(set, content.width);
  const better = others.filter((table) => fits(table) && taken(table) < taken(usual)).sort((a, b) => taken(b) - taken(a));
  for (const table of better) yield planned(table);
}

interface Planning {
  readonly place: LegendPlace;
  readonly rtl: boolean;
  readonly taken: number;
  readonly usual: boolean;
}

function planOf(cx: ChartContext, table: Table, content: Rect, how: Planning): LegendPlan {
  const { place, rtl, taken, usual } = how;
  const { position, align } = place;
  const beside = isBeside(position);
  const { rows, lefts, heights, widths, width, height } = table;
  const mirrored = rtl && !beside;
  const share = align === "center" ? 0.5 : (align === "start") === mirrored ? 1 : 0;
  const left = position === "right" ? content.x + content.width - width : content.x;
  const draw = (): readonly DrawnOp[] => {
    let top = position === "bottom" ? content.y + content.height - height : content.y;
    if (beside) top += (content.height - height) * share;
    const ops: DrawnOp[] = [];
    rows.forEach((row, r) => {
      const start = beside ? left : left + (content.width - widths[r]!) * share;
      const mirror = 2 * start + (beside ? width : widths[r]!);
      row.forEach((item, k) => {
        const x = start + lefts[r]![k]!;
        append(ops, itemOps(cx, item, { x: rtl ? mirror - x - item.width : x, y: top, height: heights[r]! }, rtl));
      });
      top += heights[r]! + ROW_GAP;
    });
    return ops;
  };
  return { rest: restOf(content, position, taken + PLOT_GAP), usual, draw };
}

/** Above or below the plot, with names on several lines; none is broken inside a word. */
function inColumns(set: (room: number) => readonly Item[], width: number): readonly Table[] {
  const out: Table[] = [];
  for (let count = 2; count <= MAX_COLUMNS; count++) {
    const items = set((width - ENTRY_GAP * (count - 1)) / count);
    if (items.length < count || items.some((i) => i.text.torn)) break;
    const rows = Array.from({ length: Math.ceil(items.length / count) }, (_, r) => items.slice(r * count, (r + 1) * count));
    const widths = Array.from({ length: count }, (_, k) => rows.reduce((w, row) => Math.max(w, row[k]?.width ?? 0), 0));
    out.push({ ...tableOf(rows, widths), widths: rows.map(() => widths.reduce((a, b) => a + b, 0) + ENTRY_GAP * (count - 1)) });
  }
  return out;
}

/** Beside the plot, in one column of less width; no name is broken inside a word. */
function narrower(set: (room: number) => readonly Item[], content: Rect, most: number): readonly Table[] {
  return NARROWER.flatMap((share) => {
    const table = columnsOf(set, content, most * share);
    return table.rows.some((row) => row.some((i) => i.text.torn)) ? [] : [table];
  });
}
const NARROWER = [0.8, 0.6, 0.4];

/** Points. */
interface Table {
  readonly rows: readonly (readonly Item[])[];
  /** of each entry, from the legend's left edge */
  readonly lefts: readonly (readonly number[])[];
  readonly heights: readonly number[];
  readonly widths: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** `columns`: widths for all rows; null: separate */
function tableOf(rows: Table["rows"], columns: readonly number[] | null): Table {
  const heights = rows.map((row) => row.reduce((h, { text }) => Math.max(h, text.height), 0));
  const height = heights.reduce((a, b) => a + b, 0) + ROW_GAP * (rows.length - 1);
  const lefts: number[][] = [];
  const widths = rows.map((row) => {
    let x = 0;
    lefts.push(
      row.map((item, k) => {
        const left = x;
        x += (columns?.[k] ?? item.width) + ENTRY_GAP;
        return left;
      }),
    );
    return x - ENTRY_GAP;
  });
  return { rows, lefts, heights, widths, width: widths.reduce((a, b) => Math.max(a, b), 0), height };
}

const MAX_COLUMNS = 6;

function columnsOf(set: (room: number) => readonly Item[], content: Rect, most: number): Table {
  let single: Table | null = null;
  for (let count = 1; count <= MAX_COLUMNS; count++) {
    const items = set((most - ENTRY_GAP * (count - 1)) / count);
    const long = Math.ceil(items.length / count);
    const columns = Array.from({ length: count }, (_, k) => items.slice(k * long, (k + 1) * long));
    const widths = columns.map((column) => column.reduce((w, i) => Math.max(w, i.width), 0));
    const rows = Array.from({ length: long }, (_, r) => columns.flatMap((column) => (column[r] ? [column[r]] : [])));
    const table = tableOf(rows, widths);
    single ??= table;
    if (table.height <= content.height && table.width <= most + 1e-6 && (count === 1 || !items.some((i) => i.text.torn))) return table;
  }
  return single!;
}

function itemOps(
  cx: ChartContext,
  { entry, text, width }: Item,
  { x, y, height }: { readonly x: number; readonly y: number; readonly height: number },
  rtl: boolean,
): readonly DrawnOp[] {
  const middle = y + height / 2;
  // lines on its edge are no higher than the text
  const size = Math.max(1, Math.min(KEY.square, height - 1.5));
  const keyX = rtl ? x + width - entry.keyWidth : x;
  const key = entry.key({ x: keyX, y: middle - size / 2, width: entry.keyWidth, height: size });
  const textX = rtl ? keyX - KEY_GAP : x + entry.keyWidth + KEY_GAP;
  return [...key, ...cx.text.ops(text, { x: textX, y: middle, across: rtl ? 1 : 0, at: "middle" })];
}

function rowsOf(items: readonly Item[], most: number): readonly (readonly Item[])[] {
  const rows: Item[][] = [];
  let used = Infinity;
  for (const item of items) {
    if (used + ENTRY_GAP + item.width > most + 1e-6) {
      rows.push([item]);
      used = item.width;
    } else {
      rows.at(-1)!.push(item);
      used += ENTRY_GAP + item.width;
    }
  }
  return rows;
}

export function restOf({ x, y, width, height }: Rect, position: Position, by: number): Rect {
  if (position === "top") return { x, y: y + by, width, height: height - by };
  if (position === "bottom") return { x, y, width, height: height - by };
  if (position === "left") return { x: x + by, y, width: width - by, height };
  return { x, y, width: width - by, height };
}
