// A table element to a box whose rows are lowered when layout reads them.
import type { StyledBox, Tag, TextFrame } from "../box/box.js";
import type { Cell, ComputedCell, TableRow, TableRows, Track } from "../box/table.js";
import type { LabelStyle } from "../box/text.js";
import { shortestDecimal } from "../core/decimal.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { tableDataSrc, type TableDataSrc } from "../data/table-src.js";
import { fitPicture } from "../draw/image.js";
import { withRegion } from "../draw/region.js";
import { bodySpans, headerPlan, headerRowCount, headerShows, isCell, type PlannedCell } from "../request/table-grid.js";
import type { MaterializedTable, Rows } from "../request/materialized.js";
import type { FillStyle } from "../request/types/common.js";
import type { BarcodeContent, ImageContent } from "../request/types/shape.js";
import type { CellStyle, ColumnWidth, TableCell, TableHeaderCell, TableRow as RequestRow } from "../request/types/table.js";
import { cellScope, enterCell, finishCell, computedGrid, LEVEL, type CellScope } from "../style/table.js";
import type { TextScope } from "../style/text.js";
import { BARCODE_LOWERING } from "./lazy-modules.js";
import { lowerLink } from "./link.js";
import { figureTag, type LowerContext, type Site } from "./scope.js";
import { readsOfTable } from "./table-reads.js";
import { lowerCellText } from "./text.js";

/** A checked table's box. Its rows are lowered as layout reads them, so that a long table is never in memory whole. */
export function lowerTable(el: MaterializedTable, src: Src, site: Site): StyledTable {
  return new TableLowering(el, src, site).box();
}

type StyledTable = Extract<StyledBox, { kind: "table" }>;

/** The computed style of a cell, with that of the text in it. */
interface CellStyles {
  readonly look: ComputedCell;
  readonly text: TextScope;
  readonly label: LabelStyle;
}

class TableLowering {
  readonly #rows: Rows;
  readonly #places: TableDataSrc;
  readonly #keys: readonly string[];
  readonly #plan: readonly PlannedCell[];
  readonly #id: number;
  /** number of the first cell's box; the others follow row by row, then headers */
  readonly #cells: number;
  readonly #cx: LowerContext;
  readonly #site: Site;
  /** column, zone, parity and own style → computed style */
  readonly #styles = new Map<string, CellStyles>();
  /** of a column's cells without a style of their own, in rows of either parity */
  readonly #plainStyles: CellStyles[] = [];

  constructor(
    readonly el: MaterializedTable,
    readonly src: Src,
    site: Site,
  ) {
    this.#rows = el.rows;
    this.#places = tableDataSrc(el, src);
    this.#keys = el.columns.map((c) => c.key);
    this.#plan = headerShows(el) ? headerPlan(el) : [];
    this.#id = site.cx.id();
    const headers = this.#plan.length * (this.#rows.length + 2);
    this.#cells = site.cx.reserve(headers + this.#rows.length * this.#keys.length);
    this.#cx = site.cx;
    this.#site = site;
  }

