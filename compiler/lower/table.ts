import type { StyledBox, Tag, TextFrame } from "../box/box.js";
import type { Cell, PlainLook, TableRow, TableRows, Track } from "../box/table.js";
import { shortestDecimal } from "../core/decimal.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { drawPicture } from "../draw/image.js";
import { bodySpans, headerPlan, headerRowCount, headerShows, isCell, type PlannedCell } from "../request/table-grid.js";
import type { MaterializedTable } from "../request/materialized.js";
import type { FillStyle } from "../request/types/common.js";
import type { BarcodeContent, ImageContent } from "../request/types/shape.js";
import type { CellStyle, CellValue, ColumnWidth, TableCell, TableHeaderCell, TableRow as RequestRow } from "../request/types/table.js";
import { cellScope, enterCell, finishCell, gridLook, LEVEL, type CellScope } from "../style/table.js";
import { finishLook, type TextScope } from "../style/text.js";
import { lowerBarcode } from "./barcode.js";
import { lowerLink } from "./link.js";
import { figureTag, type LowerContext, type Site } from "./scope.js";
import { readsOfTable } from "./table-reads.js";
import { lowerCellText, plainParagraph } from "./text.js";

/** Boxes that a cell may be made of at most: a barcode, its symbol and four groups of digits. */
const BOXES_A_CELL = 6;

/** A table's box. Its rows are lowered when layout asks for them, so that a long table does not stand in memory whole. */
export function lowerTable(el: MaterializedTable, src: Src, site: Site): StyledTable {
  return new TableLowering(el, src, site).box();
}

type StyledTable = Extract<StyledBox, { kind: "table" }>;

/** A cell's look with the text that goes with it. */
interface Looked extends PlainLook {
  readonly scope: TextScope;
}

class TableLowering {
  readonly #rows: readonly RequestRow[];
  readonly #keys: readonly string[];
  readonly #plan: readonly PlannedCell[];
  readonly #id: number;
  readonly #cells: number;
  readonly #cx: LowerContext;
  readonly #site: Site;
  /** column, zone and parity → look of cells without a style of their own */
  readonly #looks = new Map<string, Looked>();
  /** of a column's cells without a style of their own, in rows of either parity */
  readonly #plainLooks: Looked[] = [];
  readonly #templates: (readonly Cell<StyledBox>[])[] = [];

  constructor(
    readonly el: MaterializedTable,
    readonly src: Src,
    site: Site,
  ) {
    this.#rows = el.rows;
    this.#keys = el.columns.map((c) => c.key);
    this.#plan = headerShows(el) ? headerPlan(el) : [];
    this.#id = site.cx.id();
    const headers = this.#plan.length * (this.#rows.length + 2);
    this.#cells = site.cx.reserve((headers + this.#rows.length * this.#keys.length) * BOXES_A_CELL);
    this.#cx = site.cx.apart();
    this.#site = { ...site, cx: this.#cx };
  }

