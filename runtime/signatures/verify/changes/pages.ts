// Changes of pages and their annotations between two revisions (SG-40).
import { arrayOf, dictOf, nameOf, numberOf, isDict } from "../../../../pdf-reader/objects.js";
import { PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "../../../../pdf-reader/types.js";
import type { ChangeKind } from "../report/report.js";
import { differentKeys, pagesOf, type Comparison } from "./comparison.js";
import { aligned } from "./equality.js";

/** Kinds of changes by the entry of the page; `page_content` for others. */
const KINDS: ReadonlyMap<string, ChangeKind | null> = new Map<string, ChangeKind | null>([
  // compared with what pages inherit, or by the page tree
  ["Parent", null],
  ["Resources", null],
  ["MediaBox", null],
  ["CropBox", null],
  ["Rotate", null],
  ["AA", "action"],
  ["AF", "attachment"],
  ["Metadata", "metadata"],
  ["PieceInfo", "metadata"],
  ["LastModified", "metadata"],
  ["StructParents", "structure"],
]);

/** Annotations of a reviewer, which show nothing in the place of a page's content. */
const REMARKS: ReadonlySet<string> = new Set(["Text", "Popup", "Highlight", "Underline", "Squiggly", "StrikeOut", "Caret", "Line", "Ink"]);

export function comparePages(cx: Comparison): void {
  new PageComparison(cx).run();
}

class PageComparison {
  constructor(readonly cx: Comparison) {}

  run(): void {
    const { changes } = this.cx;
    const [before, after] = [pagesOf(this.cx.old), pagesOf(this.cx.now)];
    // a direct page is known by its place
    const keyOf = ({ ref, number }: PdfPage): string => (ref ? `${ref.num}` : `page ${number}`);
    const later = new Map(after.map((page) => [keyOf(page), page]));
    const known = new Set(before.map(keyOf));
    for (const page of before) {
      const found = later.get(keyOf(page));
      if (found) this.#comparePage(page, found);
      else changes.push({ kind: "page_removed", permitted: false, page: page.number, object: null });
    }
    for (const page of after)
      if (!known.has(keyOf(page))) changes.push({ kind: "page_added", permitted: false, page: page.number, object: page.ref?.num ?? null });
    const order = (pages: readonly PdfPage[]): string =>
      pages
        .map(keyOf)
        .filter((key) => later.has(key) && known.has(key))
        .join();
    if (order(before) !== order(after)) changes.push({ kind: "page_content", permitted: false, object: null });
  }

  #comparePage(before: PdfPage, after: PdfPage): void {
    const { cx } = this;
    const num = after.ref?.num ?? null;
    const report = (kind: ChangeKind, object: number | null, permitted = false): void =>
      void cx.changes.push({ kind, permitted, page: after.number, object });
    if (!cx.equality.equal(before.resources, after.resources, num)) report("font_or_resource", cx.equality.differentIn);
    const shape = ({ boxes, rotate }: PdfPage): readonly number[] => [...boxes.media, ...boxes.crop, rotate];
    const is = shape(after);
    if (shape(before).some((n, i) => n !== is[i])) report("page_content", num);
    let hasNewWidget = false;
    const annotations = (page: PdfPage, file: PdfFile): readonly PdfObject[] => arrayOf(file.get(page.dict.get("Annots"))) ?? [];
    const [old, now] = [annotations(before, cx.old), annotations(after, cx.now)];
    const { added, missing } = aligned(old, now, cx.equality);
    for (const annotation of added) {
      const dict = dictOf(cx.now.get(annotation));
      if (dict && cx.added.has(dict)) hasNewWidget = true;
      else report("annotation", annotation instanceof PdfRef ? annotation.num : num, dict !== null && this.#mayRemark(cx.now, dict));
      if (dict) cx.added.add(dict);
    }
    for (const annotation of missing) {
      const dict = dictOf(cx.old.get(annotation));
      report("annotation", num, dict !== null && this.#mayRemark(cx.old, dict));
    }
    const matched = new Set(missing);
    for (const annotation of old) if (annotation instanceof PdfRef && !matched.has(annotation)) this.#compareAnnotation(annotation, report);
    for (const { key, after: value, object } of differentKeys(cx, before.dict, after.dict, num)) {
      if (key === "Annots") continue;
      // the order of tabs over a new field (SG-13)
      if (key === "Tabs" && hasNewWidget && nameOf(cx.now.get(value)) === "S") continue;
      const kind = KINDS.get(key);
      if (kind !== null) report(kind ?? "page_content", object, kind === "metadata");
    }
  }

  #compareAnnotation(ref: PdfRef, report: (kind: ChangeKind, object: number | null, permitted?: boolean) => void): void {
    const { cx } = this;
    if (cx.formNums.has(ref.num)) return;
    const [before, after] = [dictOf(cx.old.get(ref)), dictOf(cx.now.get(cx.now.refTo(ref.num)))];
    if (before && after && (cx.equality.isUntouched(before, after, ref.num) || cx.equality.equal(before, after, ref.num))) return;
    const object = cx.equality.differentIn ?? ref.num;
    const isAction = before !== null && after !== null && ["A", "AA", "Dest"].some((key) => !cx.isSame(before.get(key), after.get(key)));
    if (isAction) report("action", object);
    else report("annotation", object, !!before && !!after && this.#mayRemark(cx.old, before) && this.#mayRemark(cx.now, after));
  }

  #mayRemark(file: PdfFile, annotation: PdfDict): boolean {
    return this.cx.rights.level === 3 && this.cx.rights.isCertified && isRemark(file, annotation);
  }
}

/** Content of a look that is drawn over a page: text, pictures, shadings, forms. */
const PAINTS_MORE = /(?:^|[\s\])>])(?:Tj|TJ|'|"|Do|sh|BI|scn|SCN)(?=[\s[(<]|$)/;
const FILLS = /(?:^|[\s\])>])(?:f\*?|F|B\*?|b\*?)(?=\s|$)/;
/** Points; a sign of a note is smaller. */
const LARGEST_SIGN = 40;

