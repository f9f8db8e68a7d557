// Texts of a request: blocks and inlines.
import type { Forms, May, Never, Refused, Words } from "./forms.js";
import type { integer, Language, LinkSpec, Placement, ReadFields, TextRole } from "./common.js";
import type { FieldInline } from "./field.js";
import type { ParagraphStyle, RunStyle, TextFrame, TextStyle } from "./text-style.js";

export type {
  FontWeight,
  RunStyle,
  FontFeatures,
  FontVariations,
  Highlight,
  Decoration,
  LinkStyle,
  TextAlign,
  TextDirection,
  TextOverflow,
  VerticalAlign,
  TextStyle,
  ParagraphStyle,
  TextFrame,
} from "./text-style.js";

/** A text: a string, one paragraph of spans, or blocks. */
export interface TextElementFields extends ReadFields {
  /** Type of the element. */
  type: "text";
  /** Role of the text. Headings `h1` to `h6` also form the outline of the PDF; `title` is that of the document, once; `label` and `list_item` belong to a list; `artifact` is not read. In the body of a page and in containers. @default "paragraph" @words TextRole */
  role?: Words<TextRole>;
  /** Position of the text. */
  layout?: Placement;
  /** Clockwise rotation about the centre of its box. @unit degrees @default 0 */
  rotation?: integer;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Link of the text. Its parts may then have no links. */
  link?: LinkSpec;
  /** Style of plain and span text. Block text has `defaults` and `frame` instead. */
  style?: TextStyle;
  /** Frame of block text. */
  frame?: TextFrame;
  /** Styles that the blocks of block text inherit. */
  defaults?: TextDefaults;
  /** Name of the form field of which the text, plain or spans, is the visible label: a sibling on its page. Its words are the field's `label` unless that is declared. */
  label_for?: string;
  /** Content of the text. */
  content: TextContent;
}

/** Plain or span text with `style`, or block text with `frame` and `defaults`. */
export type TextElement = Forms<
  TextElementFields,
  | { content: TextContent }
  | ({ content: string | SpanContent } & May<TextElementFields, "style" | "label_for">)
  | ({ content: BlockContent } & May<TextElementFields, "frame" | "defaults">)
>;

/** Inherited styles of blocks. */
export interface TextDefaults {
  /** Style of characters. */
  run?: RunStyle;
  /** Style of paragraphs. */
  paragraph?: ParagraphStyle;
  /** The frame; fields of the element's `frame` override it. */
  frame?: TextFrame;
}

/** A string, in which `{page}` and `{total_pages}` are replaced by numbers and a line feed breaks the line; or spans; or blocks. */
export type TextContent = string | SpanContent | BlockContent;

/** One paragraph of styled runs. */
export interface SpanContentFields {
  /** The runs, in order. */
  spans: Span[];
}

/** Spans, not blocks. */
export type SpanContent = Forms<SpanContentFields, Never<"blocks">>;

/** Characters of one style. */
export interface Span {
  /** The characters. `{page}` and `{total_pages}` are replaced by numbers; a line feed breaks the line. */
  text: string;
  /** Style of the characters, which overrides that of the element. */
  style?: RunStyle;
  /** Link of the characters. Not if the element has a link. */
  link?: LinkSpec;
  /** Language of the characters. */
  language?: Language;
}

/** Paragraphs, lists and page breaks. */
export interface BlockContentFields {
  /** The blocks, in order. Sections, layers, table cells and barcodes allow paragraphs only. */
  blocks: Block[];
}

/** Blocks, not spans. */
export type BlockContent = Forms<BlockContentFields, Never<"spans">>;

/** A part of block text. */
export type Block = ParagraphBlock | ListBlock | PageBreakBlock;

/** A paragraph. */
export interface ParagraphBlock {
  /** Type of the block. */
  type: "paragraph";
  /** Style of the paragraph. */
  style?: ParagraphStyle;
  /** Language of the paragraph. */
  language?: Language;
  /** Inlines of the paragraph. */
  inlines: Inline[];
}

/** A numbered or bulleted list. Each level of nested lists is indented by 6 mm. */
export interface ListBlock {
  /** Type of the block. */
  type: "list";
  /** Kind of the list. */
  list: ListSettings;
  /** The items. */
  items: ListItem[];
}

/** Kind of a list. Only `kind` is accepted; the other fields are recognised and refused. */
export interface ListSettings {
  /** `ordered`: 1. 2. 3., nested a. b. c., then i. ii. iii.; `bullet`: •, nested ◦, then ▪. */
  kind: "ordered" | "bullet";
  /** Refused: the layout feature is not wired. */
  marker_gap?: Refused;
  /** Refused: the layout feature is not wired. */
  item_spacing?: Refused;
  /** Refused: the layout feature is not wired. */
  start_at?: Refused;
  /** Refused: the layout feature is not wired. */
  continuation?: Refused;
}

/** An item of a list. */
export interface ListItem {
  /** Blocks of the item: paragraphs, and nested lists. */
  blocks: Block[];
}

/** Starts a new page for the following content. Only in the body of a Fixed Canvas and in blocks of a Flow Document, and not in lists. */
export interface PageBreakBlock {
  /** Type of the block. */
  type: "page_break";
}

/** A part of a paragraph. */
export type Inline = TextInline | VariableInline | LineBreakInline | TabInline | FootnoteInline | FieldInline;

/** Characters of one style. */
export interface TextInline {
  /** Type of the inline. */
  type: "text";
  /** The characters. A line feed breaks the line. */
  text: string;
  /** Style of the characters. */
  style?: RunStyle;
  /** Link of the characters. Not if the element has a link, nor in table cells and barcodes. */
  link?: LinkSpec;
  /** Language of the characters. */
  language?: Language;
}

/** A value inserted into the text. */
export interface VariableInline {
  /** Type of the inline. */
  type: "variable";
  /** With the scope `system`, `page` or `total_pages`; with `binding`, a path of a template's record. */
  name: string;
  /** `system`; `binding` in templates only; `computed` is refused. */
  scope: "system" | "binding" | "computed";
  /** Style of the value. */
  style?: RunStyle;
}

/** Ends the line. */
export interface LineBreakInline {
  /** Type of the inline. */
  type: "line_break";
}

/** Advances to the next multiple of 10 mm from the start of the paragraph. Not in table cells and barcodes. */
export interface TabInline {
  /** Type of the inline. */
  type: "tab";
}

/** A footnote: a raised number in the text, and a note at the foot of the page column. In block text of a Flow Document's blocks and floats, and in body and header cells of its tables; not if the text has a frame height, several columns, an overflow or a rotation. */
export interface FootnoteInline {
  /** Type of the inline. */
  type: "footnote";
  /** Paragraphs of the note, at least one, with `text`, `variable` and `line_break` inlines. @minItems 1 */
  blocks: Block[];
}