  box(): StyledTable {
    const { el, src } = this;
    const { scope, area } = this.#site;
    const spans = bodySpans(el);
    const shown = this.#plan.length > 0;
    return {
      kind: "table",
      id: this.#id,
      src,
      z: el.layout?.z_index ?? 0,
      tag: area.artifact ?? "inherit",
      link: null,
      width: el.width === undefined ? (el.columns.every((c) => c.width.mode === "fixed") ? null : "space") : pt(el.width),
      tracks: el.columns.map((c) => this.#track(c.width)),
      header: shown ? (fragment) => this.#header(fragment) : null,
      repeats: el.header?.repeat_on_page_break ?? true,
      headerMinHeight: pt(el.pagination?.header_min_height ?? 0),
      rowMinHeight: pt(el.pagination?.row_min_height ?? 0),
      rows: {
        length: this.#rows.length,
        at: (row) => this.#row(row, spans.covered),
        groupEnd: spans.groupEnd,
      },
      grid: computedGrid(el.grid, scope),
      reads: readsOfTable(el, this.#plan),
    };
  }

  #track(width: ColumnWidth): Track {
    if (width.mode === "fixed") return pt(width.value);
    if (width.mode !== "percent") return width.mode;
    return this.el.width === undefined ? { share: width.value / 100 } : (pt(this.el.width) * width.value) / 100;
  }

  #row(row: number, covered: (row: number, column: number) => boolean): TableRow<StyledBox> {
    const src = this.#places.row(row);
    const values = this.#rows.at(row)!;
    const cells: Cell<StyledBox>[] = [];
    for (let column = 0; column < this.#keys.length; column++) if (!covered(row, column)) cells.push(this.#cell(values, row, column, src));
    return { src, cells };
  }

  #cell(values: RequestRow, row: number, column: number, rowSrc: Src): Cell<StyledBox> {
    const key = this.#keys[column]!;
    const value = Object.hasOwn(values, key) ? values[key]! : null;
    const cell = isCell(value) ? value : null;
    const style = this.#bodyStyle(column, row % 2 === 1, cell?.style);
    const src = this.#places.cell(rowSrc, row, key);
    const id = this.#cells + row * this.#keys.length + column;
    return {
      src,
      column,
      columns: cell?.col_span ?? 1,
      rows: cell?.row_span ?? 1,
      look: style.look,
      content: cell ? this.#content(cell, src, id, style) : this.#text(value as Scalar, src, id, style, null),
      scope: this.el.columns[column]!.role === "row_header" ? "row" : null,
    };
  }

