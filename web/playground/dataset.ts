import { memberOf, steps, type JsonText } from "./json-tree.js";

const MOST_ROWS = 200;

interface Dataset {
  readonly fields?: unknown;
  readonly rows?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const wordOf = (value: unknown): string => (value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value));

/** Shows the dataset under the cursor as a table. */
export class DatasetTable {
  #shown = "";

  constructor(readonly root: HTMLElement) {}

  show(json: JsonText, pointer: string): void {
    const [registry, name] = steps(pointer);
    const node = registry === "datasets" && name !== undefined ? json.way(pointer)[2] : undefined;
    const source = node ? json.slice(node.from, node.to) : "";
    const key = `${name ?? ""}\n${source}`;
    if (key === this.#shown) return;
    this.#shown = key;
    const table = source === "" ? null : tableOf(name!, source);
    this.root.replaceChildren(...(table ? [table] : []));
  }
}

/** Empty for a text that is not JSON yet. */
function datasetIn(source: string): Dataset {
  try {
    const value: unknown = JSON.parse(source);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function tableOf(name: string, source: string): HTMLTableElement | null {
  const { fields, rows: given } = datasetIn(source);
  if (!Array.isArray(fields) || !Array.isArray(given)) return null;
  const keys = fields.flatMap((field: unknown) => (isObject(field) && typeof field["key"] === "string" ? [field["key"]] : []));
  const rows = given.filter(isObject);
  const table = document.createElement("table");
  const left = rows.length - MOST_ROWS;
  table.createCaption().textContent = `${name}: ${rows.length} ${rows.length === 1 ? "row" : "rows"}${left > 0 ? `, the first ${MOST_ROWS}` : ""}`;
  const head = table.createTHead().insertRow();
  for (const key of keys) {
    const cell = head.appendChild(document.createElement("th"));
    cell.scope = "col";
    cell.textContent = key;
  }
  const body = table.createTBody();
  for (const row of rows.slice(0, MOST_ROWS)) {
    const line = body.insertRow();
    for (const key of keys) line.insertCell().textContent = wordOf(memberOf(row, key));
  }
  return table;
}
