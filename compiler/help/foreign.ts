// Mistakes that other systems teach: the fault is known, and its patch.
import { memberOf } from "../../base/lookup.js";
import { isList, isObject } from "../../base/json.js";
import { borderAs, colorOfNumbers, hasPicture, isLinkUrl, linkTo, strokeOfCss, styleOfCss } from "./css.js";
import { chartDataOf } from "./chart-data.js";
import { shownSource, sourceOfBase64, sourceOfDataUrl, sourceOfObject } from "./data-urls.js";
import { add, move, remove, replace, shownJson, type Edit, type EditOperation, type EditSteps, type Json } from "./edit.js";
import { NO_URLS } from "./field-advice.js";
import { plain } from "./nearest.js";
import { meantNode, regionOf, sidesOf, textBlock } from "./nodes.js";
import type { Help } from "./reason.js";
import { tableEdit } from "./tables.js";
import { numberIn } from "./values.js";

const edit = (up: number, ...ops: readonly EditOperation[]): { readonly edit: Edit } => ({ edit: { up, ops } });

/** A value in place of the one at the problem. */
const instead = (value: unknown, advice?: string): Help => ({ suggestion: shownJson(value), mend: edit(0, replace([], value)), advice });

/** An unknown field, its value and the object that has it. */
interface ForeignField {
  readonly key: string;
  readonly holder: Json;
  /** fields of the holder */
  readonly fields: readonly string[];
}

/** Help with an unknown field; undefined if no row applies. */
export function foreignField(field: ForeignField): Help | undefined {
  for (const row of FIELDS) {
    const help = row({
      ...field,
      word: plain(field.key),
      value: memberOf(field.holder, field.key),
      has: (...names) => names.every((n) => field.fields.includes(n)),
    });
    if (help !== undefined) return help;
  }
  return undefined;
}

interface Given extends ForeignField {
  /** the key as by `plain` */
  readonly word: string;
  readonly value: unknown;
  readonly has: (...names: readonly string[]) => boolean;
}

const FIELDS: readonly ((f: Given) => Help | undefined)[] = [
  cssPosition,
  styleSpace,
  margins,
  headingRole,
  lineLength,
  flatBrief,
  wrappedRoot,
  rootPage,
  unit,
  rootMetadata,
  tableParts,
  pictureData,
  linkUrl,
  barcodeSize,
  border,
  chartParts,
  regionText,
];

const POSITIONS = ["absolute", "fixed", "relative", "static", "sticky"];
const EDGES: ReadonlyMap<string, string> = new Map([
  ["left", "left"],
  ["top", "top"],
  ["right", "right"],
  ["bottom", "bottom"],
  ["x", "left"],
  ["y", "top"],
]);

function cssPosition({ word, value, holder, fields, key, has }: Given): Help | undefined {
  if (word !== "position" || typeof value !== "string" || !POSITIONS.includes(value.trim().toLowerCase())) return undefined;
  if (has("anchor", "flow")) return { mend: edit(1, remove(key)), advice: "left and top are the place" };
  const isStyle = has("font_size", "text_align");
  if (!has("layout") && !isStyle) return undefined;
  const inside = isStyle ? ["style"] : [];
  const ops: EditOperation[] = [remove(...inside, key)];
  const layout = isObject(holder["layout"]) ? holder["layout"] : {};
  const taken = new Set(Object.keys(layout));
  for (const [name, edge] of EDGES) {
    if (fields.includes(name) || !Object.hasOwn(holder, name) || taken.has(edge)) continue;
    const given = holder[name];
    const length = typeof given === "string" ? numberIn(given, edge) : given;
    if (typeof length !== "number") continue;
    taken.add(edge);
    ops.push(remove(...inside, name), add(["layout", edge], length));
  }
  return { mend: edit(1 + inside.length, ...ops), advice: 'an element is placed by its layout, as "layout": {"left": 20, "top": 20}' };
}

/** Space of CSS around a text; with a background it is that of its highlight. */
function styleSpace({ word, holder, has }: Given): Help | undefined {
  if (!["padding", "margin"].includes(word) || !has("highlight", "text_align")) return undefined;
  if (word === "margin") return { advice: "a text is placed by its layout, and gap_after of it is the distance to the next" };
  if (Object.keys(holder).some((name) => /^(highlight|bg|background.*)$/.test(plain(name)))) return undefined;
  return { advice: 'a text whose content has blocks has padding in its frame, as "frame": {"padding": {"x": 2, "y": 2}}' };
}