  box(): StyledTable {
    const { el, src } = this;
    const { scope, area } = this.#site;
    const spans = bodySpans(this.#rows, this.#keys);
    const shown = this.#plan.length > 0;
    return {
      kind: "table",
      id: this.#id,
      src,
      z: el.layout?.z_index ?? 0,
      tag: area.artifact ?? "inherit",
      link: null,
      width: el.width === undefined ? null : pt(el.width),
      tracks: el.columns.map((c) => this.#track(c.width)),
      header: shown ? (fragment) => this.#header(fragment) : null,
      repeats: el.header?.repeat_on_page_break ?? true,
      headerMinHeight: pt(el.pagination?.header_min_height ?? 0),
      rowMinHeight: pt(el.pagination?.row_min_height ?? 0),
      rows: {
        length: this.#rows.length,
        at: (row) => this.#row(row, spans.covered),
        groupEnd: spans.groupEnd,
        single: spans.any
          ? null
          : {
              plain: (row, column) => this.#plain(row, column),
              plainLook: (row, column) => this.#bodyLook(column, row % 2 === 1, undefined),
              cell: (row, column) => this.#cell(row, column, at(this.src, "rows", row)),
              emptyRow: (row) => ({ src: at(this.src, "rows", row), keys: this.#keys, cells: this.#emptyCells(row % 2 === 1) }),
            },
      },
      grid: gridLook(el.grid, scope),
      reads: readsOfTable(this.#rows, this.#plan),
    };
  }

  #track(width: ColumnWidth): Track {
    if (width.mode === "fixed") return pt(width.value);
    return width.mode === "percent" ? (pt(this.el.width ?? 0) * width.value) / 100 : width.mode;
  }

  #row(row: number, covered: (row: number, column: number) => boolean): TableRow<StyledBox> {
    const src = at(this.src, "rows", row);
    const cells: Cell<StyledBox>[] = [];
    this.#keys.forEach((_, column) => {
      if (!covered(row, column)) cells.push(this.#cell(row, column, src));
    });
    return { src, keys: null, cells };
  }

  #cell(row: number, column: number, src: Src): Cell<StyledBox> {
    const value = this.#value(row, column);
    const cell = isCell(value) ? value : null;
    const looked = this.#bodyLook(column, row % 2 === 1, cell?.style);
    const here = at(src, this.#keys[column]!);
    const id = this.#cells + (row * this.#keys.length + column) * BOXES_A_CELL;
    return {
      src: here,
      id,
      column,
      columns: cell?.col_span ?? 1,
      rows: cell?.row_span ?? 1,
      look: looked.cell,
      content: cell ? this.#content(cell, here, id, looked) : this.#text(value as Scalar, here, id, { looked, link: null }),
      heads: this.el.columns[column]!.role === "row_header" ? "row" : null,
    };
  }

  #value(row: number, column: number): CellValue {
    const values = this.#rows[row]!;
    const key = this.#keys[column]!;
    return Object.hasOwn(values, key) ? values[key]! : null;
  }

  #plain(row: number, column: number): string | null {
    const value = this.#value(row, column);
    if (isCell(value)) return null;
    const said = scalarText(value);
    return said.includes("{") ? null : said;
  }

