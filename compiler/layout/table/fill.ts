// Layout of tables: the rows of one region, header first, footer last.
import type { Table } from "../../box/box.js";
import { fits } from "../../core/geom.js";
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
  type TablePart,
} from "../protocol.js";
import { Memory } from "../run.js";
import type { ColumnEdges } from "./column-edges.js";
import { decimalLines } from "./decimal-align.js";
import { footerOf, headerOf, overflowOf } from "./footer.js";
import { checkMoved, KnownRow, measureGroup, placeGroup, type Group } from "./rows.js";
import { columnEdges } from "./tracks.js";

/**
 * Tables break between groups of rows, with repeated headers and footers in each fragment. A table moves whole if header, first group and
 * footer do not fit. A break token is a row number and the number of preceding fragments.
 */
export const fillTable: Layouter<"table"> = (box, space, rest, cx) => {
  const edges = columnEdges(box, space.width, cx);
  const tight = decimalLines(box, edges, cx)?.tight ?? [];
  const index = rest?.inner?.at ?? 0;
  const from = rest?.at ?? 0;
  const groups: Group[] = [];
  let used = 0;
  const put = (group: Group): void => {
    if (group.moved) checkMoved(group, used, edges, cx);
    groups.push(group);
    used += group.height;
  };
  const header = rest === null || box.repeats ? headerOf(box, { index, from, to: from, last: false }, edges, cx) : null;
  if (header) put(header);
  const headerHeight = used;
  let at = from;
  while (at < box.rows.length && (at === from || fits(used, space.height))) {
    const group = groupAt(box, at, edges, cx);
    if (at > from && !fits(used + group.height, space.height)) break;
    put(group);
    at = group.to;
  }
  // rows that leave no room for the footer move to the next fragment, except the first group
  let footer: Group | null = null;
  for (;;) {
    footer = footerOf(box, { index, from, to: at, last: at >= box.rows.length }, edges, cx);
    const last = groups.at(-1);
    if (!last || at === from || last.from === from || fits(used + (footer?.height ?? 0), space.height)) break;
    groups.pop();
    used -= last.height;
    at = last.from;
  }
  let overflow: Overflow | null = null;
  if (!fits(used + (footer?.height ?? 0), space.height)) {
    if (mayMove(space)) return REFUSE;
    const group = at > from ? groups.at(-1)! : null;
    overflow = overflowOf(box, { header: headerHeight, group, footer: footer?.height ?? 0, room: space.height });
  }
  if (footer) put(footer);
  const last = at >= box.rows.length;
  const rows = new FragmentRows(edges, groups, { header: header?.rows.length ?? 0, footer: footer?.rows.length ?? 0, tight }, cx);
  const fragment = new TableFragment(box, rows, { height: used, first: rest === null, last, overflow });
  if (last) return done(fragment);
  const next: BreakToken = { at, inner: { at: index + 1, inner: null } };
  return { kind: "more", fragment, rest: next, next: "any" };
};

/** A class for its getter: as a literal, each fragment would have a hidden class, which keeps its objects alive. */
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

/** Rows of a fragment, placed on the first read: layouts that only count pages never read them. */
class FragmentRows implements TablePart {
  readonly header: number;
  readonly footer: number;
  readonly tight: TablePart["tight"];
  #placed: readonly PlacedRow[] | null = null;

  constructor(
    readonly edges: ColumnEdges,
    readonly groups: readonly Group[],
    { header, footer, tight }: Pick<TablePart, "header" | "footer" | "tight">,
    readonly cx: LayoutContext,
  ) {
    this.header = header;
    this.footer = footer;
    this.tight = tight;
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

  /** Plain form, for dumps. */
  toJSON(): TablePart {
    return { edges: this.edges, rows: this.rows, header: this.header, footer: this.footer, tight: this.tight };
  }
}

/** The group that did not fit, for the next region; by column edges, one object for each width. */
const WAITING = new Memory<ColumnEdges, Group>();
/** Heights in points of single-row groups, NaN if unknown: pages are counted before they are painted. */
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
  if (!Number.isNaN(height)) return new KnownRow(rows, at, height, edges, cx);
  const made = measureGroup(rows, at, { edges, rowMin: box.rowMinHeight, wholeMin: 0, cx });
  if (made.to === at + 1 && !made.moved && !made.shifted) heights[at] = made.height;
  waiting.set(edges, made);
  return made;
}
