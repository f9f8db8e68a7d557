// Terms of the invoice model (I1).
import { ROWS, type Row } from "./fields.js";
import { lookup } from "../../../base/lookup.js";

/** `code` includes all code lists (I27). */
export type TermType =
  "text" | "identifier" | "schemed" | "reference" | "code" | "date" | "amount" | "price" | "percentage" | "quantity" | "boolean" | "binary";

export interface Term {
  /** BT-27, BT-X-2, BG-4. */
  readonly id: string;
  /** Path with [] after arrays: `lines[].price.net`. */
  readonly field: string;
  /** null for a group */
  readonly type: TermType | null;
  /** smallest set of profiles with it */
  readonly from: string;
  /** smallest in Factur-X; "" if none */
  readonly least: string;
  readonly name: string;
  /** an array, but once in most profiles */
  readonly isOnce: boolean;
  /** place in the table */
  readonly place: number;
}

const TYPES: Readonly<Record<string, TermType>> = {
  text: "text",
  identifier: "identifier",
  "identifier+scheme": "schemed",
  reference: "reference",
  date: "date",
  amount: "amount",
  "unit price": "price",
  percentage: "percentage",
  quantity: "quantity",
  boolean: "boolean",
  "binary (base64)": "binary",
};

export interface Field {
  readonly key: string;
  readonly isArray: boolean;
  /** whole path with [] after arrays */
  readonly field: string;
  /** null for groups without an identifier */
  readonly term: Term | null;
  /** parts of schemed identifiers are not fields */
  readonly fields: ReadonlyMap<string, Field>;
}

/** Terms of one edition of EN 16931-1, with the extensions that are built on it. */
interface TermTable {
  readonly terms: readonly Term[];
  readonly byField: ReadonlyMap<string, Term>;
  /** The first of an identifier: the others continue it. */
  readonly byId: ReadonlyMap<string, Term>;
  readonly model: Field;
}

/** Makes the table of an edition; two editions are two tables. */
export function termTable(rows: readonly Row[]): TermTable {
  const terms = rows.map(([id, field, type, cardinality, from, least, name], place): Term => ({
    id,
    field,
    type: type === "group" ? null : type.startsWith("code") ? "code" : lookup(TYPES, type)!,
    from,
    least,
    name,
    isOnce: field.endsWith("[]") && cardinality.startsWith("0..1"),
    place,
  }));
  const byField = new Map(terms.map((t) => [t.field, t]));
  const byId = new Map<string, Term>();
  for (const t of terms) if (!byId.has(t.id)) byId.set(t.id, t);
  return { terms, byField, byId, model: fieldsOf(terms, byField) };
}

function fieldsOf(terms: readonly Term[], byField: ReadonlyMap<string, Term>): Field {
  interface Made extends Field {
    term: Term | null;
    readonly fields: Map<string, Made>;
  }
  const root: Made = { key: "", isArray: false, field: "", term: null, fields: new Map() };
  for (const t of terms) {
    let here = root;
    for (const step of t.field.split(".")) {
      // scheme and version belong to the value
      if (here.term?.type === "schemed") break;
      const key = step.replace(/\[\]$/, "");
      let next = here.fields.get(key);
      if (!next) {
        const field = here.field === "" ? step : `${here.field}.${step}`;
        here.fields.set(key, (next = { key, isArray: step.endsWith("[]"), field, term: byField.get(field) ?? null, fields: new Map() }));
      }
      here = next;
    }
  }
  return root;
}

const TABLE = termTable(ROWS["2017"]);

export const TERMS = TABLE.terms;
export const termOf = (field: string): Term | undefined => TABLE.byField.get(field);
export const termWithId = (id: string): Term | undefined => TABLE.byId.get(id);
export const MODEL = TABLE.model;

export const PARTS = ["value", "scheme", "scheme_version", "name"] as const;
