// Root of a request: settings, pages, sections and layers.
import type { Forms, Given, May } from "./forms.js";
import type { PageMargin } from "./common.js";
import type { DatasetDefinition, Projection } from "./data.js";
import type { PageElement } from "./element.js";
import type { FlowDocument } from "./flow.js";
import type { Layers, Section } from "./layers.js";
import type { Defaults, ImageSource, PdfImport } from "./shape.js";
import type { TextDirection } from "./text.js";

/** Body of POST /api/v1/pdf/render: one document, with exactly one of `pages` and `flow_document`. */
export interface DocumentRequestFields {
  /** URL or path of this schema, for editors. Ignored. */
  $schema?: string;
  /** Settings of the whole document. */
  settings?: Settings;
  /** Tables of values by name, for projections. At most 32; a name is a lower-case letter, then up to 63 lower-case letters, digits and underscores. */
  datasets?: Datasets;
  /** Data of tables and charts from datasets, by name. At most 64; names have the form of those of datasets. */
  projections?: Projections;
  /** Background, watermark and stamp of all pages. Not with `flow_document`, where they belong to page masters. */
  layers?: Layers;
  /** Content at the upper edge of each page. Not with `flow_document`. */
  header?: Section;
  /** Content at the lower edge of each page. Not with `flow_document`. */
  footer?: Section;
  /** Pages of a Fixed Canvas, with elements at coordinates. @minItems 1 */
  pages?: Page[];
  /** Content laid out on as many pages as it requires. */
  flow_document?: FlowDocument;
}

/** `pages` of a Fixed Canvas, or a `flow_document`. */
export type DocumentRequest = Forms<
  DocumentRequestFields,
  | (Given<DocumentRequestFields, "pages"> & May<DocumentRequestFields, "layers" | "header" | "footer">)
  | Given<DocumentRequestFields, "flow_document">
>;

/** A request as bytes of JSON: any Uint8Array. Its absent fields let TypeScript tell a misspelt field of a request by its name (FH-46). */
export interface RequestBytes extends Uint8Array {
  readonly pages?: undefined;
  readonly flow_document?: undefined;
}

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

/** A page of a Fixed Canvas, with `size`, or `width` and `height`; or pages of a PDF file. */
export interface PageFields {
  /** Name of a preset, in upper or lower case. Not with `width` and `height`. @examples ["a4", "a6", "letter", "legal", "label_100_100", "label_100_150", "label_4_6_in"] */
  size?: string;
  /** `portrait`: the shorter side of the preset is across; `landscape`: the longer. Margins are not turned. Only with `size`; default: `settings.default_orientation`. */
  orientation?: "portrait" | "landscape";
  /** Width of the page; requires `height`. @unit mm @minimum 10 @maximum 2000 */
  width?: number;
  /** Height of the page; requires `width`. @unit mm @minimum 10 @maximum 2000 */
  height?: number;
  /** Layout of this page. */
  layout?: PageLayout;
  /** The elements, in painting order, which `z_index` overrides. */
  elements?: PageElement[];
  /** Pages of a PDF file, in place of a drawn page. Not with another field. */
  import?: PdfImport;
}

/** `size`, with an `orientation`, or `width` and `height`; or an `import`. */
export type Page = Forms<
  PageFields,
  | (Given<PageFields, "size"> & May<PageFields, "orientation" | "layout" | "elements">)
  | (Given<PageFields, "width" | "height"> & May<PageFields, "layout" | "elements">)
  | Given<PageFields, "import">
>;

/** Layout of one page. */
export interface PageLayout {
  /** Edges that override `settings.layout.page_margin`. */
  page_margin?: PageMargin;
}

