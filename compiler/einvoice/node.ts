// An invoice's elements, and the paths by which rules reach them.

/** The namespaces of CII, by the prefixes that everyone uses for them. */
export const NAMESPACES = {
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  qdt: "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
} as const;

export type Prefix = keyof typeof NAMESPACES;

const PREFIXES: ReadonlyMap<string, Prefix> = new Map(Object.entries(NAMESPACES).map(([p, uri]) => [uri, p as Prefix]));

export interface Node {
  /** The local name; {namespace}name outside the namespaces of CII, so that no path meets it. */
  readonly name: string;
  /** The customary prefix of its namespace, "" outside those of CII. */
  readonly prefix: Prefix | "";
  /** The name in the file, with the file's own prefix: some receivers compare it. */
  readonly tag: string;
  /** By local name for attributes without a namespace, by {namespace}name for others. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: Node | null;
  readonly children: Node[];
  /** All character data directly inside. */
  text: string;
  readonly line: number;
}

/** An element's name, as an XML reader reports it. */
export interface Name {
  readonly uri: string;
  readonly local: string;
  /** With prefix. */
  readonly name: string;
}

export function node({ uri, local, name }: Name, parent: Node | null, attributes: ReadonlyMap<string, string>, line: number): Node {
  const prefix = PREFIXES.get(uri) ?? "";
  return { name: prefix === "" ? `{${uri}}${local}` : local, prefix, tag: name, attributes, parent, children: [], text: "", line };
}

/** XPath of an element, /rsm:CrossIndustryInvoice/…, with positions among namesakes. */
export function locationOf(n: Node): string {
  const shown = n.prefix === "" ? `*[local-name()='${n.name.replace(/^\{.*\}/, "")}']` : `${n.prefix}:${n.name}`;
  if (!n.parent) return `/${shown}`;
  const place = placesIn(n.parent).get(n)!;
  return `${locationOf(n.parent)}/${shown}${place === 0 ? "" : `[${place}]`}`;
}

const places = new WeakMap<Node, ReadonlyMap<Node, number>>();

/** Of each child its place among its namesakes, from 1; 0 where it has none. Remembered: a file can have a finding at each of its elements. */
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

/** The elements that a path of local names leads to, "A/B/C", in document order. */
export function all(from: Node | undefined, path: string): readonly Node[] {
  if (!from) return NONE;
  let here: readonly Node[] = [from];
  for (const name of stepsOf(path)) {
    // most paths lead nowhere: nothing is made for those
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

/** The first of them. */
export const first = (from: Node | undefined, path: string): Node | undefined => all(from, path)[0];

export const has = (from: Node | undefined, path: string): boolean => all(from, path).length > 0;

/** Text without white space at its ends and with single spaces inside, as XPath's normalize-space gives it. */
export const normal = (text: string): string => text.replace(/[ \t\r\n]+/g, " ").replace(/^ | $/g, "");

/** The character data of an element and all inside it. */
export const valueOf = (n: Node): string => (n.children.length === 0 ? n.text : n.text + n.children.map(valueOf).join(""));

/** The text of the first element there; undefined where there is none. */
export const textAt = (from: Node | undefined, path: string): string | undefined => {
  const found = first(from, path);
  return found && valueOf(found);
};

/** Whether an element there has text that is more than white space. */
export const filled = (from: Node | undefined, path: string): boolean => all(from, path).some((n) => normal(valueOf(n)) !== "");

/** Whether an element there has exactly this text. */
export const says = (from: Node | undefined, path: string, text: string): boolean => all(from, path).some((n) => valueOf(n) === text);
