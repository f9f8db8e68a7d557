import { keysOf } from "../../../base/lookup.js";
export type Syntax = "cii" | "ubl";

const UBL = "urn:oasis:names:specification:ubl:schema:xsd";

/** Namespaces by customary prefix. */
export const NAMESPACES = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  ubl: `${UBL}:Invoice-2`,
  cn: `${UBL}:CreditNote-2`,
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
  ext: `${UBL}:CommonExtensionComponents-2`,
} as const;

export type Prefix = keyof typeof NAMESPACES;

const PREFIXES: ReadonlyMap<string, Prefix> = new Map(keysOf(NAMESPACES).map((prefix) => [NAMESPACES[prefix], prefix]));

export interface Node {
  /** {namespace}name outside both syntaxes, so that no path matches. */
  readonly name: string;
  /** "" outside both syntaxes. */
  readonly prefix: Prefix | "";
  /** Qualified name as in the file: some receivers compare its prefix. */
  readonly tag: string;
  /** By local name if without a namespace, else {namespace}name. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: Node | null;
  readonly children: Node[];
  /** Text without that of descendants. */
  text: string;
  readonly line: number;
  /** Element of the file for one of the model; absent: itself. */
  readonly source?: Node;
}

interface Name {
  readonly uri: string;
  readonly local: string;
  readonly name: string;
}

export function node({ uri, local, name }: Name, parent: Node | null, attributes: ReadonlyMap<string, string>, line: number): Node {
  const prefix = PREFIXES.get(uri) ?? "";
  return { name: prefix === "" ? `{${uri}}${local}` : local, prefix, tag: name, attributes, parent, children: [], text: "", line };
}

/** XPath, with positions among siblings of the same name. */
export function locationOf(n: Node): string {
  if (n.source) return locationOf(n.source);
  const shown = n.prefix === "" ? `*[local-name()='${n.name.replace(/^\{.*\}/, "")}']` : `${n.prefix}:${n.name}`;
  if (!n.parent) return `/${shown}`;
  const place = placesIn(n.parent).get(n)!;
  return `${locationOf(n.parent)}/${shown}${place === 0 ? "" : `[${place}]`}`;
}

const places = new WeakMap<Node, ReadonlyMap<Node, number>>();

/** Numbers children from 1; 0 for unique names. Memoized, as each element can have a finding. */
function placesIn(parent: Node): ReadonlyMap<Node, number> {
  const known = places.get(parent);
  if (known) return known;
  const groups = new Map<string, Node[]>();
  for (const c of parent.children) {
    const group = groups.get(c.name);
    if (group) group.push(c);
    else groups.set(c.name, [c]);
  }
  const out = new Map<Node, number>();
  for (const group of groups.values()) for (const [i, c] of group.entries()) out.set(c, group.length === 1 ? 0 : i + 1);
  places.set(parent, out);
  return out;
}

const NONE: readonly Node[] = [];

/** Path of local names, "A/B/C", in document order. */
export function all(from: Node | undefined, path: string): readonly Node[] {
  if (!from) return NONE;
  let here: readonly Node[] = [from];
  for (const name of stepsOf(path)) {
    // allocated late: most paths match nothing
    let next: Node[] | undefined;
    for (const h of here) for (const c of h.children) if (c.name === name) (next ??= []).push(c);
    if (!next) return NONE;
    here = next;
  }
  return here;
}

const steps = new Map<string, readonly string[]>();
function stepsOf(path: string): readonly string[] {
  let known = steps.get(path);
  if (!known) steps.set(path, (known = path.split("/")));
  return known;
}

export const first = (from: Node | undefined, path: string): Node | undefined => all(from, path)[0];

export const has = (from: Node | undefined, path: string): boolean => all(from, path).length > 0;

/** XPath's normalize-space. */
export const normal = (text: string): string => text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");

export const valueOf = (n: Node): string => (n.children.length === 0 ? n.text : n.text + n.children.map(valueOf).join(""));

export const textAt = (from: Node | undefined, path: string): string | undefined => {
  const found = first(from, path);
  return found && valueOf(found);
};

export const filled = (from: Node | undefined, path: string): boolean => all(from, path).some((n) => normal(valueOf(n)) !== "");

export const says = (from: Node | undefined, path: string, text: string): boolean => all(from, path).some((n) => valueOf(n) === text);
