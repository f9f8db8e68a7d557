import type { Box, Table, Tag } from "../box/box.js";
import type { DeclaredLang } from "../box/language.js";
import { NO_LINE_KEEP, PlainText, UNFRAMED } from "../box/plain-text.js";
import type { Cell, ComputedCell, DecimalColumn, DecimalText, TableRow, TableRows, TableSlice, Track } from "../box/table.js";
import type { ParagraphStyle, TextStyle } from "../box/text.js";
import { shortestDecimal } from "../core/decimal.js";
import type { NumberParts } from "../core/number-format.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { tableDataSrc, type TableDataSrc } from "../data/table-src.js";
import { fitPicture } from "../draw/image.js";
import { withRegion } from "../draw/region.js";
import { isNotedTable } from "../request/footnotes.js";
import { onlySum } from "../request/sum-marks.js";
import {
  bodySpans,
  footerPlan,
  footerShown,
  headerPlan,
  headerShown,
  headerShows,
  isCell,
  type PlannedCell,
} from "../request/table-grid.js";
import type { MaterializedTable, RowSource } from "../request/materialized.js";
import type { FillStyle } from "../request/types/common.js";
import type { FieldContent } from "../request/types/field.js";
import type { BarcodeContent, ImageContent } from "../request/types/shape.js";
import type {
  CellStyle,
  ColumnWidth,
  TableCell,
  TableFooterCell,
  TableHeaderCell,
  TableRow as RequestRow,
} from "../request/types/table.js";
import { aligned, cellScope, computedGrid, enterCell, finishCell, gridOver, LEVEL, type CellScope } from "../style/table.js";
import type { TextScope } from "../style/text.js";
import { FIELD_LOWERING } from "./lazy-modules.js";
import { BARCODE_LOWERING } from "./lazy-modules.js";
import { lowerLink } from "./link.js";
import { cellFieldTag, cellFigureTag, inElement, langOf, PARAGRAPH, speaks, tableTag } from "./meaning.js";
import type { LowerContext, Site, Spoken } from "./scope.js";
import { TableNumbers } from "./table-numbers.js";
import { readsOfTable } from "./table-reads.js";
import { ColumnSums, type Literal } from "./table-sums.js";
import { zoneRows, type Zone } from "./table-zone.js";
import { lowerCellText } from "./text.js";

/** Layout requests rows one by one, so that a long table is never in memory whole. */
export function lowerTable(el: MaterializedTable, src: Src, site: Site): Table {
  return new TableLowering(el, src, site).box();
}

interface CellStyles {
  readonly look: ComputedCell;
  readonly text: TextScope;
  readonly plain: TextStyle;
  /** of the cell */
  readonly spoken: Spoken;
  readonly lang: DeclaredLang;
}

class TableLowering {
  readonly #rows: RowSource;
  readonly #places: TableDataSrc;
  readonly #keys: readonly string[];
  /** the first column is the rightmost */
  readonly #rtl: boolean;
  /** of a column's body cells: columns as requested differ in fields */
  readonly #scopes: readonly Cell<Box>["scope"][];
  readonly #header: Zone<TableHeaderCell | string>;
  readonly #footer: Zone<TableFooterCell>;
  readonly #numbers: TableNumbers;
  readonly #sums: ColumnSums;
  readonly #id: number;
  /** box number of the first cell; the others follow by row, then headers, then footers */
  readonly #cells: number;
  readonly #cx: LowerContext;
  readonly #site: Site;
  /** around its cells */
  readonly #spoken: Spoken;
  readonly #spokenStyles = new Map<CellStyles, Map<string, CellStyles>>();
  /** column, zone, parity and own style → computed style */
  readonly #styles = new Map<string, CellStyles>();
  /** of a column's cells without own style, in rows of either parity */
  readonly #plainStyles: CellStyles[] = [];
  readonly #numericStyles = { ltr: new Map<CellStyles, CellStyles>(), own: new Map<CellStyles, CellStyles>() };

