// Places and sizes of elements in mm, by the fields that hold them.
import { isObject, valueAt } from "./json-tree.js";

/** A box on a page, mm from its upper left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A field below an element, as a JSON Pointer, with its number. */
export type Setting = readonly [field: string, value: number];

/** Fields that place an element, by axis, or that size it. */
interface Fields {
  readonly x: readonly string[];
  readonly y: readonly string[];
}

const POINTS: ReadonlyMap<unknown, Fields> = new Map([
  ["line", { x: ["/x1", "/x2"], y: ["/y1", "/y2"] }],
  ["circle", { x: ["/cx"], y: ["/cy"] }],
  ["ellipse", { x: ["/cx"], y: ["/cy"] }],
]);
const BOX: Fields = { x: ["/layout/left"], y: ["/layout/top"] };
const SIZES: ReadonlyMap<unknown, Fields> = new Map([
  ["line", { x: ["/x2"], y: ["/y2"] }],
  ["circle", { x: ["/r"], y: ["/r"] }],
  ["ellipse", { x: ["/rx"], y: ["/ry"] }],
]);
/** Least width, height or radius, mm. */
const LEAST = 0.1;

export const tenth = (mm: number): number => Math.round(mm * 10) / 10 + 0;

const typeOf = (element: unknown): unknown => (isObject(element) ? element["type"] : undefined);
const numberAt = (element: unknown, field: string): number | null => {
  const value = valueAt(element, field);
  return typeof value === "number" ? value : null;
};

function placeFields(element: unknown): Fields | null {
  const points = isObject(element) && element["type"] === "polygon" ? element["points"] : null;
  const corners = Array.isArray(points) ? points.map((_, i) => `/points/${i}`) : [];
  const fields = Array.isArray(points)
    ? { x: corners.map((corner) => `${corner}/x`), y: corners.map((corner) => `${corner}/y`) }
    : (POINTS.get(typeOf(element)) ?? BOX);
  return [...fields.x, ...fields.y].every((field) => numberAt(element, field) !== null) && fields.x.length > 0 ? fields : null;
}

/** Tells whether an element's own fields place it. */
export const isPlaced = (element: unknown): boolean => placeFields(element) !== null;

/** Fields of an element after a move; null if something else places it. */
export function movedBy(element: unknown, dx: number, dy: number): readonly Setting[] | null {
  const fields = placeFields(element);
  if (!fields) return null;
  const by = (names: readonly string[], mm: number): readonly Setting[] =>
    mm === 0 ? [] : names.map((name) => [name, tenth(numberAt(element, name)! + mm)]);
  return [...by(fields.x, dx), ...by(fields.y, dy)];
}

function sizeFields(element: unknown): Fields {
  const known = SIZES.get(typeOf(element));
  if (known) return known;
  if (typeOf(element) !== "text") return { x: ["/width"], y: ["/height"] };
  const isBlocks = isObject(element) && isObject(element["content"]) && "blocks" in element["content"];
  return isBlocks ? { x: ["/frame/width"], y: ["/frame/height"] } : { x: ["/style/width"], y: ["/style/height"] };
}

/**
 * Fields of an element after a change of its size; null if it has none.
 * @param drawn its box on the page, for a text whose width is that of its lines
 */
export function sizedBy(element: unknown, dw: number, dh: number, drawn: Box | null): readonly Setting[] | null {
  const { x, y } = sizeFields(element);
  const isText = typeOf(element) === "text";
  const isLine = typeOf(element) === "line";
  const now = (field: string, size: number | null): number | null => numberAt(element, field) ?? (isText ? size : null);
  const width = now(x[0]!, drawn && drawn.right - drawn.left);
  const height = now(y[0]!, null);
  const sized = (value: number): number => (isLine ? tenth(value) : Math.max(LEAST, tenth(value)));
  if (x[0] === y[0]) return width === null ? null : [[x[0]!, sized(width + (dw === 0 ? dh : dh === 0 ? dw : (dw + dh) / 2))]];
  const settings: Setting[] = [];
  if (dw !== 0 && width !== null) settings.push([x[0]!, sized(width + dw)]);
  if (dh !== 0 && height !== null) settings.push([y[0]!, sized(height + dh)]);
  return settings.length > 0 ? settings : null;
}

/** Sides at which an element's size can be changed. */
export function handlesOf(element: unknown): readonly ("e" | "s" | "se")[] {
  const { x, y } = sizeFields(element);
  const hasWidth = numberAt(element, x[0]!) !== null || (typeOf(element) === "text" && isPlaced(element));
  const hasHeight = numberAt(element, y[0]!) !== null;
  return [
    ...(hasWidth ? (["e"] as const) : []),
    ...(hasHeight ? (["s"] as const) : []),
    ...(hasWidth && hasHeight ? (["se"] as const) : []),
  ];
}

/** Corner from which elements of a page are placed. */
interface Origin {
  readonly x: number;
  readonly y: number;
}

const drawnSize = (drawn: Box | null): readonly [number, number] => (drawn ? [drawn.right - drawn.left, drawn.bottom - drawn.top] : [0, 0]);

/** Box of an element of a page by its fields; sides that it lacks are drawn ones. Null if something else places it. */
export function boxOf(element: unknown, { x, y }: Origin, drawn: Box | null): Box | null {
  const fields = placeFields(element);
  if (!fields) return null;
  const xs = fields.x.map((name) => numberAt(element, name)! + x);
  const ys = fields.y.map((name) => numberAt(element, name)! + y);
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  if (fields !== BOX && !SIZES.has(typeOf(element))) return box;
  if (typeOf(element) === "line") return box;
  const sizes = sizeFields(element);
  const half = typeOf(element) === "circle" || typeOf(element) === "ellipse";
  const [width, height] = drawnSize(drawn);
  const w = numberAt(element, sizes.x[0]!) ?? (drawn ? Math.max(0, drawn.right - box.left) : width);
  const h = numberAt(element, sizes.y[0]!) ?? (drawn ? Math.max(0, drawn.bottom - box.top) : height);
  return half
    ? { left: box.left - w, top: box.top - h, right: box.left + w, bottom: box.top + h }
    : { ...box, right: box.left + w, bottom: box.top + h };
}

const mm = (value: number): string => String(tenth(value));

/** Words of an element's type, place and size. */
export function described(element: unknown, drawn: Box | null): string {
  const type = String(typeOf(element) ?? "object");
  const fields = placeFields(element);
  const { x, y } = sizeFields(element);
  const place = fields
    ? ` at ${mm(Math.min(...fields.x.map((f) => numberAt(element, f)!)))}, ${mm(Math.min(...fields.y.map((f) => numberAt(element, f)!)))} mm`
    : ", placed by what is around it";
  const [width, height] = [numberAt(element, x[0]!), numberAt(element, y[0]!)];
  if (typeOf(element) === "line") return `${type}${place} to ${mm(width!)}, ${mm(height!)} mm`;
  if (typeOf(element) === "circle") return `${type}${place}, radius ${mm(width!)} mm`;
  const [w, h] = [width ?? drawnSize(drawn)[0], height ?? drawnSize(drawn)[1]];
  return w > 0 && h > 0 ? `${type}${place}, ${mm(w)} × ${mm(h)} mm` : `${type}${place}`;
}
