import { isList } from "../../../base/json.js";
import { isIban } from "../../core/iban.js";
import type { Element } from "./element.js";
import { money, shortest } from "./compute.js";
import { lossesOf, type Loss } from "./room.js";
import { MODEL, termOf, type Term } from "./terms.js";
import { elementsOf, type Binding, type Document, type Step } from "./tree.js";
import { groupsAt, isGroup, textAt, valueAt, type Group, type Path, type Value } from "./value.js";
import { decimal } from "../xml/decimal.js";
import { lookup } from "../../../base/lookup.js";

interface Written {
  readonly root: Element;
  readonly losses: readonly Loss[];
}

/** @param model complete, of terms that the profile has */
export function writeModel(model: Group, document: Document): Written {
  const writer = new Writer(model, document);
  const root = writer.root();
  return { root, losses: writer.unwritten() };
}

/** UNTDID 2005 to 2475 (I21). */
const TAX_POINTS: Readonly<Record<string, string>> = { "3": "5", "35": "29", "432": "72" };

/** Made without an entry for values of the whole invoice. */
const PHANTOMS = new Set(["payment_instructions.credit_transfers[]", "payment_terms_details[]"]);

const isEmpty = (item: Value): boolean => isGroup(item) && Object.keys(item).length === 0;

/** Entry of an array that encloses an element. */
interface Scope {
  readonly item: Value;
  readonly path: Path;
  readonly index: number;
}

class Writer {
  readonly #isUbl: boolean;
  readonly #currency: string | undefined;
  readonly #taxCurrency: string | undefined;
  readonly #hasPayee: boolean;
  /** values written, by the group that holds them */
  readonly #done = new Map<Value, Set<string>>();
  readonly #parts = new Map<Value, Group[]>();
  readonly #nested = new Set<Value>();

  constructor(
    readonly model: Group,
    readonly document: Document,
  ) {
    this.#isUbl = document !== "cii";
    this.#currency = textAt(model, "invoice_currency_code");
    this.#taxCurrency = textAt(model, "vat_accounting_currency_code");
    this.#hasPayee = model["payee"] !== undefined;
  }

  root(): Element {
    const { root } = elementsOf(this.document);
    if (this.#isUbl) this.#nest();
    return (
      this.#element(root, { item: this.model, path: [], index: 0 }, []) ?? {
        name: root.name,
        attributes: [],
        text: null,
        children: [],
        path: [],
        step: root,
      }
    );
  }