  constructor(
    readonly el: MaterializedTable,
    readonly src: Src,
    site: Site,
  ) {
    this.#rows = el.rows;
    this.#places = tableDataSrc(el, src);
    this.#keys = el.columns.map((c) => c.key);
    this.#rtl = el.direction === "right_to_left";
    this.#scopes = el.columns.map((c) => (c.role === "row_header" ? "row" : null));
    const shows = headerShows(el);
    this.#header = { src: () => at(src, "header"), plan: shows ? headerPlan(el) : [], shown: shows ? headerShown(el) : [] };
    this.#footer = { src: (row) => at(src, "footer", "rows", row), plan: footerPlan(el), shown: footerShown(el) };
    this.#numbers = new TableNumbers(el, site.cx.numbers);
    this.#sums = new ColumnSums(el, this.#numbers, [...this.#header.plan, ...this.#footer.plan]);
    this.#id = site.cx.id();
    const zones = (this.#header.plan.length + this.#footer.plan.length) * (this.#rows.length + 2);
    this.#cells = site.cx.reserve(zones + this.#rows.length * this.#keys.length);
    this.#cx = site.cx;
    this.#site = site;
    this.#spoken = inElement(site.spoken);
  }

  box(): Table {
    const { el, src } = this;
    const { scope, look } = this.#site;
    const spans = bodySpans(el);
    const { plan, shown } = this.#header;
    return {
      kind: "table",
      id: this.#id,
      src,
      z: el.layout?.z_index ?? 0,
      tag: tableTag(el, this.#site),
      link: null,
      width: el.width === undefined ? (el.columns.every((c) => c.width.mode === "fixed") ? null : "space") : pt(el.width),
      tracks: this.#fromLeft(el.columns.map((c) => this.#track(c.width))),
      fromRight: this.#rtl,
      header: plan.length > 0 ? (slice) => this.#headerRows(slice) : null,
      repeats: shown.some((when) => when !== "first"),
      headerMinHeight: pt(el.pagination?.header_min_height ?? 0),
      footer: this.#footer.shown.length > 0 ? (slice) => this.#footerRows(slice) : null,
      footerMinHeight: pt(el.pagination?.footer_min_height ?? 0),
      sums: this.#sums.any ? { samples: () => this.#sums.samples() } : null,
      decimals: el.columns.some((c) => c.decimal_align) ? this.#fromLeft(el.columns.map((_, column) => this.#decimalColumn(column))) : null,
      rowMinHeight: pt(el.pagination?.row_min_height ?? 0),
      rows: {
        length: this.#rows.length,
        at: (row) => this.#row(row, spans.covered),
        groupEnd: spans.groupEnd,
      },
      grid: computedGrid(look ? gridOver(look.grid, el.grid) : el.grid, scope),
      reads: readsOfTable(el, [...plan, ...this.#footer.plan]),
      noted: this.#site.notes !== undefined && isNotedTable(el),
      line: null,
    };
  }

  #fromLeft<T>(columns: readonly T[]): readonly T[] {
    return this.#rtl ? columns.toReversed() : columns;
  }

  /** Returns the index of a cell's leftmost column, from the left. */
  #columnFromLeft(column: number, columns: number): number {
    return this.#rtl ? this.#keys.length - column - columns : column;
  }

  #track(width: ColumnWidth): Track {
    if (width.mode === "fixed") return pt(width.value);
    if (width.mode !== "percent") return width.mode;
    return this.el.width === undefined ? { share: width.value / 100 } : (pt(this.el.width) * width.value) / 100;
  }

  #row(row: number, covered: (row: number, column: number) => boolean): TableRow<Box> {
    const src = this.#places.row(row);
    const values = this.#rows.at(row)!;
    const columns = this.#keys.length;
    // most rows have a cell in each column: an array that grows has room for many more
    const cells = new Array<Cell<Box>>(columns);
    let count = 0;
    for (let column = 0; column < columns; column++) if (!covered(row, column)) cells[count++] = this.#cell(values, row, column, src);
    if (count < columns) cells.length = count;
    return { src, cells };
  }

