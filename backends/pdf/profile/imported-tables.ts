// Tables are regular, with headers for every cell (ISO 14289-1, 7.2 and 7.5).
import type { AttributeValue, ImportedContent, ImportedNode, ImportedRole } from "../../../ir/ir.js";

/** Elements whose children count as children of the element around. */
export const PASSING: ReadonlySet<ImportedRole> = new Set(["NonStruct", "Div", "Part"]);

export const isNode = (kid: ImportedNode | ImportedContent): kid is ImportedNode => "role" in kid;

export const childrenOf = ({ kids }: Pick<ImportedNode, "kids">): readonly ImportedNode[] =>
  kids.flatMap((kid) => (!isNode(kid) ? [] : PASSING.has(kid.role) ? childrenOf(kid) : [kid]));

type Attribute = (cell: ImportedNode, key: string) => AttributeValue | undefined;

interface Cell {
  readonly node: ImportedNode;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** More cells are those of no real table. */
const MOST_CELLS = 4_000_000;

/** Returns the breach of a table; null if it conforms. */
export function tableBreach(table: ImportedNode, attribute: Attribute): readonly [clause: string, reason: string] | null {
  const rows = rowsOf(table);
  const span = (cell: ImportedNode, key: string): number => {
    const value = attribute(cell, key);
    return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 1;
  };
  const width = rows[0] ? cellsOf(rows[0]).reduce((sum, cell) => sum + span(cell, "ColSpan"), 0) : 0;
  if (rows.length * width > MOST_CELLS) return ["7.2", `a Table has more than ${MOST_CELLS} cells`];
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  const cells: Cell[] = [];
  for (const [row, element] of rows.entries()) {
    let column = 0;
    for (const node of cellsOf(element)) {
      while (column < width && grid[row]![column]) column++;
      const cell = { node, row, column, rows: span(node, "RowSpan"), columns: span(node, "ColSpan") };
      if (column + cell.columns > width) return ["7.2", `row ${row + 1} of a Table has more columns than the first`];
      if (row + cell.rows > rows.length)
        return ["7.2", `a cell in row ${row + 1} of a Table spans ${cell.rows} rows, which it does not have`];
      for (let r = row; r < row + cell.rows; r++)
        for (let c = column; c < column + cell.columns; c++) {
          if (grid[r]![c]) return ["7.2", `cells of row ${row + 1} of a Table overlap`];
          grid[r]![c] = cell;
        }
      cells.push(cell);
      column += cell.columns;
    }
  }
  const short = grid.findIndex((row) => Array.from({ length: width }, (_, c) => row[c]).includes(undefined));
  if (short >= 0) return ["7.2", `row ${short + 1} of a Table has fewer columns than the first`];
  return headerBreach(grid as Cell[][], cells, attribute);
}

const isHeader = ({ node }: Cell): boolean => node.role === "TH";
const cellsOf = (row: ImportedNode): readonly ImportedNode[] => childrenOf(row).filter(({ role }) => role === "TH" || role === "TD");
const rowsOf = (table: ImportedNode): readonly ImportedNode[] =>
  childrenOf(table).flatMap((kid) =>
    kid.role === "TR" ? [kid] : kid.role === "Caption" ? [] : childrenOf(kid).filter(({ role }) => role === "TR"),
  );

/** All headers have a scope, or each data cell has Headers or a scoped header in its row or column. */
function headerBreach(
  grid: readonly (readonly Cell[])[],
  cells: readonly Cell[],
  attribute: Attribute,
): readonly [clause: string, reason: string] | null {
  const scope = ({ node }: Cell): string | null => {
    const value = attribute(node, "Scope");
    return typeof value === "object" && "name" in value ? value.name : null;
  };
  const headers = cells.filter(isHeader);
  if (headers.every((cell) => scope(cell) !== null)) return null;
  const ids = new Set(headers.flatMap(({ node }) => node.id ?? []));
  const reaches = (cell: Cell, to: "Row" | "Column"): boolean => isHeader(cell) && ["Both", to].includes(scope(cell) ?? "");
  for (const cell of cells) {
    if (cell.node.role !== "TD") continue;
    const named = namesOf(attribute(cell.node, "Headers"));
    if (named.length > 0 && named.every((id) => ids.has(id))) continue;
    const { row, column, rows, columns } = cell;
    const above = range(columns).some((c) =>
      found(
        range(row).map((r) => grid[row - 1 - r]![column + c]!),
        (at) => reaches(at, "Column"),
      ),
    );
    const before = range(rows).some((r) =>
      found(
        range(column).map((c) => grid[row + r]![column - 1 - c]!),
        (at) => reaches(at, "Row"),
      ),
    );
    if (!above && !before) return ["7.5", `a cell in row ${row + 1} of a Table has no header`];
  }
  return null;
}

const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

/** Data beyond a header ends the search. */
function found(cells: readonly Cell[], reaches: (cell: Cell) => boolean): boolean {
  let isBeyond = false;
  for (const cell of cells) {
    if (reaches(cell)) return true;
    if (isHeader(cell)) isBeyond = true;
    else if (isBeyond) return false;
  }
  return false;
}

function namesOf(value: AttributeValue | undefined): readonly string[] {
  const list = typeof value === "object" && "list" in value ? value.list : value === undefined ? [] : [value];
  return list.flatMap((item) => (typeof item === "object" && "text" in item ? [item.text] : []));
}
