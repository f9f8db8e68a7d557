// Fills and lines are decoration.
import type { Box } from "../../box/box.js";
import { IDENTITY } from "../../../ir/geometry.js";
import type { Op, StructNode } from "../../../ir/ir.js";
import type { RoleTag, Tag } from "../../box/common.js";
import type { DeclaredLang } from "../../box/language.js";
import type { Cell, TableOf } from "../../box/table.js";
import type { Fragment, Placed, PlacedRow } from "../../layout/protocol/protocol.js";
import type { PaintContext, Painter } from "../context.js";
import { paintSiblings } from "../siblings.js";
import type { ElementProperties, StructureElement } from "../structure-element.js";
import { tableOps } from "../table-grid.js";
import type { TableRow } from "../table-row.js";
import { artifactOf, langOf, roleOf } from "../tag.js";
import { declaresRuns, paragraphOps } from "../text-spans.js";

/** Repeated headers, and footers before the last, are artifacts, without rows. */
export const paintTable: Painter<"table"> = (box, fragment, x, y, cx) => {
  cx.links.add(fragment, cx.links.regionOf(fragment, x, y, IDENTITY), null);
  const { content } = cx;
  const { tag } = box;
  const look = tableOps(fragment, box.grid, x, y, cx.resources.source(box.src));
  const artifact = artifactOf(tag === "inherit" ? TABLE : tag, cx);
  if (artifact === null) {
    content.artifact("decoration", look);
    new TablePainter(box, fragment, x, y, cx).paint(roleOf(tag) ?? TABLE);
    return;
  }
  content.asArtifact(artifact, 1, () => {
    content.artifact(artifact, look);
    paintSiblings(fragment.children, x, y, cx);
  });
};

const TABLE: RoleTag = { role: "Table", alt: null };

/** Columns that the cells of a row and the rows above it cover; all rows of a table have cells in all columns (ISO 14289-1, 7.2). */
class Covered {
  /** rows from this one on that a cell covers, by column */
  readonly #rows: number[];
  #at = 0;

  constructor(
    columns: number,
    readonly fromRight: boolean,
  ) {
    this.#rows = new Array<number>(columns).fill(0);
  }

  /** Columns before a cell, in source order. */
  #before({ column, columns }: Cell<Box>): number {
    return this.fromRight ? this.#rows.length - column - columns : column;
  }

  /** @param empty called for each gap before a cell, with its columns */
  before(cell: Cell<Box>, empty: (columns: number) => void): void {
    this.#upTo(this.#before(cell), empty);
  }

  #upTo(column: number, empty: (columns: number) => void): void {
    while (this.#at < column) {
      const from = this.#at;
      while (this.#at < column && this.#rows[this.#at] === 0) this.#at++;
      if (this.#at > from) empty(this.#at - from);
      else this.#at++;
    }
  }

  add(cell: Cell<Box>): void {
    const column = this.#before(cell);
    this.#at = column + cell.columns;
    this.#rows.fill(cell.rows, column, this.#at);
  }

  /** A row that adds no cell to these has none in its table. */
  get all(): boolean {
    return this.#rows.every((n) => n > 0);
  }

  endRow(empty: (columns: number) => void): void {
    this.#upTo(this.#rows.length, empty);
    for (let i = 0; i < this.#rows.length; i++) this.#rows[i] = Math.max(0, this.#rows[i]! - 1);
    this.#at = 0;
  }
}

/** Rows of a header or footer as elements, which have cells: a row without one of its own, below cells that cover its columns, has none. */
class Zone {
  readonly covered: Covered;
  readonly #withElement: readonly boolean[];

  constructor(rows: readonly PlacedRow[], columns: number, fromRight: boolean) {
    const covered = new Covered(columns, fromRight);
    this.#withElement = rows.map(({ row }) => {
      const { all } = covered;
      for (const cell of row.cells) covered.add(cell);
      covered.endRow(() => undefined);
      return !all;
    });
    this.covered = new Covered(columns, fromRight);
  }

  isElement(row: number): boolean {
    return this.#withElement[row]!;
  }

  /** Elements of rows that a cell covers. */
  rowsOf(cell: Cell<unknown>, row: number): number {
    return this.#withElement.slice(row, row + cell.rows).filter(Boolean).length;
  }
}

class TablePainter {
  constructor(
    readonly box: TableOf<Box>,
    readonly fragment: Fragment,
    readonly x: number,
    readonly y: number,
    readonly cx: PaintContext,
  ) {}

