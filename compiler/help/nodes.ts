// Elements and nodes under the names of other systems.
import { isList, isObject, asList, asString } from "../../base/json.js";
import { type Json } from "./edit.js";
import { plain } from "./nearest.js";
import { numberIn } from "./values.js";
import { memberOf } from "../../base/lookup.js";

/** Fields of a block around its element. */
const AROUND = ["destination", "styles", "semantics", "spacing", "indent", "counter", "pagination"];
const CONTENT = ["content", "text", "value", "title", "label", "string", "data"];

const BARCODES: ReadonlyMap<string, string> = new Map([
  ["qrcode", "qrcode"],
  ["qr", "qrcode"],
  ["datamatrix", "datamatrix"],
  ["ean13", "ean13"],
  ["ean8", "ean8"],
  ["ean", "ean13"],
  ["upca", "upca"],
  ["upc", "upca"],
  ["code128", "code128"],
  ["code39", "code39"],
  ["gs1128", "gs1128"],
  ["itf", "itf"],
  ["itf14", "itf14"],
  ["pdf417", "pdf417"],
  ["aztec", "aztec"],
]);
const CHARTS: ReadonlyMap<string, string> = new Map([
  ...["area", "bar", "donut", "pie", "scatter"].map((kind) => [kind, kind] as const),
  ["column", "bar"],
  ["doughnut", "donut"],
]);
const FIELDS: ReadonlyMap<string, string> = new Map([
  ...["checkbox", "radio", "dropdown", "signature"].map((kind) => [kind, kind] as const),
  ["select", "dropdown"],
  ["input", "text"],
  ["textfield", "text"],
]);
const SIDE = 30;

const text = (content: unknown): Json => ({ type: "text", content });
const block = (element: Json, node: Json = {}): Json => ({ type: "block", element, ...node });

/** Node of a segment that prints a text. */
export const textBlock = (content: string): Json => block(text(content));

/** Text of a header or footer. */
const textAtStart = (content: string): Json => ({ type: "text", layout: { left: 0, top: 0 }, content });

/** Region of pages with these elements; a string is a text. Undefined for other values. */
export function regionOf(value: unknown, hasHeight: boolean): Json | undefined {
  const items: readonly unknown[] = isList(value) ? value : [value];
  if (!items.every((item) => isObject(item) || typeof item === "string")) return undefined;
  const elements = items.map((item) => (typeof item === "string" ? textAtStart(item) : item));
  return { ...(hasHeight && { layout: { height: 10 } }), elements };
}

/** The object that is meant by `{"type": WORD, …}`; undefined if unknown. @param inFlow among the nodes of a segment, else on a page */
export function meantNode(node: Json, inFlow: boolean): Json | undefined {
  const word = typeof node["type"] === "string" ? plain(node["type"]) : undefined;
  if (word === undefined) return undefined;
  const barcode = BARCODES.get(word);
  if (barcode !== undefined) return placed(barcodeOf(node, barcode), inFlow);
  const chart = CHARTS.get(word.replace(/chart$|graph$/, ""));
  if (chart !== undefined && Object.hasOwn(node, "data")) return placed({ ...node, type: "chart", kind: chart }, inFlow);
  if (["list", "ul", "ol", "bullets", "bulletlist", "orderedlist", "unorderedlist", "numberedlist"].includes(word)) {
    const list = listOf(node, word);
    return list && placed(list, inFlow);
  }
  const field = FIELDS.get(word);
  if (field !== undefined && Object.hasOwn(node, "name")) return placed({ ...node, type: "field", kind: field }, inFlow);
  const heading = /^(?:heading|header|title|h([1-6]))$/.exec(word);
  if (heading) return headingOf(node, heading[1], inFlow);
  if (!inFlow) return undefined;
  if (["text", "paragraph", "p", "string"].includes(word)) return placed(withContent(node, "text"), true);
  if (["pagebreak", "newpage", "break"].includes(word)) return { ...without(node, ["type"]), type: "break", kind: "page" };
  return ["toc", "tableofcontents"].includes(word) ? { ...without(node, ["type", "title"]), type: "contents", ...titled(node) } : undefined;
}

const titled = (node: Json): Json => (Object.hasOwn(node, "title") ? { title: node["title"] } : {});

const without = (node: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(node).filter(([key]) => !names.includes(key)));

/** Places an element: in a flow it is in a block, which has some of its fields. */
function placed(element: Json, inFlow: boolean): Json {
  if (!inFlow) return element;
  const outer = Object.fromEntries(AROUND.filter((name) => Object.hasOwn(element, name)).map((name) => [name, element[name]]));
  return block(without(element, AROUND), outer);
}

function withContent(node: Json, type: string): Json {
  const name = CONTENT.find((field) => Object.hasOwn(node, field));
  const rest = without(node, ["type", ...(name === undefined ? [] : [name])]);
  return { type, ...rest, ...(name !== undefined && { content: memberOf(node, name) }) };
}