/** Systems differ in the order of four margins. */
function margins({ word, value }: Given): Help | undefined {
  if (!/^(page)?margins?$/.test(word) || !isList(value)) return undefined;
  return { advice: 'margins have names, in millimetres: "page_margin": {"top": 20, "right": 20, "bottom": 20, "left": 20}' };
}

/** A heading of a block says so in its semantics. */
function headingRole({ word, key, holder, has }: Given): Help | undefined {
  if (!["role", "level"].includes(word) || !has("semantics", "element") || Object.hasOwn(holder, "semantics")) return undefined;
  const semantics = headingOfRole(holder["role"], holder["level"]);
  if (!semantics) return undefined;
  const others = ["role", "level"].filter((name) => name !== key && Object.hasOwn(holder, name));
  return {
    suggestion: `"semantics": ${shownJson(semantics)}`,
    mend: edit(1, remove(key), ...others.map((name) => remove(name)), add(["semantics"], semantics)),
  };
}

function headingOfRole(role: unknown, level: unknown): Json | undefined {
  const [, digit] = /^(?:heading|h([1-6]))$/.exec(typeof role === "string" ? role : "") ?? [null];
  if (digit === null) return undefined;
  return { role: "heading", heading_level: digit === undefined ? (Number.isInteger(level) ? level : 1) : Number(digit) };
}

/** Help with a word that stands for several fields. */
export function foreignWord(value: unknown, field: unknown, allowed: readonly unknown[]): Help | undefined {
  const heading = field === "role" && allowed.includes("heading") ? headingOfRole(value, undefined) : undefined;
  if (!heading || value === "heading") return undefined;
  const ops = Object.entries(heading).map(([name, meant]) => replace([name], meant));
  return { suggestion: shownJson(heading).slice(1, -1), mend: edit(1, ...ops) };
}

/** A line by its start and size. */
function lineLength({ word, key, value, holder, has }: Given): Help | undefined {
  if (!["width", "length", "w"].includes(word) || !has("x1", "x2") || Object.hasOwn(holder, "x2")) return undefined;
  const [x, y] = [holder["x1"] ?? holder["x"], holder["y1"] ?? holder["y"]];
  if (![x, y, value].every((n) => typeof n === "number")) return { advice: "a line goes from x1, y1 to x2, y2" };
  const end = [add(["x2"], (x as number) + (value as number)), ...(Object.hasOwn(holder, "y2") ? [] : [add(["y2"], y)])];
  return { suggestion: "x2", mend: edit(1, remove(key), ...end) };
}

const isRoot = ({ has }: Given): boolean => has("flow_document", "pages", "settings");

/** A document in an object of its own. */
function wrappedRoot(given: Given): Help | undefined {
  const { key, value, holder } = given;
  const named = (object: Json): boolean => Object.hasOwn(object, "pages") || Object.hasOwn(object, "flow_document");
  if (!isRoot(given) || !isObject(value) || !named(value) || named(holder)) return undefined;
  const names = Object.keys(value);
  return { suggestion: names.join(", "), mend: edit(1, ...names.map((name) => move([key, name], [name])), remove(key)) };
}

function unit({ key, word, value, has }: Given): Help | undefined {
  if (!/^units?$/.test(word) || !has("pages") || typeof value !== "string" || !/^(mm|millimet(er|re)s?)$/i.test(value)) return undefined;
  return { mend: edit(1, remove(key)), advice: "lengths are in millimetres" };
}

