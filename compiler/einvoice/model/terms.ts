// Terms of the invoice model (I1).
import { ROWS } from "./fields.js";

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

export const TERMS: readonly Term[] = ROWS.map(([id, field, type, cardinality, from, least, name], place) => ({
  id,
  field,
  type: type === "group" ? null : type.startsWith("code") ? "code" : TYPES[type]!,
  from,
  least,
  name,
  isOnce: field.endsWith("[]") && cardinality.startsWith("0..1"),
  place,
}));

const BY_FIELD: ReadonlyMap<string, Term> = new Map(TERMS.map((t) => [t.field, t]));
const BY_ID = new Map<string, Term>();
// the first of an identifier: the others continue it
for (const t of TERMS) if (!BY_ID.has(t.id)) BY_ID.set(t.id, t);

export const termOf = (field: string): Term | undefined => BY_FIELD.get(field);
export const termWithId = (id: string): Term | undefined => BY_ID.get(id);

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

function fieldsOfRows(): Field {
  interface Made extends Field {
    term: Term | null;
    readonly fields: Map<string, Made>;
  }
  const root: Made = { key: "", isArray: false, field: "", term: null, fields: new Map() };
  for (const t of TERMS) {
    let here = root;
    for (const step of t.field.split(".")) {
      // scheme and version belong to the value
      if (here.term?.type === "schemed") break;
      const key = step.replace(/\[\]$/, "");
      let next = here.fields.get(key);
      if (!next) {
        const field = here.field === "" ? step : `${here.field}.${step}`;
        here.fields.set(key, (next = { key, isArray: step.endsWith("[]"), field, term: termOf(field) ?? null, fields: new Map() }));
      }
      here = next;
    }
  }
  return root;
}

export const MODEL: Field = fieldsOfRows();

export const PARTS = ["value", "scheme", "scheme_version", "name"] as const;