  #header(fragment: number): TableRows<StyledBox> {
    const count = headerRowCount(this.el);
    const first = this.#cells + this.#rows.length * this.#keys.length + fragment * this.#plan.length;
    const rows: Cell<StyledBox>[][] = Array.from({ length: count }, () => []);
    this.#plan.forEach((p, i) => {
      const src = at(this.src, ...p.path);
      const style = this.#headerStyle(p);
      const { cell } = p;
      rows[p.row]!.push({
        src,
        column: p.column,
        columns: p.columns,
        rows: p.rows,
        look: style.look,
        content: typeof cell === "string" ? this.#text(cell, src, first + i, style, null) : this.#content(cell, src, first + i, style),
        scope: "column",
      });
    });
    // a header is one group: it never breaks
    return { length: count, at: (row) => ({ src: at(this.src, "header"), cells: rows[row]! }), groupEnd: () => count };
  }

  #content(cell: TableCell | TableHeaderCell, src: Src, id: number, style: CellStyles): StyledBox | null {
    const link = cell.link ? lowerLink(cell.link, at(src, "link"), this.#cx.place) : null;
    if ("image" in cell && cell.image) return this.#image(cell.image, at(src, "image"), id, link);
    if ("barcode" in cell && cell.barcode) return this.#barcode(cell.barcode, at(src, "barcode"), id, link);
    return this.#text(cell.content ?? null, at(src, "content"), id, style, link);
  }

  #image(el: ImageContent, src: Src, id: number, link: CellLink): StyledBox {
    const width = pt(el.width);
    const height = pt(el.height);
    const { ops, shown } = fitPicture(this.#cx.pictures.of(el), el, { x: 0, y: 0, width, height });
    return withRegion({ kind: "drawing", id, src, z: 0, tag: figureTag(this.#site.area, el.alt), link, width, height, ops }, shown);
  }

  #barcode(el: BarcodeContent, src: Src, id: number, link: CellLink): StyledBox {
    const common = { id, src, z: 0, tag: figureTag(this.#site.area, el.alt), link };
    return BARCODE_LOWERING.get().lowerBarcode(el, src, { ...this.#site, owner: "line" }, common);
  }

  #text(content: Scalar | TextBlocks, src: Src, id: number, style: CellStyles, link: CellLink): StyledBox | null {
    const text = typeof content === "object" && content !== null ? content : scalarText(content);
    if (text === "") return null;
    const tag = this.#site.area.artifact ?? PARAGRAPH;
    if (typeof text === "string" && link === null && !text.includes("{"))
      return { kind: "label", id, src, z: 0, tag, link: null, text, style: style.label };
    const paragraphs = lowerCellText(text, src, style.text, { linked: link !== null, cx: this.#cx });
    if (paragraphs.length === 0) return null;
    return { kind: "text", id, src, z: 0, tag, link, paragraphs, frame: UNFRAMED, keep: { orphans: 1, widows: 1 } };
  }

  #bodyStyle(column: number, odd: boolean, own: CellStyle | undefined): CellStyles {
    const alternate = odd ? this.el.body?.alternate_fill : undefined;
    if (own) return this.#cascade(column, alternate, own);
    return (this.#plainStyles[2 * column + (alternate ? 1 : 0)] ??= this.#cascade(column, alternate, undefined));
  }

  #cascade(column: number, alternate: FillStyle | undefined, own: CellStyle | undefined): CellStyles {
    const key = `${column}/${alternate ? 1 : 0}/${own ? JSON.stringify(own) : ""}`;
    return this.#computed(key, false, () => {
      const { el } = this;
      const spec = el.columns[column]!;
      const zebra = (up: CellScope): CellScope => (alternate ? { ...up, fill: alternate } : up);
      const table = enterCell(this.#base(), el.cell, LEVEL.table);
      const zone =
        spec.role === "row_header"
          ? enterCell(zebra(table), el.row_header?.cell, LEVEL.zone)
          : zebra(enterCell(table, el.body?.cell, LEVEL.zone));
      return enterCell(enterCell(zone, spec.cell, LEVEL.column), own, LEVEL.cell);
    });
  }

  #headerStyle({ cell, column }: PlannedCell): CellStyles {
    const leaf = typeof cell === "string";
    const own = leaf ? undefined : cell.style;
    return this.#computed(`header/${leaf ? column : ""}/${own ? JSON.stringify(own) : ""}`, true, () => {
      const zone = enterCell(enterCell(this.#base(), this.el.cell, LEVEL.table), this.el.header?.cell, LEVEL.zone);
      return enterCell(leaf ? enterCell(zone, this.el.columns[column]!.header_cell, LEVEL.column) : zone, own, LEVEL.cell);
    });
  }

  #base(): CellScope {
    const base = cellScope(this.#site.scope.text);
    return (this.#site.cells ?? []).reduce((up, style) => enterCell(up, style, LEVEL.table), base);
  }

  #computed(key: string, middle: boolean, cascade: () => CellScope): CellStyles {
    let known = this.#styles.get(key);
    if (!known) {
      const scope = cascade();
      const { text } = scope;
      known = {
        look: finishCell(scope, this.#site.scope, middle),
        text,
        label: {
          look: this.#cx.lookOf(text.look, false),
          paragraph: text.paragraph,
          language: this.#cx.language,
          languageDeclared: this.#cx.languageDeclared,
        },
      };
      this.#styles.set(key, known);
    }
    return known;
  }
}

const scalarText = (value: Scalar): string => (value === null ? "" : typeof value === "number" ? shortestDecimal(value) : String(value));

type Scalar = string | number | boolean | null;
type TextBlocks = Extract<NonNullable<TableCell["content"]>, object>;
type CellLink = ReturnType<typeof lowerLink> | null;

const PARAGRAPH: Tag = { role: "P", alt: null };

/** A cell's text fills its cell, which has a frame of its own. */
const UNFRAMED: TextFrame = {
  width: "space",
  height: null,
  overflow: "visible",
  valign: "top",
  rotation: 0,
  padding: { top: 0, right: 0, bottom: 0, left: 0 },
  fill: null,
  stroke: null,
  columns: 1,
  columnGap: 0,
  shrinkTo: null,
  path: null,
};
