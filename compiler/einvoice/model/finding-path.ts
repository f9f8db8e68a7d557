// Path of a finding about XML: of the rule's first term (I2, I38).
import type { Finding } from "../finding.js";
import { elementsAt, type Element } from "./element.js";
import { MODEL, termWithId, type Term } from "./terms.js";
import { elementsOf, type Document, type Step } from "./tree.js";
import type { Path } from "./value.js";

/** `lines[2].price.net`; "" for the invoice. */
export function pathOfFinding(finding: Finding, root: Element, document: Document): string {
  const elements = elementsAt(root, finding.location);
  const context = elements.findLast((e) => e.path !== null)?.path ?? [];
  const term = termOfFinding(finding) ?? missingTerm(finding, elements, document);
  const placed = term ? placedIn(term.field, context) : { path: context, isWhole: true };
  if (placed.isWhole) return textOf(placed.path);
  // rules of many places, such as code lists: the value at fault
  const value = elements.at(-1)!;
  const isThere = elements.length === finding.location.split("/").length - 1;
  return textOf(isThere && value.text !== null && value.path !== null ? value.path : placed.path);
}

export const termOfFinding = ({ terms }: Finding): Term | undefined => (terms[0] === undefined ? undefined : termWithId(terms[0]));

/** Term of an element that the structure lacks. */
function missingTerm({ rule, expected }: Finding, elements: readonly Element[], document: Document): Term | undefined {
  if (!rule.endsWith("-MISSING") || expected === undefined) return undefined;
  let here: Step | undefined = elementsOf(document).root;
  for (const e of elements.slice(1)) here = here?.children.find((c) => c.name === e.name);
  const step = here?.children.find((c) => c.name.split(":")[1] === expected);
  return step && firstTerm(step);
}

function firstTerm(step: Step): Term | undefined {
  if (step.leaves.length > 0) return step.leaves[0]!.term;
  for (const c of step.children) {
    const found = firstTerm(c);
    if (found) return found;
  }
  return undefined;
}

/** Field with the indexes of a place, up to the first array that is not above it. */
function placedIn(field: string, context: Path): { readonly path: Path; readonly isWhole: boolean } {
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
    if (!isInside || typeof index !== "number") return { path: out, isWhole: false };
    out.push(index);
  }
  return { path: out, isWhole: true };
}

const textOf = (path: Path): string =>
  path.reduce<string>((text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`), "");
