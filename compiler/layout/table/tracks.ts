// A table's columns and their contents to the columns' edges.
import type { Cell, TableRow, Track } from "../../box/table.js";
import { EPSILON } from "../../core/geom.js";
import type { ContentSizes } from "../../text/line/text-lines.js";
import type { LayoutContext, ShapedBox, ShapedTable } from "../protocol.js";
import { Memory } from "../run.js";

/** Left edge of each column, and the right edge of the last, points. */
export type ColumnEdges = readonly number[];

const SOLVED = new Memory<ShapedTable, { readonly space: number; readonly edges: ColumnEdges }>();

/**
 * Solved once a table and width in a run; its rows are read only where a column's width depends on its content.
 * @param space the width that a table without one of its own takes, points
 * @throws RenderError API-002 or API-504 where a cell's content cannot be shaped or measured
 */
export function columnEdges(box: ShapedTable, space: number, cx: LayoutContext): ColumnEdges {
  const solved = cx.run.of(SOLVED);
  const own = box.width !== "space";
  const known = solved.get(box);
  if (known && (own || known.space === space)) return known.edges;
  const edges = [0];
  const total = box.width === "space" ? space : box.width;
  for (const width of solve(box.tracks, total, () => columnSizes(box, cx))) edges.push(edges.at(-1)! + width);
  // sums of floats; the right edge is where the table's width puts it
  if (total !== null) edges[edges.length - 1] = total;
  solved.set(box, { space, edges });
  return edges;
}

/**
 * Fixed columns (and shares of the table's width) take their declared width, fit-content columns their max-content width, auto columns what
 * is left: they wrap first, down to their longest words. Where not even that leaves the fit-content columns their max-content width, both
 * scale in proportion; without an auto column what is left over goes to the fit-content ones in proportion (element model, Width rules;
 * decisions §1). Scaling stops at a column's longest word while others can still shrink. Widths are points.
 */
export function solve(tracks: readonly Track[], width: number | null, sizesOf: () => readonly ContentSizes[]): readonly number[] {
  const flexible = tracks.filter((t) => typeof t !== "number").length;
  if (flexible === 0 || width === null) return tracks.map((t) => (typeof t === "number" ? t : 0));
  const sizes = sizesOf();
  const sum = (kind: Track, of: keyof ContentSizes): number => tracks.reduce<number>((n, t, i) => (t === kind ? n + sizes[i]![of] : n), 0);
  const room = width - tracks.reduce<number>((n, t) => (typeof t === "number" ? n + t : n), 0);
  const fit = sum("fit_content", "max");
  if (!tracks.includes("auto") || fit + sum("auto", "min") > room) return shared(tracks, sizes, room, (t) => typeof t !== "number");
  const grown = shared(tracks, sizes, room - fit, (t) => t === "auto");
  return tracks.map((t, i) => (t === "fit_content" ? sizes[i]!.max : grown[i]!));
}

/** A width shared by some columns in proportion to their max-content widths; none gets less than its min-content width if that is possible. */
function shared(tracks: readonly Track[], sizes: readonly ContentSizes[], into: number, takes: (t: Track) => boolean): readonly number[] {
  const out = tracks.map((t) => (typeof t === "number" ? t : 0));
  const takers = tracks.flatMap((t, i) => (takes(t) ? [i] : []));
  const enough = takers.reduce((n, i) => n + sizes[i]!.min, 0) <= into;
  let open = takers;
  let left = into;
  for (;;) {
    const whole = open.reduce((n, i) => n + sizes[i]!.max, 0);
    const shares = open.map((i) => (whole > 0 ? (sizes[i]!.max / whole) * left : left / open.length));
    const short = enough ? open.filter((i, k) => shares[k]! < sizes[i]!.min - EPSILON) : [];
    if (short.length === 0 || short.length === open.length) {
      open.forEach((i, k) => (out[i] = shares[k]!));
      return out;
    }
    for (const i of short) {
      out[i] = sizes[i]!.min;
      left -= sizes[i]!.min;
    }
    open = open.filter((i) => !short.includes(i));
  }
}

function columnSizes(box: ShapedTable, cx: LayoutContext): readonly ContentSizes[] {
  const { tracks } = box;
  const sizes = tracks.map((): { -readonly [K in keyof ContentSizes]: number } => ({ min: 0, max: 0 }));
  const spanning: { readonly cell: Cell<ShapedBox>; readonly size: ContentSizes }[] = [];
  for (const row of allRows(box)) {
    for (const cell of row.cells) {
      if (!cell.content || (cell.columns === 1 && typeof tracks[cell.column] === "number")) continue;
      const size = cellSizes(cell.content, 2 * cell.look.padX, cx);
      if (cell.columns > 1) spanning.push({ cell, size });
      else for (const of of ["max", "min"] as const) sizes[cell.column]![of] = Math.max(sizes[cell.column]![of], size[of]);
    }
  }
  // what a cell over several columns lacks is shared by those of them that can grow: auto ones, which take what is left, before others
  for (const { cell, size } of spanning) {
    const covered = tracks.slice(cell.column, cell.column + cell.columns);
    const grows = covered.includes("auto") ? "auto" : "fit_content";
    const growing = covered.filter((t) => t === grows).length;
    for (const of of ["max", "min"] as const) {
      const has = covered.reduce<number>((n, t, i) => n + (typeof t === "number" ? t : sizes[cell.column + i]![of]), 0);
      if (growing === 0 || has >= size[of]) continue;
      covered.forEach((t, i) => {
        if (t === grows) sizes[cell.column + i]![of] += (size[of] - has) / growing;
      });
    }
  }
  return sizes;
}

/** Text is given a little more than it takes, so that it is not broken by rounding. */
function cellSizes(content: ShapedBox, padding: number, cx: LayoutContext): ContentSizes {
  const { min, max } = cx.sizes(content);
  const rounding = content.kind === "text" || content.kind === "label" ? ROUNDING : 0;
  return { min: min + rounding + padding, max: max + rounding + padding };
}
const ROUNDING = 1e-4;

function* allRows(box: ShapedTable): Generator<TableRow<ShapedBox>> {
  const header = box.header?.(0);
  for (const rows of header ? [header, box.rows] : [box.rows]) for (let i = 0; i < rows.length; i++) yield rows.at(i);
}
