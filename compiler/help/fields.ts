import { adviceOn } from "./field-advice.js";
import { nearest, plain, rareSlips } from "./nearest.js";
import type { Help } from "./reason.js";

/** Fields of the place, of the objects in it, and of those around, nearest first. */
export interface Place {
  readonly fields: readonly string[];
  readonly inside: (field: string) => readonly string[];
  readonly around: readonly {
    readonly key: string;
    readonly fields: readonly string[];
    readonly inside: (field: string) => readonly string[];
  }[];
}

/** other systems' names and equivalents; the first in the place or one step away is suggested */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  x: ["left", "cx", "x1"],
  y: ["top", "cy", "y1"],
  left: ["x"],
  top: ["y"],
  w: ["width"],
  h: ["height"],
  margin: ["page_margin"],
  margins: ["page_margin"],
  pagemargins: ["page_margin"],
  position: ["layout", "left"],
  place: ["layout"],
  dimensions: ["width"],
  align: ["text_align", "align", "main_align"],
  alignment: ["text_align", "align", "main_align"],
  halign: ["text_align", "align"],
  textalignment: ["text_align", "align"],
  valign: ["vertical_align"],
  verticalalignment: ["vertical_align"],
  alignitems: ["cross_align"],
  justifycontent: ["main_align"],
  justify: ["main_align"],
  flexdirection: ["axis"],
  direction: ["axis"],
  orientation: ["axis", "default_orientation"],
  pageorientation: ["orientation", "default_orientation"],
  radius: ["corner_radius", "r"],
  borderradius: ["corner_radius"],
  cornerradius: ["corner_radius"],
  rounded: ["corner_radius"],
  fontname: ["font_family"],
  font: ["font_family"],
  family: ["font_family"],
  face: ["font_family"],
  typeface: ["font_family"],
  size: ["font_size"],
  textsize: ["font_size"],
  fontweight: ["font_weight"],
  weight: ["font_weight"],
  bold: ["font_weight"],
  italic: ["font_style"],
  oblique: ["font_style"],
  underline: ["decoration"],
  underlined: ["decoration"],
  strikethrough: ["decoration"],
  strike: ["decoration"],
  textdecoration: ["decoration"],
  lineheight: ["line_height"],
  leading: ["line_height"],
  linespacing: ["line_height"],
  tracking: ["letter_spacing"],
  charspacing: ["letter_spacing"],
  characterspacing: ["letter_spacing"],
  textcolor: ["color"],
  fontcolor: ["color"],
  foreground: ["color"],
  colour: ["color"],
  fillcolor: ["fill"],
  background: ["fill", "highlight"],
  backgroundcolor: ["fill", "highlight"],
  bgcolor: ["fill", "highlight"],
  bg: ["fill", "highlight"],
  border: ["stroke", "borders", "grid"],
  borders: ["stroke", "grid"],
  outline: ["stroke"],
  line: ["stroke"],
  bordercolor: ["stroke", "borders", "grid"],
  strokecolor: ["stroke"],
  strokewidth: ["stroke"],
  linewidth: ["stroke"],
  linecolor: ["stroke"],
  borderwidth: ["stroke", "borders", "grid"],
  thickness: ["width"],
  dashes: ["dash"],
  linestyle: ["dash"],
  src: ["asset", "source", "url"],
  url: ["target", "asset", "source"],
  uri: ["target", "asset", "source"],
  href: ["link", "target", "url"],
  file: ["asset"],
  filename: ["file_name", "asset"],
  path: ["asset", "d"],
  image: ["asset", "source"],
  data: ["source", "content", "payload", "rows", "values", "points"],
  style: ["text"],
  styles: ["text"],
  base64: ["source", "payload"],
  rotate: ["rotation"],
  angle: ["rotation"],
  rotationangle: ["rotation"],
  zindex: ["z_index"],
  layer: ["z_index"],
  alpha: ["opacity"],
  transparency: ["opacity"],
  text: ["content", "spans", "inlines", "label", "source"],
  value: ["content", "text", "source"],
  string: ["content", "text", "source"],
  markdown: ["source"],
  html: ["content"],
  body: ["elements", "content", "rows"],
  contents: ["content", "elements"],
  children: ["elements", "content", "inlines", "spans", "blocks"],
  items: ["elements", "content", "rows", "blocks"],
  objects: ["elements"],
  nodes: ["content", "elements"],
  elements: ["content"],
  content: ["elements", "inlines", "text", "source"],
  runs: ["inlines", "spans"],
  paragraphs: ["blocks"],
  document: ["pages"],
  sections: ["segments"],
  masters: ["page_masters"],
  master: ["page_master"],
  name: ["key", "id"],
  id: ["key"],
  field: ["key"],
  title: ["header", "label"],
  label: ["header", "name", "title"],
  heading: ["header"],
  headers: ["header"],
  footers: ["footer"],
  footerrow: ["footer"],
  footerrows: ["footer"],
  totals: ["footer"],
  cells: ["rows"],
  summary: ["footer"],
  repeatonpagebreak: ["repeat"],
  aligndecimal: ["decimal_align"],
  decimalalignment: ["decimal_align"],
  cols: ["columns"],
  columns: ["count"],
  column: ["columns"],
  records: ["rows"],
  colspan: ["col_span"],
  rowspan: ["row_span"],
  cellpadding: ["padding", "cell"],
  zebra: ["alternate_fill"],
  striped: ["alternate_fill"],
  spacing: ["gap", "letter_spacing"],
  gutter: ["gap", "column_gap"],
  gaps: ["gap"],
  overflow: ["text_overflow"],
  textoverflow: ["overflow"],
  wrap: ["wrap_policy"],
  kind: ["format"],
  datakey: ["key"],
  objectfit: ["fit"],
  symbology: ["format"],
  barcodetype: ["format"],
  code: ["content"],
  showtext: ["barcode_text"],
  displayvalue: ["barcode_text"],
  humanreadable: ["barcode_text"],
  charttype: ["kind"],
  type: ["kind"],
  categories: ["labels"],
  datasets: ["series"],
  xaxis: ["axes"],
  yaxis: ["axes"],
  colors: ["palette"],
  lang: ["language"],
  locale: ["language"],
  numberformat: ["format"],
  numberlocale: ["locale"],
  currencycode: ["currency"],
  thousandsseparator: ["grouping"],
  usegrouping: ["grouping"],
  precision: ["decimals"],
  accounting: ["negative"],
  password: ["open_password"],
  userpassword: ["open_password"],
  ownerpassword: ["owner_password"],
  encryption: ["security"],
  pdfa: ["profile"],
  conformance: ["profile"],
  format: ["size", "notation"],
  papersize: ["size"],
  pagesize: ["size"],
  watermark: ["layers"],
  info: ["metadata"],
};