  #cell(values: RequestRow, row: number, column: number, rowSrc: Src): Cell<Box> {
    const key = this.#keys[column]!;
    const value = Object.hasOwn(values, key) ? values[key]! : null;
    const cell = isCell(value) ? value : null;
    const style = this.#bodyStyle(column, row % 2 === 1, cell ? aligned(cell.style, cell.text_align) : undefined);
    const src = this.#places.cell(rowSrc, row, key);
    const id = this.#cells + row * this.#keys.length + column;
    const columns = cell?.col_span ?? 1;
    const number = cell ? cell.content : value;
    const parts = typeof number === "number" && this.#isDecimal(column, columns) ? this.#numbers.parts(number, column, cell?.format) : null;
    const numeric = parts ? this.#numeric(style, parts) : style;
    const shown = cell ? this.#inLanguage(numeric, cell) : numeric;
    const decimal = parts && decimalText(parts, shown);
    const text = decimal
      ? literal(decimal.text)
      : typeof number === "number"
        ? literal(this.#numbers.text(number, column, cell?.format))
        : null;
    return {
      src,
      column: this.#columnFromLeft(column, columns),
      columns,
      rows: cell?.row_span ?? 1,
      look: style.look,
      content: cell ? this.#content(cell, text, src, id, shown) : this.#text(text ?? (value as Scalar), src, id, shown, null),
      scope: this.#scopes[column]!,
      decimal,
      lang: shown.lang,
    };
  }

