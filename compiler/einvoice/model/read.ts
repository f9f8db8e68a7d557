// CII or UBL to terms, and content without a term (I14, I24, I30). Never judges.
import { isDetermined } from "./reasons.js";
import { fail } from "../../core/fail.js";
import { ROOT } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { NOTE_SUBJECTS } from "../xml/codes/document.js";
import { decimal } from "../xml/decimal.js";
import { quoted } from "../xml/finding.js";
import { locationOf, normal, valueOf, type Node } from "../xml/node.js";
import { isBase64 } from "../xml/base64.js";
import { sameNumber } from "./compute.js";
import { isDay } from "../../core/day.js";
import { isNumber } from "./decode.js";
import { elementsOf, type Binding, type Condition, type Document, type Step } from "./tree.js";
import { isGroup, valueAt, type Draft, type Group, type Path, type Value, textAt } from "./value.js";
import type { Term } from "./terms.js";
import { lookup } from "../../../base/lookup.js";

export interface LeftOut {
  readonly location: string;
  readonly value: string;
}

interface Read {
  readonly model: Group;
  readonly leftOut: readonly LeftOut[];
  /** paths of array entries in the model by their elements */
  readonly entries: ReadonlyMap<Node, Path>;
}

/** @param extended further payment terms have fields @throws RenderError API-002 for a value of another type */
export function readModel(root: Node, document: Document, extended: boolean): Read {
  const reader = new Reader(root, document, extended);
  reader.whole();
  return { model: reader.model, leftOut: reader.leftOut, entries: reader.entries };
}

/** UNTDID 2475 to 2005 (I21). */
const TAX_POINTS: Readonly<Record<string, string>> = { "5": "3", "29": "35", "72": "432" };
const XSI = "{http://www.w3.org/2001/XMLSchema-instance}";

interface Scope {
  /** null: the array has values */
  readonly item: Draft;
  readonly index: number;
  /** path of `item` in the model */
  readonly path: Path;
}

class Reader {
  readonly model: Draft = {};
  readonly leftOut: LeftOut[] = [];
  readonly entries = new Map<Node, Path>();
  readonly #isUbl: boolean;
  readonly #currencies: Readonly<Record<string, string | undefined>>;
  readonly #later: (() => void)[] = [];

  constructor(
    readonly root: Node,
    readonly document: Document,
    readonly extended: boolean,
  ) {
    this.#isUbl = document !== "cii";
    const settlement = ["SupplyChainTradeTransaction", "ApplicableHeaderTradeSettlement"];
    const at = (...path: readonly string[]): string | undefined => {
      const found = nodesAt(root, path)[0];
      return found && normal(valueOf(found));
    };
    this.#currencies = this.#isUbl
      ? { "$BT-5": at("DocumentCurrencyCode"), "$BT-6": at("TaxCurrencyCode") }
      : { "$BT-5": at(...settlement, "InvoiceCurrencyCode"), "$BT-6": at(...settlement, "TaxCurrencyCode") };
  }

  whole(): void {
    const { root } = elementsOf(this.document);
    this.#attributes(root, this.root, { item: this.model, index: 0, path: [] });
    this.#children(root, this.root, { item: this.model, index: 0, path: [] });
    for (const late of this.#later) late();
    this.#tidy();
  }

  #children(step: Step, node: Node, scope: Scope): void {
    if (step.leaves.length === 0 && normal(node.text) !== "") this.#leave(locationOf(node), node.text);
    const counts = new Map<Step, number>();
    for (const child of node.children) {
      const found = this.#stepOf(step, child);
      const count = found ? (counts.get(found) ?? 0) : 0;
      if (!found || (count > 0 && !found.each)) {
        this.#leaveAll(child);
        continue;
      }
      counts.set(found, count + 1);
      if (!found.each) this.#element(found, child, scope);
      else if (found.each.field === "payment_terms_details[]" && count > 0 && !this.extended) this.#leaveAll(child);
      else this.#entry(found, child, scope, count);
    }
  }

  #stepOf(parent: Step, node: Node): Step | undefined {
    const name = `${node.prefix}:${node.name}`;
    return parent.children.find((s) => s.name === name && s.conditions.every((c) => this.#holds(c, node)));
  }

  #holds({ where, value, negative }: Condition, node: Node): boolean {
    const expected = value.startsWith("$") ? lookup(this.#currencies, value) : value;
    const found = textsAt(node, where).some((t) => (/Indicator$/.test(where.at(-1)!) ? truth(t) : normal(t)) === expected);
    return found !== negative;
  }

  #entry(step: Step, node: Node, scope: Scope, index: number): void {
    const { path, isRoot } = step.each!;
    const list = listAt(isRoot ? this.model : scope.item, path);
    const own = [...(isRoot ? [] : scope.path), ...path, list.length];
    this.entries.set(node, own);
    if (step.leaves[0]?.path.length === 0) {
      const value = this.#value(step.leaves[0].term, node);
      if (value !== undefined) list.push(value);
      return this.#attributes(step, node, scope);
    }
    const item: Draft = {};
    list.push(item);
    this.#element(step, node, { item, index, path: own });
    if (step.flags.has("note")) splitNote(item);
  }

