// Groups of rows: label, term, value, each once (I36).
import { isList, asString } from "../../../base/json.js";
import { append } from "../../../base/many.js";
import { PARTS, MODEL, termOf, type Field, type Term } from "../model/terms.js";
import { isGroup, type Group, type Value } from "../model/value.js";
import { labelOf, partLabel } from "./labels/label.js";
import type { AllWords, Language } from "./labels/table.js";
import { DOCUMENT_WORDS, PAYMENT_WORDS, TAX_POINT_WORDS, UNIT_WORDS, VAT_WORDS, wordOf } from "./labels/words.js";
import { lookup } from "../../../base/lookup.js";

export interface TermRow {
  /** name of the field, with [] after arrays */
  readonly field: string;
  readonly label: string;
  /** BT-27 */
  readonly id: string;
  readonly value: string;
}

export interface TermGroup {
  /** "" for the whole invoice */
  readonly field: string;
  readonly label: string;
  /** BG-4; "" without identifier */
  readonly id: string;
  readonly rows: readonly TermRow[];
  readonly groups: readonly TermGroup[];
}

/** undefined: as in the file */
type FormOf = (term: Term, value: string) => string | undefined;

export const groupsOfInvoice = (model: Group, language: Language, form?: FormOf): TermGroup =>
  new Rows(language, form).group(MODEL, model, "");

/** Returns "" for groups without a number. */
const idOf = (term: Term | null): string => (term === null || term.id === "BG-X" ? "" : term.id);

class Rows {
  constructor(
    readonly language: Language,
    readonly form: FormOf | undefined,
  ) {}

  group(of: Field, given: Group, label: string): TermGroup {
    const rows: TermRow[] = [];
    const groups: TermGroup[] = [];
    for (const field of of.fields.values()) {
      const value = lookup(given, field.key);
      if (value === undefined) continue;
      const values = isList(value) ? value : [value];
      if (field.fields.size === 0 || field.term?.type === "schemed") {
        for (const v of values) append(rows, this.#rows(field, v));
        continue;
      }
      values.forEach((v, i) => {
        const name = labelOf(field, this.language);
        if (isGroup(v)) groups.push(this.group(field, v, values.length > 1 ? `${name} ${i + 1}` : name));
      });
    }
    return { field: of.field, label, id: idOf(of.term), rows, groups };
  }

  #rows(field: Field, value: Value): readonly TermRow[] {
    const { term } = field;
    const label = labelOf(field, this.language);
    if (!isGroup(value)) return [{ field: field.field, label, id: idOf(term), value: this.#text(field, asString(value)) }];
    return PARTS.flatMap((part) => {
      const text = value[part];
      if (typeof text !== "string") return [];
      if (part === "value") return [{ field: field.field, label, id: idOf(term), value: text }];
      const own = termOf(`${field.field}.${part}`);
      return [{ field: `${field.field}.${part}`, label: partLabel(field, part, own, this.language), id: idOf(own ?? null), value: text }];
    });
  }

  #text({ key, field, term }: Field, value: string): string {
    const { language } = this;
    if (term?.type === "boolean") return wordOf(value === "true" ? "yes" : "no", language);
    if (term?.type === "binary") return `${bytesOf(value)} ${wordOf("bytes", language)}`;
    const formed = term && this.form?.(term, value);
    if (formed) return formed;
    const words = TYPES_OF_INVOICES.test(field) ? DOCUMENT_WORDS : lookup(CODES, key);
    const word = words?.get(value.trim())?.[language];
    return word === undefined ? value : `${value} (${word})`;
  }
}

const CODES: Readonly<Record<string, ReadonlyMap<string, AllWords>>> = {
  invoice_type_code: DOCUMENT_WORDS,
  payment_means_type_code: PAYMENT_WORDS,
  vat_point_date_code: TAX_POINT_WORDS,
  category_code: VAT_WORDS,
  vat_category_code: VAT_WORDS,
  unit_code: UNIT_WORDS,
  base_quantity_unit_code: UNIT_WORDS,
  basis_period_unit_code: UNIT_WORDS,
  charge_free_quantity_unit_code: UNIT_WORDS,
  package_quantity_unit_code: UNIT_WORDS,
};
const TYPES_OF_INVOICES = /preceding_invoice_references\[\]\.type_code$/;

function bytesOf(base64: string): number {
  const dense = base64.replace(/[\s=]/g, "");
  return Math.floor((dense.length * 3) / 4);
}
