// Checks of tables: headers, and tables that only place things.
import { removing, setting, together, type Mend } from "../core/patches.js";
import { fieldOf, isFields, type Holder } from "../document/places.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { TreeNode } from "../document/tree.js";
import { seenNode, wordsIn, type Check, type Draft } from "./check.js";

interface Grid {
  readonly table: TreeNode;
  readonly element: Holder | null;
  /** cells of each row */
  readonly rows: readonly (readonly TreeNode[])[];
  readonly columns: number;
}

function gridOf(table: TreeNode): Grid {
  const rows: TreeNode[][] = [];
  const collect = (node: TreeNode): void => {
    for (const kid of node.kids) {
      if (typeof kid === "number") continue;
      if (kid.role === "TR") rows.push(kid.kids.filter((k): k is TreeNode => typeof k !== "number"));
      else collect(kid);
    }
  };
  collect(table);
  const widths = rows.map((row) => row.reduce((sum, { node }) => sum + (node.table?.colSpan ?? 1), 0));
  const { element } = table.place;
  return { table, element: element?.value["type"] === "table" ? element : null, rows, columns: widths.reduce((a, b) => Math.max(a, b), 0) };
}

const gridsOf = ({ tree }: JudgedDocument): readonly Grid[] => tree.withRole("Table").map(gridOf);

/** Bold text, or a fill of its own, by the cell; null for cells without text. */
interface CellLook {
  readonly isBold: boolean | null;
  readonly fill: string;
}

function lookOf(doc: JudgedDocument, cell: TreeNode): CellLook {
  const runs = doc.tree.runs(cell).filter(({ op }) => op.text.trim() !== "");
  const value = cell.place.around.at(-1)?.value;
  const fill = fieldOf(fieldOf(value?.["style"], "fill"), "color");
  return {
    isBold: runs.length === 0 ? null : runs.every((run) => doc.isBold(run)),
    fill: typeof fill === "string" ? fill.toUpperCase() : "",
  };
}

/** All cells of the first line alone are bold, or filled otherwise than the next. */
function isMarked(first: readonly CellLook[], next: readonly CellLook[]): boolean {
  const isBold = (line: readonly CellLook[]): boolean => line.some((c) => c.isBold === true) && line.every((c) => c.isBold !== false);
  if (isBold(first) && !next.some((c) => c.isBold === true)) return true;
  const [fill] = first;
  return fill !== undefined && fill.fill !== "" && first.every((c) => c.fill !== "") && next.every((c, i) => c.fill !== first[i]?.fill);
}

export const tableHeaders: Check = (doc) => {
  const grids = gridsOf(doc).filter(({ rows, columns }) => rows.length >= 2 && columns >= 2);
  const drafts: Draft[] = [];
  for (const { table, element, rows } of grids) {
    if (rows.some((row) => row.some(({ role }) => role === "TH"))) continue;
    const looks = rows.map((row) => row.map((cell) => lookOf(doc, cell)));
    const columnsOf = (i: number): readonly CellLook[] => looks.flatMap((row) => row[i] ?? []);
    const isRow = isMarked(looks[0]!, looks[1]!);
    const isColumn = !isRow && isMarked(columnsOf(0), columnsOf(1));
    const mend =
      element && (isRow ? rowToHeader(element) : isColumn ? setting([...element.steps, "columns", 0, "role"], "row_header") : undefined);
    drafts.push({
      severity: isRow || isColumn ? "fail" : "person",
      steps: table.place.named,
      message: isRow
        ? "the first row looks like a header and is not one: its texts belong in columns[].header"
        : isColumn
          ? "the first column looks like a header and is not one: set its role to row_header"
          : "the table has no header cell: give its columns headers if it is a table of data",
      ...seenNode(doc, table),
      ...(mend && { mend }),
    });
  }
  return { tested: grids.length, drafts };
};

/** The strings of the first row become the headers of the columns. */
function rowToHeader({ steps, value }: Holder): Mend | undefined {
  const [columns, rows] = [value["columns"], value["rows"]];
  if (!Array.isArray(columns) || !Array.isArray(rows)) return undefined;
  const cells = columns.map((column) => {
    const key = fieldOf(column, "key");
    const cell = typeof key === "string" ? fieldOf(rows[0], key) : undefined;
    return isFields(cell) ? cell["content"] : cell;
  });
  if (cells.some((cell) => typeof cell !== "string")) return undefined;
  const pagination = value["pagination"];
  const height = fieldOf(pagination, "row_min_height");
  const header = value["header"];
  return together([
    ...cells.map((cell, i) => setting([...steps, "columns", i, "header"], cell)),
    ...(fieldOf(header, "show") === false ? [setting([...steps, "header", "show"], true)] : []),
    // demanded of a table in the body of a page that shows its header
    ...(height !== undefined && fieldOf(pagination, "header_min_height") === undefined
      ? [setting([...steps, "pagination", "header_min_height"], height)]
      : []),
    removing([...steps, "rows", 0]),
  ]);
}

export const tableHeaderEmpty: Check = (doc) => {
  const drafts: Draft[] = [];
  let tested = 0;
  for (const { rows } of gridsOf(doc)) {
    const first = rows[0]?.[0];
    for (const cell of rows.flat()) {
      if (cell.role !== "TH" || cell === first) continue;
      tested++;
      if (wordsIn(doc.tree.text(cell)).length > 0 || hasFigure(cell) || doc.tree.text(cell).trim() !== "") continue;
      drafts.push({ severity: "person", steps: cell.place.named, message: "a header cell has no text", ...seenNode(doc, cell) });
    }
  }
  return { tested, drafts };
};

const hasFigure = ({ kids }: TreeNode): boolean => kids.some((kid) => typeof kid !== "number" && (kid.role === "Figure" || hasFigure(kid)));

const LONG_CELL = 80;

export const tableLayout: Check = (doc) => {
  const grids = gridsOf(doc);
  const drafts = grids.flatMap(({ table, element, rows, columns }): readonly Draft[] => {
    const draft = (message: string): readonly Draft[] => [
      { severity: "person", steps: table.place.named, message, ...seenNode(doc, table) },
    ];
    if (rows.length === 1 || columns === 1)
      return draft(`the table has one ${columns === 1 ? "column" : "row"}: use texts if it only places them`);
    const cells = rows.flat();
    if (!element || cells.some(({ role }) => role === "TH") || hasLook(element)) return [];
    const long = cells.filter((cell) => doc.tree.text(cell).length > LONG_CELL || hasFigure(cell));
    return long.length * 2 > cells.length
      ? draft("the table has no lines, fills and headers, and long texts: use texts if it only places them")
      : [];
  });
  return { tested: grids.length, drafts };
};

/** Lines or fills. */
function hasLook({ value }: Holder): boolean {
  const grid = value["grid"];
  if (isFields(grid) && Object.values(grid).some((line) => line !== false)) return true;
  return /"(?:fill|alternate_fill|borders)":/.test(
    JSON.stringify([value["cell"], value["body"], value["row_header"], value["columns"], value["rows"]]),
  );
}
