import { append } from "../../base/many.js";
import type { Rect } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { at, type Src } from "../core/src.js";
import type { ChartLegend } from "../request/types/chart.js";
import type { ChartContext } from "./context.js";
import type { SetText } from "./text.js";
import { noRoom } from "./room.js";

export interface LegendEntry {
  readonly name: string;
  readonly src: Src;
  readonly key: (box: Rect) => readonly DrawnOp[];
  /** points */
  readonly keyWidth: number;
}

export interface Legend {
  readonly rest: Rect;
  readonly ops: readonly DrawnOp[];
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
  readonly draw: () => readonly DrawnOp[];
}

export interface LegendPlace {
  readonly position: Position;
  readonly align: NonNullable<ChartLegend["align"]>;
}

/** Takes room from the content box; long names are broken. */
export function placeLegend(cx: ChartContext, entries: readonly LegendEntry[], content: Rect, usual: LegendPlace): Legend {
  const plan = planLegend(cx, entries, content, usual);
  if (!plan) noRoom("chart-room", at(cx.src, "legend"), "the legend has no room", "make the names shorter, or move it to another side");
  return { rest: plan.rest, ops: plan.draw() };
}

/** Null without room. */
export function planLegend(cx: ChartContext, entries: readonly LegendEntry[], content: Rect, usual: LegendPlace): LegendPlan | null {
  const declared = cx.el.legend;
  const position = declared?.position ?? usual.position;
  const align = declared?.align ?? usual.align;
  const look = cx.look(cx.theme.text, declared?.text);
  const beside = position === "left" || position === "right";
  const set = (room: number): readonly Item[] =>
    entries.map((entry): Item => {
      const text = cx.text.set(entry.name, look, entry.src, room - entry.keyWidth - KEY_GAP);
      return { entry, text, width: entry.keyWidth + KEY_GAP + text.width };
    });
  const table = beside ? columnsOf(set, content) : tableOf(rowsOf(set(content.width), content.width), null);
  const most = beside ? content.width * BESIDE : content.width;
  const { rows, lefts, heights, widths, width, height } = table;
  if (height > content.height || width > most + 1e-6) return null;
  const rtl = look.direction === "rtl";
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
  return { rest: restOf(content, position, (beside ? width : height) + PLOT_GAP), draw };
}

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

function columnsOf(set: (room: number) => readonly Item[], content: Rect): Table {
  const most = content.width * BESIDE;
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
