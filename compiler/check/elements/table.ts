import { lookup, memberOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { TOLERANCE_MM } from "../../core/geom.js";
import { at, stepOf, type Src } from "../../core/src.js";
import { breaks, counted, must, mustName, onKey, type Reason } from "../../help/reason.js";
import { bodySpans, headerPlan, headerShows, isCell, type SpanFault } from "../../request/table-grid.js";
import type { MaterializedTable } from "../../request/materialized.js";
import type {
  BorderStyle,
  CellStyle,
  CellValue,
  TableCell,
  TableFooterCell,
  TableHeaderCell,
  TablePagination,
} from "../../request/types/table.js";
import { checkImage } from "../values/image.js";
import { checkLink } from "../place/links.js";
import { FIELD_CHECK } from "../field/lazy-modules.js";
import { BARCODE_CHECK } from "./lazy-modules.js";
import type { CheckContext } from "../place/place.js";
import { checkNumberFormat } from "../values/number-format.js";
import type { Report } from "../values/report.js";
import { checkCellFormat, checkColumnFormats } from "./table-formats.js";
import { checkFill, checkStroke } from "../values/style.js";
import { checkFooter, checkHeaderSpans } from "../values/table-footer.js";
import { checkSums } from "../values/table-sums.js";
import { checkLanguage } from "../place/meaning.js";
import { checkBlocks, checkTextStyle } from "./text.js";
import { TEXT_PROFILES, type TextProfile } from "../values/text-profile.js";

/** Checks a table (element model, Table). */
export function checkTable(r: Report, el: MaterializedTable, src: Src, place: CheckContext): void {
  for (const field of ["right", "anchor", "bottom"] as const)
    if (el.layout?.[field] !== undefined)
      r.add("table-placement", at(src, "layout", field), `a table is placed by left and top: use them in place of ${field}`);
  r.positive(el.width, src, "width");
  if (el.columns.length === 0) {
    r.add("columns-empty", at(src, "columns"), "at least one column is needed, found none");
    return;
  }
  checkColumns(r, el, src, place);
  checkColumnFormats(r, el, src);
  checkWidths(r, el, src, place);
  checkCellStyle(r, el.cell, at(src, "cell"), place);
  checkCellStyle(r, el.row_header?.cell, at(src, "row_header", "cell"), place);
  checkCellStyle(r, el.body?.cell, at(src, "body", "cell"), place);
  checkFill(r, el.body?.alternate_fill, at(src, "body", "alternate_fill"));
  for (const side of ["top", "right", "bottom", "left", "horizontal", "vertical"] as const)
    checkBorder(r, el.grid?.[side], at(src, "grid", side));
  checkHeader(r, el, src, place);
  checkCellStyle(r, el.footer?.cell, at(src, "footer", "cell"), place);
  const below = { ...place, profile: TEXT_PROFILES.table, meaning: { ...place.meaning, of: "region" as const } };
  el.footer?.rows.forEach((row, i) => row.cells.forEach((cell, k) => checkCell(r, cell, at(src, "footer", "rows", i, "cells", k), below)));
  checkFooter(r, el, src, place.numbers, size);
  checkSums(r, el, src);
  checkPagination(r, el, src, place);
  if (place.data.refersTo(el)) place.data.checkTable(r, el, at(src, "rows", "projection"));
  else checkRows(r, el, src, place);
}

function checkColumns(r: Report, el: MaterializedTable, src: Src, place: CheckContext): void {
  const seen = new Set<string>();
  let data = false;
  el.columns.forEach((column, i) => {
    const here = at(src, "columns", i);
    const { key, role } = column;
    if (key === "") r.add("column-key", at(here, "key"), must("a key that is not empty", '""'));
    else if (seen.has(key)) r.add("column-key", at(here, "key"), must("a key that no other column has", formatFound(key)));
    seen.add(key);
    if (role === "row_header" && data) r.add("row-header-place", at(here, "role"), "row_header columns must be the leftmost columns");
    data ||= role !== "row_header";
    if ("value" in column.width) r.positive(column.width.value, at(here, "width"), "value");
    checkNumberFormat(r, column.format, at(here, "format"), place.numbers);
    checkCellStyle(r, column.cell, at(here, "cell"), place);
    checkCellStyle(r, column.header_cell, at(here, "header_cell"), place);
  });
}

function checkWidths(r: Report, el: MaterializedTable, src: Src, { owner }: CheckContext): void {
  const flexible = el.columns.filter((c) => c.width.mode === "auto" || c.width.mode === "fit_content").length;
  const sum = (mode: "fixed" | "percent"): number => el.columns.reduce((n, { width }) => (width.mode === mode ? n + width.value : n), 0);
  const percent = sum("percent");
  if (percent > 100 + 1e-9)
    r.add("percent-sum", at(src, "columns"), breaks("the percentages of its columns add up to at most 100", formatFound(percent)));
  if (el.width === undefined) {
    const first = el.columns.findIndex((c) => c.width.mode !== "fixed");
    if (first >= 0 && owner !== "block") {
      const { mode } = el.columns[first]!.width;
      r.add(
        "table-width",
        at(src, "columns", first, "width", "mode"),
        must('"fixed"', formatFound(mode), {
          advice: "the table has no width to distribute: give it a width, or fix all columns",
          mend: { computed: "table-width" },
        }),
      );
    }
    return;
  }
  if (!(el.width > 0) || percent > 100 + 1e-9) return;
  const taken = sum("fixed") + (percent * el.width) / 100;
  const shown = Math.round(taken * 1000) / 1000;
  if (flexible === 0) {
    if (Math.abs(taken - el.width) > TOLERANCE_MM)
      r.add(
        "column-widths",
        at(src, "columns"),
        breaks(
          `the widths of its columns add up to the width of the table, ${el.width} mm`,
          `${shown} mm`,
          "make one of them auto, or change the table's width",
        ),
      );
  } else if (!(el.width - taken > TOLERANCE_MM))
    r.add(
      "column-widths",
      at(src, "columns"),
      `its fixed and percent columns take ${shown} mm of ${el.width} mm and leave no width for the others: make them narrower, or the table wider`,
    );
}

function checkHeader(r: Report, el: MaterializedTable, src: Src, place: CheckContext): void {
  checkCellStyle(r, el.header?.cell, at(src, "header", "cell"), place);
  // its rows are drawn again on further pages
  const again = { ...place, meaning: { ...place.meaning, of: "region" as const } };
  el.header?.rows?.forEach((row, i) => row.cells.forEach((cell, k) => checkCell(r, cell, at(src, "header", "rows", i, "cells", k), again)));
  if (!headerShows(el)) return;
  checkHeaderSpans(r, el, src);
  for (const planned of headerPlan(el)) {
    if (!planned.collides) continue;
    const { rows, columns } = planned;
    r.add(
      "span-collides",
      at(src, ...planned.path),
      `a header cell of ${size(rows, columns)} does not fit here: it leaves the header, or covers another cell`,
    );
  }
}

const size = (rows: number, columns: number): string => `${counted(rows, "row")} and ${counted(columns, "column")}`;

function checkPagination(r: Report, el: MaterializedTable, src: Src, place: CheckContext): void {
  const pagination: TablePagination = el.pagination ?? {};
  const here = at(src, "pagination");
  r.positive(pagination.row_min_height, here, "row_min_height");
  r.positive(pagination.header_min_height, here, "header_min_height");
  r.positive(pagination.footer_min_height, here, "footer_min_height");
  if (pagination.keep_spans_together === false && joinsRows(el))
    r.add("spans-together", at(here, "keep_spans_together"), must("true where a row_span is above 1", "false"));
  if (place.owner !== "body" || (el.layout?.flow ?? place.flow)) return;
  const missing = Object.fromEntries(
    Object.entries(LEAST_HEIGHTS).filter(
      ([field]) => memberOf(pagination, field) === undefined && (field === "row_min_height" || headerShows(el)),
    ),
  );
  const [first, second] = Object.keys(missing);
  if (first === undefined) return;
  const both = second === undefined ? "" : `, and so is ${second}`;
  const when = second === undefined && first === "row_min_height" ? "" : " where its header shows";
  const text = `it is missing${both}: a table that does not flow needs ${second === undefined ? `it${when}` : `both${when}`}, as ${spaced({ pagination: missing })}; a table that flows ("layout": {"flow": true}) does not`;
  r.add("min-height-needed", at(here, first), { text, mend: { missing } });
}

/** Millimetres, for a table that lacks them. */
const LEAST_HEIGHTS = { row_min_height: 7, header_min_height: 8 } as const;

/** Writes a value as an author does, without the outer braces. */
const spaced = (value: object): string => JSON.stringify(value).slice(1, -1).replaceAll(":", ": ").replaceAll(",", ", ");

function joinsRows({ rows, projected }: MaterializedTable): boolean {
  if (projected) return false;
  for (const row of rows) if (Object.values(row).some((v) => isCell(v) && (v.row_span ?? 1) > 1)) return true;
  return false;
}

function checkRows(r: Report, el: MaterializedTable, table: Src, place: CheckContext): void {
  const { rows } = el;
  const src = at(table, "rows");
  const keys = el.columns.map((c) => c.key);
  const known = new Set(keys);
  for (let i = 0; i < rows.length; i++) {
    const row = rows.at(i)!;
    for (const key in row) {
      const value: CellValue = row[key]!;
      if (!known.has(key)) r.add("row-key", at(src, i, key), onKey(mustName("the key of a column", keys, key)));
      else if (isCell(value)) {
        const column = keys.indexOf(key);
        const over = { format: el.columns[column]!.format, src: at(table, "columns", column, "format") };
        checkCell(r, value, at(src, i, key), place);
        checkCellFormat(r, value, at(src, i, key), over, place);
      }
    }
  }
  bodySpans(el, (row, column, fault) => {
    if (fault)
      r.add(
        "span-collides",
        at(src, row, keys[column]!),
        onSpan(fault, lookup(rows.at(row)!, keys[column]!) as TableCell, row, column, keys),
      );
  });
}

function onSpan(fault: SpanFault, cell: TableCell, row: number, column: number, keys: readonly string[]): Reason | string {
  const { row_span: down = 1, col_span: across = 1 } = cell;
  if (fault.kind !== "covers")
    return must(
      `at most ${counted(fault.room, fault.kind)} ${fault.kind === "row" ? "high" : "wide"}, which the table has from here`,
      counted(fault.kind === "row" ? down : across, fault.kind),
    );
  if (fault.row === row && fault.column === column) return "the span of another cell covers it: leave it out, or make that span smaller";
  const covered = `rows${stepOf(fault.row)}${stepOf(keys[fault.column]!)}`;
  const what = fault.spanned
    ? "which the span of another cell covers: make one of them smaller"
    : "which has a value: leave that out, or make the span smaller";
  return `a cell of ${size(down, across)} covers ${covered}, ${what}`;
}

function checkCell(r: Report, cell: TableCell | TableHeaderCell | TableFooterCell, src: Src, place: CheckContext): void {
  for (const field of ["row_span", "col_span"] as const) {
    const span = cell[field];
    if (span !== undefined && span < 1) r.add("span-range", at(src, field), must("at least 1", formatFound(span)));
  }
  checkCellStyle(r, cell.style, at(src, "style"), place);
  checkLink(r, cell.link, at(src, "link"), place.targets);
  checkLanguage(r, cell.language, src);
  if (typeof cell.content === "object" && cell.content !== null)
    checkBlocks(r, cell.content, at(src, "content"), { ...place, profile: tableProfile(place) }, cell.link !== undefined);
  checkMedia(r, cell, src, place);
}

const tableProfile = ({ profile }: CheckContext): TextProfile =>
  TEXT_PROFILES[profile.inlines.includes("footnote") ? "table_in_block" : "table"];

/** Body cells only; header cells decode to text. */
function checkMedia(r: Report, cell: TableCell, src: Src, place: CheckContext): void {
  const has = (["content", "image", "barcode", "field"] as const).filter((f) => cell[f] !== undefined);
  if (has.length > 1) r.add("cell-contents", src, must("one of content, image, barcode and field", has.join(" and ")));
  for (const kind of ["image", "barcode", "field"] as const) {
    const rotation = cell[kind]?.rotation ?? 0;
    if (rotation !== 0) r.add("cell-rotation", at(src, kind, "rotation"), must("0 in a table cell", formatFound(rotation)));
  }
  if (cell.image) checkImage(r, cell.image, at(src, "image"));
  if (cell.field) FIELD_CHECK.get().checkField(r, cell.field, at(src, "field"), place);
  if (cell.barcode) BARCODE_CHECK.get().checkBarcode(r, cell.barcode, at(src, "barcode"), place);
}

export function checkCellStyle(r: Report, style: CellStyle | undefined, src: Src, place: Pick<CheckContext, "fonts">): void {
  if (!style) return;
  r.notNegative(style.padding?.x, at(src, "padding"), "x");
  r.notNegative(style.padding?.y, at(src, "padding"), "y");
  checkTextStyle(r, style.text, at(src, "text"), { fonts: place.fonts, profile: TEXT_PROFILES.table });
  checkFill(r, style.fill, at(src, "fill"));
  for (const side of ["top", "right", "bottom", "left", "diagonal_tl_br", "diagonal_bl_tr"] as const)
    checkBorder(r, style.borders?.[side], at(src, "borders", side));
}

const checkBorder = (r: Report, border: BorderStyle | undefined, src: Src): void => {
  if (border) checkStroke(r, border, src);
};