/** The size of all pages, or of the page whose elements are at the root. */
function rootPage(given: Given): Help | undefined {
  const { key, word, holder } = given;
  const name = Object.keys(holder).find((n) => ["pagesize", "papersize", "size", "paper", "format"].includes(plain(n)));
  if (!isRoot(given) || name === undefined || typeof memberOf(holder, name) !== "string") return undefined;
  const { [name]: size, elements, pages } = holder;
  if (isList(elements) && pages === undefined && (key === name || word === "elements"))
    return {
      suggestion: '"pages": [{"size": …, "elements": […]}]',
      mend: edit(1, remove(name), remove("elements"), add(["pages"], [{ size, elements }])),
    };
  const isFree = (page: unknown): boolean => isObject(page) && page["width"] === undefined && sizeOf(page) === plain(size as string);
  const sizeOf = ({ size: own = size }: Json): string => plain(String(own));
  if (key !== name || !isList(pages) || !pages.every(isFree)) return undefined;
  const ops = pages.flatMap((page, i) => (Object.hasOwn(page as Json, "size") ? [] : [add(["pages", i, "size"], size)]));
  return { suggestion: "pages[].size", mend: edit(1, remove(key), ...ops) };
}

/** Fields of a brief (R25). */
const BRIEF = "title subtitle language paper orientation look accent sender recipient date reference footer page_numbers parts".split(" ");

const isFlatBrief = (root: Json): boolean =>
  isList(root["parts"]) && !["brief", "pages", "flow_document"].some((name) => Object.hasOwn(root, name));

function flatBrief({ key, holder, has }: Given): Help | undefined {
  if (!(has("flow_document", "pages") || has("brief", "settings")) || !isFlatBrief(holder) || !BRIEF.includes(key)) return undefined;
  const moved = BRIEF.filter((name) => Object.hasOwn(holder, name)).map((name) => move([name], ["brief", name]));
  return { suggestion: '{"brief": {…}}', mend: edit(1, ...moved), advice: "the fields of a brief are in one object" };
}

function rootMetadata({ key, word, value, holder, has }: Given): Help | undefined {
  if (word !== "keywords" || !has("flow_document", "settings")) return undefined;
  const words = isList(value) && value.every((v) => typeof v === "string") ? value.join(", ") : value;
  if (typeof words !== "string") return undefined;
  const settings = isObject(holder["settings"]) ? holder["settings"] : {};
  const metadata = isObject(settings["metadata"]) ? settings["metadata"] : {};
  const subject = metadata["subject"] ?? (typeof holder["subject"] === "string" ? holder["subject"] : undefined);
  const gone = metadata["subject"] === undefined && subject !== undefined ? [remove("subject")] : [];
  const at: EditSteps = ["settings", "metadata", "subject"];
  const whole = typeof subject === "string" ? `${subject}; ${words}` : words;
  const write = metadata["subject"] === undefined ? add(at, whole) : replace(at, whole);
  return { suggestion: "settings.metadata.subject", mend: edit(1, remove(key), ...gone, write) };
}

function tableParts({ holder, has, word, value }: Given): Help | undefined {
  if (
    !has("columns", "rows", "grid") ||
    !["headers", "head", "heading", "headings", "titles", "data", "body", "records", "items", "values"].includes(word)
  )
    return undefined;
  if (!isList(value)) return undefined;
  return tableHelp(holder, 1);
}

function tableHelp(table: unknown, up: number): Help | undefined {
  const made = tableEdit(table);
  if (!made) return undefined;
  const shown = made.columns ? shownJson({ columns: made.columns }) : '{"rows": […]}';
  return {
    suggestion: made.columns && shown.length > 90 ? '{"columns": [{"key": …, "header": …, "width": {"mode": "auto"}}, …]}' : shown,
    mend: edit(up, ...made.ops),
  };
}

const PICTURES = ["src", "url", "uri", "href", "data", "path", "file", "filename", "image", "payload", "base64"];

function pictureData({ key, word, value, holder, has }: Given): Help | undefined {
  if (!has("asset", "source") || !PICTURES.includes(word)) return undefined;
  if (isUrl(value)) return { advice: NO_URLS };
  const source = sourceOfBase64(value, holder["format"]) ?? sourceOfObject(value);
  if (!source || hasPicture(holder)) return undefined;
  return { suggestion: shownSource(source), mend: edit(1, remove(key), add(["source"], source)) };
}

const isUrl = (value: unknown): boolean => typeof value === "string" && /^\s*(https?:)?\/\//i.test(value);

