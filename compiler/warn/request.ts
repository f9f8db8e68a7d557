import { isHolder } from "../../base/json.js";
import { at, ROOT, type Src } from "../core/src.js";
import { isRightToLeft } from "../core/script-direction.js";
import { otherUnitAdvice } from "../help/papers.js";
import type { SizeFields } from "../request/page-size.js";
import { meantBinding, meantVariable } from "../help/variables.js";
import type { Reason } from "../help/reason.js";
import type { ChartElement } from "../request/types/chart.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Placement } from "../request/types/common.js";
import { warnOfChart } from "./chart.js";
import { warnOfFields } from "./fields.js";
import { markupIn } from "./markup.js";
import type { TableElement } from "../request/types/table.js";
import { warnOfNumericStrings } from "./numeric-strings.js";
import type { Warnings } from "./warnings.js";
import { WAYS } from "../help/ways.js";

export type BarcodeDoubt = (format: string, content: string) => Reason | null;

export interface Families {
  knows(family: string): boolean;
}

/** Unused names of data, unknown variables and families, ineffective chart fields, ambiguous barcodes. */
export function warnOfRequest(w: Warnings, request: DocumentRequest, fonts: Families, doubtOf: BarcodeDoubt | null = null): void {
  const used = new Set<string>();
  const chart = (value: object, src: Src): void => warnOfChart(w, value as ChartElement, src, request.projections);
  const table = (value: object, src: Src): void => warnOfNumericStrings(w, value as TableElement, src, request);
  const place = { field: "", used, chart, table, fonts, doubtOf, sums: false };
  for (const part of PARTS) if (request[part] !== undefined) walk(w, request[part], { ...place, src: at(ROOT, part) });
  walk(w, request.settings?.defaults, { ...place, src: at(ROOT, "settings", "defaults") });
  unused(w, request, used);
  request.pages?.forEach((page, i) => warnOfUnit(w, page, at(ROOT, "pages", i)));
  for (const [name, master] of Object.entries(request.flow_document?.page_masters ?? {}))
    warnOfUnit(w, master, at(ROOT, "flow_document", "page_masters", name));
  warnOfDirection(w, request);
  warnOfFields(w, request);
}

function warnOfUnit(w: Warnings, { width, height }: SizeFields, src: Src): void {
  const advice = width === undefined || height === undefined ? undefined : otherUnitAdvice(width, height);
  if (advice === undefined) return;
  const found = `${width} × ${height}`;
  w.add("page-unit", at(src, "width"), { text: `sizes are in millimetres; found ${found}: ${advice}`, found, allowed: ["millimetres"] });
}

/** A language sets no direction (SW-2). */
function warnOfDirection(w: Warnings, { flow_document: flow, settings: { metadata, direction } = {} }: DocumentRequest): void {
  const language = metadata?.language?.trim() ?? "";
  if (!flow || direction !== undefined || !isRightToLeft(language)) return;
  w.add("language-direction", at(ROOT, "settings", "metadata", "language"), {
    text: `${JSON.stringify(language)} is written from right to left, but a language sets no direction: add "direction": "rtl" to settings, so that indents, numbers, contents and figures begin at the right, or "auto" to keep it as it is`,
    found: JSON.stringify(language),
  });
}

const PARTS = ["layers", "header", "footer", "pages", "flow_document"] as const;

function unused(w: Warnings, { datasets = {}, projections = {} }: DocumentRequest, used: ReadonlySet<string>): void {
  const read = new Set<string>();
  for (const [name, projection] of Object.entries(projections)) {
    read.add(projection.dataset);
    if (!used.has(name))
      w.add(
        "unused-projection",
        at(ROOT, "projections", name),
        `it is unused: refer to it by {"projection": ${JSON.stringify(name)}} in the rows of a table or the data of a chart, or take it out`,
      );
  }
  for (const name of Object.keys(datasets))
    if (!read.has(name)) w.add("unused-dataset", at(ROOT, "datasets", name), "no projection reads it: add one, or take it out");
}

const PRINTED: ReadonlySet<string> = new Set(["content", "text", "header", "title", "label", "labels", "name"]);

interface Place {
  readonly src: Src;
  readonly field: string;
  readonly used: Set<string>;
  readonly chart: (value: object, src: Src) => void;
  readonly table: (value: object, src: Src) => void;
  readonly fonts: Families;
  readonly doubtOf: BarcodeDoubt | null;
  /** of a table's header or footer, which has sums */
  readonly sums: boolean;
}

/** In a cell of a table, without `format`. */
const hasBarcodePayload = ({ payload }: { readonly payload?: unknown }): boolean => typeof payload === "object";

const SUM_PARTS: ReadonlySet<string> = new Set(["header", "footer", "columns"]);