  #emptyCells(odd: boolean): readonly Cell<StyledBox>[] {
    return (this.#templates[odd ? 1 : 0] ??= this.el.columns.map(({ role }, column) => ({
      ...{ src: this.src, id: 0, column, columns: 1, rows: 1, look: this.#bodyLook(column, odd, undefined).cell, content: null },
      heads: role === "row_header" ? "row" : null,
    })));
  }

  #header(fragment: number): TableRows<StyledBox> {
    const count = headerRowCount(this.el);
    const first = this.#cells + (this.#rows.length * this.#keys.length + fragment * this.#plan.length) * BOXES_A_CELL;
    const rows: Cell<StyledBox>[][] = Array.from({ length: count }, () => []);
    this.#plan.forEach((p, i) => {
      const src = at(this.src, ...p.path);
      const id = first + i * BOXES_A_CELL;
      const looked = this.#headerLook(p);
      const { cell } = p;
      rows[p.row]!.push({
        ...{ src, id, column: p.column, columns: p.columns, rows: p.rows, look: looked.cell },
        content: typeof cell === "string" ? this.#text(cell, src, id, { looked, link: null }) : this.#content(cell, src, id, looked),
        heads: "column",
      });
    });
    // a header is one group: it stands whole, or not at all
    return {
      length: count,
      at: (row) => ({ src: at(this.src, "header"), keys: null, cells: rows[row]! }),
      groupEnd: () => count,
      single: null,
    };
  }

  #content(cell: TableCell | TableHeaderCell, src: Src, id: number, looked: Looked): StyledBox | null {
    const link = cell.link ? lowerLink(cell.link, at(src, "link")) : null;
    if ("image" in cell && cell.image) return this.#image(cell.image, at(src, "image"), id, link);
    if ("barcode" in cell && cell.barcode) return this.#barcode(cell.barcode, at(src, "barcode"), id, link);
    return this.#text(cell.content ?? null, at(src, "content"), id, { looked, link });
  }

  #image(el: ImageContent, src: Src, id: number, link: Linked["link"]): StyledBox {
    const width = pt(el.width);
    const height = pt(el.height);
    const ops = drawPicture(this.#cx.pictures.of(el), { x: 0, y: 0, width, height });
    return { kind: "drawing", id, src, z: 0, tag: figureTag(this.#site.area, el.alt), link, width, height, ops };
  }

  #barcode(el: BarcodeContent, src: Src, id: number, link: Linked["link"]): StyledBox {
    this.#cx.restart(id + 1);
    const common = { id, src, z: 0, tag: figureTag(this.#site.area, el.alt), link };
    return lowerBarcode(el, src, { ...this.#site, owner: "line" }, common);
  }

  #text(content: Scalar | TextBlocks, src: Src, id: number, { looked, link }: Linked & { readonly looked: Looked }): StyledBox | null {
    const said = typeof content === "object" && content !== null ? content : scalarText(content);
    if (said === "") return null;
    const plain = typeof said === "string" && link === null && !said.includes("{");
    const paragraphs = plain
      ? [plainParagraph(said, looked.text, looked.paragraph, src, this.#cx.language)]
      : lowerCellText(said, src, looked.scope, { linked: link !== null, cx: this.#cx });
    if (paragraphs.length === 0) return null;
    const tag: Tag = this.#site.area.artifact ?? { role: "P", alt: null };
    return { kind: "text", id, src, z: 0, tag, link, paragraphs, frame: CELL_FRAME, keep: { orphans: 1, widows: 1 } };
  }

  #bodyLook(column: number, odd: boolean, own: CellStyle | undefined): Looked {
    const alternate = odd ? this.el.body?.alternate_fill : undefined;
    if (!own) {
      const index = 2 * column + (alternate ? 1 : 0);
      return (this.#plainLooks[index] ??= this.#cascade(column, alternate, undefined));
    }
    return this.#cascade(column, alternate, own);
  }

  #cascade(column: number, alternate: FillStyle | undefined, own: CellStyle | undefined): Looked {
    const key = `${column}/${alternate ? 1 : 0}/${own ? JSON.stringify(own) : ""}`;
    return this.#looked(key, false, () => {
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

  #headerLook({ cell, column }: PlannedCell): Looked {
    const leaf = typeof cell === "string";
    const own = leaf ? undefined : cell.style;
    return this.#looked(`header/${leaf ? column : ""}/${own ? JSON.stringify(own) : ""}`, true, () => {
      const zone = enterCell(enterCell(this.#base(), this.el.cell, LEVEL.table), this.el.header?.cell, LEVEL.zone);
      return enterCell(leaf ? enterCell(zone, this.el.columns[column]!.header_cell, LEVEL.column) : zone, own, LEVEL.cell);
    });
  }

  #base(): CellScope {
    return cellScope(this.#site.scope.text);
  }

  #looked(key: string, middle: boolean, cascade: () => CellScope): Looked {
    let known = this.#looks.get(key);
    if (!known) {
      const scope = cascade();
      const { text } = scope;
      known = {
        cell: finishCell(scope, this.#site.scope, middle),
        scope: text,
        text: this.#cx.look(finishLook(text.look, false)),
        paragraph: text.paragraph,
        language: this.#cx.language,
      };
      this.#looks.set(key, known);
    }
    return known;
  }
}

const scalarText = (value: Scalar): string => (value === null ? "" : typeof value === "number" ? shortestDecimal(value) : String(value));

type Scalar = string | number | boolean | null;
type TextBlocks = Extract<NonNullable<TableCell["content"]>, object>;
interface Linked {
  readonly link: ReturnType<typeof lowerLink> | null;
}

/** A cell's text fills its cell; how wide that is, layout says. */
const CELL_FRAME: TextFrame = {
  ...{ width: 0, fixed: true, height: null, overflow: "visible", valign: "top", rotation: 0 },
  ...{ padding: { top: 0, right: 0, bottom: 0, left: 0 }, fill: null, stroke: null },
  ...{ columns: 1, columnGap: 0, shrinkTo: null, path: null },
};
