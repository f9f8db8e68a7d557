import type { Rect } from "../../ir/ir.js";
import type { Bounds, Box } from "../box/box.js";
import { fits } from "../core/geom.js";
import { fieldOf, type Src } from "../core/src.js";
import { showMm, showMmApart } from "../core/units.js";
import { must, type Reason } from "../help/reason.js";
import type { Fragment, PlacedRow } from "./protocol/protocol.js";

/** Turned or shrinking text never breaks. */
const mayPaginate = (box: Box): boolean => box.kind === "text" && box.frame.rotation % 360 === 0 && box.frame.shrinkTo === null;

const PAGINATE = "continue it on the next page with overflow paginate (frame.overflow, style.text_overflow)";

export type Side = "left" | "right" | "top" | "bottom";

interface FieldAtFault {
  readonly src: Src;
  readonly of: "size" | "place";
}

/**
 * A size larger than the rectangle's, else the field of the edge, or the position if wholly outside, text that leaves its frame too. Null
 * if none is declared. `by`: points
 */
export function fieldOutside(
  { box: { src }, width, height, inkHeight }: Fragment,
  side: Side,
  by: number,
  rect: Rect,
): FieldAtFault | null {
  const across = side === "left" || side === "right";
  const [size, room] = across ? [width, rect.width] : [height, rect.height];
  const sized = fits(size, room) ? null : fieldOf(src, across ? "width" : "height");
  if (sized) return { src: sized, of: "size" };
  const drawn = side === "bottom" ? inkHeight : size;
  const placed = fieldOf(src, side) ?? (by >= drawn ? fieldOf(src, across ? "x" : "y") : null);
  return placed && { src: placed, of: "place" };
}

/** Distance beyond a side. */
export interface Excess {
  readonly side: Side;
  /** points */
  readonly by: number;
  /** of the box before its rotation */
  readonly unturned: boolean;
}

export const excessOf = ({ box }: Fragment, side: Side, by: number): Excess => ({
  side,
  by,
  unturned: fieldOf(box.src, "rotation") !== null,
});

export function mustBeInside(name: string, { side, by, unturned }: Excess, fault: FieldAtFault | null, advice: string): Reason {
  const [element, its] = fault ? ["the element", "the element's"] : ["it", "its"];
  const found = `${showMmApart(by, 0)[0]} of ${unturned ? `${its} box before its rotation` : element} beyond the ${side}`;
  return must(`${fault ? "a value that keeps the element " : ""}inside ${name}`, found, { advice });
}

const MOVES = { left: "move it right", right: "move it left", top: "move it down", bottom: "move it up" } as const;

/** Returns advice for content inside an element. `fault`: null if about the element */
export function adviceInside(fragment: Fragment, side: Side, bounds: Bounds, fault: FieldAtFault | null): string {
  const { box, width, height, inkHeight } = fragment;
  if (fault?.of === "place") return MOVES[side];
  switch (side) {
    case "left":
      return fault ? "make it narrower" : `${MOVES.left}, or make it narrower`;
    case "top":
      return fault ? "make it lower" : MOVES.top;
    case "right":
      return `it is ${showMm(width)} wide: ${fault ? "make it narrower" : `${MOVES.right}, or make it narrower`}`;
    case "bottom":
      if (fault) return `it is ${showMm(height)} high: make it lower`;
      return `${box.kind === "text" && inkHeight > height ? "its text" : "it"} is ${showMm(inkHeight)} high: ${listOf(adviceAbove(fragment, bounds))}`;
  }
}

function adviceAbove({ box, inkHeight }: Fragment, { part, rect }: Bounds): readonly string[] {
  const moves = fits(inkHeight, rect.height) ? [MOVES.bottom] : [];
  const lower = box.kind === "text" ? "shorten it" : box.kind === "table" ? "take rows out" : "make it lower";
  if (part === "footer") return ["make the footer higher (layout.height)", ...moves, lower];
  return part === "body" && mayPaginate(box) ? [...moves, lower, PAGINATE] : [...moves, lower];
}

const listOf = (ways: readonly string[]): string => `${ways.slice(0, -1).join(", ")}${ways.length > 1 ? ", or " : ""}${ways.at(-1)!}`;

export function adviceLower(fragment: Fragment, src: Src): string {
  const found = find(fragment, src, true);
  if (!found) return "make it lower, or put less in it";
  const { box } = found.fragment;
  switch (box.kind) {
    case "text":
      return listOf(["shorten it", "set a smaller font", ...(found.continues && mayPaginate(box) ? [PAGINATE] : [])]);
    case "container":
      return adviceOfContainer(box, found.continues);
    case "table":
      return adviceOfTable(found.fragment, src);
    case "drawing":
    case "labelled":
      return "make it lower";
    default:
      return "make it lower, or put less in it";
  }
}

function adviceOfContainer(box: Extract<Box, { kind: "container" }>, continues: boolean): string {
  const lower = box.height === null ? "put less in it" : "make it lower";
  const { arrange } = box;
  if (!continues || arrange.mode !== "linear" || arrange.axis !== "vertical" || arrange.wrap) return lower;
  const height = box.height === null ? "a height and " : "";
  return `${lower}, or continue it on the next page (${height}"layout": {"children": {"overflow": "paginate"}})`;
}

/** Returns advice from the row of `src`; for the header if `src` is the table's. */
function adviceOfTable({ box, table }: Fragment, src: Src): string {
  if (box.kind !== "table" || !table || box.src === src) return "a header is not broken: shorten its text, or make its columns wider";
  const at = table.rows.findIndex(({ row }, i) => i >= table.header && i < table.rows.length - table.footer && row.src === src);
  const first = table.rows[at];
  if (first) {
    const joined = box.rows.groupEnd(first.index) - first.index;
    const rows = table.rows.slice(at, at + joined);
    if (joined > 1 && !isOfOneCell(rows))
      return `a row_span joins ${joined} rows, which stay together: let it join fewer rows, and repeat its cell for the others`;
  }
  return "a row is not broken: shorten its text, or make its columns wider";
}

/** Fewer rows would not help. */
function isOfOneCell(rows: readonly PlacedRow[]): boolean {
  const height = rows.reduce((sum, r) => sum + r.height, 0);
  return rows.some(({ contents }) => contents.some((c) => c !== null && c.fragment.height > height / 2));
}

interface Found {
  readonly fragment: Fragment;
  readonly continues: boolean;
}

/** Null if not inside. */
function find(fragment: Fragment, src: Src, continues: boolean): Found | null {
  const { box, children, table } = fragment;
  if (box.src === src) return { fragment, continues };
  const inside = continues && breaks(box);
  for (const { fragment: inner } of children) {
    const found = find(inner, src, inside);
    if (found) return found;
  }
  return table?.rows.some(({ row }) => row.src === src) ? { fragment, continues } : null;
}

const breaks = (box: Box): boolean =>
  box.kind === "flow" || box.kind === "columns" || box.kind === "anchored" || (box.kind === "container" && box.paginates);
