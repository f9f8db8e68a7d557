import type { Table } from "../../box/box.js";
import { NO_NOTES, notesOfText } from "../../box/note.js";
import type { Note } from "../../box/text.js";
import { fits } from "../../core/geom.js";
import { tallyOf, type FootTally } from "../protocol/foot.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Overflow,
  type Placed,
  type PlacedRow,
  type BreakToken,
  type Space,
  type TablePart,
} from "../protocol/protocol.js";
import { Memory } from "../protocol/run.js";
import type { ColumnEdges } from "./column-edges.js";
import { decimalLines } from "./decimal-align.js";
import { footerOf, headerOf, overflowOf } from "./footer.js";
import { isLong, partOfRow } from "./row-parts.js";
import { checkMoved, FixedRow, measureGroup, placeGroup, type Group } from "./rows.js";
import { columnEdges } from "./tracks.js";

/**
 * Breaks between groups, with repeated headers and footers; moves whole if header, first group and footer do not fit. A break token is a
 * row number and the number of preceding fragments, and of a row that has begun the lines of its cells.
 */
export const fillTable: Layouter<"table"> = (box, space, rest, cx) => {
  const edges = columnEdges(box, space.width, cx);
  const tight = decimalLines(box, edges, cx)?.tight ?? [];
  const index = rest?.inner?.at ?? 0;
  const from = rest?.at ?? 0;
  const filled = new Filled(box, space, edges, cx);
  const header = rest === null || box.repeats ? headerOf(box, { index, from, to: from, last: false }, edges, cx) : null;
  if (header) filled.put(header, headerNotes(box, index, header));
  const headerHeight = filled.used;
  let at = from;
  let begun = rest?.inner?.inner ?? null;
  const parts = cx.run.shared.flexibleTables && !box.footer && !box.noted;
  while (at < box.rows.length && (at === from || filled.fits(0, NO_NOTES))) {
    const group = groupAt(box, at, edges, cx);
    const notes = box.noted ? notesOfGroup(group, edges, cx) : NO_NOTES;
    if (begun || (parts && isLong(group, space) && !filled.fits(group.height, notes))) {
      const mayWait = !begun && (at > from || mayMove(space));
      const part = partOfRow(group, begun, { edges, room: space.height - filled.used, mayWait, cx });
      begun = part?.rest ?? null;
      if (part) filled.put(part.group, NO_NOTES);
      if (begun) break;
      if (part) {
        at = group.to;
        continue;
      }
    }
    if (at > from && !filled.fits(group.height, notes)) break;
    filled.put(group, notes);
    at = group.to;
  }
  // rows that leave no room for the footer move on, except the first group
  let footer: Group | null = null;
  for (;;) {
    footer = footerOf(box, { index, from, to: at, last: at >= box.rows.length }, edges, cx);
    const last = filled.groups.at(-1);
    if (!last || at === from || last.from === from || filled.endsWith(footer?.height ?? 0)) break;
    filled.pop();
    at = last.from;
  }
  let overflow: Overflow | null = null;
  const below = footer?.height ?? 0;
  if (!filled.endsWith(below)) {
    if (mayMove(space)) return REFUSE;
    const group = at > from ? filled.groups.at(-1)! : null;
    // notes without room begin in the next region
    if (!fits(filled.used + below, space.height))
      overflow = overflowOf(box, { header: headerHeight, group, footer: below, room: space.height }, space.width);
  }
  if (footer) filled.put(footer, NO_NOTES);
  const last = at >= box.rows.length && !begun;
  const zones = { header: header?.rows.length ?? 0, footer: footer?.rows.length ?? 0, tight, notes: filled.notes };
  const rows = new FragmentRows(edges, filled.groups, zones, cx);
  const fragment = new TableFragment(box, rows, { height: filled.used, first: rest === null, last, overflow });
  if (last) return done(fragment);
  const next: BreakToken = { at, inner: { at: index + 1, inner: begun } };
  return { kind: "more", fragment, rest: next, next: "any" };
};

class Filled {
  readonly groups: Group[] = [];
  used = 0;
  readonly #notes: (readonly Note[])[] = [];
  #tally: FootTally | null;

  constructor(
    readonly box: Table,
    readonly space: Space,
    readonly edges: ColumnEdges,
    readonly cx: LayoutContext,
  ) {
    this.#tally = box.noted ? tallyOf(space, cx) : null;
  }

  put(group: Group, notes: readonly Note[]): void {
    if (group.moved) checkMoved(group, this.used, this.edges, this.cx);
    this.groups.push(group);
    this.used += group.height;
    if (!this.box.noted) return;
    this.#notes.push(notes);
    this.#tally?.add(notes);
  }

