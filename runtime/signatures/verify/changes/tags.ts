// Tags of fields that were added (SG-31, SG-40).
import { isList } from "../../../../base/json.js";
import { arrayOf, dictOf, nameOf } from "../../../../pdf-reader/objects.js";
import { entriesOf } from "../../../../pdf-reader/tree.js";
import { PdfRef, type PdfDict, type PdfFile, type PdfObject } from "../../../../pdf-reader/types.js";
import { differentKeys, type Comparison } from "./comparison.js";
import { aligned, Equality } from "./equality.js";

/** Roles of elements that contain an annotation alone. */
const ROLES: ReadonlySet<string> = new Set(["Form", "Annot"]);
/** Entries of an element that hold no content. */
const SILENT: ReadonlySet<string> = new Set(["Type", "S", "P", "K", "Pg", "Alt", "T", "TU", "ID", "Lang", "NS", "A"]);

const kidsOf = (file: PdfFile, given: PdfObject | undefined): readonly PdfObject[] => {
  const found = file.get(given);
  return isList(found) ? found : found === null ? [] : [given!];
};

/** Returns the numbers of the elements of a structure tree, and of its root. */
export function tagNums(file: PdfFile): readonly number[] {
  const nums: number[] = [];
  const seen = new Set<number>();
  const rest: PdfObject[] = [file.catalog.get("StructTreeRoot") ?? null];
  for (let next; (next = rest.pop()) !== undefined;) {
    if (next instanceof PdfRef) {
      if (seen.has(next.num)) continue;
      seen.add(next.num);
      nums.push(next.num);
    }
    const dict = dictOf(file.get(next));
    // a reference to an annotation is not an element
    if (!dict || nameOf(file.get(dict.get("Type"))) === "OBJR" || nameOf(file.get(dict.get("Type"))) === "MCR") continue;
    for (const kid of kidsOf(file, dict.get("K"))) if (kid !== null && typeof kid === "object") rest.push(kid);
  }
  return nums;
}

/** True if the last revision has the tags of the signed one, and elements of annotations that were added after them. */
export function addsOnlyTags(cx: Comparison, before: PdfObject, after: PdfObject): boolean {
  const [was, is] = [dictOf(cx.old.get(before)), dictOf(cx.now.get(after))];
  if (!was || !is) return false;
  // elements refer to their parents: they are compared one by one
  const nums = tagNums(cx.old);
  const equality = new Equality(cx.old, cx.now, new Set([...cx.equality.boundary, ...nums]), cx.equality.untouched);
  const own = { equality };
  for (const { key, before: a, after: b } of differentKeys(own, was, is, null)) {
    if (key === "ParentTreeNextKey") continue;
    if (key === "K" ? !extendsKids(cx, equality, a, b) : key !== "ParentTree" || !extendsTree(cx, equality, a, b)) return false;
  }
  return nums.every((num) => {
    const [old, now] = [dictOf(cx.old.get(cx.old.refTo(num))), dictOf(cx.now.get(cx.now.refTo(num)))];
    if (!old || !now) return old === now;
    if (old === was) return true;
    return [...differentKeys(own, old, now, num)].every(({ key, before: a, after: b }) => key === "K" && extendsKids(cx, equality, a, b));
  });
}

function extendsKids(cx: Comparison, equality: Equality, before: PdfObject, after: PdfObject): boolean {
  const { added, missing } = aligned(kidsOf(cx.old, before), kidsOf(cx.now, after), equality);
  return missing.length === 0 && added.every((kid) => isOfAddition(cx, dictOf(cx.now.get(kid))));
}

/** True for an element whose only content is an annotation that was added. */
function isOfAddition(cx: Comparison, element: PdfDict | null): boolean {
  if (!element || !ROLES.has(nameOf(cx.now.get(element.get("S"))) ?? "") || [...element.keys()].some((key) => !SILENT.has(key)))
    return false;
  const kids = kidsOf(cx.now, element.get("K"));
  return kids.every((kid) => {
    const reference = dictOf(cx.now.get(kid));
    const annotation = reference && nameOf(cx.now.get(reference.get("Type"))) === "OBJR" ? dictOf(cx.now.get(reference.get("Obj"))) : null;
    return annotation !== null && cx.added.has(annotation);
  });
}

/** True if all entries of a number tree are as they were, and new ones lead to elements of additions. */
function extendsTree(cx: Comparison, equality: Equality, before: PdfObject, after: PdfObject): boolean {
  const entries = (file: PdfFile, tree: PdfObject): Map<PdfObject, PdfObject> =>
    new Map([...entriesOf(file, dictOf(file.get(tree)), "Nums")].map(([key, value]) => [key, value]));
  const [was, is] = [entries(cx.old, before), entries(cx.now, after)];
  for (const [key, value] of was) if (!equality.equal(value, is.get(key))) return false;
  for (const [key, value] of is) {
    if (was.has(key)) continue;
    const all = arrayOf(cx.now.get(value)) ?? [value];
    if (!all.every((item) => item === null || isOfAddition(cx, dictOf(cx.now.get(item))))) return false;
  }
  return true;
}
