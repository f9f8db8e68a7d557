import type { Box, Table } from "../../box/box.js";
import type { Cell, TableRow, Track } from "../../box/table.js";
import { fail } from "../../core/fail.js";
import { EPSILON, TOLERANCE_MM } from "../../core/geom.js";
import { at } from "../../core/src.js";
import { pt, showMm } from "../../core/units.js";
import { coverRow } from "../../text/line/coverage.js";
import type { ContentSizes } from "../../text/line/paragraph.js";
import type { LayoutContext } from "../protocol/protocol.js";
import { memoryOfBoxes } from "../protocol/run.js";
import type { ColumnEdges } from "./column-edges.js";
import { BlockReader } from "./decimal-align.js";
import { readRow } from "./read-rows.js";
import { zoneRows } from "./slices.js";

const SOLVED = memoryOfBoxes<Table, Map<number, ColumnEdges>>();

/**
 * Solved once a run for each table and width; rows are read only if a width depends on content. @param space width of a table without a
 * declared one, points @throws RenderError API-002 or API-504 if a cell's content cannot be shaped or measured, API-002 if columns do not
 * fill the width
 */
export function columnEdges(box: Table, space: number, cx: LayoutContext): ColumnEdges {
  const total = box.width === "space" ? space : box.width;
  const memory = cx.run.of(SOLVED);
  let solved = memory.get(box);
  if (!solved) memory.set(box, (solved = new Map()));
  const known = solved.get(total ?? 0);
  if (known) return known;
  const declared = box.width === "space" ? inPoints(box, space) : (box.tracks as readonly SolvedTrack[]);
  const { tracks, sizesOf } = cx.run.shared.flexibleTables
    ? grownToWords(box, declared, cx)
    : { tracks: declared, sizesOf: () => columnSizes(box, cx) };
  const edges = [0];
  for (const width of solve(tracks, total, sizesOf)) edges.push(edges.at(-1)! + width);
  // against rounding of the sums
  if (total !== null) edges[edges.length - 1] = total;
  solved.set(total ?? 0, edges);
  return edges;
}

export type SolvedTrack = Exclude<Track, object>;

/** Sizes of a column's content. */
interface ColumnSizes extends ContentSizes {
  /** width of the widest picture or barcode, which cannot be broken; absent: 0 */
  readonly rigid?: number;
}

/** Shared columns must fill the width (element model, Width rules). */
function inPoints({ tracks, src }: Table, space: number): readonly SolvedTrack[] {
  const solved = tracks.map((t): SolvedTrack => (typeof t === "object" ? t.share * space : t));
  const flexible = solved.some((t) => typeof t !== "number");
  const taken = solved.reduce<number>((n, t) => (typeof t === "number" ? n + t : n), 0);
  const over = taken - space;
  if (flexible ? over > -pt(TOLERANCE_MM) : Math.abs(over) > pt(TOLERANCE_MM))
    fail(
      "API-002",
      "column-widths",
      at(src, "columns"),
      flexible
        ? `its fixed and percent columns take ${showMm(taken)} of ${showMm(space)}, which leaves nothing for the others: make them narrower`
        : `the widths of its columns add up to ${showMm(taken)} and must add up to ${showMm(space)}, the available width: make one of them auto`,
    );
  return solved;
}

interface Solvable {
  readonly tracks: readonly SolvedTrack[];
  readonly sizesOf: () => readonly ColumnSizes[];
}

/** Fixed columns that break a word take its width from auto ones. */
function grownToWords(box: Table, tracks: readonly SolvedTrack[], cx: LayoutContext): Solvable {
  const sizes = columnSizes(box, cx, true);
  const unchanged = { tracks, sizesOf: () => sizes };
  if (!tracks.includes("auto") || !tracks.some((t, i) => typeof t === "number" && sizes[i]!.min > t)) return unchanged;
  const grown = sizes.map((size, i) => {
    const t = tracks[i]!;
    return typeof t === "number" ? { min: size.min, max: Math.max(t, size.min) } : size;
  });
  return { tracks: tracks.map((t) => (typeof t === "number" ? "fit_content" : t)), sizesOf: () => grown };
}