/** True for a remark without actions whose look cannot pass for content of the page, nor cover it. */
function isRemark(file: PdfFile, annotation: PdfDict): boolean {
  const subtype = nameOf(file.get(annotation.get("Subtype"))) ?? "";
  if (!REMARKS.has(subtype) || annotation.has("A") || annotation.has("AA")) return false;
  const looks = dictOf(file.get(annotation.get("AP")));
  if (!looks || subtype === "Popup") return true;
  if (looks.has("R") || looks.has("D")) return false;
  const look = file.get(looks.get("N"));
  if (!(look instanceof PdfStream)) return false;
  const content = Buffer.from(file.decode(look).bytes).toString("latin1");
  if (PAINTS_MORE.test(content)) return false;
  if (!FILLS.test(content)) return true;
  return subtype === "Text" ? isSmall(file, annotation) : isTranslucent(file, look);
}

function isSmall(file: PdfFile, annotation: PdfDict): boolean {
  const [a, b, c, d] = (arrayOf(file.get(annotation.get("Rect"))) ?? []).map((n) => numberOf(file.get(n)) ?? Infinity);
  return Math.abs(c! - a!) <= LARGEST_SIGN && Math.abs(d! - b!) <= LARGEST_SIGN;
}

/** True if a state of its resources lets the page be seen through. */
function isTranslucent(file: PdfFile, look: PdfStream): boolean {
  const states = dictOf(file.get(dictOf(file.get(look.dict.get("Resources")))?.get("ExtGState")));
  if (!states || states.size === 0) return false;
  return [...states.values()].every((given) => {
    const state = file.get(given);
    if (!isDict(state)) return false;
    const mode = nameOf(file.get(state.get("BM")));
    return mode === "Multiply" || mode === "Darken" || (numberOf(file.get(state.get("ca"))) ?? 1) <= 0.5;
  });
}
