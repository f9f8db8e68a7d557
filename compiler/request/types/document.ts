// The root of a request: settings, pages, sections and layers.
import type { Forms, Given, May } from "./forms.js";
import type { PageMargin } from "./common.js";
import type { DatasetDefinition, Projection } from "./data.js";
import type { Element } from "./element.js";
import type { FlowDocument } from "./flow.js";
import type { Layers, Section } from "./layers.js";
import type { Defaults } from "./shape.js";

/** The body of POST /api/v1/pdf/render: one document. Exactly one of `pages` and `flow_document` is given. */
export interface DocumentRequestFields {
  /** Where this schema is, for editors. Accepted and ignored. */
  $schema?: string;
  /** What holds for the whole document. */
  settings?: Settings;
  /** Tables of values by name, that projections read. At most 32; a name is a small letter, then up to 63 small letters, digits and underscores. */
  datasets?: Datasets;
  /** What tables and charts take from datasets, by name. At most 64; names are like those of datasets. */
  projections?: Projections;
  /** Background, watermark and stamp of all pages. Not with `flow_document`, whose page masters have their own. */
  layers?: Layers;
  /** What every page has at its upper edge. Not with `flow_document`. */
  header?: Section;
  /** What every page has at its lower edge. Not with `flow_document`. */
  footer?: Section;
  /** The pages of a Fixed Canvas, each with elements at coordinates. @minItems 1 */
  pages?: Page[];
  /** Content that is laid out on as many pages as it takes. */
  flow_document?: FlowDocument;
}

/** `pages` of a Fixed Canvas, or a `flow_document`. */
export type DocumentRequest = Forms<
  DocumentRequestFields,
  | (Given<DocumentRequestFields, "pages"> & May<DocumentRequestFields, "layers" | "header" | "footer">)
  | Given<DocumentRequestFields, "flow_document">
>;

/** A document of `pages`. */
export type FixedCanvasRequest = Extract<DocumentRequest, { pages: Page[] }>;
/** A document of a `flow_document`. */
export type FlowDocumentRequest = Extract<DocumentRequest, { flow_document: FlowDocument }>;

/** Datasets by name. */
export interface Datasets {
  [name: string]: DatasetDefinition;
}

/** Projections by name. */
export interface Projections {
  [name: string]: Projection;
}

/** One page of a Fixed Canvas. It has `size`, or `width` and `height`. */
export interface PageFields {
  /** A preset's name, in upper or lower case. Not with `width` and `height`. @examples ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "b4", "b5", "letter", "legal", "tabloid", "executive", "label_100_100", "label_100_150", "label_4_6_in"] */
  size?: string;
  /** `portrait`: the shorter side of the preset is across; `landscape`: the longer. Margins are not turned. Only with `size`; default: `settings.default_orientation`. */
  orientation?: "portrait" | "landscape";
  /** Width of the page, together with `height`. @unit mm @minimum 10 @maximum 2000 */
  width?: number;
  /** Height of the page, together with `width`. @unit mm @minimum 10 @maximum 2000 */
  height?: number;
  /** What this page has of its own. */
  layout?: PageLayout;
  /** The elements, painted in this order unless `z_index` says otherwise. */
  elements?: Element[];
}

/** `size`, with an `orientation`, or `width` and `height`. */
export type Page = Forms<PageFields, (Given<PageFields, "size"> & May<PageFields, "orientation">) | Given<PageFields, "width" | "height">>;

/** The layout of one page. */
export interface PageLayout {
  /** Edges that differ from `settings.layout.page_margin`. */
  page_margin?: PageMargin;
}

/** What holds for the whole document. */
export interface Settings {
  /** Looks that elements have where they declare none. */
  defaults?: Defaults;
  /** What the PDF says about itself. */
  metadata?: MetadataSettings;
  /** How the service delivers the PDF. */
  output?: OutputSettings;
  /** The standard that the PDF conforms to; none where it is absent or empty. Another name is API-002. @examples ["pdfa-1b", "pdfa-2b", "pdfa-3b", "pdfa-4", "pdfa-2u", "pdfa-3u", "pdfa-ua1"] */
  profile?: string;
  /** Orientation of pages and page masters with a preset `size` and no `orientation`. @default "portrait" */
  default_orientation?: "portrait" | "landscape";
  /** Layout of the pages of a Fixed Canvas. */
  layout?: LayoutSettings;
  /** `absent`: null in an optional field means that the field is absent; without it, null is API-001 in such a field. Required fields, entries of lists, and places where null is a value (cells, dataset values, chart values) are the same with it. */
  nulls?: "absent";
  /** The invoice of the e-invoice route (`EInvoiceSettings`). On any other route always API-002. */
  e_invoice?: unknown;
  /** Passwords and permissions. Not with a profile. @writeOnly true */
  security?: SecuritySettings;
}