function linkUrl({ key, word, value, holder, has }: Given): Help | undefined {
  if (!["href", "url", "uri", "hyperlink", "linkurl", "linkto"].includes(word) || !isLinkUrl(value)) return undefined;
  if (has("asset", "source") && !hasPicture(holder)) return { advice: NO_URLS };
  if (has("link") && !Object.hasOwn(holder, "link")) {
    const link = linkTo(value);
    return { suggestion: `"link": ${shownJson(link)}`, mend: edit(1, remove(key), add(["link"], link)) };
  }
  if (!has("target", "border") || Object.hasOwn(holder, "target")) return undefined;
  const { target } = linkTo(value);
  return { suggestion: `"target": ${shownJson(target)}`, mend: edit(1, remove(key), add(["target"], target)) };
}

function barcodeSize({ key, word, value, holder, has }: Given): Help | undefined {
  if (word !== "size" || !has("width", "height") || !(has("barcode_text") || has("asset"))) return undefined;
  const sides = sidesOf(value, holder);
  if (!sides || Object.keys(sides).length === 0) return undefined;
  const ops = Object.entries(sides).map(([name, side]) => add([name], side));
  return { suggestion: Object.keys(sides).join(" and "), mend: edit(1, remove(key), ...ops) };
}

function border({ key, word, value, holder, fields }: Given): Help | undefined {
  if (!["border", "borders", "outline", "stroke", "frame"].includes(word) || typeof value !== "string") return undefined;
  const stroke = strokeOfCss(value);
  if (stroke === null) return { mend: edit(1, remove(key)), advice: "nothing has a border unless it is given" };
  const meant = stroke && borderAs(stroke, fields);
  if (!meant) return undefined;
  const suggestion = `"${meant.field}": ${shownJson(meant.value)}`;
  const isPlain = meant.field === "frame" && !(isObject(holder["content"]) && Object.hasOwn(holder["content"], "blocks"));
  if (isPlain) return { advice: `a text whose content has blocks has a border in its frame, as ${suggestion}` };
  const { field } = meant;
  if (!Object.hasOwn(holder, field)) return { suggestion, mend: edit(1, remove(key), add([field], meant.value)) };
  const frame = holder[field];
  if (field !== "frame" || !isObject(frame) || Object.hasOwn(frame, "stroke")) return { suggestion };
  return { suggestion, mend: edit(1, remove(key), add(["frame", "stroke"], stroke)) };
}

const CHART_PARTS = ["labels", "categories", "datasets", "series", "values"];

function chartParts({ word, holder, has }: Given): Help | undefined {
  if (!has("theme", "data", "legend") || !CHART_PARTS.includes(word) || Object.hasOwn(holder, "data")) return undefined;
  const names = CHART_PARTS.filter((name) => Object.hasOwn(holder, name));
  const data = chartDataOf(Object.fromEntries(names.map((name) => [name, holder[name]])), holder["kind"]);
  return data && { suggestion: `"data": ${shownJson(data)}`, mend: edit(1, ...names.map((name) => remove(name)), add(["data"], data)) };
}

const isRegion = (fields: readonly string[]): boolean =>
  fields.includes("elements") && fields.every((name) => ["layout", "elements"].includes(name));

function regionText({ key, word, value, holder, fields }: Given): Help | undefined {
  if (!isRegion(fields) || !["text", "content", "value", "label", "title"].includes(word) || Object.hasOwn(holder, "elements"))
    return undefined;
  const region = regionOf(value, false);
  if (!region) return undefined;
  return { suggestion: '"elements": […]', mend: edit(1, remove(key), add(["elements"], region["elements"])) };
}

/** A value of another type than its field's. */
export interface ForeignValue {
  readonly value: unknown;
  /** fields of the objects that the place takes */
  readonly fields: readonly string[];
  readonly types: readonly string[];
  /** nearest name in the path: of an item, the array's */
  readonly field: string;
  readonly isItem: boolean;
  /** the object or array that has the value, and what has that */
  readonly holder: unknown;
  readonly outer: unknown;
  /** fields of the object that has the value */
  readonly around: readonly string[];
  /** the whole document */
  readonly root: unknown;
}

