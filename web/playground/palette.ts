// New elements, as small as they render without a finding.
import { boxOf, type Box } from "./geometry.js";
import { valueAt } from "./json-tree.js";

/** Names of the palette's buttons. */
export const KINDS = ["Text", "Rectangle", "Line", "Circle", "Picture", "Barcode", "Table", "Chart", "Container"] as const;
export type Kind = (typeof KINDS)[number];

type Sizes = readonly [width: number, height: number];
type Element = Readonly<Record<string, unknown>>;

/** Size in mm; that of a text is a guess at its height. */
const SIZES: Readonly<Record<Kind, Sizes>> = {
  Text: [60, 5],
  Rectangle: [60, 40],
  Line: [60, 0],
  Circle: [40, 40],
  Picture: [60, 40],
  Barcode: [30, 30],
  Table: [120, 24],
  Chart: [100, 60],
  Container: [60, 40],
};
/** Share of the page's width that a new element may have. */
const MOST = 0.8;
const STEP = 5;
/** Middles nearer than this are one place, mm. */
const SAME = 1;

const LINE = { color: "#1F2937", width: 0.5 };
const PALE = { color: "#DCE6F7" };

/** A picture that was added for an element. */
export interface PictureFile {
  readonly name: string;
  /** width by height; null if unknown */
  readonly ratio: number | null;
}

function sizeOf(kind: Kind, room: Sizes, picture: PictureFile | null): Sizes {
  const [width, height] = SIZES[kind];
  const ratio = kind === "Picture" ? (picture?.ratio ?? width / height) : height === 0 ? Infinity : width / height;
  const w = Math.max(1, Math.min(width, Math.floor(room[0] * MOST), Math.floor(room[1] * MOST * ratio)));
  return [w, kind === "Text" || kind === "Table" ? height : Math.max(kind === "Line" ? 0 : 1, Math.round(w / ratio))];
}

function fieldsOf(kind: Kind, [width, height]: Sizes, picture: PictureFile | null): Element {
  const box = { width, height };
  switch (kind) {
    case "Text":
      return { style: { width, font_size: 12 }, content: "Text" };
    case "Rectangle":
      return { ...box, fill: PALE };
    case "Line":
      return { stroke: LINE };
    case "Circle":
      return { fill: PALE };
    case "Picture":
      return { ...box, asset: picture?.name ?? "", alt: "" };
    case "Barcode":
      return { format: "qrcode", content: "https://example.com", ...box };
    case "Table":
      return {
        width,
        columns: [
          { key: "column_1", header: "Column 1", width: { mode: "auto" } },
          { key: "column_2", header: "Column 2", width: { mode: "auto" }, text_align: "right" },
        ],
        rows: [
          { column_1: "First", column_2: "1" },
          { column_1: "Second", column_2: "2" },
        ],
        grid: { horizontal: { width: 0.2, color: "#D1D5DB" } },
        pagination: { row_min_height: 7, header_min_height: 8 },
      };
    case "Chart":
      return { kind: "bar", ...box, data: { labels: ["A", "B", "C"], series: [{ name: "Series", values: [3, 5, 4] }] } };
    case "Container":
      return { ...box, stroke: LINE, elements: [] };
  }
}

const TYPES: Readonly<Record<Kind, string>> = {
  Text: "text",
  Rectangle: "rect",
  Line: "line",
  Circle: "circle",
  Picture: "image",
  Barcode: "barcode",
  Table: "table",
  Chart: "chart",
  Container: "container",
};
const byType = new Map<unknown, Kind>(KINDS.map((kind) => [TYPES[kind], kind]));

/** An element of a Flow Document, which has no place. */
export function blockOf(kind: Kind, room: Sizes, picture: PictureFile | null): Element {
  const size = sizeOf(kind, room, picture);
  const { style: _style, pagination: _pagination, ...rest } = fieldsOf(kind, size, picture);
  const type = TYPES[kind];
  if (kind === "Line") return { type, x1: 0, y1: 0, x2: size[0], y2: 0, ...rest };
  if (kind === "Circle") return { type, cx: size[0] / 2, cy: size[0] / 2, r: size[0] / 2, ...rest };
  if (kind === "Container") return { type, layout: { children: { mode: "linear" } }, ...rest };
  return { type, ...rest };
}

/** Kinds with texts, which may not lie over each other. */
const WORDY = new Set<Kind>(["Text", "Table", "Chart"]);

interface Taken {
  readonly kind: Kind;
  readonly box: Box;
}

/** The place of an element, with a guess at the height of its rows or lines. */
function takenBy(element: unknown): Taken | null {
  const kind = byType.get(valueAt(element, "/type"));
  const box = kind && boxOf(element, { x: 0, y: 0 }, null);
  if (!box) return null;
  const rows = valueAt(element, "/rows");
  const height = box.bottom - box.top || SIZES[kind][1] + (Array.isArray(rows) ? Math.max(0, rows.length - 2) * 7 : 0);
  return { kind, box: { ...box, bottom: box.top + height } };
}

function isOver(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

const isSame = (one: Box, other: Box): boolean =>
  Math.hypot(one.left + one.right - other.left - other.right, one.top + one.bottom - other.top - other.bottom) < 2 * SAME;

/**
 * An element of a page: in its middle, further right and down for each that is there.
 * @param body the page, from the corner of its content box
 * @param others elements of the page
 */
export function elementIn(kind: Kind, body: Box, others: readonly unknown[], picture: PictureFile | null): Element {
  const size = sizeOf(kind, [body.right - body.left, body.bottom - body.top], picture);
  const [width, height] = size;
  const taken = others.map(takenBy).filter((place) => place !== null);
  let left = Math.round((body.left + body.right - width) / 2);
  let top = Math.round((body.top + body.bottom - height) / 2);
  const isTaken = (): boolean => {
    const here = { left, top, right: left + width, bottom: top + height };
    return taken.some((other) => isSame(here, other.box) || (WORDY.has(kind) && WORDY.has(other.kind) && isOver(here, other.box)));
  };
  while (isTaken()) {
    const [fitsAcross, fitsDown] = [left + width + 2 * STEP <= body.right, top + height + 2 * STEP <= body.bottom];
    if (!fitsAcross && !fitsDown) break;
    if (fitsAcross) left += STEP;
    if (fitsDown) top += STEP;
  }
  return { type: TYPES[kind], ...placeOf(kind, left, top, size), ...fieldsOf(kind, size, picture) };
}

function placeOf(kind: Kind, left: number, top: number, [width]: Sizes): Element {
  if (kind === "Line") return { x1: left, y1: top, x2: left + width, y2: top };
  if (kind === "Circle") return { cx: left + width / 2, cy: top + width / 2, r: width / 2 };
  return { layout: { left, top, ...(kind === "Container" && { children: { mode: "linear" } }) } };
}
