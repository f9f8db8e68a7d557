// Structure types after role maps (ISO 32000-2, 14.7.3 and 14.8.6).
import { arrayOf, dictOf, keyOf, nameOf } from "../../pdf-reader/objects.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";

/** Standard types of PDF 1.7, which is the name space of elements without one. */
const STANDARD: ReadonlySet<string> = new Set(
  (
    "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD " +
    "THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form"
  ).split(" "),
);
/** Those of PDF 2.0. */
const NEWER = /^(?:DocumentFragment|Aside|Title|FENote|Sub|Em|Strong|Artifact|H[1-9]\d*)$/;
const PDF_1 = "http://iso.org/pdf/ssn";
const PDF_2 = "http://iso.org/pdf2/ssn";
/** Longer chains of mappings are circular, or as good as. */
const MOST_STEPS = 32;

/** Maps the types of elements; types that no map names remain. */
export class TagRoles {
  readonly #map: PdfDict | null;
  readonly #known = new Map<string, string>();

  constructor(
    readonly file: PdfFile,
    root: PdfDict,
  ) {
    this.#map = dictOf(file.get(root.get("RoleMap")));
  }

  of(element: PdfDict): string {
    const type = nameOf(this.file.get(element.get("S"))) ?? "";
    const space = dictOf(this.file.get(element.get("NS")));
    if (space) return this.#inSpace(type, space);
    let role = this.#known.get(type);
    if (role === undefined) this.#known.set(type, (role = this.#mapped(type)));
    return role;
  }

  #mapped(type: string): string {
    let at = type;
    for (let steps = 0; steps < MOST_STEPS && !STANDARD.has(at); steps++) {
      const next = nameOf(this.file.get(this.#map?.get(at)));
      if (next === null) return at;
      at = next;
    }
    return STANDARD.has(at) ? at : type;
  }

  #inSpace(type: string, first: PdfDict): string {
    const { file } = this;
    let [name, space] = [type, first];
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const uri = keyOf(file.get(space.get("NS")));
      if (uri === PDF_1) return this.#mapped(name);
      if (uri === PDF_2 && (STANDARD.has(name) || NEWER.test(name))) return name;
      const found = file.get(dictOf(file.get(space.get("RoleMapNS")))?.get(name));
      const array = arrayOf(file.get(found));
      const target = nameOf(file.get(array ? array[0] : found));
      if (target === null) return name;
      const outer = array && dictOf(file.get(array[1]));
      if (!outer) return this.#mapped(target);
      [name, space] = [target, outer];
    }
    return type;
  }
}
