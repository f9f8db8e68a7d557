// Changes of a file since a revision that was signed (SG-40, SG-42).
import { fieldNodes } from "../../../../pdf-reader/field-tree.js";

import { arrayOf, dictOf, isDict, nameOf } from "../../../../pdf-reader/objects.js";
import { PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject, type RevisionFile } from "../../../../pdf-reader/types.js";
import type { PlacedFile } from "../file/opened.js";
import { compareCatalogs } from "./catalog.js";
import { pagesOf, type Comparison, type FoundChange, type NewLook, type Rights } from "./comparison.js";
import { Equality } from "./equality.js";
import { compareForms } from "./form.js";
import type { Links } from "./links.js";
import { comparePages } from "./pages.js";
import { tagNums } from "./tags.js";

interface Changes {
  readonly changes: readonly FoundChange[];
  readonly looks: readonly NewLook[];
  /** Numbers of objects that the signed revision had, unused, and that are shown now. */
  readonly shadows: readonly number[];
}

/** Compares what can be reached in two revisions. @throws PdfFault over a budget */
export function changesSince(
  old: RevisionFile,
  now: PlacedFile,
  { rights, intact, links }: { readonly rights: Rights; readonly intact: ReadonlySet<number>; readonly links: Links },
): Changes {
  const formNums = new Set([...fieldNodes(old)].flatMap(({ ref }) => (ref ? [ref.num] : [])));
  const boundary = boundaryOf(old, formNums);
  const touched = links.touchedSince(old, boundary);
  const untouched = { has: (num: number): boolean => links.reached.has(num) && !touched.has(num) };
  const cx: Comparison = {
    old,
    now: now.file,
    equality: new Equality(old, now.file, boundary, untouched),
    isSame: (a, b) => new Equality(old, now.file, boundary, untouched).equal(a, b),
    rights,
    changes: [],
    looks: [],
    added: new Set(),
    formNums,
    intact,
  };
  const [before, after] = [old.trailer.get("Root"), now.file.trailer.get("Root")];
  if (!(before instanceof PdfRef && after instanceof PdfRef && before.num === after.num))
    cx.changes.push({ kind: "catalog", permitted: false, object: after instanceof PdfRef ? after.num : null });
  compareForms(cx);
  comparePages(cx);
  compareCatalogs(cx);
  const shadows = compareReached(cx, now, links);
  return { changes: cx.changes, looks: cx.looks, shadows };
}

/** Numbers of objects that are compared by their place in the document. */
function boundaryOf(file: PdfFile, formNums: ReadonlySet<number>): ReadonlySet<number> {
  const nums = new Set<number>([...formNums, ...tagNums(file)]);
  const root = file.trailer.get("Root");
  if (root instanceof PdfRef) nums.add(root.num);
  for (const page of pagesOf(file)) {
    if (page.ref) nums.add(page.ref.num);
    for (const annotation of arrayOf(file.get(page.dict.get("Annots"))) ?? []) if (annotation instanceof PdfRef) nums.add(annotation.num);
    // nodes of the page tree, whose attributes are compared page by page
    let node: PdfObject | undefined = page.dict.get("Parent");
    while (node instanceof PdfRef && !nums.has(node.num)) {
      nums.add(node.num);
      node = dictOf(file.get(node))?.get("Parent");
    }
  }
  return nums;
}

function compareReached({ changes, old }: Comparison, now: PlacedFile, links: Links): readonly number[] {
  const { reached } = links;
  const before = links.reachedIn(old);
  const shadows: number[] = [];
  for (const [num, place] of now.places) {
    const isReached = reached.has(num);
    if ((isReached && before.has(num)) || place === null || now.carriers.has(num)) continue;
    const isOld = old.isShared(num);
    if (isOld && isReached && isShown(now.file, num)) {
      shadows.push(num);
      changes.push({ kind: "page_content", permitted: false, object: num });
    }
    if (!isOld && !isReached) changes.push({ kind: "unknown_object", permitted: false, object: num });
  }
  return shadows;
}

/** True for pages, fonts, annotations, and streams of content. */
function isShown(file: PdfFile, num: number): boolean {
  const object = file.get(file.refTo(num));
  const dict: PdfDict | null = object instanceof PdfStream ? object.dict : isDict(object) ? object : null;
  if (!dict) return false;
  const type = nameOf(file.get(dict.get("Type")));
  if (object instanceof PdfStream) return type === null || type === "XObject" || type === "Pattern";
  return type === "Page" || type === "Font" || type === "Annot" || type === "FontDescriptor" || dict.has("Subtype");
}
