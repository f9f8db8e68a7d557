// Entries and objects copied with a page by the writer, and judged by the judge (PDF-22, PDF-28).
import { isDict, nameOf } from "./objects.js";
import type { PdfDict, PdfFile, PdfObject } from "./types.js";

const LEFT: ReadonlySet<string> = new Set([
  "PieceInfo",
  "Metadata",
  "StructParent",
  "StructParents",
  "OPI",
  "LastModified",
  "Thumb",
  "AA",
  "OC",
  "Parent",
]);
/** of the file, not of the look of a page */
const OWN: ReadonlySet<string> = new Set(["Page", "Pages", "Catalog", "StructTreeRoot", "StructElem", "OCG", "OCMD"]);
/** keys chosen by the file: names of resources, glyphs, colorants */
const NAMES: ReadonlySet<string> = new Set([
  "ColorSpace",
  "ExtGState",
  "Font",
  "Pattern",
  "Properties",
  "Shading",
  "XObject",
  "CharProcs",
  "Colorants",
]);

/** A resource may have the name of an entry that is not copied. */
export class CopiedEntries {
  readonly #named = new WeakSet<PdfDict>();

  constructor(readonly file: PdfFile) {}

  of(dict: PdfDict): readonly (readonly [string, PdfObject])[] {
    if (this.#named.has(dict)) return [...dict];
    const out: (readonly [string, PdfObject])[] = [];
    for (const entry of dict) {
      const [key, value] = entry;
      if (LEFT.has(key)) continue;
      if (NAMES.has(key)) {
        const names = this.file.get(value);
        if (isDict(names)) this.#named.add(names);
      }
      out.push(entry);
    }
    return out;
  }
}

/** True for an object that is not copied, whatever refers to it. */
export const isOfFile = (file: PdfFile, object: PdfObject): boolean =>
  isDict(object) && OWN.has(nameOf(file.get(object.get("Type"))) ?? "");