  unwritten(): readonly Loss[] {
    const losses: Loss[] = [];
    const visit = (of: typeof MODEL, given: Value, path: Path): void => {
      if (!isGroup(given)) return;
      for (const field of of.fields.values()) {
        const value = lookup(given, field.key);
        if (value === undefined) continue;
        const here = [...path, field.key];
        const list = isList(value) ? value : null;
        if (field.fields.size > 0) {
          if (list) for (const [i, v] of list.entries()) visit(field, v, [...here, i]);
          else visit(field, value, here);
        } else if (list) {
          for (const [i, v] of list.entries())
            if (isGroup(v)) for (const l of this.#unwrittenParts(v, field.field, [...here, i])) losses.push(l);
            else if (!this.#done.get(list)?.has(String(i))) losses.push({ path: [...here, i], term: field.term! });
        } else if (isGroup(value)) for (const l of this.#unwrittenParts(value, field.field, here)) losses.push(l);
        else if (!this.#done.get(given)?.has(field.key)) for (const l of lossesOf(field, value, here)) losses.push(l);
      }
    };
    visit(MODEL, this.model, []);
    return losses;
  }

  #unwrittenParts(identifier: Group, field: string, path: Path): readonly Loss[] {
    const done = this.#done.get(identifier);
    if (!done) return [{ path, term: termOf(field)! }];
    const lost = Object.keys(identifier).filter((part) => !done.has(part));
    return lost.map((part) => ({ path: [...path, part], term: termOf(`${field}.${part}`) ?? termOf(field)! }));
  }

  /** UBL has no reference to the line above. */
  #nest(): void {
    const lines = groupsAt(this.model, "lines");
    const byId = new Map(lines.map((l) => [textAt(l, "identifier"), l]));
    for (const line of lines) {
      const parent = byId.get(textAt(line, "parent_line_identifier") ?? "\0");
      if (!parent || parent === line) continue;
      this.#nested.add(line);
      const parts = this.#parts.get(parent);
      if (parts) parts.push(line);
      else this.#parts.set(parent, [line]);
    }
  }

  #mark(holder: Value, key: string): void {
    const known = this.#done.get(holder);
    if (known) known.add(key);
    else this.#done.set(holder, new Set([key]));
  }

  #each(step: Step, scope: Scope): readonly Element[] {
    const { each } = step;
    if (!each) {
      const made = this.#element(step, scope, scope.path);
      return made ? [made] : [];
    }
    const from = each.isRoot ? this.model : scope.item;
    const base = each.isRoot ? [] : scope.path;
    const found = valueAt(from, each.path);
    const list = isList(found) ? found : [];
    const isPhantom = list.every(isEmpty) && PHANTOMS.has(each.field) && this.#isNeeded(step);
    const count = isPhantom ? 1 : list.length;
    const out: Element[] = [];
    for (let i = 0; i < count; i++) {
      const item = list[i] ?? {};
      if (!fits(step, item) || (isEmpty(item) && !isPhantom)) continue;
      const path = [...base, ...each.path, i];
      if (this.#nested.has(item)) continue;
      const inner: Scope = { item, path, index: i };
      if (typeof item === "string") {
        this.#mark(list, String(i));
      }
      const made = step.flags.has("nested") ? this.#line(step, inner, list, base) : this.#element(step, inner, path);
      if (made) out.push(made);
    }
    return out;
  }

  #line(step: Step, scope: Scope, lines: readonly Value[], base: Path): Element | null {
    const made = this.#element(step, scope, scope.path);
    if (!made) return null;
    const name = this.document === "ubl-invoice" ? "cac:SubInvoiceLine" : "cac:SubCreditNoteLine";
    const parts = (this.#parts.get(scope.item) ?? []).flatMap((part): readonly Element[] => {
      const index = lines.indexOf(part);
      this.#mark(part, "parent_line_identifier");
      const inner = this.#line({ ...step, name }, { item: part, path: [...base, ...step.each!.path, index], index }, lines, base);
      return inner ? [inner] : [];
    });
    return parts.length === 0 ? made : { ...made, children: [...made.children, ...parts] };
  }

  /** A value of the whole invoice asks for the element; a due date alone does not (I18). */
  #isNeeded(step: Step): boolean {
    const own = [...step.leaves, ...step.attributes.map((a) => a.binding)];
    if (own.some((b) => b.isRoot && !(this.#isUbl && b.term.id === "BT-9") && typeof valueAt(this.model, b.path) === "string")) return true;
    return step.children.some((c) => this.#isNeeded(c));
  }

  #element(step: Step, scope: Scope, path: Path): Element | null {
    if (step.fixed) return { name: step.name, attributes: [], text: step.fixed.value, children: [], path, step };
    if (step.flags.has("fallback")) return null;
    if (step.conditions.some((c) => c.value.startsWith("$") && this.#currencyOf(c.value) === undefined)) return null;
    let text: string | null = null;
    let own: Path | null = null;
    for (const b of step.leaves) {
      const found = this.#text(step, b, scope);
      if (found === null) continue;
      text = found;
      own = b.isRoot ? b.path : [...scope.path, ...b.path];
    }
    if (step.flags.has("note")) text = noteOf(text, textAt(scope.item, "subject_code"), () => this.#mark(scope.item, "subject_code"));
    const isNa = step.flags.has("na") && text === null && this.model["sales_order_reference"] !== undefined;
    if (isNa) text = "NA";
    // BT-148 is beside a discount only
    if (step.flags.has("zero") && text === null && textAt(scope.item, "price", "gross") !== undefined) text = "0";
    const made = step.children.map((c) => ({ isFixed: isFixed(c), elements: this.#each(c, scope) }));
    const isEmpty = text === null && !isFixed(step) && !made.some((m) => !m.isFixed && m.elements.length > 0);
    if (isEmpty && !step.flags.has("always")) return null;
    const children = text === null && !isEmpty ? made.flatMap((m) => m.elements) : [];
    const attributes = text === null ? [] : this.#attributes(step, scope, text);
    return { name: step.name, attributes, text, children, path: own ?? path, step };
  }

  #currencyOf(term: string): string | undefined {
    // without a second currency its amount has no element
    if (term === "$BT-5") return this.#currency ?? "";
    return this.#taxCurrency === this.#currency ? undefined : this.#taxCurrency;
  }

  #text(step: Step, b: Binding, scope: Scope): string | null {
    if (b.isRoot && (b.mode === "first" ? scope.index > 0 : false)) return null;
    if (b.mode === "rest" && scope.index === 0) return null;
    const from = b.isRoot ? this.model : scope.item;
    if (b.path.length === 0) return typeof from === "string" ? this.#format(b.term, from) : null;
    const holder = valueAt(from, b.path.slice(0, -1));
    if (!isGroup(holder)) return null;
    const value = lookup(holder, b.path.at(-1)!);
    if (typeof value !== "string" || !fitsValue(step, holder, value, this.#hasPayee)) return null;
    this.#mark(holder, b.path.at(-1)!);
    return this.#format(b.term, value);
  }

  #attributes(step: Step, scope: Scope, text: string): readonly (readonly [string, string])[] {
    const out: (readonly [string, string])[] = [];
    const type = step.leaves[0]?.term.type;
    if (!this.#isUbl && type === "date") out.push(["format", "102"]);
    const term = step.conditions.find((c) => c.value.startsWith("$"))?.value;
    const currency = this.#isUbl ? (type === "amount" || type === "price") && isMoney(step) : term !== undefined;
    if (currency) {
      const code = step.leaves[0]!.term.id === "BT-111" ? this.#taxCurrency : this.#currency;
      if (code !== undefined) out.push(["currencyID", code]);
    }
    for (const { name, value } of step.fixedAttributes) out.push([name, value]);
    for (const { name, binding } of step.attributes) {
      const value = this.#text(step, binding, scope);
      if (value !== null && text !== "") out.push([name, value]);
    }
    return out;
  }

  #format(term: Term, value: string): string {
    switch (term.type) {
      case "date":
        return this.#isUbl ? value : value.replaceAll("-", "");
      case "amount": {
        const d = decimal(value);
        return d ? positive(money(d)) : value;
      }
      case "price":
      case "percentage":
      case "quantity":
        return positive(shortest(value));
      default:
        return term.id === "BT-8" && !this.#isUbl ? (lookup(TAX_POINTS, value) ?? value) : value;
    }
  }
}

/** Zero has no sign. */
const positive = (text: string): string => (/^-[0.]*$/.test(text) ? text.slice(1) : text);

const isFixed = (step: Step): boolean => step.fixed !== null || (step.children.length > 0 && step.children.every(isFixed));

/** Exchange rates are not amounts. */
const isMoney = (step: Step): boolean => step.name.startsWith("cbc:");

function noteOf(text: string | null, code: string | undefined, mark: () => void): string | null {
  if (code === undefined) return text;
  mark();
  return `#${code}#${text ?? ""}`;
}

/** Identifiers with and without scheme have different elements. */
function fits(step: Step, item: Value): boolean {
  if (!isGroup(item)) return true;
  if (step.flags.has("plain")) return item["scheme"] === undefined;
  return !step.flags.has("schemed") || item["scheme"] !== undefined;
}

function fitsValue(step: Step, holder: Group, value: string, hasPayee: boolean): boolean {
  const { flags } = step;
  if (flags.has("seller")) return !hasPayee;
  if (flags.has("payee")) return hasPayee;
  if (flags.has("iban")) return isIban(value);
  if (flags.has("other")) return !isIban(value);
  return step.each !== null || fits(step, holder);
}