function walk(w: Warnings, value: unknown, place: Place): void {
  const { src, field, used } = place;
  if (typeof value === "number") {
    if (field === "line_height" && value > MOST_LINE_HEIGHT) warnOfLineHeight(w, value, src);
  } else if (typeof value === "string") {
    if (PRINTED.has(field)) warnOfText(w, value, src, place.sums);
    else if (field === "projection") used.add(value);
    else if (field === "font_family" && value.trim() !== "" && !place.fonts.knows(value)) warnOfFamily(w, value, src);
  } else if (Array.isArray(value)) value.forEach((item, i) => walk(w, item, { ...place, src: at(src, i) }));
  else if (isHolder(value)) {
    const { type, format } = value;
    if (type === "chart") place.chart(value, src);
    if (type === "table") place.table(value, src);
    if (typeof type === "string" && SHAPES.has(type)) warnOfShape(w, value, src);
    const isBarcode = type === "barcode" || typeof format === "string" || hasBarcodePayload(value);
    for (const [key, item] of Object.entries(value)) {
      // not printed as text; row cells are, under any key
      if (isBarcode && key === "payload") continue;
      if (isBarcode && key === "content") {
        const doubt = typeof format === "string" && typeof item === "string" ? place.doubtOf?.(format, item) : null;
        if (doubt) w.add("barcode-reads-twice", at(src, key), doubt);
        continue;
      }
      const sums = type === "table" ? SUM_PARTS.has(key) : place.sums && !(field === "columns" && key !== "header");
      walk(w, item, { ...place, src: at(src, key), field: field === "rows" && key !== "projection" ? "content" : key, sums });
    }
  }
}

const SHAPES: ReadonlySet<string> = new Set(["rect", "circle", "ellipse", "polygon", "path"]);

interface Shape {
  readonly fill?: unknown;
  readonly stroke?: unknown;
  readonly link?: unknown;
  readonly layout?: Placement;
}

/** In a flow or a line an invisible rectangle may be a distance. */
function warnOfShape(w: Warnings, { type, fill, stroke, link, layout = {} }: Shape & { readonly type?: unknown }, src: Src): void {
  if (fill !== undefined || stroke !== undefined || link !== undefined) return;
  const isPlaced = layout.top !== undefined || layout.bottom !== undefined;
  if (isPlaced || (type !== "rect" && type !== "path"))
    w.add("draws-nothing", src, 'it draws nothing without a fill or a stroke: add "fill": {"color": "#E5E7EB"} or "stroke": {}');
}

/** Only under `prefer`: the check refuses strict ones. */
const warnOfFamily = (w: Warnings, family: string, src: Src): void =>
  w.add("family-unknown", src, {
    text: `no font of this service has the name ${JSON.stringify(family)}: the fonts of its text are selected by the characters`,
    found: JSON.stringify(family),
  });

/** greater: meant as points */
const MOST_LINE_HEIGHT = 5;

const warnOfLineHeight = (w: Warnings, value: number, src: Src): void =>
  w.add("large-line-height", src, {
    text: `it is a multiple of the font size, not a length; found ${value}: for lines of 14 pt at a font size of 10 pt write 1.4`,
    found: String(value),
    allowed: ["a multiple of the font size"],
  });

function warnOfText(w: Warnings, text: string, src: Src, sums: boolean): void {
  const markup = markupIn(text);
  if (markup) return w.add("markup-in-text", src, { text: `${markup.found} is printed unchanged: ${markup.advice}`, found: markup.found });
  if (!text.includes("{")) return;
  const bindings = [...text.matchAll(/\{\{([^{}]{1,80})\}\}/g)];
  const meant = variablesIn(text);
  if (meant[0]?.part.startsWith("{{")) return w.add("binding-in-text", src, unknownVariable(meant));
  const [binding] = bindings;
  if (binding) return w.add("binding-in-text", src, `${binding[0]} is printed unchanged: bindings are filled in by ${WAYS.templateRender}`);
  const sum = sums ? null : /\{(?:subtotal|carried):[^{}]{1,80}\}/.exec(text)?.[0];
  if (sum) return w.add("sum-in-text", src, `${sum} is printed unchanged: sums are read in the header and the footer of a table`);
  const bare = sums ? /\{\s*(?:subtotal|carried|sum)\s*\}/i.exec(text)?.[0] : undefined;
  if (bare !== undefined)
    w.add("sum-without-key", src, {
      text: `did you mean {subtotal:KEY}? ${bare} is printed unchanged: a sum names the column that it sums`,
      found: bare,
      suggestion: "{subtotal:KEY}",
    });
  if (meant.length > 0) w.add("unknown-variable", src, unknownVariable(meant));
}

interface Variable {
  readonly part: string;
  readonly by: string;
}

/** Names of other systems for the page and the number of pages. */
function variablesIn(text: string): readonly Variable[] {
  const doubled = [...text.matchAll(/\{\{([^{}]{1,80})\}\}/g)].map(([part, name]) => ({ part, name: meantBinding(name!) }));
  const single = [...text.matchAll(/(?<!\{)\{\s*([A-Za-z][A-Za-z _-]{0,30})\s*\}(?!\})/g)].map(([part, name]) => ({
    part,
    name: meantVariable(name!),
  }));
  return [...doubled, ...single].flatMap(({ part, name }) =>
    name === undefined || part === `{${name}}` ? [] : [{ part, by: `{${name}}` }],
  );
}

function unknownVariable(parts: readonly Variable[]): Reason {
  const { part, by } = parts[0]!;
  return {
    text: `did you mean ${by}? ${part} is printed unchanged`,
    found: part,
    allowed: ["{page}", "{total_pages}"],
    suggestion: by,
    mend: { parts },
  };
}
