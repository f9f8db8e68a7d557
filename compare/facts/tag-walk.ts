// Structure elements and their content in reading order (ISO 32000-2, 14.7), without recursion.
import { arrayOf, dictOf, nameOf, numberOf, refKey } from "../../pdf-reader/objects.js";
import { PdfRef, type PdfArray, type PdfDict, type PdfFile, type PdfObject } from "../../pdf-reader/types.js";

/** Receives elements and content in order; pages are from 0, null if unknown. */
interface TagVisitor {
  /** @param page that the element or one around it names */
  open(element: PdfDict, page: number | null): void;
  close(): void;
  /** @param key `MCID`, or `OBJECT NUMBER OF THE FORM:MCID` */
  content(page: number | null, key: string): void;
  annotation(dict: PdfDict, page: number | null): void;
}

interface Level {
  readonly kids: PdfArray;
  next: number;
  readonly page: number | null;
}

/** Returns the root of the structure tree; null without tags. */
export function tagRoot(file: PdfFile): PdfDict | null {
  const root = dictOf(file.get(file.catalog.get("StructTreeRoot")));
  return root && file.get(root.get("K")) !== null ? root : null;
}

/** Visits each element once, however often it is referred to. */
export function walkTags(file: PdfFile, root: PdfDict, visitor: TagVisitor): void {
  const pages = pageIndexes(file);
  const seen = new Set<number | PdfDict>([refKey(file.catalog.get("StructTreeRoot")) ?? root]);
  const kidsOf = (element: PdfDict): PdfArray => {
    const given = element.get("K");
    const kids = arrayOf(file.get(given)) ?? (given === undefined ? [] : [given]);
    file.step(kids.length);
    return kids;
  };
  const pageOf = (dict: PdfDict, otherwise: number | null): number | null => {
    const key = refKey(dict.get("Pg"));
    return key === null ? otherwise : (pages.get(key) ?? null);
  };
  const levels: Level[] = [{ kids: kidsOf(root), next: 0, page: null }];
  for (let level; (level = levels.at(-1));) {
    if (level.next === level.kids.length) {
      levels.pop();
      if (levels.length > 0) visitor.close();
      continue;
    }
    const item = level.kids[level.next++]!;
    const kid = file.get(item);
    const { page } = level;
    if (isMcid(kid)) {
      visitor.content(page, String(kid));
      continue;
    }
    const dict = dictOf(file.get(kid));
    if (!dict) continue;
    switch (kindOf(file, dict)) {
      case "MCR": {
        const mcid = numberOf(file.get(dict.get("MCID")));
        const form = dict.get("Stm");
        if (isMcid(mcid)) visitor.content(pageOf(dict, page), form instanceof PdfRef ? `${form.num}:${mcid}` : String(mcid));
        break;
      }
      case "OBJR": {
        const annotation = dictOf(file.get(dict.get("Obj")));
        if (annotation) visitor.annotation(annotation, pageOf(dict, page));
        break;
      }
      default: {
        // numbers are cheaper than objects
        const key = refKey(item) ?? dict;
        if (seen.has(key)) break;
        seen.add(key);
        levels.push({ kids: kidsOf(dict), next: 0, page: pageOf(dict, page) });
        visitor.open(dict, levels.at(-1)!.page);
      }
    }
  }
}

const isMcid = (value: PdfObject): value is number => typeof value === "number" && Number.isInteger(value) && value >= 0;

/** References without their `/Type` are known by their entries. */
function kindOf(file: PdfFile, dict: PdfDict): string | null {
  const type = nameOf(file.get(dict.get("Type")));
  if (type !== null || dict.has("S")) return type;
  return dict.has("MCID") ? "MCR" : dict.has("Obj") ? "OBJR" : null;
}

/** Indexes of pages by object number. */
function pageIndexes(file: PdfFile): ReadonlyMap<number, number> {
  const out = new Map<number, number>();
  for (let number = 1; number <= file.pageCount; number++) {
    const { ref } = file.page(number);
    if (ref && !out.has(ref.num)) out.set(ref.num, number - 1);
  }
  return out;
}