/** Settings of the whole document. */
export interface Settings {
  /** Default styles of elements. */
  defaults?: Defaults;
  /** Metadata of the PDF. */
  metadata?: MetadataSettings;
  /** Delivery of the PDF. */
  output?: OutputSettings;
  /** Standard of the PDF; by default, or if empty, none. Another name is API-002. @examples ["pdfa-1b", "pdfa-2b", "pdfa-3b", "pdfa-4", "pdfa-2u", "pdfa-3u", "pdfa-ua1", "pdfa-4f", "pdfa-ua2"] */
  profile?: string;
  /** `ua1`: PDF/UA-1 in addition to the profile, which is `pdfa-2b`, `pdfa-2u`, `pdfa-3b` or `pdfa-3u`, or on the e-invoice route. It demands what `pdfa-ua1` does. `ua2`: PDF/UA-2 in addition to `pdfa-4` or `pdfa-4f`; with `pdfa-4` the same as `pdfa-ua2`. */
  accessibility?: "ua1" | "ua2";
  /** Files embedded in the PDF, 1 to 32. Without a profile, and in `pdfa-3b`, `pdfa-3u` and `pdfa-4f`, which requires one; not on the e-invoice route. */
  attachments?: AttachedFile[];
  /** The locale of number formats that name none, a language tag (BCP 47) that CLDR knows. Numbers without a format are not changed, nor is the language of the document. @examples ["de-CH"] */
  locale?: string;
  /** Base direction of the document: that of every text for which no style, default or field declares one. With `rtl` a Flow Document begins at the right: indents, markers, numbers, notes, contents, what is narrower than its column, columns, tables of Markdown. Nothing placed by coordinates moves. `auto`: each paragraph has the direction of its first strong character. A language sets no direction. @default "auto" */
  direction?: TextDirection;
  /** A built-in design of a Flow Document: sizes, colours and distances of its headings, texts, captions, quotes, code, notes, tables and contents, also of Markdown. It is below all that is declared, field by field. Without it nothing is designed. Not for pages. */
  look?: "plain" | "modern" | "classic";
  /** Orientation of pages and page masters with a preset `size` and no `orientation`. @default "portrait" */
  default_orientation?: "portrait" | "landscape";
  /** Layout of the pages of a Fixed Canvas. */
  layout?: LayoutSettings;
  /** `absent`: null in an optional field means that the field is absent; without it, null is API-001 in such a field. Required fields, entries of lists, and places where null is a value (cells, dataset values, chart values) are the same with it. */
  nulls?: "absent";
  /** Invoice of the e-invoice route (`EInvoiceSettings`). API-002 on other routes. */
  e_invoice?: unknown;
  /** Passwords and permissions. Not with a profile. @writeOnly true */
  security?: SecuritySettings;
  /** Signatures of the PDF, 1 to 8, made in this order after everything else. One that cannot be made refuses the document. */
  signatures?: SignatureSettings[];
}

/** A signature (PAdES), visible in a field of the document, or invisible. */
export interface SignatureSettings {
  /** Name of a signer that the operator configured and the caller may use. @examples ["seal"] */
  signer: string;
  /** Level of PAdES, in upper or lower case; by default the signer's. Above `b-b` the signer needs a time stamp authority. @examples ["b-b", "b-t", "b-lt", "b-lta"] */
  level?: string;
  /** Name of a field of the kind `signature`, which no other signature has. Without it the signature is invisible. @examples ["approval.signature"] */
  field?: string;
  /** Reason of the signature. @maxLength 1000 */
  reason?: string;
  /** Place of signing. @maxLength 1000 */
  location?: string;
  /** Contact of the signer. @maxLength 1000 */
  contact?: string;
  /** Certifies the document: later changes are none, filled forms, or annotations in addition. Of the first signature only. */
  certify?: "no_changes" | "fill_forms" | "annotate";
  /** Look of the field. Requires `field`. */
  appearance?: SignatureAppearance;
}

/** Look of a visible signature: a text, a picture at its start side, or both. */
export interface SignatureAppearance {
  /** Text with the variables `{name}`, `{date}`, `{reason}`, `{location}` and `{field}`; lines that become empty are left out. @maxLength 1000 @default "{name}\n{date}\n{reason}" */
  text?: string;
  /** Picture as PNG, JPEG or SVG. */
  image?: ImageSource;
}