  #element(step: Step, node: Node, scope: Scope): void {
    if (step.fixed) {
      if (step.fixed.isStrict && normal(valueOf(node)) !== step.fixed.value && truth(valueOf(node)) !== step.fixed.value)
        this.#leave(locationOf(node), valueOf(node));
      return;
    }
    if (step.flags.has("fallback") || (step.flags.has("point") && !node.parent!.children.some((c) => c.name === "PersonName"))) {
      const bound = step.flags.has("point") ? { ...step, leaves: step.leaves.map(pointOf) } : step;
      this.#later.push(() => this.#leaf(bound, node, scope));
      return;
    }
    if (step.leaves.length > 0) this.#leaf(step, node, scope);
    else {
      this.#attributes(step, node, scope);
      this.#children(step, node, scope);
    }
  }

  #leaf(step: Step, node: Node, scope: Scope): void {
    for (const child of node.children) this.#leaveAll(child);
    const binding = step.leaves.find((b) => (b.mode === "rest") === scope.index > 0) ?? step.leaves[0]!;
    const isNa = step.flags.has("na") && normal(node.text) === "NA" && node.parent!.children.some((c) => c.name === "SalesOrderID");
    const value = isNa ? undefined : this.#value(binding.term, node);
    if (value !== undefined && !this.#set(binding, value, scope, step.flags.has("fallback"))) {
      this.#leave(locationOf(node), valueOf(node));
      for (const [name, text] of node.attributes) if (!FIXED_ATTRIBUTES.has(name)) this.#leave(`${locationOf(node)}/@${name}`, text);
      return;
    }
    this.#attributes(step, node, scope);
  }

  /** false if another value is there */
  #set({ path, isRoot, term }: Binding, value: string, scope: Scope, isFallback = false): boolean {
    const holder = isRoot ? this.model : scope.item;
    const known = valueAt(holder, path);
    if (known === undefined) {
      draftAt(holder, path.slice(0, -1))[path.at(-1)!] = value;
      return true;
    }
    const repeats = isRoot || isFallback;
    return repeats && typeof known === "string" && (known === value || (isNumber(term.type!) && sameNumber(known, value)));
  }

  #attributes(step: Step, node: Node, scope: Scope): void {
    for (const [name, text] of node.attributes) {
      if (name.startsWith(XSI) || normal(text) === "") continue;
      const bound = step.attributes.find((a) => a.name === name);
      // a scheme or unit without value
      if (bound && normal(valueOf(node)) !== "") {
        const value = bound.binding.term.type === "text" ? text : normal(text);
        if (this.#set(bound.binding, value, scope, step.flags.has("fallback"))) continue;
      } else if (step.fixedAttributes.some((a) => a.name === name && a.value === normal(text))) continue;
      else if (name === "format" || (name === "currencyID" && this.#isCurrency(step, normal(text)))) continue;
      this.#leave(`${locationOf(node)}/@${name.replace(/^\{.*\}/, "")}`, text);
    }
  }

  /** Amounts in the invoice's currency need no other term. */
  #isCurrency(step: Step, code: string): boolean {
    return code === this.#currencies[step.leaves[0]?.term.id === "BT-111" ? "$BT-6" : "$BT-5"];
  }

  #value(term: Term, node: Node): string | undefined {
    const text = valueOf(node);
    const trimmed = normal(text);
    if (trimmed === "") return undefined;
    const type = term.type!;
    if (type === "text") return text;
    if (isNumber(type)) {
      if (!decimal(text)) refuse(node, "a decimal number", trimmed);
      return trimmed
        .replace(/^\+/, "")
        .replace(/^(-?)\./, "$10.")
        .replace(/\.$/, "");
    }
    if (type === "date") return this.#date(node, trimmed);
    if (type === "boolean") {
      const found = truth(trimmed);
      return found === "true" || found === "false" ? found : refuse(node, "true or false", trimmed);
    }
    if (type === "binary") {
      const dense = text.replace(/\s+/g, "");
      return isBase64(dense) ? dense : refuse(node, "base64", trimmed);
    }
    if (term.id === "BT-8" && !this.#isUbl) return lookup(TAX_POINTS, trimmed) ?? trimmed;
    return text.trim();
  }

  #date(node: Node, text: string): string {
    if (this.#isUbl) {
      const day = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/.exec(text)?.[1];
      return day !== undefined && isDay(day) ? day : refuse(node, "a day of the calendar in the form YYYY-MM-DD", text);
    }
    const form = node.attributes.get("format");
    if (form !== undefined && normal(form) !== "102") refuse(node, "a date in the format 102", `the format ${normal(form)}`);
    const [, y, m, d] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
    const day = `${y}-${m}-${d}`;
    return isDay(day) ? day : refuse(node, "a day of the calendar in the form YYYYMMDD", text);
  }

  #leave(location: string, value: string): void {
    this.leftOut.push({ location, value });
  }

  #leaveAll(node: Node): void {
    if (/^Sub(Invoice|CreditNote)Line$/.test(node.name) && node.prefix === "cac" && this.#isUbl) return this.#subLine(node);
    if (isWord(node) || isDetermined(node)) return;
    for (const [name, text] of node.attributes)
      if (!name.startsWith(XSI) && !FIXED_ATTRIBUTES.has(name) && normal(text) !== "")
        this.#leave(`${locationOf(node)}/@${name.replace(/^\{.*\}/, "")}`, text);
    if (normal(node.text) !== "") this.#leave(locationOf(node), node.text);
    for (const c of node.children) this.#leaveAll(c);
  }

  /** Reads a line that belongs to another, which is read before it. */
  #subLine(node: Node): void {
    const step = elementsOf(this.document).root.children.find((s) => s.flags.has("nested"))!;
    const list = listAt(this.model, ["lines"]);
    const item: Draft = {};
    const id = node.parent && nodesAt(node.parent, ["ID"])[0];
    if (id) item["parent_line_identifier"] = valueOf(id).trim();
    list.push(item);
    const path = ["lines", list.length - 1];
    this.entries.set(node, path);
    this.#element(step, node, { item, index: list.length - 1, path });
  }

  /** Removes empty entries; payment terms belong to elements by position. */
  #tidy(): void {
    const terms = this.model["payment_terms_details"] === undefined ? null : listAt(this.model, ["payment_terms_details"]);
    while (terms && terms.length > 0 && isGroup(terms.at(-1)) && Object.keys(terms.at(-1)!).length === 0) terms.pop();
    const clean = (group: Draft, isRoot: boolean): void => {
      for (const [key, value] of Object.entries(group)) {
        if (Array.isArray(value)) {
          const list = value;
          for (const v of list) if (isGroup(v)) clean(v, false);
          const isPlaced = isRoot && key === "payment_terms_details";
          const retained = isPlaced ? list : list.filter((v) => !isGroup(v) || Object.keys(v).length > 0);
          if (retained.length === 0) delete group[key];
          else group[key] = retained;
        } else if (isGroup(value)) {
          clean(value, false);
          if (Object.keys(value).length === 0) delete group[key];
        }
      }
    };
    clean(this.model, true);
  }
}

