// Each term is taken once, so that the others remain known (I34).
import type { TermGroup, TermRow } from "../show/rows.js";

/** Terms that are not drawn, since only machines read them. */
const LEFT = new Set([
  "process_control.business_process_type",
  "process_control.specification_identifier",
  "additional_supporting_documents[].attached_document.content",
]);

export class Drawn {
  readonly #taken = new Set<TermRow>();

  constructor(readonly whole: TermGroup) {}

  group(field: string): TermGroup | undefined {
    return this.groups(field)[0];
  }

  groups(field: string, within: TermGroup = this.whole): readonly TermGroup[] {
    return within.groups.flatMap((g) => (g.field === field ? [g] : field.startsWith(g.field) ? this.groups(field, g) : []));
  }

  take(field: string, within: TermGroup | undefined = this.whole): readonly string[] {
    const rows = (within?.rows ?? []).filter((r) => r.field === field && !this.#taken.has(r));
    for (const r of rows) this.#taken.add(r);
    return rows.map((r) => r.value);
  }

  /** Takes the rows that remain. */
  rest(within: TermGroup): readonly TermRow[] {
    const rows = within.rows.filter((r) => !this.#taken.has(r) && !LEFT.has(r.field));
    for (const r of rows) this.#taken.add(r);
    return rows;
  }

  /** Groups below with rows that are not taken, in reading order. */
  left(within: TermGroup): readonly { readonly label: string; readonly rows: readonly TermRow[] }[] {
    const rows = this.rest(within);
    return [...(rows.length > 0 ? [{ label: within.label, rows }] : []), ...within.groups.flatMap((g) => this.left(g))];
  }
}
