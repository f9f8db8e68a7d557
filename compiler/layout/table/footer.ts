import type { Box, Table } from "../../box/box.js";
import { readsFacts } from "../../box/reads.js";
import type { TableRow, TableSlice } from "../../box/table.js";
import { fail } from "../../core/fail.js";
import { fits } from "../../core/geom.js";
import type { LayoutContext, Overflow } from "../protocol/protocol.js";
import { showMm } from "../../core/units.js";
import { counted } from "../../help/reason.js";
import { Memory } from "../protocol/run.js";
import type { ColumnEdges } from "./column-edges.js";
import { takeRow } from "./read-rows.js";
import { measureGroup, type Group } from "./rows.js";

/** By header or footer, first or later, last or not. */
type Footers = Map<string, Group>;
const FOOTERS = new Memory<ColumnEdges, Footers>();

/** Returns the header of a slice; null without rows. */
export const headerOf = (box: Table, slice: TableSlice, edges: ColumnEdges, cx: LayoutContext): Group | null =>
  zoneOf(box, "header", slice, edges, cx);

/** Returns the footer of a slice; null without rows. */
export const footerOf = (box: Table, slice: TableSlice, edges: ColumnEdges, cx: LayoutContext): Group | null =>
  zoneOf(box, "footer", slice, edges, cx);

/** Measured once per kind, unless with sums or page numbers. */
function zoneOf(box: Table, zone: "header" | "footer", slice: TableSlice, edges: ColumnEdges, cx: LayoutContext): Group | null {
  if (!box[zone]) return null;
  if (box.sums || readsFacts(box.reads)) return measured(box, zone, slice, edges, cx);
  const memory = cx.run.of(FOOTERS);
  let known = memory.get(edges);
  if (!known) memory.set(edges, (known = new Map()));
  const kind = `${zone}${slice.index === 0 ? "first" : ""}${slice.last ? "last" : ""}`;
  let group = known.get(kind);
  if (!group) known.set(kind, (group = measured(box, zone, slice, edges, cx) ?? NONE));
  return group === NONE ? null : group;
}

const NONE: Group = { from: 0, to: 0, rows: [], height: 0, moved: false, shifted: false, part: null };

function measured(box: Table, zone: "header" | "footer", slice: TableSlice, edges: ColumnEdges, cx: LayoutContext): Group | null {
  const rows = box[zone]!(slice);
  if (rows.length === 0) return null;
  if (box.line !== null) checkColumns(box, takeRow(rows, 0, cx.run), edges);
  const least = zone === "header" ? { rowMin: 0, wholeMin: box.headerMinHeight } : { rowMin: box.footerMinHeight, wholeMin: 0 };
  return measureGroup(rows, 0, { edges, ...least, cx });
}

/** One row group that overflows its region; points. */
interface Heights {
  readonly header: number;
  /** null without */
  readonly group: Group | null;
  readonly footer: number;
  readonly room: number;
}

export function overflowOf(box: Table, { header, group, footer, room }: Heights, width: number): Overflow {
  if (box.line !== null) {
    const row = group && fits(header, room) ? group : null;
    const high = row ? { height: row.height, room: room - header } : { height: header, room };
    return { src: box.src, ...high, advice: adviceOfMarkdown(box, row ? row.from : null, width) };
  }
  if (!group || !fits(header + footer, room)) {
    if (footer === 0) return { src: box.src, height: header, room };
    return { src: box.src, height: header + footer, room, advice: `${zonesOf(header, footer)}: shorten their text` };
  }
  const { src } = group.rows[0]!.row;
  const left = room - header - footer;
  if (footer === 0) return { src, height: group.height, room: left };
  return {
    src,
    height: group.height,
    room: left,
    advice: `${zonesOf(header, footer)} of ${showMm(room)}: shorten the text of the row, of the header or of the footer`,
  };
}

/** Columns of Markdown, of a text that has no padding to change. @throws RenderError API-002 with the text's line */
function checkColumns(box: Table, { cells }: TableRow<Box>, edges: ColumnEdges): void {
  for (const { column, columns, look } of cells) {
    const width = edges[column + columns]! - edges[column]!;
    if (!(width > 2 * look.padX))
      fail(
        "API-002",
        "cell-room",
        box.src,
        `a column of ${showMm(width)} has no width for text: ${adviceOfMarkdown(box, null, edges.at(-1)!)}`,
      );
  }
}

/** Rows are lines of the text, below that of dashes (SW-31). `row`: null: the header */
function adviceOfMarkdown({ line, tracks: { length } }: Table, row: number | null, width: number): string {
  const at = line! + (row === null ? 0 : row + 2);
  return `line ${at} has ${counted(length, "column")} in ${showMm(width)}: give the table fewer columns, or a wider page`;
}

const zonesOf = (header: number, footer: number): string =>
  `${header > 0 ? `the header takes ${showMm(header)} and ` : ""}the footer ${header > 0 ? "" : "takes "}${showMm(footer)}`;