function isWord({ name, text, parent }: Node): boolean {
  const word = normal(text);
  if (name === "Indicator") return parent?.name === "ChargeIndicator";
  if (name === "ChargeIndicator") return word !== "";
  if (/^(Document)?TypeCode$/.test(name)) return ["50", "130", "916", "VAT"].includes(word);
  return name === "ID" && parent?.name === "TaxScheme" && word === "VAT";
}

const FIXED_ATTRIBUTES = new Set(["currencyID", "format"]);

const pointOf = (b: Binding): Binding => ({ ...b, path: [...b.path.slice(0, -1), "point"] });

function listAt(from: Draft, path: readonly string[]): Value[] {
  const holder = draftAt(from, path.slice(0, -1));
  return (holder[path.at(-1)!] ??= []) as Value[];
}

/** Group at the path, which is made if absent. */
function draftAt(from: Draft, path: readonly string[]): Draft {
  let here = from;
  for (const name of path) here = (here[name] ??= {}) as Draft;
  return here;
}

/** BT-21 precedes BT-22 in UBL (I23). */
function splitNote(note: Draft): void {
  const [, code, text] = /^#([A-Z]{3})#([^]*)$/.exec(textAt(note, "text") ?? "") ?? [];
  if (code === undefined || !NOTE_SUBJECTS.has(code)) return;
  note["subject_code"] = code;
  if (text!.trim() === "") delete note["text"];
  else note["text"] = text!;
}

const TRUTH: ReadonlyMap<string, string> = new Map([
  ["1", "true"],
  ["0", "false"],
]);
const truth = (text: string): string => TRUTH.get(normal(text)) ?? normal(text);

const local = (name: string): string => name.replace(/^.*:/, "");

function nodesAt(from: Node, path: readonly string[]): readonly Node[] {
  let here: readonly Node[] = [from];
  for (const name of path) here = here.flatMap((n) => n.children.filter((c) => c.name === local(name)));
  return here;
}

function textsAt(from: Node, where: readonly string[]): readonly string[] {
  const last = where.at(-1)!;
  if (!last.startsWith("@")) return nodesAt(from, where).map(valueOf);
  return nodesAt(from, where.slice(0, -1)).flatMap((n) => n.attributes.get(last.slice(1)) ?? []);
}

/** @throws RenderError always */
const refuse = (node: Node, expected: string, found: string): never => {
  const { text, ...parts } = must(expected, `"${quoted(found)}"`);
  return fail("API-002", "invoice-value", ROOT, { ...parts, text: `${locationOf(node)} (line ${node.line}): ${text}` });
};
