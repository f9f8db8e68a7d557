// Fills and lines are decoration.
import type { Box } from "../../box/box.js";
import { IDENTITY } from "../../../ir/geometry.js";
import type { Op, Role, StructNode } from "../../../ir/ir.js";
import type { Tag } from "../../box/common.js";
import type { Cell } from "../../box/table.js";
import type { Fragment, Placed, PlacedRow } from "../../layout/protocol.js";
import type { PaintContext, Painter } from "../context.js";
import { paintSiblings } from "../siblings.js";
import type { ElementProperties, StructureElement } from "../structure-element.js";
import { tableOps } from "../table-grid.js";
import type { TableRow } from "../table-row.js";
import { artifactOf } from "../tag.js";
import { paragraphOps } from "../text-spans.js";

/** Repeated headers, and footers before the last, are artifacts, without rows. */
export const paintTable: Painter<"table"> = (box, fragment, x, y, cx) => {
  cx.links.add(fragment, cx.links.regionOf(fragment, x, y, IDENTITY), null);
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

const TABLE = { role: "Table", alt: null } as const;

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
    const { rows, header, footer } = fragment.table!;
    const source = resources.source(box.src);
    const table = structure.element(box.id, { role, source, alt: alt ?? undefined });
    let group: StructureElement | null = null;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const role = i < header ? "THead" : i < rows.length - footer ? "TBody" : "TFoot";
      if ((role === "THead" && !fragment.first) || (role === "TFoot" && !fragment.last)) {
        this.#artifacts(row);
        continue;
      }
      if (group?.role !== role) group = structure.group(table, role, source);
      this.#row(row, structure.row(group, role === "THead" ? source : resources.newSource(row.row.src)));
    }
  }

  #artifacts({ contents }: PlacedRow): void {
    for (const inside of contents) if (inside) this.cx.content.asArtifact("decoration", 1, () => this.#box(inside));
  }

  #row({ row, contents }: PlacedRow, element: TableRow): void {
    const { resources } = this.cx;
    for (let k = 0; k < row.cells.length; k++) {
      const cell = row.cells[k]!;
      const source = resources.newSource(cell.src);
      resources.keep(cell.src, source);
      this.#cell(cell, contents[k]!, source, element);
    }
  }

  /** A cell of one mark is counted; others have child elements. */
  #cell(cell: Cell<Box>, inside: Placed | null, source: number, row: TableRow): void {
    const { structure, languages, content, tagged } = this.cx;
    const role = cell.scope ? "TH" : "TD";
    const table = cellAttributes(cell);
    const ops = inside && this.#plain(inside);
    if (!ops || ops.length === 0) {
      const own = structure.cell(row, cellProperties(role, source, table));
      if (inside) structure.within(own, true, inside.fragment.box.id, () => this.#box(inside));
      return;
    }
    const runs = tagged ? languages.runs(ops) : null;
    if (runs && runs.length > 1) {
      content.mark(structure.cell(row, cellProperties(role, source, table)), ops, source);
      return;
    }
    const lang = runs ? runs[0]!.lang : structure.grows ? languages.ofOps(ops) : undefined;
    content.sequence(structure.plainCell(row, { role, source, table, lang }), ops);
  }

  /** Null if the content may have more than one mark. */
  #plain({ fragment, x, y }: Placed): readonly Op[] | null {
    const { box } = fragment;
    return box.kind === "text" && isPlain(box.tag) ? paragraphOps(box, fragment, this.x + x, this.y + y, this.cx.resources) : null;
  }

  #box({ fragment, x, y }: Placed): void {
    this.cx.paint(fragment, this.x + x, this.y + y);
  }
}

const isPlain = (tag: Tag): boolean => tag === "inherit" || ("role" in tag && tag.role === "P");

const cellProperties = (role: "TH" | "TD", source: number, table: StructNode["table"]): ElementProperties => ({ role, source, table });

function cellAttributes(cell: Cell<unknown>): StructNode["table"] {
  const { scope, rows: rowSpan, columns: colSpan } = cell;
  if (!scope && rowSpan === 1 && colSpan === 1) return undefined;
  return scope ? { scope, rowSpan, colSpan } : { rowSpan, colSpan };
}