/** Help with a value of a wrong type; undefined if no row applies. */
export function foreignValue(given: ForeignValue): Help | undefined {
  const { value, fields, types, field, isItem, holder, outer, around } = given;
  const has = (...names: readonly string[]): boolean => names.every((name) => fields.includes(name));
  if (isList(value) && !isItem) {
    const meant = colorValue(value, given);
    if (meant) return meant;
  }
  if (isRegion(fields) && !isItem) {
    const root = isObject(holder) ? holder : {};
    if (typeof value === "string" && isFlatBrief(root)) return flatBrief({ ...rootGiven(root), key: field, word: plain(field), value });
    const region = regionOf(value, fields.includes("layout"));
    if (region) return inMasters(region, field, root) ?? instead(region);
  }
  if (field === "fill" && typeof value === "string" && /^(none|transparent)$/i.test(value))
    return { mend: edit(1, remove(field)), advice: "leave it out for none" };
  if (isItem && has("type", "inlines") && !has("content") && typeof value === "string")
    return instead({ type: "paragraph", inlines: [{ type: "text", text: value }] });
  if (isItem && has("element", "type") && types.includes("object") && typeof value === "string") return instead(textBlock(value));
  if (typeof value === "string") {
    if (has("font_size", "color")) {
      const css = styleHelp(value, fields);
      if (css) return css;
    }
    if (isLinkUrl(value) && field === "link" && isObject(holder) && around.includes("asset") && !hasPicture(holder))
      return { advice: NO_URLS };
    if (has("kind", "key")) {
      const source = sourceOfDataUrl(value) ?? sourceOfBase64(value, isObject(holder) ? holder["format"] : undefined);
      if (source) return { suggestion: shownSource(source), mend: edit(0, replace([], source)) };
    }
    if (has("color", "width", "dash") && field !== "horizontal" && field !== "vertical") {
      const stroke = strokeOfCss(value);
      if (stroke === null && !types.includes("false")) return { mend: edit(1, remove(field)), advice: "leave it out for none" };
      if (stroke && Object.keys(stroke).length > 0) return instead(stroke);
    }
  }
  if (typeof value === "string" && has("decimals", "notation") && /^(currency|money)$/i.test(value.trim())) return currencyHelp(given.root);
  if (field === "columns" && isItem) return has("key", "width") ? tableHelp(outer, 2) : undefined;
  if (field === "rows" && isItem && isList(value) && isObject(outer) && !hasColumns(outer)) return tableHelp(outer, 2);
  if (field === "header" && isList(value) && around.includes("columns")) return tableHelp(holder, 1);
  if (field === "data" && around.includes("theme")) {
    const data = chartDataOf(value, isObject(holder) ? holder["kind"] : undefined);
    if (data) return instead(data);
  }
  return undefined;
}

/** Pages of a Flow Document have the regions of their masters. */
function inMasters(region: Json, field: string, root: Json): Help | undefined {
  const flow = root["flow_document"];
  if (!isObject(flow) || !isObject(flow["page_masters"])) return undefined;
  const masters = Object.keys(flow["page_masters"]);
  const ops = masters.map((name) => add(["flow_document", "page_masters", name, field], region));
  return { suggestion: `flow_document.page_masters.${masters[0] ?? "NAME"}.${field}`, mend: edit(1, remove(field), ...ops) };
}

const hasColumns = (table: Json): boolean => isList(table["columns"]) && table["columns"].every(isObject);

const rootGiven = (root: Json): Omit<Given, "key" | "word" | "value"> => ({ holder: root, fields: [], has: () => true });

/** The one currency of the document. */
function currencyHelp(root: unknown): Help {
  const found = new Set<string>();
  const gather = (value: unknown): void => {
    if (isList(value)) value.forEach(gather);
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) {
        if ((key === "currency" || key === "currency_code") && typeof inner === "string") found.add(inner);
        else gather(inner);
      }
  };
  gather(root);
  const [currency] = found;
  if (found.size === 1) return instead({ currency });
  return { advice: 'name the currency, as "format": {"currency": "EUR"}' };
}

function styleHelp(value: string, fields: readonly string[]): Help | undefined {
  const css = styleOfCss(value, fields);
  if (!css) return undefined;
  return "style" in css ? instead(css.style) : { advice: `${JSON.stringify(css.unknown)} has no counterpart` };
}

function colorValue(value: readonly unknown[], { fields, types, field, around }: ForeignValue): Help | undefined {
  const meant = colorOfNumbers(value);
  if (!meant) return undefined;
  if (fields.includes("color")) return instead(fields.includes("opacity") ? meant : { color: meant.color });
  if (!types.includes("string") || !/colou?r$/i.test(field)) return undefined;
  const { color, opacity } = meant;
  const beside = opacity !== undefined && around.includes("opacity") ? [add(["opacity"], opacity)] : [];
  return { suggestion: JSON.stringify(color), mend: edit(1, replace([field], color), ...beside) };
}

