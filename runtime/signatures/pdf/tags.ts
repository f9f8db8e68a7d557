// A visible signature in the structure of a tagged file (SG-30, SG-31).
import { isList } from "../../../base/json.js";
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { PdfName, PdfRef, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";
import { numberOf } from "../../../pdf-reader/objects.js";

export const isTagged = (changes: Changes): boolean => changes.dict(changes.file.catalog.get("StructTreeRoot")) !== null;

const map = (entries: Readonly<Record<string, PdfObject>>): PdfDict => new Map(Object.entries(entries));

/** Adds a Form as the last kid of the tree's root element. @returns the widget's StructParent; null if the file has no tree that takes it */
export function addForm(changes: Changes, widget: PdfRef, page: PdfRef): number | null {
  const root = changes.file.catalog.get("StructTreeRoot");
  const tree = changes.dict(root);
  if (!(root instanceof PdfRef) || !tree) return null;
  const kids = changes.get(tree.get("K"));
  const list = isList(kids) ? kids : tree.get("K") === undefined ? [] : [tree.get("K")!];
  const [only] = list;
  const parent = list.length === 1 && only instanceof PdfRef && changes.dict(only)?.has("S") ? only : root;
  const space = parent === root ? undefined : changes.dict(parent)?.get("NS");
  const element = changes.add(
    map({
      Type: new PdfName("StructElem"),
      S: new PdfName("Form"),
      P: parent,
      Pg: page,
      ...(space !== undefined && { NS: space }),
      K: [map({ Type: new PdfName("OBJR"), Obj: widget, Pg: page })],
    }),
  );
  const own = changes.dict(parent)!;
  const before = changes.get(own.get("K"));
  const siblings = own.get("K") === undefined || before === null ? [] : isList(before) ? before : [own.get("K")!];
  changes.edit(parent, { K: [...siblings, element] });
  return addToNumbers(changes, root, element);
}

/** Adds an entry to the parent tree after all others. */
function addToNumbers(changes: Changes, root: PdfRef, element: PdfRef): number {
  const given = changes.dict(root)!.get("ParentTree");
  const tree = changes.dict(given) ?? new Map<string, PdfObject>();
  const key = Math.max(numberOf(changes.get(changes.dict(root)!.get("ParentTreeNextKey"))) ?? 0, lastKey(changes, tree) + 1);
  const kids = changes.list(tree.get("Kids"));
  const entries: Record<string, PdfObject> =
    kids.length > 0
      ? { Kids: [...kids, changes.add(map({ Limits: [key, key], Nums: [key, element] }))] }
      : { Nums: [...changes.list(tree.get("Nums")), key, element] };
  if (given instanceof PdfRef) changes.edit(given, entries);
  else changes.edit(root, { ParentTree: new Map([...tree, ...Object.entries(entries)]) });
  changes.edit(root, { ParentTreeNextKey: key + 1 });
  return key;
}

/** levels of a number tree */
const DEEPEST = 32;

function lastKey(changes: Changes, tree: PdfDict, level = 0): number {
  if (level > DEEPEST) return -1;
  const nums = changes.list(tree.get("Nums"));
  changes.file.count(nums.length >> 1);
  let last = -1;
  for (let i = 0; i < nums.length; i += 2) last = Math.max(last, numberOf(changes.get(nums[i])) ?? -1);
  for (const kid of changes.list(tree.get("Kids"))) {
    const dict = changes.dict(kid);
    if (dict) last = Math.max(last, lastKey(changes, dict, level + 1));
  }
  return last;
}