/** A file embedded in the PDF, byte for byte. */
export interface AttachedFile {
  /** Name of the file, 1 to 255 characters without `/`, `\` and control characters; unique in the document, regardless of case. @examples ["figures.csv"] */
  name: string;
  /** The bytes: an asset, or in the request. */
  source: FileSource;
  /** Media type, `type/subtype`. @examples ["text/csv", "application/xml"] */
  media_type: string;
  /** Relation of the file to the document: what it was made from, data of its tables or charts, the same content in another form, or further content. @default "unspecified" */
  relationship?: "source" | "data" | "alternative" | "supplement" | "unspecified";
  /** Description of the file; by default its name. */
  description?: string;
}

/** A file: an asset, or in the request. */
export type FileSource = FileAsset | FilePayload;

/** A file stored in the service. */
export interface FileAsset {
  /** Kind of the source. */
  kind: "asset";
  /** Key of the asset. @minLength 1 */
  key: string;
}

/** A file in the request. */
export interface FilePayload {
  /** Kind of the source. */
  kind: "base64";
  /** The file in base64, without a `data:` prefix. */
  payload: string;
}

/** Metadata of the PDF. Empty and blank strings are absent. A token's policy may replace fields that it does not allow. */
export interface MetadataSettings {
  /** Title of the document, shown by readers in the title bar. @default "Document" */
  title?: string;
  /** Author of the document. */
  author?: string;
  /** Subject of the document. */
  subject?: string;
  /** Program that created the content. @default "Platen" */
  creator?: string;
  /** Program that created the PDF; by default Platen with its version. */
  producer?: string;
  /** Language of the document, a BCP 47 tag. It determines pronunciation by screen readers, forms of Han characters, and hyphenation. @default "en" @pattern ^\s*([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?\s*$ @examples ["en", "de", "zh-Hans", "ar"] */
  language?: string;
}

/** Delivery of the PDF. Both modes deliver the same bytes. */
export interface OutputSettings {
  /** `binary`: shown in the browser; `file`: offered as a download. Another value is API-002. @default "binary" @examples ["binary", "file"] */
  mode?: string;
  /** Name of the file; `.pdf` is appended if missing, and characters not allowed in names are removed. By default `platen-` and the time, UTC. @examples ["invoice-2026-0042.pdf"] */
  file_name?: string;
}

/** Layout of the pages of a Fixed Canvas. Not allowed with a Flow Document. */
export interface LayoutSettings {
  /** Places elements of `pages[].elements` below each other, in order; an element may override it. @default false */
  flow?: boolean;
  /** Distance between elements that flow. @unit mm @minimum 0 @default 0 */
  gap_after?: number;
  /** Position of the first element that flows, from the upper edge of the content box. @unit mm @minimum 0 @default 0 */
  start_top?: number;
  /** Margins of all pages. */
  page_margin?: PageMargin;
  /** Start of content on additional pages. */
  pagination?: PaginationSettings;
}

/** Start of content on pages that are added for overflowing content. With margins it starts at the content box, and these fields have no effect. */
export interface PaginationSettings {
  /** Distance from the upper edge of a page without a header. @unit mm @minimum 0 @default 8 */
  continuation_top_gap?: number;
  /** Distance from the header. @unit mm @minimum 0 @default 5 */
  continuation_top_gap_with_header?: number;
}

/** Passwords and permissions. If none has an effect, the PDF is not encrypted. */
export interface SecuritySettings {
  /** `aes_256` creates a PDF 2.0 file (revision 6), `aes_128` a PDF 1.7 file (revision 4). @default "aes_256" */
  algorithm?: "aes_256" | "aes_128";
  /** Password to open the document. With `aes_256` at most 127 bytes of UTF-8 after SASLprep, with `aes_128` at most 32 bytes of PDFDocEncoding; a blank one is absent. @writeOnly true */
  open_password?: string;
  /** Password that removes all restrictions; different from `open_password`, with the same limits. Required if a permission is false. @writeOnly true */
  owner_password?: string;
  /** Permissions without the owner's password. */
  permissions?: Permissions;
}

/** Permissions, which readers may or may not enforce. */
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