/** A share requires the width of which it is that share. */
export function tableSizes(box: Table, cx: LayoutContext): ContentSizes {
  const sizes = columnSizes(box, cx);
  const whole = (of: keyof ContentSizes): number => {
    const shares = box.tracks.reduce<number>((n, t) => (typeof t === "object" ? n + t.share : n), 0);
    const others = box.tracks.reduce<number>((n, t, i) => n + (typeof t === "number" ? t : typeof t === "object" ? 0 : sizes[i]![of]), 0);
    const rest = shares < 1 ? others / (1 - shares) : 0;
    // without flexible columns, at exactly one width
    if (shares < 1 && !box.tracks.some((t) => typeof t === "string")) return rest;
    return box.tracks.reduce<number>((m, t, i) => (typeof t === "object" && t.share > 0 ? Math.max(m, sizes[i]![of] / t.share) : m), rest);
  };
  return { min: whole("min"), max: whole("max") };
}

/**
 * Fixed columns and shares take their declared width, fit-content columns their max-content width, auto columns the rest, down to their
 * longest words. If that leaves fit-content columns too little, both scale in proportion; without auto columns, fit-content columns share
 * the surplus (element model, Width rules; decisions §1, Tables). Scaling stops at a column's longest word; if not all fit, only the
 * overlong ones are broken, and no picture or barcode is made to leave its cell. Points.
 */
export function solve(tracks: readonly SolvedTrack[], width: number | null, sizesOf: () => readonly ColumnSizes[]): readonly number[] {
  const flexible = tracks.filter((t) => typeof t !== "number").length;
  if (flexible === 0 || width === null) return tracks.map((t) => (typeof t === "number" ? t : 0));
  const room = width - tracks.reduce<number>((n, t) => (typeof t === "number" ? n + t : n), 0);
  const sizes = breakable(tracks, sizesOf(), room);
  const sum = (kind: SolvedTrack, of: keyof ContentSizes): number =>
    tracks.reduce<number>((n, t, i) => (t === kind ? n + sizes[i]![of] : n), 0);
  const fit = sum("fit_content", "max");
  if (!tracks.includes("auto") || fit + sum("auto", "min") > room) return shared(tracks, sizes, room, (t) => typeof t !== "number");
  const grown = shared(tracks, sizes, room - fit, (t) => t === "auto");
  return tracks.map((t, i) => (t === "fit_content" ? sizes[i]!.max : grown[i]!));
}

/** Part of its share for a column with an overlong word. */
const LEAST_PART = 1 / 2;

/**
 * Columns as wide as their picture or barcode keep that width. Of the others, from the shortest on, columns keep their longest word as long
 * as each of the rest retains half as much; those share what is left.
 */
function breakable(tracks: readonly SolvedTrack[], sizes: readonly ColumnSizes[], room: number): readonly ContentSizes[] {
  const flexible = sizes.flatMap((size, i) => (typeof tracks[i] === "number" ? [] : [size]));
  if (room <= 0 || flexible.reduce((n, { min }) => n + min, 0) <= room) return sizes;
  const rigid = ({ rigid: width = 0, min }: ColumnSizes): number => Math.min(width, min);
  const fits = flexible.reduce((n, size) => n + rigid(size), 0) < room;
  const held = new Set(fits ? flexible.filter((size) => size.min > 0 && rigid(size) === size.min) : []);
  for (;;) {
    const left = [...held].reduce((n, size) => n - rigid(size), room);
    const { longest, cut } = wholeWords(
      flexible.flatMap((size) => (held.has(size) ? [] : [size.min])),
      left,
    );
    const narrow = fits ? flexible.filter((size) => !held.has(size) && size.min > longest && rigid(size) > cut) : [];
    if (narrow.length === 0)
      return sizes.map((size, i) => {
        if (typeof tracks[i] === "number") return size;
        if (held.has(size)) return { min: rigid(size), max: size.max };
        return size.min <= longest ? size : { min: cut, max: size.max };
      });
    for (const size of narrow) held.add(size);
  }
}

