// Nodes of a form: groups of fields, fields, and the widgets of fields (ISO 32000-2, 12.7.4.2; FM-39).
import { arrayOf, dictOf, textOf } from "./objects.js";
import { PdfRef, type PdfArray, type PdfDict, type PdfFile, type PdfObject } from "./types.js";

/** A node of the form. */
export interface FieldNode {
  /** full name */
  readonly name: string;
  readonly dict: PdfDict;
  /** null: a direct object */
  readonly ref: PdfRef | null;
  /** a group has kids with names; whatever is below a field is a widget */
  readonly role: "group" | "field" | "widget";
  readonly kids: PdfArray;
}

interface Below {
  readonly given: readonly PdfObject[];
  /** name of the parent */
  readonly outer: string;
  /** dictionaries that were met before, which are skipped */
  readonly seen: Set<PdfDict>;
}

/** levels of nodes */
const DEEPEST = 32;

/** Yields the nodes of the form, or those below others, depth first and each once. @throws PdfFault over a budget */
export function* fieldNodes(file: PdfFile, { given, outer, seen }: Below = wholeForm(file)): Generator<FieldNode> {
  const rest: { readonly given: PdfObject; readonly outer: string; readonly level: number; readonly isInField: boolean }[] = [];
  const push = (kids: readonly PdfObject[], name: string, level: number, isInField: boolean): void => {
    file.count(kids.length);
    for (let i = kids.length - 1; i >= 0; i--) rest.push({ given: kids[i]!, outer: name, level, isInField });
  };
  push(given, outer, 0, false);
  for (let next; (next = rest.pop());) {
    const dict = dictOf(file.get(next.given));
    if (!dict || seen.has(dict) || next.level > DEEPEST) continue;
    seen.add(dict);
    const part = textOf(file, dict.get("T"));
    const name = part === null ? next.outer : next.outer === "" ? part : `${next.outer}.${part}`;
    const kids = arrayOf(file.get(dict.get("Kids"))) ?? [];
    const role = next.isInField ? "widget" : kids.some((kid) => dictOf(file.get(kid))?.has("T") === true) ? "group" : "field";
    yield { name, dict, ref: next.given instanceof PdfRef ? next.given : null, role, kids };
    push(kids, name, next.level + 1, role !== "group");
  }
}

const wholeForm = (file: PdfFile): Below => ({
  given: arrayOf(file.get(dictOf(file.get(file.catalog.get("AcroForm")))?.get("Fields"))) ?? [],
  outer: "",
  seen: new Set(),
});
