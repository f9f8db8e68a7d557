import { PictureFault } from "../../fault.js";
import type { SvgBudget } from "./budget.js";
import { Entities } from "./entities.js";
import type { Token } from "./tokens.js";
import { bareTable, lookup } from "../../../../base/lookup.js";

/** Other namespaces draw nothing. */
export interface SvgElement {
  name: string;
  /** `href`: plain, else XLink's; `xml:space` and `xml:lang` keep their prefix */
  readonly attributes: Map<string, string>;
  children: SvgChild[];
  parent: SvgElement | null;
  /** line, from 1 */
  readonly line: number;
  /** winning declarations (CSS Cascade 4, 6) */
  declared: ReadonlyMap<string, string>;
  /** line of an animation of it that ends in no state that can be drawn */
  moves: number | null;
}
export type SvgChild = SvgElement | string;

const SVG = "http://www.w3.org/2000/svg";
const XLINK = "http://www.w3.org/1999/xlink";
const XML = "http://www.w3.org/XML/1998/namespace";
/** walked recursively */
export const MAX_NESTING = 400;
/** the normaliser compares all pairs */
const MAX_ATTRIBUTES = 1000;
const NONE: ReadonlyMap<string, string> = new Map();

const refuse = (reason: string): never => {
  throw new PictureFault("svg", reason);
};

export const isElement = (c: SvgChild): c is SvgElement => typeof c !== "string";
export const elementsOf = (el: SvgElement): readonly SvgElement[] => el.children.filter(isElement);

export function made(name: string, attributes: Readonly<Record<string, string>>, children: SvgChild[], line: number): SvgElement {
  const el: SvgElement = {
    name,
    attributes: new Map(Object.entries(attributes)),
    children,
    parent: null,
    line,
    declared: NONE,
    moves: null,
  };
  for (const c of children) if (isElement(c)) c.parent = el;
  return el;
}

export function* walk(el: SvgElement): Generator<SvgElement> {
  yield el;
  for (const c of el.children) if (isElement(c)) yield* walk(c);
}

export const replaceChildren = (el: SvgElement, children: SvgChild[]): void => {
  el.children = children;
  for (const c of children) if (isElement(c)) c.parent = el;
};

export function replace(el: SvgElement, by: SvgElement): void {
  const { parent } = el;
  if (parent) parent.children = parent.children.map((c) => (c === el ? by : c));
  by.parent = parent;
}

export const textOf = (el: SvgElement): string => el.children.map((c) => (isElement(c) ? textOf(c) : c)).join("");

/** True if white space is preserved (SVG 1.1, 10.15). */
export function keepsSpace(el: SvgElement): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) {
    const space = at.attributes.get("xml:space");
    if (space !== undefined) return space === "preserve";
  }
  return false;
}