  paint({ role, alt, lang }: RoleTag): void {
    const { box, fragment, cx } = this;
    const { structure, resources } = cx;
    const { rows, header, footer, edges } = fragment.table!;
    const source = resources.source(box.src);
    const table = structure.element(box.id, { role, source, alt: alt ?? undefined, lang: lang ?? undefined });
    let group: StructureElement | null = null;
    let zone: Zone | null = null;
    let start = 0;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const role = i < header ? "THead" : i < rows.length - footer ? "TBody" : "TFoot";
      if ((role === "THead" && !fragment.first) || (role === "TFoot" && !fragment.last)) {
        this.#artifacts(row);
        continue;
      }
      if (group?.role !== role) {
        group = structure.group(table, role, source);
        // rows of the body are full
        zone = role === "TBody" ? null : new Zone(rows.slice(i, role === "THead" ? header : rows.length), edges.length - 1, box.fromRight);
        start = i;
      }
      if (row.part) this.#part(row, group);
      else if (!zone || zone.isElement(i - start))
        this.#row(row, structure.row(group, role === "THead" ? source : resources.newSource(row.row.src)), zone, i - start);
      else zone.covered.endRow(() => undefined);
    }
  }

  #artifacts({ contents }: PlacedRow): void {
    for (const inside of contents) if (inside) this.cx.content.asArtifact("decoration", 1, () => this.#box(inside));
  }

  /** @param index in its zone */
  #row({ row, contents }: PlacedRow, element: TableRow, zone: Zone | null, index: number): void {
    const { resources, structure } = this.cx;
    const covered = zone?.covered;
    const empty = (columns: number): void => {
      const table = columns > 1 ? { rowSpan: 1, colSpan: columns } : undefined;
      structure.cell(element, cellProperties("TD", element.source, table));
    };
    for (let k = 0; k < row.cells.length; k++) {
      const cell = row.cells[k]!;
      covered?.before(cell, empty);
      const source = resources.newSource(cell.src);
      resources.keep(cell.src, source);
      this.#cell(cell, zone ? zone.rowsOf(cell, index) : cell.rows, contents[k]!, source, element);
      covered?.add(cell);
    }
    covered?.endRow(empty);
  }

  /** Parts of a row are one element, and parts of a cell. */
  #part({ row: { src, cells }, contents, part }: PlacedRow, group: StructureElement): void {
    const { structure, resources } = this.cx;
    const { first } = part!;
    const row = first ? structure.row(group, resources.newSource(src)) : structure.lastRow(group);
    for (const [k, cell] of cells.entries()) {
      const properties = cellProperties(cell.scope ? "TH" : "TD", resources.source(cell.src), cellAttributes(cell, cell.rows), cell.lang);
      const own = first ? structure.cell(row, properties) : structure.cellOf(row, k, properties);
      const inside = contents[k];
      if (inside) structure.within(own, inside.fragment.last, inside.fragment.box.id, () => this.#box(inside));
    }
  }

  /** A cell of one mark is counted; others have child elements. */
  #cell(cell: Cell<Box>, rows: number, inside: Placed | null, source: number, row: TableRow): void {
    const { structure, languages, content, tagged } = this.cx;
    const role = cell.scope ? "TH" : "TD";
    const table = cellAttributes(cell, rows);
    const ops = inside && this.#plain(inside);
    if (!ops || ops.length === 0) {
      const own = structure.cell(row, cellProperties(role, source, table, cell.lang));
      if (inside) structure.within(own, true, inside.fragment.box.id, () => this.#box(inside));
      return;
    }
    const isDeclared = cell.lang !== undefined;
    const isForeign = (tagged || structure.grows) && !isDeclared && languages.isForeign(ops);
    const runs = tagged && isForeign ? languages.runs(ops, true) : null;
    if (runs && runs.length > 1) {
      content.mark(structure.cell(row, cellProperties(role, source, table)), ops, source);
      return;
    }
    const implied = runs ? runs[0]!.lang : isForeign ? languages.ofOps(ops) : undefined;
    const lang = langOf(cell.lang, implied);
    content.sequence(structure.plainCell(row, { role, source, table, lang }), ops);
  }

  /** Null if the content may have more than one mark. */
  #plain({ fragment, x, y }: Placed): readonly Op[] | null {
    const { box } = fragment;
    return box.kind === "text" && isPlain(box.tag) && (box.plain || !declaresRuns(box.paragraphs[0]))
      ? paragraphOps(box, fragment, this.x + x, this.y + y, this.cx.resources)
      : null;
  }

  #box({ fragment, x, y }: Placed): void {
    this.cx.paint(fragment, this.x + x, this.y + y);
  }
}

const isPlain = (tag: Tag): boolean => tag === "inherit" || roleOf(tag)?.role === "P";

const cellProperties = (role: "TH" | "TD", source: number, table: StructNode["table"], lang?: DeclaredLang): ElementProperties => ({
  role,
  source,
  table,
  lang: lang ?? undefined,
});

function cellAttributes({ scope, columns: colSpan }: Cell<unknown>, rowSpan: number): StructNode["table"] {
  if (!scope && rowSpan === 1 && colSpan === 1) return undefined;
  return scope ? { scope, rowSpan, colSpan } : { rowSpan, colSpan };
}
