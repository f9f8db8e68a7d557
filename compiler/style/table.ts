import { keysOf } from "../../base/lookup.js";
import type { ComputedCell, CellSide, Edge, ComputedGrid } from "../box/table.js";
import { pt } from "../core/units.js";
import type { FillStyle, StrokeStyle } from "../request/types/common.js";
import type { BorderStyle, CellBorders, CellStyle, TableGrid } from "../request/types/table.js";
import type { TextAlign } from "../request/types/text.js";
import { resolveFill, resolveStroke } from "./shape.js";
import { resolveText, type TextScope } from "./text.js";

/** Levels in ascending precedence: grid lines, all cells, zone, column, cell. */
export const LEVEL = { grid: 0, table: 1, zone: 2, column: 3, cell: 4 } as const;
type Level = (typeof LEVEL)[keyof typeof LEVEL];

interface DeclaredEdge {
  readonly level: number;
  readonly stroke: BorderStyle;
}

/** Lengths in mm. */
export interface CellScope {
  readonly text: TextScope;
  readonly padX: number;
  readonly padY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly fill: FillStyle | undefined;
  readonly borders: Readonly<Partial<Record<keyof CellBorders, DeclaredEdge>>>;
}

/** mm (decisions §1, Tables) */
const PAD_X = 1.5;
const PAD_Y = 1;

/** Returns the scope of a cell: contract defaults and the surrounding text style. */
export const cellScope = (text: TextScope, fill?: FillStyle): CellScope => ({
  text,
  padX: PAD_X,
  padY: PAD_Y,
  offsetX: 0,
  offsetY: 0,
  fill,
  borders: {},
});

/** Field by field, also of strokes and fills. */
export function enterCell(up: CellScope, own: CellStyle | undefined, level: Level): CellScope {
  if (!own) return up;
  const borders = { ...up.borders };
  for (const side of keysOf(own.borders ?? {})) {
    const stroke = own.borders![side];
    if (stroke === undefined) continue;
    const under = up.borders[side]?.stroke;
    borders[side] = { level, stroke: stroke === false || !under ? stroke : { ...under, ...stroke } };
  }
  return {
    text: resolveText(up.text, own.text),
    padX: own.padding?.x ?? up.padX,
    padY: own.padding?.y ?? up.padY,
    offsetX: own.content_offset_x ?? up.offsetX,
    offsetY: own.content_offset_y ?? up.offsetY,
    fill: own.fill ? { ...up.fill, ...own.fill } : up.fill,
    borders,
  };
}

/** The style's alignment has precedence. */
export function aligned(style: CellStyle | undefined, align: TextAlign | undefined): CellStyle | undefined {
  if (align === undefined || style?.text?.text_align !== undefined) return style;
  return { ...style, text: { ...style?.text, text_align: align } };
}

interface ShapeDefaults {
  readonly stroke: StrokeStyle | undefined;
  readonly fill: FillStyle | undefined;
}

/** Computes the style of a cell. `middle`: centred vertically, as in headers */
export function finishCell(scope: CellScope, defaults: ShapeDefaults, middle: boolean): ComputedCell {
  const edge = (side: CellSide): Edge | null => edgeOf(scope.borders[side], defaults);
  const diagonals = (["diagonal_tl_br", "diagonal_bl_tr"] as const).flatMap((side) => {
    const declared = scope.borders[side];
    if (!declared?.stroke) return [];
    return [
      { from: side === "diagonal_tl_br" ? ("top" as const) : ("bottom" as const), stroke: resolveStroke(defaults.stroke, declared.stroke) },
    ];
  });
  const { align, direction } = scope.text.paragraph;
  const right = align === "right" || ((align === "start" || align === "justify") && direction === "rtl");
  return {
    padX: pt(scope.padX),
    padY: pt(scope.padY),
    offsetX: pt(scope.offsetX),
    offsetY: pt(scope.offsetY),
    fill: resolveFill(defaults.fill, scope.fill),
    borders: { top: edge("top"), right: edge("right"), bottom: edge("bottom"), left: edge("left") },
    diagonals,
    alignX: align === "center" ? 0.5 : right ? 1 : 0,
    alignY: middle ? 0.5 : 0,
  };
}

/** Merges grids field by field. */
export function gridOver(under: TableGrid, own: TableGrid | undefined): TableGrid {
  const grid = { ...under, ...own };
  for (const side of keysOf(under)) {
    const [below, above] = [under[side], own?.[side]];
    if (below && above) grid[side] = { ...below, ...above };
  }
  return grid;
}

export function computedGrid(grid: TableGrid | undefined, defaults: ShapeDefaults): ComputedGrid {
  const edge = (side: keyof TableGrid): Edge | null => {
    const stroke = grid?.[side];
    return stroke === undefined ? null : edgeOf({ level: LEVEL.grid, stroke }, defaults);
  };
  return {
    top: edge("top"),
    right: edge("right"),
    bottom: edge("bottom"),
    left: edge("left"),
    horizontal: edge("horizontal"),
    vertical: edge("vertical"),
  };
}

function edgeOf(declared: DeclaredEdge | undefined, defaults: ShapeDefaults): Edge | null {
  if (!declared) return null;
  return { level: declared.level, stroke: declared.stroke === false ? null : resolveStroke(defaults.stroke, declared.stroke) };
}