export function meantField(found: string, place: Place): Help {
  const advice = adviceOn(found, place.fields);
  if (advice !== undefined) return { advice: advice.advice, suggestion: advice.suggestion };
  const path = exactly(plain(found), place) ?? nearby(found, place);
  return path === undefined ? {} : { suggestion: path };
}

/** Fields about the document, which other systems have at the root. */
const METADATA: ReadonlyMap<string, string> = new Map([
  ...["title", "author", "subject", "creator", "producer", "language"].map((name) => [name, name] as const),
  ["lang", "language"],
]);

/** Another spelling, then equivalents. */
function exactly(word: string, place: Place): string | undefined {
  const same = place.fields.find((f) => plain(f) === word);
  if (same !== undefined) return same;
  const described = place.fields.includes("flow_document") ? METADATA.get(word) : undefined;
  if (described !== undefined) return `settings.metadata.${described}`;
  for (const name of Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word]! : []) if (place.fields.includes(name)) return name;
  return within(word, place);
}

/** same names, other meaning: matched exactly only */
const APART = ["link", "defaults"];

function within(word: string, place: Place): string | undefined {
  const names = [word, ...(Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word]! : [])].map(plain);
  const outer = place.fields.filter((f) => !APART.includes(f));
  const inner = outer.flatMap((field) => place.inside(field).map((f) => `${field}.${f}`));
  for (const objects of [outer, inner]) {
    for (const name of names) {
      for (const object of objects) {
        const found = place.inside(object).find((f) => plain(f) === name);
        if (found !== undefined) return `${object}.${found}`;
      }
    }
  }
  return undefined;
}

function nearby(found: string, place: Place): string | undefined {
  const here = outside(found, place) ?? nearest(found, place.fields);
  if (here !== undefined) return here;
  for (const field of place.fields) {
    const inside = nearest(found, place.inside(field), rareSlips);
    if (inside !== undefined) return `${field}.${inside}`;
  }
  return undefined;
}

/** The same name next to the place. */
function outside(found: string, { around: [outer] }: Place): string | undefined {
  if (outer === undefined) return undefined;
  const same = (f: string): boolean => plain(f) === plain(found);
  const own = outer.fields.find(same);
  if (own !== undefined) return `${own} next to ${outer.key}`;
  for (const field of outer.fields) {
    const beside = field === outer.key ? undefined : outer.inside(field).find(same);
    if (beside !== undefined) return `${field}.${beside} next to ${outer.key}`;
  }
  return undefined;
}
