// A table's fragment to its look, which is decoration, and rows of cells.
import { IDENTITY } from "../../../ir/geometry.js";
import type { Op, Role, StructNode } from "../../../ir/ir.js";
import type { Tag } from "../../box/common.js";
import type { Cell } from "../../box/table.js";
import type { Fragment, Placed, PlacedLines, PlacedRow, ShapedBox } from "../../layout/protocol.js";
import type { PaintContext, Painter } from "../context.js";
import { paintSiblings } from "../siblings.js";
import type { ElementLook, StructureElement } from "../structure-element.js";
import { tableOps } from "../table-grid.js";
import type { TableRow } from "../table-row.js";
import { artifactOf } from "../tag.js";
import { paragraphOps } from "../text-spans.js";

/**
 * Header and body are rows of cells; a header that is repeated is an artifact. In an artifact there are no rows, only the
 * contents of cells.
 */
export const paintTable: Painter<"table"> = (box, fragment, x, y, cx) => {
  cx.links.ofFragment(fragment, x, y, IDENTITY, null);
  const { content } = cx;
  const { tag } = box;
  const look = tableOps(fragment, box.grid, x, y, cx.resources.source(box.src));
  const artifact = artifactOf(tag === "inherit" ? TABLE : tag, cx);
  if (artifact === null) {
    content.artifact("decoration", look);
    new TablePainter(fragment, x, y, cx).paint(tag === "inherit" || "artifact" in tag ? TABLE : tag);
    return;
  }
  content.asArtifact(artifact, 1, () => {
    content.artifact(artifact, look);
    paintSiblings(fragment.children, x, y, cx);
  });
};

/** The tag of a table that inherits. */
const TABLE = { role: "Table", alt: null } as const;

type Content = PlacedRow["contents"][number];

/** One fragment of a table, whose rows come by the thousand. */
class TablePainter {
  constructor(
    readonly fragment: Fragment,
    readonly x: number,
    readonly y: number,
    readonly cx: PaintContext,
  ) {}

  paint({ role, alt }: { readonly role: Role; readonly alt: string | null }): void {
    const { fragment, cx } = this;
    const { structure, resources } = cx;
    const { box } = fragment;
    const { rows, header } = fragment.table!;
    const source = resources.source(box.src);
    const table = structure.element(box.id, alt === null ? { role, source } : { role, alt, source });
    let group: StructureElement | null = null;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const head = i < header;
      if (head && !fragment.first) {
        this.#artifacts(row);
        continue;
      }
      if (i === 0 || i === header || !group) group = structure.group(table, head ? "THead" : "TBody", source);
      this.#row(row, structure.row(group, head ? source : resources.newSource(row.row.src)));
    }
  }

  /** A row that is no part of the structure: an artifact for each of its contents. */
  #artifacts({ contents }: PlacedRow): void {
    for (const inside of contents) if (inside && "fragment" in inside) this.cx.content.asArtifact("decoration", 1, () => this.#box(inside));
  }

  #row({ row, contents }: PlacedRow, element: TableRow): void {
    for (let k = 0; k < row.cells.length; k++) {
      const inside = contents[k] ?? null;
      this.#cell(row.cells[k]!, inside, this.#source(row, k, inside), element);
    }
  }

  /** A cell that is one mark is counted; others have elements put into them. */
  #cell(cell: Cell<ShapedBox>, inside: Content, source: number, row: TableRow): void {
    const { structure, languages, content, tagged } = this.cx;
    const role = cell.heads ? "TH" : "TD";
    const table = cellAttributes(cell);
    const ops = inside && ("lines" in inside ? this.#lines(inside, source) : this.#plain(inside));
    if (!ops) {
      const own = structure.cell(row, cellLook(role, source, table));
      if (inside && "fragment" in inside) structure.within(own, true, inside.fragment.box.id, () => this.#box(inside));
      return;
    }
    const runs = tagged ? languages.runs(ops) : null;
    if (runs && runs.length > 1) {
      content.mark(structure.cell(row, cellLook(role, source, table)), ops, source);
      return;
    }
    const lang = runs ? runs[0]!.lang : structure.grows ? languages.ofOps(ops) : undefined;
    content.sequence(structure.plainCell(row, { role, source, table, lang }), ops);
  }

  /** A cell's source. Cells that are no boxes have none of their own yet. */
  #source({ src, keys, cells }: PlacedRow["row"], k: number, inside: Content): number {
    const { resources } = this.cx;
    const unlowered = keys && (inside === null || "lines" in inside);
    return resources.newSource(unlowered ? { up: src, step: keys[k]! } : cells[k]!.src);
  }

  #lines({ xs, top, lines }: PlacedLines, source: number): readonly Op[] {
    const { x, y, cx } = this;
    return lines.map((line, i) => cx.labels.line(line, x + xs[i]!, y + top + i * line.height, source));
  }

  #plain({ fragment, x, y }: Placed): readonly Op[] | null {
    const { box } = fragment;
    return box.kind === "text" && isPlain(box.tag) ? paragraphOps(box, fragment, this.x + x, this.y + y, this.cx.resources) : null;
  }

  #box({ fragment, x, y }: Placed): void {
    this.cx.paint(fragment, this.x + x, this.y + y);
  }
}

/** A paragraph, or content of the cell itself. */
const isPlain = (tag: Tag): boolean => tag === "inherit" || ("role" in tag && tag.role === "P");

const cellLook = (role: "TH" | "TD", source: number, table: StructNode["table"]): ElementLook =>
  table ? { role, source, table } : { role, source };

/** What a reader is told of a cell beyond its place in its row. */
function cellAttributes(cell: Cell<unknown>): StructNode["table"] {
  const { heads, rows: rowSpan, columns: colSpan } = cell;
  if (!heads && rowSpan === 1 && colSpan === 1) return undefined;
  return heads ? { scope: heads, rowSpan, colSpan } : { rowSpan, colSpan };
}
