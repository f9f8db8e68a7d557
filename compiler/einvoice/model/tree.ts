// Element trees of CII and UBL, whose values are bound to terms; generated from the table of terms.
import { tuple } from "../../../base/tuple.js";
import { isOneOf } from "../../../base/lookup.js";
import { CII_TREE } from "./cii.js";
import { termOf, type Term } from "./terms.js";
import { UBL_TREE } from "./ubl.js";

/*
 * Lines of UBL that only an Invoice has begin with <, of a CreditNote with >. A line is an element, indented below its parent: its qualified name, then between tabs
 *   ?path=value, ?!path=value   it is the element of those of its name of which this holds ($BT-5: the value of a term)
 *   *array                      it occurs for each entry of an array; ^ is the whole invoice, else the enclosing entry
 *   =path                       its text; !every: in each element of an array, !rest: in all but the first
 *   @name=path, @name="value"   an attribute
 *   "=value", "~value"          its only text; ~ is read with any text
 *   %flag                       see Flag
 */

/** Names of attributes begin with @. */
export interface Condition {
  readonly where: readonly string[];
  /** $BT-5, $BT-6: value of the term */
  readonly value: string;
  readonly negative: boolean;
}

export interface Binding {
  /** from the enclosing entry, or the invoice; empty: the entry */
  readonly path: readonly string[];
  /** of the whole invoice in an element that repeats */
  readonly isRoot: boolean;
  /** elements of an array that contain it */
  readonly mode: "first" | "every" | "rest";
  readonly term: Term;
}

/**
 * always: required even if empty; plain, schemed: identifiers without and with a scheme; iban, other: accounts; fallback: read if the other
 * element is absent, never written; point: read as the contact point if there is none; note: text with a subject code; na: NA beside BT-14;
 * zero: 0 beside BT-148; seller, payee: identifier of the direct debit's creditor; nested: lines below lines.
 */
const FLAGS = [
  "always",
  "plain",
  "schemed",
  "iban",
  "other",
  "fallback",
  "point",
  "note",
  "na",
  "zero",
  "seller",
  "payee",
  "nested",
] as const;
type Flag = (typeof FLAGS)[number];

export interface Step {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly each: { readonly path: readonly string[]; readonly isRoot: boolean; readonly field: string } | null;
  readonly leaves: readonly Binding[];
  readonly attributes: readonly { readonly name: string; readonly binding: Binding }[];
  readonly fixedAttributes: readonly { readonly name: string; readonly value: string }[];
  readonly fixed: { readonly value: string; readonly isStrict: boolean } | null;
  readonly flags: ReadonlySet<Flag>;
  readonly children: readonly Step[];
}

interface Tree {
  readonly root: Step;
  /** fields of terms that have an element or attribute */
  readonly fields: ReadonlySet<string>;
}

const UBL_BY_CODE = ["lines[].parent_line_identifier", "notes[].subject_code"];

function treeOf(written: string, more: readonly string[]): Tree {
  const fields = new Set(more);
  const stack: { readonly depth: number; readonly step: Step & { readonly children: Step[] }; readonly context: string }[] = [];
  let root: Step | undefined;
  for (const line of written.trim().split("\n")) {
    const depth = /^ */.exec(line)![0].length;
    while (stack.length > 0 && stack.at(-1)!.depth >= depth) stack.pop();
    const parent = stack.at(-1);
    const outer = parent?.context ?? "";
    const [name = "", ...parts] = line.trim().split("\t");
    const starting = (mark: string): string[] => parts.filter((p) => p.startsWith(mark)).map((p) => p.slice(mark.length));
    const [array] = starting("*");
    const each = array === undefined ? null : eachOf(array, outer);
    const context = each ? `${each.field}.` : outer;
    const bind = (text: string): Binding => {
      const made = bindingOf(text, context);
      fields.add(made.term.field);
      return made;
    };
    const attributes = starting("@").map((a) => tuple(/^([^=]+)=(.*)$/.exec(a)!.slice(1), 2));
    const fixed = /^"([=~])(.*)"$/.exec(parts.find((p) => p.startsWith('"')) ?? "");
    const children: Step[] = [];
    const step = {
      name,
      conditions: starting("?").map(conditionOf),
      each,
      leaves: starting("=").map(bind),
      attributes: attributes.filter(([, v]) => !v.startsWith('"')).map(([n, v]) => ({ name: n, binding: bind(v) })),
      fixedAttributes: attributes.filter(([, v]) => v.startsWith('"')).map(([n, v]) => ({ name: n, value: v.slice(1, -1) })),
      fixed: fixed ? { value: fixed[2]!, isStrict: fixed[1] === "=" } : null,
      flags: new Set(starting("%").filter((flag) => isOneOf(FLAGS, flag))),
      children,
    };
    parent?.step.children.push(step);
    root ??= step;
    stack.push({ depth, step, context });
  }
  return { root: root!, fields };
}

function conditionOf(text: string): Condition {
  const negative = text.startsWith("!");
  const [, where, value] = /^!?([^=]+)=(.*)$/.exec(text)!;
  return { where: where!.split("/"), value: value!, negative };
}

function eachOf(text: string, outer: string): NonNullable<Step["each"]> {
  const isRoot = text.startsWith("^");
  const path = text.replace("^", "").split(".");
  return { path, isRoot, field: `${isRoot ? "" : outer}${path.join(".")}[]` };
}

const MODES = ["every", "rest"] as const;

function bindingOf(text: string, context: string): Binding {
  const [, caret, given, mode = "first"] = /^(\^?)([^!]*)(?:!(every|rest))?$/.exec(text)!;
  const path = given === "." ? [] : given!.split(".");
  const field = `${caret === "^" ? "" : context}${path.join(".")}`.replace(/\.$/, "");
  // parts of identifiers are of the identifier's term; others are terms
  const term = termOf(field) ?? termOf(field.replace(/\.(value|scheme)$/, ""));
  if (!term) throw new Error(`no term ${field}`);
  return { path, isRoot: caret === "^", mode: isOneOf(MODES, mode) ? mode : "first", term };
}

/** A kind of document in a syntax. */
export type Document = "cii" | "ubl-invoice" | "ubl-credit-note";

/** Lines with a mark or without one. */
function of(mark: "<" | ">", tree: string): string {
  const lines = tree.trim().split("\n");
  return lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : /^[<>]/.test(line) ? [] : [line])).join("\n");
}

const WRITTEN: Readonly<Record<Document, readonly [string, readonly string[]]>> = {
  cii: [CII_TREE, []],
  "ubl-invoice": [of("<", UBL_TREE), UBL_BY_CODE],
  "ubl-credit-note": [of(">", UBL_TREE), UBL_BY_CODE],
};

const known = new Map<Document, Tree>();

export function elementsOf(document: Document): Tree {
  let found = known.get(document);
  if (!found) known.set(document, (found = treeOf(...WRITTEN[document])));
  return found;
}

/** Returns the term whose element holds a term that has none: the one that has it as an attribute, or of the entries that repeat it. */
export function holderOf(document: Document, term: Term): Term | undefined {
  const find = ({ leaves, attributes, children, each }: Step, entries: Term | undefined): Term | undefined => {
    const own = leaves[0]?.term;
    if (own && own !== term && attributes.some(({ binding }) => binding.term === term)) return own;
    const around = each ? termOf(each.field) : entries;
    if (around && leaves.some((b) => b.isRoot && b.term === term)) return around;
    for (const c of children) {
      const found = find(c, around);
      if (found) return found;
    }
    return undefined;
  };
  return find(elementsOf(document).root, undefined);
}