const ATTRIBUTE = /\s*([\w:.\-\u00a1-\uffff]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

function attributesIn({ rest, line }: Token, entities: Entities): ReadonlyMap<string, string> {
  const out = new Map<string, string>();
  ATTRIBUTE.lastIndex = 0;
  for (let at = 0; ;) {
    const m = ATTRIBUTE.exec(rest);
    if (!m) {
      if (rest.slice(at).trim() !== "")
        refuse(`the SVG file cannot be read: ${JSON.stringify(rest.trim().slice(0, 40))} is not a list of attributes`);
      return out;
    }
    if (out.size === MAX_ATTRIBUTES) refuse(`the SVG file has an element with more than ${MAX_ATTRIBUTES} attributes`);
    if (out.has(m[1]!)) refuse(`the SVG file cannot be read: an element has the attribute ${m[1]!} twice`);
    out.set(m[1]!, entities.replaced((m[2] ?? m[3]!).replace(/[\t\n\r]/g, " "), line));
    at = ATTRIBUTE.lastIndex;
  }
}

type Prefixes = Readonly<Record<string, string>>;
/** some files omit XLink's declaration */
const KNOWN_PREFIXES: Prefixes = { xml: XML, xlink: XLINK };

function prefixesIn(attributes: ReadonlyMap<string, string>, around: Prefixes): Prefixes {
  let own: Record<string, string> | null = null;
  for (const [key, value] of attributes) {
    if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
    own ??= Object.assign(bareTable<string>(), around);
    own[key === "xmlns" ? "" : key.slice(6)] = value.trim();
  }
  return own ?? around;
}

const namespaceOf = (name: string, prefixes: Prefixes): string => {
  const colon = name.indexOf(":");
  const prefix = colon < 0 ? "" : name.slice(0, colon);
  return lookup(prefixes, prefix) ?? "";
};

function retained(attributes: ReadonlyMap<string, string>, prefixes: Prefixes): Map<string, string> {
  const out = new Map<string, string>();
  let linked: string | undefined;
  for (const [key, value] of attributes) {
    if (key === "xmlns" || key.startsWith("xmlns:")) continue;
    const colon = key.indexOf(":");
    if (colon < 0) out.set(key, value);
    else if (key === "xml:space" || key === "xml:lang") out.set(key, value);
    else if (key.endsWith(":href") && namespaceOf(key, prefixes) === XLINK) linked = value;
  }
  if (linked !== undefined && !out.has("href")) out.set("href", linked);
  return out;
}

interface Open {
  readonly tag: string;
  readonly el: SvgElement | null;
  /** foreignObject that it is, or is in with only foreign elements between */
  readonly foreign: SvgElement | null;
  readonly prefixes: Prefixes;
}

const SOMETHING = "\ufffc";
/** Elements without visible effect of their own. */
const CONTAINERS = /^(?:html|body|div|span|p|br|section|article|main)$/;
const SEEN_STYLE = /background|border|outline|box-shadow|content/i;

const showsSomething = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  !CONTAINERS.test(name) || SEEN_STYLE.test(attributes.get("style") ?? "");

/** @throws PictureFault if not well-formed or not SVG */
export function readTree(tokens: readonly Token[], budget: SvgBudget): SvgElement {
  const open: Open[] = [];
  const entities = new Entities(budget);
  let root: SvgElement | null = null;
  for (const token of tokens) {
    const here = token.line;
    const around = open.at(-1);
    budget.spend("characters", token.text.length);
    if (token.kind === "text") {
      if (around?.el) around.el.children.push(token.cdata ? token.text : entities.replaced(token.text.replace(/\r\n?/g, "\n"), here));
      else if (around?.foreign && token.text.trim() !== "") around.foreign.children.push(SOMETHING);
      continue;
    }
    if (token.name === "") {
      if (token.text.startsWith("<!DOCTYPE")) entities.declare(token.text);
      continue;
    }
    const tag = token.tag;
    if (token.closing) {
      if (open.pop()?.tag !== tag) refuse(`the SVG file cannot be read: </${tag}> in line ${here} closes no open element`);
      continue;
    }
    budget.spend("elements", 1);
    const attributes = attributesIn(token, entities);
    const prefixes = prefixesIn(attributes, around?.prefixes ?? KNOWN_PREFIXES);
    const svg = namespaceOf(tag, prefixes) === SVG;
    if (root && open.length === 0) refuse(`the SVG file cannot be read: ${tag} in line ${here} follows the root element`);
    if (!root && !(svg && token.name === "svg")) refuse(`the SVG file's root is ${tag}, not svg of the namespace ${SVG}`);
    let el: SvgElement | null = null;
    if (svg && (around === undefined || around.el)) {
      el = {
        name: token.name,
        attributes: retained(attributes, prefixes),
        children: [],
        parent: around?.el ?? null,
        line: here,
        declared: NONE,
        moves: null,
      };
      around?.el?.children.push(el);
      root ??= el;
    }
    const foreign = el ? (el.name === "foreignObject" ? el : null) : (around?.foreign ?? null);
    if (foreign && foreign !== el && showsSomething(token.name, attributes)) foreign.children.push(SOMETHING);
    if (token.empty) continue;
    open.push({ tag, el, foreign, prefixes });
    if (open.length > MAX_NESTING) refuse(`the SVG file has elements nested more than ${MAX_NESTING} levels deep`);
  }
  if (open.length > 0) refuse(`the SVG file cannot be read: ${open.at(-1)!.tag} is not closed`);
  return root ?? refuse("the SVG file has no svg element");
}

const escaped = (s: string): string =>
  s.replace(/[&<>"\t\n\r]/g, (c) =>
    lookup({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;" }, c)!,
  );
const escapedText = (s: string): string => s.replace(/[&<>]/g, (c) => lookup({ "&": "&amp;", "<": "&lt;", ">": "&gt;" }, c)!);

export function writeTree(root: SvgElement): string {
  const parts: string[] = [];
  const write = (el: SvgElement): void => {
    parts.push("<", el.name);
    if (el === root) parts.push(` xmlns="${SVG}" xmlns:xlink="${XLINK}"`);
    for (const [key, value] of el.attributes) parts.push(" ", key === "href" ? "xlink:href" : key, '="', escaped(value), '"');
    parts.push(">");
    for (const c of el.children) {
      if (isElement(c)) write(c);
      else parts.push(escapedText(c));
    }
    parts.push("</", el.name, ">");
  };
  write(root);
  return parts.join("");
}

/** Removes nodes in linear time for siblings. */
export function remove(gone: ReadonlySet<SvgElement>): void {
  const parents = new Set<SvgElement>();
  for (const el of gone) if (el.parent) parents.add(el.parent);
  for (const parent of parents) parent.children = parent.children.filter((c) => !isElement(c) || !gone.has(c));
}

export function lengthOf(el: SvgElement): number {
  let sum = el.name.length + 8;
  for (const [key, value] of el.attributes) sum += key.length + value.length;
  for (const c of el.children) if (!isElement(c)) sum += c.length;
  return sum;
}