/** What the PDF says about itself. Empty and blank strings count as absent. A token's policy may replace what it does not allow. */
export interface MetadataSettings {
  /** Title of the document, which readers show in the title bar. @default "Document" */
  title?: string;
  /** Who wrote the document. */
  author?: string;
  /** What the document is about. */
  subject?: string;
  /** The program that the content comes from. @default "Platen" */
  creator?: string;
  /** The program that made the PDF; without it Platen and its version. */
  producer?: string;
  /** Language of the document, a BCP 47 tag. It decides how it is read aloud, which Han glyphs are taken and how words are hyphenated. @default "en" @pattern ^\s*([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?\s*$ @examples ["en", "de", "zh-Hans", "ar"] */
  language?: string;
}

/** How the service delivers the PDF. The bytes are the same in both modes. */
export interface OutputSettings {
  /** `binary`: shown in the browser; `file`: offered as a download. Another value is API-002. @default "binary" @examples ["binary", "file"] */
  mode?: string;
  /** Name of the file; `.pdf` is appended unless it is there, and characters that no name may have are dropped. Without it `platen-` and the time, UTC. @examples ["invoice-2026-0042.pdf"] */
  file_name?: string;
}

/** Layout of the pages of a Fixed Canvas. None of it is allowed with a Flow Document. */
export interface LayoutSettings {
  /** Whether elements in `pages[].elements` come below each other, in their order. An element may say otherwise. @default false */
  flow?: boolean;
  /** Distance between elements that flow. @unit mm @minimum 0 @default 0 */
  gap_after?: number;
  /** Where the first element that flows begins, from the upper edge of the content box. @unit mm @minimum 0 @default 0 */
  start_top?: number;
  /** Margins of all pages. */
  page_margin?: PageMargin;
  /** Where content begins on pages that are added. */
  pagination?: PaginationSettings;
}

/** Where content begins on pages that are added for what does not fit. With margins, it begins at the content box, and these have no effect. */
export interface PaginationSettings {
  /** Distance from the upper edge of the page where there is no header. @unit mm @minimum 0 @default 8 */
  continuation_top_gap?: number;
  /** Distance from the header. @unit mm @minimum 0 @default 5 */
  continuation_top_gap_with_header?: number;
}

/** Passwords and permissions. Where nothing in it has an effect, the PDF is not encrypted. */
export interface SecuritySettings {
  /** `aes_256` makes a PDF 2.0 file (revision 6), `aes_128` one of PDF 1.7 (revision 4). @default "aes_256" */
  algorithm?: "aes_256" | "aes_128";
  /** Password that opens the document. With `aes_256` at most 127 bytes of UTF-8 after SASLprep, with `aes_128` at most 32 bytes of PDFDocEncoding; blank is none. @writeOnly true */
  open_password?: string;
  /** Password that lifts all restrictions; another one than `open_password`, within the same bounds. Required where a permission is false. @writeOnly true */
  owner_password?: string;
  /** What may be done with the document without the owner's password. */
  permissions?: Permissions;
}

/** What readers let people do. It is up to them to obey. */
export interface Permissions {
  /** Print, possibly in low quality only. @default true */
  print?: boolean;
  /** Print in full quality. @default true */
  print_high_quality?: boolean;
  /** Change the content. @default true */
  modify?: boolean;
  /** Copy text and pictures. @default true */
  copy?: boolean;
  /** Add and change annotations. @default true */
  annotate?: boolean;
  /** Fill in form fields. @default true */
  fill_forms?: boolean;
  /** Read the content aloud and otherwise make it accessible. @default true */
  extract_accessibility?: boolean;
  /** Insert, delete and turn pages. @default true */
  assemble?: boolean;
}
