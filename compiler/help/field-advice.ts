import { plain } from "./nearest.js";
import type { Help } from "./reason.js";
import { WAYS } from "./ways.js";

interface FieldAdvice {
  /** words in the form of `plain` */
  readonly words: readonly string[];
  readonly has: readonly string[];
  readonly advice: string;
  readonly suggestion?: string;
}

const LANDSCAPE = 'a preset is turned by "orientation": "landscape"';
const PAGE_SIZE = 'each page has its size: "pages": [{"size": "a4", "elements": […]}]';
const ELEMENTS =
  'elements belong to a page, "pages": [{"size": "a4", "elements": […]}]; content that paginates itself to flow_document.segments[].content';
export const NO_URLS = `URLs are not loaded, a picture is not fetched: ${WAYS.pictures}`;
const TEMPLATE = `this belongs to a template: ${WAYS.template}`;
const BRIEF = `this belongs to a brief: ${WAYS.brief}`;
const INVOICE = `this belongs to an invoice as data: ${WAYS.invoice}`;

const ADVICE: readonly FieldAdvice[] = [
  { words: ["landscape", "portrait"], has: ["size", "orientation"], advice: LANDSCAPE, suggestion: "orientation" },
  { words: ["x"], has: ["points"], advice: "the points of a polygon are its place" },
  { words: ["unit", "units"], has: ["pages"], advice: "lengths are in millimetres, font sizes in points" },
  {
    words: ["elements", "content", "contents", "body", "text", "html", "paragraphs", "blocks", "children", "items", "nodes"],
    has: ["pages", "flow_document"],
    advice: ELEMENTS,
  },
  { words: ["pagesize", "size", "papersize", "paper", "format"], has: ["pages", "flow_document"], advice: PAGE_SIZE },
  { words: ["pagesize", "size"], has: ["metadata", "output"], advice: PAGE_SIZE },
  { words: ["schema", "templateid", "data"], has: ["pages", "flow_document"], advice: TEMPLATE },
  { words: ["brief", "parts"], has: ["pages", "flow_document"], advice: BRIEF },
  { words: ["invoicenumber"], has: ["pages", "flow_document"], advice: INVOICE },
  { words: ["if", "each"], has: [], advice: TEMPLATE },
  { words: ["rotation"], has: ["children", "elements"], advice: "a container is not turned: turn the elements in it" },
  { words: ["rotation"], has: ["columns", "rows"], advice: "a table is not turned" },
  {
    words: ["pagination"],
    has: ["element", "layout", "semantics"],
    advice: "a placed element is not part of the flow, and is not divided",
  },
  { words: ["title", "caption"], has: ["theme", "legend"], advice: "a chart has no title: put a text above it" },
  { words: ["link"], has: ["columns", "rows"], advice: "set link on its cells" },
  { words: ["font"], has: ["style"], advice: '"style": {"font_family": "Noto Sans", "font_size": 12}', suggestion: "style.font_family" },
  {
    words: ["restart"],
    has: ["levels", "separator"],
    advice: 'counters begin anew in a segment, by its numbering: "segments": [{"numbering": {"levels": ["1"], "restart": true}, …}]',
  },
  { words: ["src", "file", "filename", "path"], has: ["asset", "source"], advice: NO_URLS, suggestion: "asset" },
  { words: ["url", "uri", "href"], has: ["asset", "source"], advice: NO_URLS },
  { words: ["url", "uri", "href", "src"], has: ["kind", "payload"], advice: NO_URLS },
];

/** Advice on an unknown field among `fields`; undefined if none applies. */
export const adviceOn = (found: string, fields: readonly string[]): Help | undefined =>
  ADVICE.find((a) => a.words.includes(plain(found)) && a.has.every((f) => fields.includes(f)));
