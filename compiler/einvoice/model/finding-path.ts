// Path of a finding about XML: of the rule's first term, or of that of its terms which the place in the XML has (I2, I38).
import type { Finding } from "../xml/finding.js";
import type { Node } from "../xml/node.js";
import { elementsAt, type Element } from "./element.js";
import { MODEL, termOf, termWithId, type Term } from "./terms.js";
import type { Path } from "./value.js";

export const termOfFinding = ({ terms }: Finding): Term | undefined => (terms[0] === undefined ? undefined : termWithId(terms[0]));

/** Writes a path: `lines[2].price.net`; "" for the invoice. */
export const textOfPath = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`), "");

/** Path of a finding's first term in the model that was read from the XML; null without a term. @param entries paths of array entries */
export function pathIn(root: Node, entries: ReadonlyMap<Node, Path>, finding: Finding): string | null {
  const term = termOfFinding(finding);
  if (!term) return null;
  let context: Path = [];
  let here: Node | undefined = root;
  for (const step of finding.location.split("/").slice(2)) {
    const [, name, place = "1"] = /^(?:\w+:)?([\w.-]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    here = here?.children.filter((c) => c.name === name)[Number(place) - 1];
    if (!here) break;
    context = entries.get(here) ?? context;
  }
  return textOfPath(fieldIn(term.field, context));
}

interface Place {
  /** undefined: the invoice, or a group without an identifier */
  readonly term: Term | undefined;
  readonly path: Path;
}

export function placeOf(root: Element, finding: Finding): Place {
  const elements = elementsAt(root, finding.location);
  const element = elements.at(-1)!;
  const isThere = elements.length === finding.location.split("/").length - 1;
  const context = contextOf(element);
  const ownTerm = isThere && isValue(element) ? termAt(context) : undefined;
  const terms = finding.terms.flatMap((id) => termWithId(id) ?? []);
  const [first] = terms;
  if (ownTerm?.type) return partPlace(finding, element, terms) ?? { term: ownTerm, path: context };
  if (!first) return childPlace(finding, element) ?? { term: undefined, path: context };
  return otherEntry(first, context) ?? { term: first, path: fieldIn(first.field, context) };
}

/** Rules of elements in several places name one of them: the entry at fault may be of another array. */
function otherEntry(first: Term, context: Path): Place | undefined {
  const field = fieldOf(context);
  const steps = first.field.split(".");
  const group = first.type === null ? first.field : steps.slice(0, -1).join(".");
  if (typeof context.at(-1) !== "number" || !group.endsWith("[]") || field.startsWith(group)) return undefined;
  if (first.type === null) return { term: termOf(field), path: context };
  const key = steps.at(-1)!;
  const term = termOf(`${field}.${key}`);
  return term && { term, path: [...context, key] };
}

/** Returns the place of an attribute, such as a unit, or of a note's code, if the rule is about it. */
function partPlace({ actual }: Finding, { attributes, step, path }: Element, terms: readonly Term[]): Place | undefined {
  const isMeant = ({ name, binding }: Element["step"]["attributes"][number]): boolean =>
    terms.length > 0 ? terms.some(({ id }) => id === binding.term.id) : attributes.some(([n, value]) => n === name && value === actual);
  const code = step.flags.has("note") ? terms.find(({ id }) => id === "BT-21") : undefined;
  const term = code ?? step.attributes.find(isMeant)?.binding.term;
  return term && { term, path: fieldIn(term.field, path) };
}

const isValue = ({ text, step }: Element): boolean => text !== null && step.fixed === null;

/** Returns a path without the part of an identifier that is its value. Groups of the model without an entry are those of their values. */
function contextOf(element: Element): Path {
  const { path } = element;
  if (isValue(element)) return path.at(-1) === "value" && termAt(path.slice(0, -1))?.type === "schemed" ? path.slice(0, -1) : path;
  const common = commonGroup(element) ?? [];
  return common.length > path.length ? common : path;
}

/** Returns the group of all values below an element. */
function commonGroup(element: Element): Path | undefined {
  if (isValue(element)) return element.path.slice(0, -1);
  let common: Path | undefined;
  for (const c of element.children) {
    const own = commonGroup(c);
    if (!own) continue;
    common = common ? common.slice(0, sharedSteps(common, own)) : own;
    if (common.length === 0) break;
  }
  return common;
}

function sharedSteps(a: Path, b: Path): number {
  const end = a.findIndex((step, i) => step !== b[i]);
  return end < 0 ? a.length : end;
}

const fieldOf = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === "number" ? `${text}[]` : text === "" ? step : `${text}.${step}`), "");
const termAt = (path: Path): Term | undefined => termOf(fieldOf(path));

/** Returns the place of an element that is missing, or occurs too often: checks of structure name no term. */
function childPlace({ message }: Finding, { step, path }: Element): Place | undefined {
  const name = /^(\w+)\b.* (?:is missing|occurs too often) in /.exec(message)?.[1];
  const child = name === undefined ? undefined : step.children.find((c) => c.name.endsWith(`:${name}`));
  const terms = child ? termsIn(child) : [];
  const groups = terms.map(({ field }) => field.split(".").slice(0, -1));
  const common = groups.reduce((all, g) => all.slice(0, sharedSteps(all, g)), groups[0] ?? []);
  const term = (terms.length > 1 ? termOf(common.join(".")) : undefined) ?? terms[0];
  return term && { term, path: fieldIn(term.field, path) };
}

const termsIn = ({ leaves, children }: Element["step"]): readonly Term[] => [
  ...leaves.slice(0, 1).map((b) => b.term),
  ...children.flatMap(termsIn),
];

/** Field with the indexes of a place, up to the first array that is not above it. */
function fieldIn(field: string, context: Path): Path {
  const out: (string | number)[] = [];
  let isInside = true;
  let here = MODEL;
  for (const step of field.split(".")) {
    const key = step.replace(/\[\]$/, "");
    here = here.fields.get(key) ?? here;
    isInside &&= context[out.length] === key;
    out.push(key);
    if (!step.endsWith("[]")) continue;
    const index = context[out.length];
    if (!isInside || typeof index !== "number") return out;
    out.push(index);
  }
  return out;
}
