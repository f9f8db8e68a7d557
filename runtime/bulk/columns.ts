// Columns of CSV to the fields of a template's schema (BK-7, BK-8).
import { formatFound } from "../../compiler/core/fail.js";
import { must } from "../../compiler/help/reason.js";
import { readJson } from "../../compiler/request/decode.js";
import type { ObjectShape, Shape, ValueShape } from "../../compiler/template/schema.js";
import { wrong } from "./end.js";

/** A fault of a cell, with the field that it is of. */
interface CellFault {
  readonly steps: readonly (string | number)[];
  readonly reason: string;
}

type Made = { readonly value: object } | { readonly fault: CellFault };

interface Column {
  readonly name: string;
  readonly steps: readonly string[];
  /** null: the schema lacks the name */
  readonly shape: ValueShape | null;
  /** steps of the array whose elements have it; null: a field of the record */
  readonly array: readonly string[] | null;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const inner = (shape: Shape | undefined, step: string): Shape | undefined =>
  shape?.kind === "object" && shape.fields.has(step) ? shape.fields.get(step) : undefined;

function columnOf(name: string, root: ObjectShape): Column {
  const steps = name.split(".");
  let shape: Shape | undefined = root;
  let array: readonly string[] | null = null;
  for (const [i, step] of steps.entries()) {
    const { items }: { items?: ObjectShape | null } = shape?.kind === "value" ? shape : {};
    if (items && array === null && i > 0) {
      array = steps.slice(0, i);
      shape = items;
    }
    shape = inner(shape, step);
  }
  return shape?.kind === "value" ? { name, steps, shape, array } : { name, steps, shape: null, array: null };
}

/** The columns of a file, by its first row. */
export class Columns {
  readonly #columns: readonly Column[];

  /** @param of name of the file. @throws RunEnd 2 naming the column or field */
  constructor(
    names: readonly string[],
    root: ObjectShape,
    readonly decimal: "." | ",",
    of: string,
  ) {
    const seen = new Set<string>();
    for (const [i, name] of names.entries()) {
      if (name === "") throw wrong(`${of}: column ${i + 1} has an empty name`);
      if (seen.has(name)) throw wrong(`${of}: the name ${JSON.stringify(name)} occurs twice in the first row`);
      seen.add(name);
    }
    this.#columns = names.map((name) => columnOf(name, root));
    for (const { array, name } of this.#columns)
      if (array && seen.has(array.join("."))) throw wrong(`${of}: the columns ${array.join(".")} and ${name} both give ${array.join(".")}`);
    const missing = this.#missing(root, []);
    if (missing !== null) throw wrong(`${of}: no column gives the required field ${missing}`);
  }

  get names(): readonly string[] {
    return this.#columns.map((c) => c.name);
  }

  #missing({ fields }: ObjectShape, steps: readonly string[]): string | null {
    for (const [field, shape] of fields) {
      const here = [...steps, field];
      const name = here.join(".");
      const below = this.#columns.some((c) => c.array?.join(".") === name);
      if (shape.kind === "object") {
        const found = this.#missing(shape, here);
        if (found !== null) return found;
      } else if (below) {
        const found = this.#missing(shape.items!, here);
        if (found !== null) return found;
      } else if (shape.required && shape.fallback === undefined && !this.#columns.some((c) => c.name === name)) return name;
    }
    return null;
  }

  /** A record of neighbouring rows: the first has the fields, each an element of an array. */
  record(rows: readonly (readonly string[])[]): Made {
    const value: Record<string, unknown> = {};
    const [first] = rows;
    for (const [i, column] of this.#columns.entries()) {
      if (column.array) continue;
      const cell = first![i]!;
      const other = rows.find((row) => row[i] !== "" && row[i] !== cell);
      if (other)
        return {
          fault: { steps: column.steps, reason: `the rows of a record have different values: ${quoted(cell)} and ${quoted(other[i]!)}` },
        };
      if (cell === "" || !column.shape) continue;
      const read = this.#cell(cell, column.shape);
      if ("reason" in read) return { fault: { steps: column.steps, reason: read.reason } };
      put(value, column.steps, read.value);
    }
    for (const array of this.#arrays) {
      const elements: object[] = [];
      for (const row of rows) {
        const element: Record<string, unknown> = {};
        for (const [i, column] of this.#columns.entries()) {
          if (column.array?.join(".") !== array || row[i] === "") continue;
          const read = this.#cell(row[i]!, column.shape!);
          const own = column.steps.slice(column.array.length);
          if ("reason" in read) return { fault: { steps: [...column.array, elements.length, ...own], reason: read.reason } };
          put(element, own, read.value);
        }
        if (Object.keys(element).length > 0) elements.push(element);
      }
      if (elements.length > 0) put(value, array.split("."), elements);
    }
    return { value };
  }

  get #arrays(): ReadonlySet<string> {
    return new Set(this.#columns.flatMap((c) => (c.array ? [c.array.join(".")] : [])));
  }

  #cell(cell: string, { type }: ValueShape): { readonly value: unknown } | { readonly reason: string } {
    if (type === "string") return { value: cell };
    if (type === "number") {
      const text = cell.trim();
      const value = this.decimal === "," ? (text.includes(".") ? "" : text.replace(",", ".")) : text;
      const number = NUMBER.test(value) ? Number(value) : NaN;
      const example = this.decimal === "," ? " such as 1234,5" : "";
      return Number.isFinite(number) ? { value: number } : { reason: must(`a number${example}`, quoted(cell)).text };
    }
    if (type === "boolean") {
      const word = cell.toLowerCase();
      if (word === "true" || word === "1") return { value: true };
      if (word === "false" || word === "0") return { value: false };
      return { reason: must("true, false, 1 or 0", quoted(cell)).text };
    }
    const read = readJson(new TextEncoder().encode(cell));
    if ("value" in read && Array.isArray(read.value)) return { value: read.value };
    return { reason: must("a JSON array", quoted(cell)).text };
  }
}

const quoted = (text: string): string => formatFound(text);

function put(into: Record<string, unknown>, steps: readonly string[], value: unknown): void {
  let at = into;
  for (const step of steps.slice(0, -1)) {
    if (!Object.hasOwn(at, step)) at[step] = {};
    at = at[step] as Record<string, unknown>;
  }
  at[steps.at(-1)!] = value;
}