  #isDecimal(column: number, columns: number): boolean {
    return columns === 1 && this.el.columns[column]!.decimal_align === true;
  }

  #decimalColumn(column: number): DecimalColumn | null {
    if (!this.el.columns[column]!.decimal_align) return null;
    const { look, text } = this.#bodyStyle(column, false, undefined);
    return { index: column, padX: look.padX, align: text.paragraph.align === "start" ? 1 : look.alignX };
  }

  #headerRows(slice: TableSlice): TableRows<Box> {
    const first = this.#cells + this.#rows.length * this.#keys.length + slice.index * this.#header.plan.length;
    return zoneRows(this.#header, slice, (planned, n) => {
      const { cell, column, columns, rows, path } = planned;
      const src = at(this.src, ...path);
      const plain = this.#headerStyle(planned);
      const style = typeof cell === "string" ? plain : this.#inLanguage(plain, cell);
      const text = this.#filled(typeof cell === "string" ? cell : cell.content, slice, undefined);
      const content =
        typeof cell === "string" ? this.#text(text, src, first + n, style, null) : this.#content(cell, text, src, first + n, style);
      const from = this.#columnFromLeft(column, columns);
      return { src, column: from, columns, rows, look: style.look, content, scope: "column", decimal: null, lang: style.lang };
    });
  }

  #footerRows(slice: TableSlice): TableRows<Box> {
    const { plan } = this.#footer;
    const headers = this.#header.plan.length * (this.#rows.length + 2);
    const first = this.#cells + this.#rows.length * this.#keys.length + headers + slice.index * plan.length;
    return zoneRows(this.#footer, slice, ({ cell, column, columns, rows, path }, n) => {
      const src = at(this.src, ...path);
      const style = this.#footerStyle(cell, column);
      const parts = this.#numberIn(cell, column, columns, slice);
      const aligns = parts !== null && this.#isDecimal(column, columns);
      const shown = this.#inLanguage(aligns ? this.#numeric(style, parts) : style, cell);
      const text = parts ? literal(parts.before + parts.after) : this.#filled(cell.content, slice, cell.format);
      const content = this.#content(cell, text, src, first + n, shown);
      const from = this.#columnFromLeft(column, columns);
      const decimal = aligns ? decimalText(parts, shown) : null;
      return { src, column: from, columns, rows, look: style.look, content, scope: null, decimal, lang: shown.lang };
    });
  }

  /** A number has the format of its column, a sum that of the summed column. */
  #numberIn({ content, format }: TableFooterCell, column: number, columns: number, slice: TableSlice): NumberParts | null {
    if (typeof content === "number")
      return columns > 1 ? this.#numbers.numbers.parts(content, format) : this.#numbers.parts(content, column, format);
    const sum = onlySum(content);
    return sum && this.#sums.parts(sum, slice, format);
  }

  #filled(content: TableFooterCell["content"], slice: TableSlice, format: TableFooterCell["format"]): CellText {
    if (typeof content === "string") return this.#sums.filled(content, slice, format);
    return typeof content === "object" && content !== null ? this.#sums.filledBlocks(content, slice, format) : (content ?? null);
  }

  /** `text`: replaces the content's; null = unchanged */
  #content(cell: TableCell | TableHeaderCell, text: CellText, src: Src, id: number, style: CellStyles): Box | null {
    const link = cell.link ? lowerLink(cell.link, at(src, "link"), this.#cx.place) : null;
    if ("image" in cell && cell.image) return this.#image(cell.image, at(src, "image"), id, link);
    if ("field" in cell && cell.field) return this.#field(cell.field, at(src, "field"), id, link);
    if ("barcode" in cell && cell.barcode) return this.#barcode(cell.barcode, at(src, "barcode"), id, link);
    return this.#text(text ?? cell.content ?? null, at(src, "content"), id, style, link);
  }

  #image(el: ImageContent, src: Src, id: number, link: CellLink): Box {
    const width = pt(el.width);
    const height = pt(el.height);
    const { ops, shown } = fitPicture(this.#cx.pictures.of(el), el, { x: 0, y: 0, width, height });
    return withRegion({ kind: "drawing", id, src, z: 0, tag: cellFigureTag(this.#site.area, el.alt), link, width, height, ops }, shown);
  }

  #field(el: FieldContent, src: Src, id: number, link: CellLink): Box {
    const common = { id, src, z: 0, tag: cellFieldTag(el), link };
    const { scope, cx } = this.#site;
    return FIELD_LOWERING.get().lowerField(el, src, { text: scope.text, cx }, { common, room: Infinity });
  }

  #barcode(el: BarcodeContent, src: Src, id: number, link: CellLink): Box {
    const { lowerBarcode, barcodeAlt } = BARCODE_LOWERING.get();
    const common = { id, src, z: 0, tag: cellFigureTag(this.#site.area, barcodeAlt(el, this.#site)), link };
    return lowerBarcode(el, src, { ...this.#site, owner: "line" }, common);
  }

  /** Adds the nearest language of a cell: its own, or that of its only paragraph, which shares its element. */
  #inLanguage(style: CellStyles, { content, language }: TableCell | TableHeaderCell): CellStyles {
    const [only, second] = typeof content === "object" && content !== null ? content.blocks : [];
    const nearest = only?.type === "paragraph" && !second ? (only.language ?? language) : language;
    if (nearest === undefined) return style;
    let known = this.#spokenStyles.get(style);
    if (!known) this.#spokenStyles.set(style, (known = new Map()));
    let made = known.get(nearest);
    if (!made) {
      const spoken = speaks(this.#spoken, nearest);
      const plain = { ...style.plain, language: nearest, languageDeclared: true };
      known.set(nearest, (made = { ...style, plain, spoken, lang: langOf(spoken) }));
    }
    return made;
  }

  #text(content: CellText, src: Src, id: number, style: CellStyles, link: CellLink): Box | null {
    const text = typeof content === "object" && content !== null ? content : scalarText(content);
    if (text === "") return null;
    const tag = this.#site.area.tag ?? (style.spoken.declared === null ? PARAGRAPH : SPOKEN);
    const { notes } = this.#site;
    if (typeof text === "string" && link === null && !text.includes("{")) return new PlainText(id, src, tag, text, style.plain);
    const paragraphs = lowerCellText(text, src, style.text, {
      linked: link !== null,
      site: { cx: this.#cx, spoken: inElement(style.spoken), ...(notes && { notes }) },
    });
    if (paragraphs.length === 0) return null;
    return { kind: "text", id, src, z: 0, tag, link, paragraphs, frame: UNFRAMED, keep: NO_LINE_KEEP };
  }

  #bodyStyle(column: number, odd: boolean, own: CellStyle | undefined): CellStyles {
    const alternates = odd && (this.el.body?.alternate_fill ?? this.#site.look?.alternate) !== undefined;
    if (own) return this.#cascade(column, alternates, own);
    return (this.#plainStyles[2 * column + (alternates ? 1 : 0)] ??= this.#cascade(column, alternates, undefined));
  }

  #cascade(column: number, alternates: boolean, own: CellStyle | undefined): CellStyles {
    const key = `${column}/${alternates ? 1 : 0}/${own ? JSON.stringify(own) : ""}`;
    return this.#computed(key, false, () => {
      const { el } = this;
      const spec = el.columns[column]!;
      const alternate = alternates ? el.body?.alternate_fill : undefined;
      const zebra = (up: CellScope): CellScope => (alternate ? { ...up, fill: alternate } : up);
      const { text } = this.#site.scope;
      const table = enterCell(this.#base(text, alternates ? this.#site.look?.alternate : undefined), el.cell, LEVEL.table);
      const zone =
        spec.role === "row_header"
          ? enterCell(zebra(table), el.row_header?.cell, LEVEL.zone)
          : zebra(enterCell(table, el.body?.cell, LEVEL.zone));
      return enterCell(enterCell(zone, aligned(spec.cell, spec.text_align), LEVEL.column), own, LEVEL.cell);
    });
  }

  /** Returns the style of a footer's cell, whose alignment alone is the column's (N34). */
  #footerStyle({ style, text_align }: TableFooterCell, column: number): CellStyles {
    const own = aligned(style, text_align);
    return this.#computed(`footer/${column}/${own ? JSON.stringify(own) : ""}`, false, () => {
      const { cell, text_align: across } = this.el.columns[column]!;
      const zone = enterCell(enterCell(this.#base(this.#site.scope.text), this.el.cell, LEVEL.table), this.el.footer?.cell, LEVEL.zone);
      return enterCell(enterCell(zone, aligned(undefined, cell?.text?.text_align ?? across), LEVEL.column), own, LEVEL.cell);
    });
  }

  #headerStyle({ cell, column }: PlannedCell): CellStyles {
    const leaf = typeof cell === "string";
    const own = leaf ? undefined : aligned(cell.style, cell.text_align);
    return this.#computed(`header/${leaf ? column : ""}/${own ? JSON.stringify(own) : ""}`, true, () => {
      const { look, scope } = this.#site;
      const table = enterCell(this.#base(look?.header ?? scope.text, look?.headerFill), this.el.cell, LEVEL.table);
      const across = leaf ? enterCell(table, aligned(undefined, this.el.columns[column]!.text_align), LEVEL.table) : table;
      const zone = enterCell(across, this.el.header?.cell, LEVEL.zone);
      return enterCell(leaf ? enterCell(zone, this.el.columns[column]!.header_cell, LEVEL.column) : zone, own, LEVEL.cell);
    });
  }

  /** Sets a number on one line, left to right, or in the direction of the cell if the text has marks of a right-to-left locale. */
  #numeric(style: CellStyles, { before, after }: NumberParts): CellStyles {
    const turns = RTL_MARK.test(before + after);
    const styles = this.#numericStyles[turns ? "own" : "ltr"];
    const known = styles.get(style);
    if (known) return known;
    const { text, plain } = style;
    const { direction } = text.paragraph;
    const paragraph: ParagraphStyle = { ...text.paragraph, ...NUMBER, direction: turns ? direction : "ltr" };
    const made: CellStyles = { ...style, text: { ...text, paragraph }, plain: { ...plain, paragraph } };
    styles.set(style, made);
    return made;
  }

  #base(text: TextScope, fill?: FillStyle): CellScope {
    const base = cellScope(text, fill);
    return (this.#site.cells ?? []).reduce((up, style) => enterCell(up, style, LEVEL.table), base);
  }

  #computed(key: string, middle: boolean, cascade: () => CellScope): CellStyles {
    let known = this.#styles.get(key);
    if (!known) {
      const scope = cascade();
      const { text } = scope;
      const { declared } = this.#site.spoken;
      const language = declared ?? this.#cx.language;
      const languageDeclared = declared !== null || this.#cx.languageDeclared;
      const look = this.#cx.lookOf(text.look, false);
      known = {
        look: finishCell(scope, this.#site.scope, middle),
        text,
        plain: { look, paragraph: text.paragraph, language, languageDeclared },
        spoken: this.#spoken,
        lang: langOf(this.#spoken),
      };
      this.#styles.set(key, known);
    }
    return known;
  }
}

const scalarText = (value: Scalar): string => (value === null ? "" : typeof value === "number" ? shortestDecimal(value) : String(value));

const NUMBER = { align: "left", wrap: "no_wrap" } as const;
/** Right-to-left mark, Arabic letter mark. */
const RTL_MARK = /[\u200f\u061c]/;

const decimalText = ({ before, after }: NumberParts, { plain }: CellStyles): DecimalText => ({
  text: before + after,
  before: before.length,
  style: plain,
});

const literal = (text: string): CellText => (text.includes("{") ? [{ literal: text }] : text);

type CellText = Scalar | TextBlocks | readonly (string | Literal)[];
type Scalar = string | number | boolean | null;
type TextBlocks = Extract<NonNullable<TableCell["content"]>, object>;
type CellLink = ReturnType<typeof lowerLink> | null;

/** Of a text whose language is that of its cell, whatever its scripts are. */
const SPOKEN: Tag = { ...PARAGRAPH, lang: null };