const sizeIn = (value: unknown): number | undefined =>
  typeof value === "number" ? value : typeof value === "string" ? numberIn(value, "width") : undefined;

function barcodeOf(node: Json, format: string): Json {
  const { size, ...rest } = withContent(node, "barcode");
  const side = sizeIn(size) ?? sizeIn(rest["width"]) ?? sizeIn(rest["height"]) ?? SIDE;
  return { ...rest, format, width: rest["width"] ?? side, height: rest["height"] ?? side };
}

/** Sides of a barcode or picture for `size`. */
export function sidesOf(size: unknown, node: Json): Json | undefined {
  const side = sizeIn(size);
  if (side === undefined) return undefined;
  return Object.fromEntries(["width", "height"].filter((name) => !Object.hasOwn(node, name)).map((name) => [name, side]));
}

const SIZES = [24, 18, 14, 12, 11, 10];

function headingOf(node: Json, digit: string | undefined, inFlow: boolean): Json {
  const named = ["level", "heading_level", "depth"].find((name) => Object.hasOwn(node, name));
  const given = digit === undefined ? (named === undefined ? 1 : Number(memberOf(node, named))) : Number(digit);
  const level = Number.isInteger(given) && given >= 1 && given <= 6 ? given : 1;
  const element = withContent(without(node, named === undefined ? [] : [named]), "text");
  if (inFlow) {
    const semantics = isObject(element["semantics"]) ? element["semantics"] : {};
    return placed({ ...element, semantics: { role: "heading", heading_level: level, ...semantics } }, true);
  }
  const style = isObject(element["style"]) ? element["style"] : element["style"] === undefined ? {} : null;
  return style === null ? element : { ...element, style: { font_weight: "bold", font_size: SIZES[level - 1]!, ...style } };
}

function listOf(node: Json, word: string): Json | undefined {
  const name = ["items", "children", "content", "elements", "list"].find((field) => isList(memberOf(node, field)));
  if (name === undefined) return undefined;
  const flag = ["ordered", "numbered"].find((field) => Object.hasOwn(node, field));
  const kindName = ["kind", "style", "variant", "list_type"].find((field) => typeof memberOf(node, field) === "string");
  const isOrdered =
    ["ol", "orderedlist", "numberedlist"].includes(word) ||
    (flag !== undefined && memberOf(node, flag) === true) ||
    (kindName !== undefined && /^(ordered|numbered|decimal|number|ol)$/i.test(asString(memberOf(node, kindName))));
  const made = listBlock(asList(memberOf(node, name)), isOrdered);
  if (!made) return undefined;
  const gone = ["type", name, ...(flag === undefined ? [] : [flag]), ...(kindName === undefined ? [] : [kindName])];
  return { type: "text", ...withDefaults(without(node, gone)), content: { blocks: [made] } };
}

const PARAGRAPH = ["text_align", "line_height", "direction"];

/** The style of a text as defaults of its blocks. */
function withDefaults({ style, ...node }: Json): Json {
  if (!isObject(style) || node["defaults"] !== undefined) return style === undefined ? node : { ...node, style };
  const ofParagraph = Object.fromEntries(Object.entries(style).filter(([name]) => PARAGRAPH.includes(name)));
  const run = without(style, PARAGRAPH);
  const filled = Object.entries({ run, paragraph: ofParagraph }).filter(([, fields]) => Object.keys(fields).length > 0);
  return { ...node, defaults: Object.fromEntries(filled) };
}

function listBlock(items: readonly unknown[], isOrdered: boolean): Json | undefined {
  const made = items.map((item) => itemOf(item, isOrdered));
  if (made.length === 0 || made.some((item) => item === undefined)) return undefined;
  return { type: "list", list: { kind: isOrdered ? "ordered" : "bullet" }, items: made };
}

const paragraph = (content: string): Json => ({ type: "paragraph", inlines: [{ type: "text", text: content }] });

function itemOf(item: unknown, isOrdered: boolean): Json | undefined {
  if (typeof item === "string" || typeof item === "number") return { blocks: [paragraph(String(item))] };
  if (isList(item)) {
    const inner = listBlock(item, isOrdered);
    return inner && { blocks: [inner] };
  }
  if (!isObject(item)) return undefined;
  if (isList(item["blocks"])) return item;
  const name = CONTENT.find((field) => typeof memberOf(item, field) === "string");
  if (name === undefined) return undefined;
  const nested = ["items", "children"].find((field) => isList(memberOf(item, field)));
  const others = Object.keys(item).filter((key) => key !== name && key !== nested && key !== "type");
  if (others.length > 0) return undefined;
  const inner = nested === undefined ? null : listBlock(asList(memberOf(item, nested)), isOrdered);
  return inner === undefined ? undefined : { blocks: [paragraph(asString(memberOf(item, name))), ...(inner ? [inner] : [])] };
}
