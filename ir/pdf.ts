// PDF files in the display list: pages as ops, and pages of the document with their links and structure.
import type { BlobId, PdfId, Rect, SourceId } from "./values.js";

export const PDF_BOXES = ["crop", "media", "trim"] as const;
/** Box of a PDF page: `media`: the sheet, `crop`: the part that viewers show, `trim`: the finished page. */
export type PdfBox = (typeof PDF_BOXES)[number];

/** A page of a PDF file, upright, stretched to a box and clipped to it. */
export interface PdfPageOp {
  /** Discriminator. */
  readonly op: "pdf-page";
  /** The file. */
  readonly file: PdfId;
  /** Page of the file, from 1. */
  readonly page: number;
  /** Box of the page that fills `box`. */
  readonly area: PdfBox;
  /** Target rectangle. */
  readonly box: Rect;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** A PDF file, once however many of its pages are used. */
export interface PdfResource {
  /** The file. */
  readonly blob: BlobId;
}

/** A PDF file, some of whose pages are pages of the document. */
export interface PdfImport {
  /** The file. */
  readonly file: PdfId;
  /** The file's structure tree, cut to these pages; null: their content is untagged. */
  readonly structure: ImportedStructure | null;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** Page of a PDF file as a page of the document. The size of the page is that of its crop box, upright, in points. */
export interface ImportedPage {
  /** Index of `imports`. */
  readonly import: number;
  /** Page of the file, from 1. */
  readonly page: number;
  /** Link annotations that come over. */
  readonly links: readonly ImportedLink[];
}

/** A link annotation of an imported page, with the target that it has in this document. */
export interface ImportedLink {
  /** Index in the page's annotations, from 0. */
  readonly annotation: number;
  /** A URL, or an index of `destinations`. */
  readonly target: { readonly url: string } | { readonly destination: number };
}

/** Structure of imported pages; the kids of a `Part`. */
export interface ImportedStructure {
  /** Top-level elements, in reading order. */
  readonly kids: readonly ImportedNode[];
  /** Attribute classes that elements name. */
  readonly classes: readonly ImportedClass[];
  /** First rule of PDF/UA-1 that the file's structure breaks, of those that this data cannot show; absent without. */
  readonly breach?: { readonly clause: string; readonly reason: string };
}

/** An attribute class (ISO 32000-1, 14.7.5.3). */
export interface ImportedClass {
  /** unique in its import */
  readonly name: string;
  /** Attribute objects. */
  readonly attributes: readonly ImportedAttributes[];
}

/** A structure element of a PDF file. */
export interface ImportedNode {
  /** Standard structure type of PDF 1.7. */
  readonly role: ImportedRole;
  /** Its type in the namespace of PDF 2.0, in a document of PDF/UA-2; absent if its type is one of PDF 1.7. */
  readonly newer?: string;
  /** Name of the element for `refs` of its import, in a document of PDF/UA-2; absent if none refers to it. */
  readonly key?: string;
  /** Keys of the elements that it refers to. */
  readonly refs?: readonly string[];
  /** Title. */
  readonly title?: string;
  /** BCP 47; absent if inherited. */
  readonly lang?: string;
  /** Alternative text. */
  readonly alt?: string;
  /** Replacement text. */
  readonly actualText?: string;
  /** Expansion of an abbreviation. */
  readonly expansion?: string;
  /** unique in its import, except in broken files */
  readonly id?: string;
  /** Attribute objects. */
  readonly attributes?: readonly ImportedAttributes[];
  /** Names of attribute classes. */
  readonly classes?: readonly string[];
  /** Children and content, in reading order. */
  readonly kids: readonly (ImportedNode | ImportedContent)[];
}

/** Content of an element: marked content of a page, or of a form on it; or an annotation. */
export interface ImportedContent {
  /** Page of the import, from 0. */
  readonly page: number;
  /** Marked-content identifier; absent for an annotation. */
  readonly mcid?: number;
  /** Object number of the form with the content; absent: the content of the page. */
  readonly form?: number;
  /** Index in the annotations of the page: a link, or one that is drawn. */
  readonly annotation?: number;
}

/** An attribute object (ISO 32000-1, 14.7.5), without revisions. */
export interface ImportedAttributes {
  /** Owner, such as `Table` or `Layout`. */
  readonly owner: string;
  /** Its other entries. */
  readonly entries: readonly AttributeEntry[];
}

/** An entry of an attribute object. */
export interface AttributeEntry {
  /** Key. */
  readonly key: string;
  /** Value. */
  readonly value: AttributeValue;
}

/** A value of an attribute: a name, a text, a list or a dictionary as objects, so that each has one field. */
export type AttributeValue =
  | number
  | boolean
  | { readonly name: string }
  | { readonly text: string }
  | { readonly list: readonly AttributeValue[] }
  | { readonly entries: readonly AttributeEntry[] };

/** Value of an attribute: of the first object that has it, those of an element before those of its classes; undefined without. */
export function attributeIn(all: readonly ImportedAttributes[], owner: string, key: string): AttributeValue | undefined {
  for (const of of all) {
    const entry = of.owner === owner ? of.entries.find((e) => e.key === key) : undefined;
    if (entry) return entry.value;
  }
  return undefined;
}

/** Standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4). */
export const IMPORTED_ROLES = [
  "Document",
  "Part",
  "Art",
  "Sect",
  "Div",
  "BlockQuote",
  "Caption",
  "TOC",
  "TOCI",
  "Index",
  "NonStruct",
  "Private",
  "H",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "P",
  "L",
  "LI",
  "Lbl",
  "LBody",
  "Table",
  "TR",
  "TH",
  "TD",
  "THead",
  "TBody",
  "TFoot",
  "Span",
  "Quote",
  "Note",
  "Reference",
  "BibEntry",
  "Code",
  "Link",
  "Annot",
  "Ruby",
  "RB",
  "RT",
  "RP",
  "Warichu",
  "WT",
  "WP",
  "Figure",
  "Formula",
  "Form",
] as const;
/** A standard structure type (ISO 32000-1, 14.8.4). */
export type ImportedRole = (typeof IMPORTED_ROLES)[number];

/** Most marked-content identifiers of a page or form. */
export const MOST_MCIDS = 1 << 17;

export const PDF_FITS = ["XYZ", "Fit", "FitH", "FitV", "FitR", "FitB", "FitBH", "FitBV"] as const;
/** View of a destination on an imported page (ISO 32000-2, table 149). */
export interface PdfView {
  /** Kind of the view. */
  readonly fit: (typeof PDF_FITS)[number];
  /** Its numbers, in the space of the page; null: unchanged. */
  readonly at: readonly (number | null)[];
}