/** Longest word that is retained, -1 if none, and the least width of columns whose word is longer. */
function wholeWords(lengths: readonly number[], room: number): { readonly longest: number; readonly cut: number } {
  const words = [...lengths].sort((a, b) => a - b);
  let left = room;
  let retained = 0;
  for (let next = 0; next < words.length; retained = next) {
    const word = words[retained]!;
    while (next < words.length && words[next]! === word) next++;
    const rest = left - (next - retained) * word;
    if (rest < (words.length - next) * word * LEAST_PART) break;
    left = rest;
  }
  return { longest: words[retained - 1] ?? -1, cut: retained < words.length ? (left / (words.length - retained)) * LEAST_PART : 0 };
}

/** In proportion to max-content widths; none is below its min-content width if all of these fit. */
function shared(
  tracks: readonly SolvedTrack[],
  sizes: readonly ContentSizes[],
  into: number,
  takes: (t: SolvedTrack) => boolean,
): readonly number[] {
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

const slackOf = (content: Box, { run }: LayoutContext): number =>
  content.kind === "text" && content.plain ? run.text.digitSlack(content.plain.text, content.plain.style, content) : 0;

/** `all`: of fixed columns too */
function columnSizes(box: Table, cx: LayoutContext, all = false): readonly ColumnSizes[] {
  const { tracks } = box;
  const sizes = tracks.map(() => ({ min: 0, max: 0, rigid: 0 }));
  const spanning: { readonly cell: Cell<Box>; readonly size: ContentSizes }[] = [];
  const blocks = box.decimals && new BlockReader(box, cx);
  const add = ({ cells }: TableRow<Box>, summed: boolean): void => {
    for (let k = 0; k < cells.length; k++) {
      const cell = cells[k]!;
      if (blocks && cell.decimal) {
        blocks.add(cell, summed);
        continue;
      }
      if (!cell.content || (!all && cell.columns === 1 && typeof tracks[cell.column] === "number")) continue;
      const size = cellSizes(cell.content, 2 * cell.look.padX + (summed ? slackOf(cell.content, cx) : 0), cx);
      if (cell.columns > 1) spanning.push({ cell, size });
      else {
        const column = sizes[cell.column]!;
        if (size.max > column.max) column.max = size.max;
        if (size.min > column.min) column.min = size.min;
        if (cell.content.kind !== "text" && size.min > column.rigid) column.rigid = size.min;
      }
    }
  };
  for (const row of zoneRows(box)) {
    coverRow(row, cx.run.text);
    add(row, box.sums !== null);
  }
  for (let i = 0; i < box.rows.length; i++) add(readRow(box.rows, i, cx.run), false);
  blocks?.done().forEach((block, i) => {
    if (!block) return;
    const column = sizes[i]!;
    const width = block.left + block.right + 2 * box.decimals![i]!.padX + ROUNDING;
    column.min = Math.max(column.min, width);
    column.max = Math.max(column.max, width);
  });
  // the deficit of a cell over several columns is shared by auto columns before others
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
    if (cell.content?.kind === "text") continue;
    const flexible = sizes.filter((_, i) => i >= cell.column && i < cell.column + cell.columns && typeof tracks[i] !== "number");
    const fixed = covered.reduce<number>((n, t) => (typeof t === "number" ? n + t : n), 0);
    const whole = flexible.reduce((n, { min }) => n + min, 0);
    if (whole > 0) for (const column of flexible) column.rigid = Math.max(column.rigid, (column.min * (size.min - fixed)) / whole);
  }
  return sizes;
}

/** Returns sizes with a rounding tolerance, so that text is not broken by it. */
function cellSizes(content: Box, padding: number, cx: LayoutContext): ContentSizes {
  const { min, max } = cx.sizes(content);
  const rounding = content.kind === "text" ? ROUNDING : 0;
  return { min: min + rounding + padding, max: max + rounding + padding };
}
const ROUNDING = 1e-4;
