// Facts of table.ts for one profile, without those that its structure implies.
import { lookup } from "../../../../base/lookup.js";
import type { FacturXProfile } from "../../xml/guideline.js";
import { ROOT_TYPE, typesOf, type Types } from "../../xml/structure/tree.js";
import { valuesOf, type ValueType } from "../../xml/structure/values.js";
import { FACTS, LISTS } from "./table.js";

/** `&…`: text of that element of the header settlement. */
export interface Atom {
  /** Local names; empty for the element itself. */
  readonly path: string;
  readonly attribute: string | undefined;
  /** "" for an absent attribute. */
  readonly value: string;
}

/** Disjunction; negated if none may hold. */
export interface Condition {
  readonly negated: boolean;
  readonly atoms: readonly Atom[];
}

export type Fact =
  | { readonly kind: "unused" }
  | { readonly kind: "attribute"; readonly name: string; readonly needed: boolean; readonly rule: string }
  | {
      readonly kind: "count";
      readonly name: string;
      readonly condition: Condition | undefined;
      readonly least: number;
      readonly most: number;
      readonly rule: string;
    }
  | { readonly kind: "code"; readonly attribute: string | undefined; readonly list: ReadonlySet<string>; readonly rule: string };

export interface Branch {
  readonly name: string;
  readonly condition: Condition | undefined;
  readonly facts: readonly Fact[];
  /** By local name; the first with a true condition applies. */
  readonly children: ReadonlyMap<string, readonly Branch[]>;
}

export const UNUSED_ELEMENT = "FX-ELEMENT";
export const UNUSED_ATTRIBUTE = "FX-ATTRIBUTE";

const atomOf = (written: string): Atom => {
  const [place = "", value = ""] = written.split("=");
  const [path = "", attribute] = place.split("@");
  return { path, attribute, value };
};

const conditionOf = (written: string | undefined): Condition | undefined =>
  written === undefined ? undefined : { negated: written.startsWith("!"), atoms: written.replace(/^!/, "").split("|").map(atomOf) };

const lists: (ReadonlySet<string> | undefined)[] = [];
const listOf = (n: number): ReadonlySet<string> => (lists[n] ??= new Set(LISTS[n]!.split(" ")));

const STEP = /^(\w+)(?:\[(.*)\])?$/;
const COUNT = /^(\w+)(?:\[(.*)\])?([=<>])(\d+)$/;

function factOf(written: string, rule: string): Fact {
  if (written === "-") return { kind: "unused" };
  const code = /^(\.|@\w+):(\d+)$/.exec(written);
  if (code) return { kind: "code", attribute: code[1] === "." ? undefined : code[1]!.slice(1), list: listOf(Number(code[2])), rule };
  const attribute = /^@(\w+)([!-])$/.exec(written);
  if (attribute) return { kind: "attribute", name: attribute[1]!, needed: attribute[2] === "!", rule };
  const [, name, condition, sign, n] = COUNT.exec(written)!;
  const count = Number(n);
  return {
    kind: "count",
    name: name!,
    condition: conditionOf(condition),
    least: sign === "<" ? 0 : count,
    most: sign === ">" ? Infinity : count,
    rule,
  };
}

const LETTERS: Readonly<Record<FacturXProfile, string>> = {
  minimum: "m",
  basic_wl: "w",
  basic: "b",
  en16931: "e",
  extended: "x",
};

/** True if the structure implies the fact. */
function implied(fact: Fact, typeName: string, types: Types, values: Readonly<Record<string, ValueType>>): boolean {
  const type = types.get(typeName);
  const value = lookup(values, typeName);
  if (fact.kind === "attribute")
    return fact.needed ? value !== undefined && value.required.includes(fact.name) : !value?.attributes.has(fact.name);
  if (fact.kind !== "count") return false;
  const child = type?.children.find((c) => c.name === fact.name);
  if (!child) return fact.least === 0;
  return (fact.least === 0 || (child.least >= fact.least && !fact.condition)) && child.most <= fact.most;
}

interface Growing {
  readonly name: string;
  readonly condition: Condition | undefined;
  readonly facts: Fact[];
  readonly children: Map<string, Growing[]>;
  /** undefined outside the structure */
  readonly type: string | undefined;
}

function grow(profile: FacturXProfile): Branch {
  const types = typesOf(profile);
  const values = valuesOf(profile);
  const letter = LETTERS[profile];
  const top: Growing = { name: "", condition: undefined, facts: [], children: new Map(), type: undefined };
  const path: Growing[] = [top];
  for (const line of FACTS.trim().split("\n")) {
    const depth = line.search(/\S/);
    const [step = "", ...facts] = line.trim().split(" ");
    const [, name, condition] = STEP.exec(step)!;
    const parent = path[depth]!;
    const type = depth === 0 ? ROOT_TYPE : types.get(parent.type ?? "")?.children.find((c) => c.name === name)?.type;
    const own: Growing = { name: name!, condition: conditionOf(condition), facts: [], children: new Map(), type };
    path.length = depth + 1;
    path.push(own);
    const beside = parent.children.get(name!);
    if (beside) beside.push(own);
    else parent.children.set(name!, [own]);
    if (type === undefined) continue;
    for (const written of facts) {
      const [what = "", profiles = "", number] = written.split(/[~#]/);
      if (!profiles.includes(letter)) continue;
      const unnamed = what === "-" ? UNUSED_ELEMENT : UNUSED_ATTRIBUTE;
      const fact = factOf(what, number === undefined ? unnamed : `FX-SCH-A-${number.padStart(6, "0")}`);
      if (!implied(fact, type, types, values)) own.facts.push(fact);
    }
  }
  prune(top);
  return top.children.get(ROOT_TYPE)![0]!;
}

/** @returns true if facts remain */
function prune(branch: Growing): boolean {
  for (const [name, group] of branch.children) {
    // it takes part in the choice by condition
    const left = group.map(prune).some((b) => b);
    if (!left) branch.children.delete(name);
  }
  return branch.facts.length > 0 || branch.children.size > 0;
}

const known = new Map<FacturXProfile, Branch>();

export function factsOf(profile: FacturXProfile): Branch {
  let found = known.get(profile);
  if (!found) known.set(profile, (found = grow(profile)));
  return found;
}
