// Structure tree, catalog and annotations of a file as qpdf reads them.
import { execFileSync } from "node:child_process";

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };
export type Dict = { readonly [key: string]: Value };

export interface Element {
  readonly type: string;
  /** URI of its namespace */
  readonly space: string | null;
  readonly dict: Dict;
  readonly kids: readonly Element[];
  readonly refs: readonly string[];
  /** number and generation, as qpdf has them */
  readonly object: string;
}

export interface TaggedFile {
  readonly catalog: Dict;
  readonly tree: Dict;
  readonly root: Element;
  /** annotations and outline items with actions or destinations */
  readonly actions: readonly Dict[];
  readonly resolved: (value: Value | undefined) => Value;
}

export function taggedFile(file: string): TaggedFile {
  const out = execFileSync("qpdf", ["--json=2", "--json-key=qpdf", file], { encoding: "utf8", maxBuffer: 1 << 28 });
  const [, objects] = (JSON.parse(out) as { qpdf: [unknown, Readonly<Record<string, { value?: Value; stream?: { dict: Value } }>>] }).qpdf;
  const isRef = (value: Value | undefined): value is string => typeof value === "string" && /^\d+ \d+ R$/.test(value);
  const resolved = (value: Value | undefined): Value => {
    if (!isRef(value)) return value ?? null;
    const found = objects[`obj:${value}`]!;
    return found.value ?? found.stream?.dict ?? null;
  };
  const dictOf = (value: Value | undefined): Dict => resolved(value) as Dict;
  const listOf = (value: Value | undefined): readonly Value[] => {
    const found = resolved(value);
    return Array.isArray(found) ? (found as readonly Value[]) : found === null ? [] : [value!];
  };
  const element = (ref: string): Element => {
    const dict = dictOf(ref);
    const kids = listOf(dict["/K"]).filter((kid) => isRef(kid) && "/S" in (dictOf(kid) ?? {})) as readonly string[];
    const space = dict["/NS"] === undefined ? null : String(dictOf(dict["/NS"])["/NS"]).replace(/^u:/, "");
    return {
      type: String(dict["/S"]).slice(1),
      space,
      dict,
      kids: kids.map(element),
      refs: listOf(dict["/Ref"]).map(String),
      object: ref,
    };
  };
  const catalog = dictOf(dictOf(objects["trailer"]!.value)["/Root"]);
  const tree = dictOf(catalog["/StructTreeRoot"]);
  const [top] = listOf(tree["/K"]) as readonly string[];
  const dicts = Object.values(objects).map(({ value }) => value as Dict | null | undefined);
  return {
    catalog,
    tree,
    root: element(top!),
    actions: dicts.filter((dict) => !!dict && typeof dict === "object" && ("/A" in dict || "/Dest" in dict)) as readonly Dict[],
    resolved,
  };
}

/** Types of the tree, indented by depth. */
export const outlineOf = ({ type, kids }: Element, indent = ""): string =>
  [`${indent}${type}`, ...kids.map((kid) => outlineOf(kid, `${indent} `))].join("\n");

export const all = (root: Element, type: string): readonly Element[] => [
  ...(root.type === type ? [root] : []),
  ...root.kids.flatMap((kid) => all(kid, type)),
];