/** Help with an object whose data has other names than any of the allowed forms. */
export function foreignObject({
  value,
  field,
  around,
  holder,
}: Pick<ForeignValue, "value" | "field" | "around" | "holder">): Help | undefined {
  if (field !== "data" || !around.includes("theme") || !isObject(value)) return undefined;
  // faults of series have their own places
  if (isList(value["series"]) && value["series"].every(isObject)) return undefined;
  const data = chartDataOf(value, isObject(holder) ? holder["kind"] : undefined);
  return data && instead(data);
}

/** Help with an object whose tag is missing or unknown. @param tags known ones, of the field `tag` */
export function foreignTag(
  value: Json,
  tag: string,
  tags: readonly unknown[],
): (Help & { readonly mend: { readonly edit: Edit } }) | undefined {
  const whole = (meant: Json | undefined): ReturnType<typeof foreignTag> =>
    meant && { suggestion: shownTag(meant), mend: edit(Object.hasOwn(value, tag) ? 1 : 0, replace([], meant)) };
  if (tag === "kind" && tags.includes("base64")) return whole(sourceOfObject(value));
  if (tag !== "type") return undefined;
  if (tags.includes("block")) {
    if (Object.hasOwn(value, "type")) return whole(meantNode(value, true));
    const list = ["ul", "ol"].find((name) => isList(memberOf(value, name)));
    if (list !== undefined) {
      const { [list]: items, ...others } = value;
      return whole(meantNode({ type: list, items, ...others }, true));
    }
    return whole(typeof (value["text"] ?? value["content"]) === "string" ? meantNode({ ...value, type: "text" }, true) : undefined);
  }
  return tags.includes("barcode") && Object.hasOwn(value, "type") ? whole(meantNode(value, false)) : undefined;
}

/** A node with its inner type, abridged. */
function shownTag(meant: Json): string {
  const { type, kind, element, format } = meant;
  if (isObject(element)) return `{"type": "block", "element": {"type": ${JSON.stringify(element["type"])}, …}}`;
  if (type === undefined) return `{"kind": ${JSON.stringify(kind)}, "format": ${JSON.stringify(format)}, "payload": …}`;
  if (type === "barcode") return `{"type": "barcode", "format": ${JSON.stringify(format)}, …}`;
  if (type === "break") return '{"type": "break", "kind": "page"}';
  return type === "text" ? '{"type": "text", …}' : `{"type": ${JSON.stringify(type)}}`;
}

/** Missing fields with one obvious value (FH-8); undefined for others. @param fields of the object @param above what has it, innermost first */
export function obviousValue(missing: string, fields: readonly string[], holder: Json, above: readonly unknown[]): unknown {
  const is = (...names: readonly string[]): boolean => fields.length === names.length && names.every((name) => fields.includes(name));
  if (missing === "kind" && is("type", "kind") && holder["type"] === "break") return "page";
  if (missing === "mode" && fields.includes("cross_align") && fields.includes("padding")) return modeOf(above[1]);
  if (missing === "children" && fields.includes("gap_after")) return { mode: modeOf(above[0]) };
  if (missing === "layout" && fields.includes("elements") && holder["type"] === "container") return { children: { mode: modeOf(holder) } };
  if (missing === "layout" && is("layout", "elements")) return { height: 10 };
  if (missing === "width" && fields.includes("decimal_align")) return { mode: "auto" };
  if (missing === "format" && fields.includes("payload")) return sourceOfBase64(holder["payload"])?.["format"];
  return missing === "height" && is("height") ? 10 : undefined;
}

/** Children with a place of their own keep it. */
function modeOf(container: unknown): "coordinate" | "linear" {
  const elements = isObject(container) && isList(container["elements"]) ? container["elements"] : [];
  const isPlaced = (el: unknown): boolean =>
    ["left", "top", "right", "bottom"].some((edge) => memberOf(memberOf(el, "layout"), edge) !== undefined);
  return elements.some(isPlaced) ? "coordinate" : "linear";
}
