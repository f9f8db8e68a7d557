// To standard types of PDF 1.7 (ISO 32000-1, 14.8.4; ISO 32000-2, 14.8.6).
import { lookup } from "../../base/lookup.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";
import { IMPORTED_ROLES, type ImportedRole, type ImportedStructure } from "../../ir/ir.js";
import { arrayOf, dictOf, keyOf, nameOf } from "../../pdf-reader/objects.js";

const STANDARD: ReadonlySet<string> = new Set(IMPORTED_ROLES);
const isStandard = (role: string): role is ImportedRole => STANDARD.has(role);

/** absent from PDF 1.7, by closest meaning */
const NEWER: Readonly<Record<string, ImportedRole>> = {
  Title: "P",
  FENote: "Note",
  Aside: "Sect",
  DocumentFragment: "Part",
  Sub: "Span",
  Em: "Span",
  Strong: "Span",
  Artifact: "NonStruct",
};
/** Types of PDF 1.7 that the namespace of PDF 2.0 does not contain. */
const OLD_ONLY: ReadonlySet<string> = new Set("Art BlockQuote TOC TOCI Index Private Quote Note Reference BibEntry Code".split(" "));
const PDF_2 = "http://iso.org/pdf2/ssn";
const MATH = "http://www.w3.org/1998/Math/MathML";

export type Breach = NonNullable<ImportedStructure["breach"]>;

export class Roles {
  readonly #map: PdfDict | null;
  readonly #known = new Map<string, ImportedRole>();
  breach: Breach | null = null;
  #newer: string | null = null;

  constructor(
    readonly file: PdfFile,
    root: PdfDict,
  ) {
    this.#map = dictOf(file.get(root.get("RoleMap")));
  }

  /** Its type of PDF 1.7, and that of PDF 2.0 if it is in its namespace. */
  of(element: PdfDict): { readonly role: ImportedRole; readonly newer: string | null } {
    this.#newer = null;
    const role = this.#roleOf(element);
    return { role, newer: this.#newer };
  }

  #roleOf(element: PdfDict): ImportedRole {
    const type = nameOf(this.file.get(element.get("S")));
    if (type === null) return this.#breaks("an element has no structure type", "NonStruct");
    const space = dictOf(this.file.get(element.get("NS")));
    if (space) return this.#inSpace(type, space);
    let role = this.#known.get(type);
    if (role === undefined) this.#known.set(type, (role = this.#mapped(type)));
    return role;
  }

  #breaks<T>(reason: string, then: T): T {
    this.breach ??= { clause: "ISO 14289-1, 7.1", reason };
    return then;
  }

  #mapped(type: string): ImportedRole {
    const next = (from: string): string | null => nameOf(this.file.get(this.#map?.get(from)));
    if (isStandard(type)) {
      const other = next(type);
      return other === null || other === type ? type : this.#breaks(`the standard structure type ${type} is mapped to ${other}`, type);
    }
    const seen = new Set<string>([type]);
    for (let at = next(type); at !== null; at = next(at)) {
      this.file.step(1);
      if (isStandard(at)) return at;
      if (seen.has(at)) return this.#breaks(`the mapping of the structure type ${type} is circular`, "NonStruct");
      seen.add(at);
    }
    return newer(type) ?? this.#breaks(`the structure type ${type} is not mapped to a standard type`, "NonStruct");
  }

  /** Type of a namespace (ISO 32000-2, 14.8.6). */
  #inSpace(type: string, first: PdfDict): ImportedRole {
    const { file } = this;
    let [name, space] = [type, first];
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const uri = keyOf(file.get(space.get("NS")));
      if (uri === MATH) return "Span";
      if (uri === PDF_2 && (isStandard(name) || newer(name))) {
        if (!OLD_ONLY.has(name)) this.#newer = name;
        return newer(name) ?? (name as ImportedRole);
      }
      const found = file.get(dictOf(file.get(space.get("RoleMapNS")))?.get(name));
      const array = arrayOf(file.get(found));
      const target = nameOf(file.get(array ? array[0] : found));
      if (target === null) return isStandard(name) ? name : this.#mapped(name);
      const outer = array && dictOf(file.get(array[1]));
      if (!outer) return this.#mapped(target);
      [name, space] = [target, outer];
    }
    return this.#breaks(`the mapping of the structure type ${type} is circular`, "NonStruct");
  }
}

const MOST_STEPS = 32;

/** Headings: at most the sixth level. */
const newer = (type: string): ImportedRole | null => {
  const known = lookup(NEWER, type);
  if (known) return known;
  return /^H[1-9]\d*$/.test(type) && !isStandard(type) ? "H6" : null;
};
