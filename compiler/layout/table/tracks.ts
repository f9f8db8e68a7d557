import type { Cell, TableRow, Track } from "../../box/table.js";
import { fail } from "../../core/fail.js";
import { EPSILON, fits } from "../../core/geom.js";
import { showMm } from "../../core/units.js";
import type { Fragment, LayoutContext, ShapedBox, ShapedTable } from "../protocol.js";

/** A table's columns once their widths are known. Lengths are points. */
export interface Tracks {
  /** left edge of each column, and the right edge of the last */
  readonly edges: readonly number[];
}

type Text = Extract<ShapedBox, { kind: "text" }>;

const solved = new WeakMap<ShapedTable, Tracks>();

/** Widths are solved once a table. `rows`: all of them, looked at only where a column's width depends on what is in it. */
export function tracksOf(box: ShapedTable, rows: () => Iterable<TableRow<ShapedBox>>, cx: LayoutContext): Tracks {
  let known = solved.get(box);
  if (!known) {
    const widths = solve(box.tracks, box.width, () => preferred(box, rows(), cx));
    const edges = [0];
    for (const w of widths) edges.push(edges.at(-1)! + w);
    // sums of floats; the right edge is where the table says it is
    if (box.width !== null) edges[edges.length - 1] = box.width;
    known = { edges };
    solved.set(box, known);
  }
  return known;
}

/** What a flexible column's content would like, and what it needs so that no word is torn apart; 0 for the others. */
export interface Wish {
  width: number;
  least: number;
}

/**
 * Fixed columns (and shares of the table's width) take what they say, fit-content columns what their content prefers, auto columns what is
 * left: they wrap first, down to their longest words. Where not even that leaves the fit-content columns what they prefer, both scale in
 * proportion; without an auto column what is left over goes to the fit-content ones in proportion (element model, Width rules; decisions §1).
 * Scaling stops at a column's longest word while others can give.
 */
export function solve(tracks: readonly Track[], width: number | null, prefer: () => readonly Wish[]): readonly number[] {
  const flexible = tracks.filter((t) => typeof t !== "number").length;
  if (flexible === 0 || width === null) return tracks.map((t) => (typeof t === "number" ? t : 0));
  const wishes = prefer();
  const sum = (kind: Track, of: keyof Wish): number => tracks.reduce<number>((n, t, i) => (t === kind ? n + wishes[i]![of] : n), 0);
  const room = width - tracks.reduce<number>((n, t) => (typeof t === "number" ? n + t : n), 0);
  const fit = sum("fit_content", "width");
  if (!tracks.includes("auto") || fit + sum("auto", "least") > room) return shared(tracks, wishes, room, (t) => typeof t !== "number");
  const grown = shared(tracks, wishes, room - fit, (t) => t === "auto");
  return tracks.map((t, i) => (t === "fit_content" ? wishes[i]!.width : grown[i]!));
}

/** A width shared by some columns in proportion to their wishes; none gets less than it needs, as long as there is enough for that. */
function shared(tracks: readonly Track[], wishes: readonly Wish[], into: number, takes: (t: Track) => boolean): readonly number[] {
  const out = tracks.map((t) => (typeof t === "number" ? t : 0));
  const takers = tracks.flatMap((t, i) => (takes(t) ? [i] : []));
  const enough = takers.reduce((n, i) => n + wishes[i]!.least, 0) <= into;
  let open = takers;
  let left = into;
  for (;;) {
    const whole = open.reduce((n, i) => n + wishes[i]!.width, 0);
    const shares = open.map((i) => (whole > 0 ? (wishes[i]!.width / whole) * left : left / open.length));
    const short = enough ? open.filter((i, k) => shares[k]! < wishes[i]!.least - EPSILON) : [];
    if (short.length === 0 || short.length === open.length) {
      open.forEach((i, k) => (out[i] = shares[k]!));
      return out;
    }
    for (const i of short) {
      out[i] = wishes[i]!.least;
      left -= wishes[i]!.least;
    }
    open = open.filter((i) => !short.includes(i));
  }
}