  pop(): void {
    this.used -= this.groups.pop()!.height;
    if (!this.box.noted) return;
    this.#notes.pop();
    this.#tally = tallyOf(this.space, this.cx);
    for (const notes of this.#notes) this.#tally?.add(notes);
  }

  fits(height: number, notes: readonly Note[]): boolean {
    return fits(this.used + height + (this.#tally?.leastWith(notes) ?? 0), this.space.height);
  }

  endsWith(footer: number): boolean {
    return fits(this.used + footer + (this.#tally?.least ?? 0), this.space.height);
  }

  get notes(): readonly Note[] {
    return this.#notes.length > 0 ? this.#notes.flat() : NO_NOTES;
  }
}

const NOTES = new Memory<ColumnEdges, Map<number, readonly Note[]>>();

/** Remembered, since rows are released. */
function notesOfGroup(group: Group, edges: ColumnEdges, cx: LayoutContext): readonly Note[] {
  const memory = cx.run.of(NOTES);
  let known = memory.get(edges);
  if (!known) memory.set(edges, (known = new Map()));
  let notes = known.get(group.from);
  if (!notes) known.set(group.from, (notes = notesOfRows(group)));
  return notes;
}

const notesOfRows = ({ rows }: Group): readonly Note[] =>
  rows.flatMap(({ row }) => row.cells.flatMap(({ content }) => (content?.kind === "text" ? notesOfText(content) : NO_NOTES)));

/** Returns the notes without a mark in an earlier header (L26). */
function headerNotes(box: Table, index: number, header: Group): readonly Note[] {
  if (!box.noted || index > 1) return NO_NOTES;
  const notes = notesOfRows(header);
  if (index === 0) return notes;
  const first = box.header!({ index: 0, from: 0, to: 0, last: false });
  const earlier = new Set<Note>();
  for (let i = 0; i < first.length; i++)
    for (const { content } of first.at(i).cells) if (content?.kind === "text") for (const n of notesOfText(content)) earlier.add(n);
  return notes.filter((note) => !earlier.has(note));
}

/** A class for its getter: a literal's hidden class would keep its objects alive. */
class TableFragment implements Fragment {
  readonly text = null;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly overflow: Overflow | null;

  constructor(
    readonly box: Table,
    readonly table: FragmentRows,
    { height, first, last, overflow }: Pick<Fragment, "height" | "first" | "last" | "overflow">,
  ) {
    this.height = height;
    this.first = first;
    this.last = last;
    this.overflow = overflow;
  }

  get width(): number {
    return this.table.edges.at(-1)!;
  }

  get inkHeight(): number {
    return this.height;
  }

  get children(): readonly Placed[] {
    return this.table.rows.flatMap((row) => row.contents.filter((c) => c !== null));
  }
}

/** Placed on the first read: layouts that only count pages never read them. */
class FragmentRows implements TablePart {
  readonly header: number;
  readonly footer: number;
  readonly tight: TablePart["tight"];
  readonly notes: TablePart["notes"];
  #placed: readonly PlacedRow[] | null = null;

  constructor(
    readonly edges: ColumnEdges,
    readonly groups: readonly Group[],
    { header, footer, tight, notes }: Pick<TablePart, "header" | "footer" | "tight" | "notes">,
    readonly cx: LayoutContext,
  ) {
    this.header = header;
    this.footer = footer;
    this.tight = tight;
    this.notes = notes;
  }

  get rows(): readonly PlacedRow[] {
    if (!this.#placed) {
      const placed: PlacedRow[] = [];
      let top = 0;
      for (const group of this.groups) {
        placeGroup(group, top, this, placed);
        top += group.height;
      }
      this.#placed = placed;
    }
    return this.#placed;
  }

  /** Returns the object that dumps show. */
  toJSON(): TablePart {
    return { edges: this.edges, rows: this.rows, header: this.header, footer: this.footer, tight: this.tight, notes: this.notes };
  }
}

/** The group that did not fit; by column edges, one object for each width. */
const WAITING = new Memory<ColumnEdges, Group>();
/** Points, NaN if unknown: pages are counted before they are painted. */
const HEIGHTS = new Memory<ColumnEdges, Float64Array>();

function groupAt(box: Table, at: number, edges: ColumnEdges, cx: LayoutContext): Group {
  const waiting = cx.run.of(WAITING);
  const known = waiting.get(edges);
  if (known?.from === at) return known;
  const { rows } = box;
  const memory = cx.run.of(HEIGHTS);
  let heights = memory.get(edges);
  if (!heights) memory.set(edges, (heights = new Float64Array(rows.length).fill(NaN)));
  const height = heights[at]!;
  if (!Number.isNaN(height)) return new FixedRow(rows, at, height, edges, cx);
  const made = measureGroup(rows, at, { edges, rowMin: box.rowMinHeight, wholeMin: 0, cx });
  if (made.to === at + 1 && !made.moved && !made.shifted) heights[at] = made.height;
  waiting.set(edges, made);
  return made;
}
