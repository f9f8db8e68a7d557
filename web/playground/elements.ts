// Elements of a request and the lists that they are in, by JSON Pointers.
import { escaped, isObject, steps, valueAt } from "./json-tree.js";

/** An element's entry in a list: the element itself, or the node around it. */
export interface Item {
  readonly pointer: string;
  /** pointer of the list */
  readonly list: string;
  readonly index: number;
}

const LISTS = new Set(["elements", "content"]);
/** Members without elements; those of data may be long. */
const OTHERS = new Set(["rows", "data", "datasets", "projections", "schema", "settings"]);
const LOOSE = new Set<unknown>(["markdown", "contents"]);

/** Pointers of a request's elements, in the order of the text. */
export function elementsOf(request: unknown): readonly string[] {
  const found: string[] = [];
  const go = (value: unknown, at: string, isElement: boolean): void => {
    if (!isObject(value)) return;
    if (!Array.isArray(value) && typeof value["type"] === "string" && (isElement || LOOSE.has(value["type"]))) found.push(at);
    const isList = at.endsWith("/elements");
    for (const [name, member] of Object.entries(value))
      if (isObject(member) && !OTHERS.has(name)) go(member, `${at}/${escaped(name)}`, isList || name === "element");
  };
  go(request, "", false);
  return found;
}

/** The list entry of an element; null if it is not in a list of elements or nodes. */
export function itemOf(pointer: string): Item | null {
  const path = pointer.split("/");
  if (path.at(-1) === "element") path.pop();
  const index = Number(path.at(-1));
  if (!LISTS.has(path.at(-2) ?? "") || !Number.isInteger(index)) return null;
  return { pointer: path.join("/"), list: path.slice(0, -1).join("/"), index };
}

/** The element around a place of its text, a list or a cell: the nearest one in a list of elements or in a node. */
export function ownerOf(pointer: string): string {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (/\/elements\/\d+$|\/element$|\/content\/\d+$/.test(at)) return at;
  return pointer;
}

/** Pointers without those below another one. */
export const outermost = (pointers: readonly string[]): readonly string[] =>
  pointers.filter((pointer) => !pointers.some((other) => pointer.startsWith(`${other}/`)));

/** Index of the page of a Fixed Canvas that an element is on; null for others. */
export function pageOf(pointer: string): number | null {
  const [first, index] = steps(pointer);
  return first === "pages" && index !== undefined ? Number(index) : null;
}

/** The corner of a page's body, and its content box less the page, mm. */
export function marginOf(request: unknown, page: number): Readonly<Record<"left" | "top" | "right" | "bottom", number>> {
  const of = (at: string): object => {
    const value = valueAt(request, at);
    return isObject(value) ? value : {};
  };
  const margin: { readonly [side: string]: unknown } = {
    ...of("/settings/layout/page_margin"),
    ...of(`/pages/${page}/layout/page_margin`),
  };
  const side = (value: unknown): number => (typeof value === "number" ? value : 0);
  return { left: side(margin["left"]), top: side(margin["top"]), right: side(margin["right"]), bottom: side(margin["bottom"]) };
}