function preferred(box: ShapedTable, rows: Iterable<TableRow<ShapedBox>>, cx: LayoutContext): readonly Wish[] {
  const { tracks } = box;
  const wishes = tracks.map((): Wish => ({ width: 0, least: 0 }));
  const spanning: { readonly cell: Cell<ShapedBox>; readonly wish: Wish }[] = [];
  for (const row of rows) {
    for (const cell of row.cells) {
      if (!cell.content || (cell.columns === 1 && typeof tracks[cell.column] === "number")) continue;
      const pad = 2 * cell.look.padX;
      const wish = natural(cell.content, cx);
      const padded = { width: wish.width + pad, least: wish.least + pad };
      if (cell.columns > 1) spanning.push({ cell, wish: padded });
      else for (const of of ["width", "least"] as const) wishes[cell.column]![of] = Math.max(wishes[cell.column]![of], padded[of]);
    }
  }
  // what a cell over several columns lacks is shared by those of them that can grow: auto ones, which take what is left, before others
  for (const { cell, wish } of spanning) {
    const covered = tracks.slice(cell.column, cell.column + cell.columns);
    const grows = covered.includes("auto") ? "auto" : "fit_content";
    const growing = covered.filter((t) => t === grows).length;
    for (const of of ["width", "least"] as const) {
      const has = covered.reduce<number>((n, t, i) => n + (typeof t === "number" ? t : wishes[cell.column + i]![of]), 0);
      if (growing === 0 || has >= wish[of]) continue;
      covered.forEach((t, i) => {
        if (t === grows) wishes[cell.column + i]![of] += (wish[of] - has) / growing;
      });
    }
  }
  return wishes;
}

/** The width of content that is given all the room it likes, a little more than that, so that it is not broken by rounding. */
function natural(content: ShapedBox, cx: LayoutContext): Wish {
  if (content.kind !== "text") {
    const { width } = whole(content, Infinity, cx);
    return { width, least: width };
  }
  const { paragraphs } = content;
  const width = cx.plainLines(paragraphs, Infinity).reduce((w, l) => Math.max(w, l.line.width), 0);
  return { width: width + ROUNDING, least: cx.unbreakable(paragraphs) + ROUNDING };
}
const ROUNDING = 1e-4;

/** A cell's content in one piece, at the width that its cell leaves it. */
export function contentOf(cell: Cell<ShapedBox>, tracks: Tracks, cx: LayoutContext): Fragment | null {
  const { content, src } = cell;
  if (!content) return null;
  const width = widthOf(cell, tracks);
  const inner = width - 2 * cell.look.padX;
  if (!(inner > 0)) fail("API-002", "cell-room", src, `padding leaves no width for the cell's content: its columns have ${showMm(width)}`);
  if (content.kind === "text") return textOf(content, inner, cx);
  const made = whole(content, inner, cx);
  if (!fits(made.width, inner))
    fail("API-002", "cell-media-room", content.src, `is ${showMm(made.width)} wide, its cell has ${showMm(inner)} for it`);
  return made;
}

/** A cell's text: one column of lines as wide as its cell, without the rest that a text element may have. */
function textOf(box: Text, width: number, cx: LayoutContext): Fragment {
  const lines = cx.plainLines(box.paragraphs, width);
  let height = 0;
  for (const l of lines) height += l.line.height;
  const text = { columns: [{ x: 0, top: 0, width, from: 0, to: lines.length, lines }], clip: false };
  return { box, width, height, first: true, last: true, children: NOTHING, reach: height, text, table: null, overflow: null };
}
const NOTHING: readonly never[] = [];

function whole(box: ShapedBox, width: number, cx: LayoutContext): Fragment {
  const filled = cx.fill(box, { width, height: Infinity, fresh: true, measure: true }, null);
  if (filled.kind !== "done") throw new Error("a cell's content did not stay in one piece");
  return filled.fragment;
}

export const widthOf = (cell: Cell<unknown>, { edges }: Tracks): number => edges[cell.column + cell.columns]! - edges[cell.column]!;
