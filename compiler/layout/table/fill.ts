// A table and a region to the rows that fit in it, the header first.
import { readsFacts } from "../../box/reads.js";
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
  type ShapedTable,
  type TablePart,
} from "../protocol.js";
import { Memory } from "../run.js";
import { checkMoved, KnownRow, measureGroup, placeGroup, type Group } from "./rows.js";
import { columnEdges, type ColumnEdges } from "./tracks.js";

/**
 * Tables break between groups of rows; a repeated header begins each fragment. A table moves whole where its header and its first group do
 * not fit. A break token is a row number, with the number of fragments before.
 */
export const fillTable: Layouter<"table"> = (box, space, rest, cx) => {
  const edges = columnEdges(box, space.width, cx);
  const fragmentIndex = rest?.inner?.at ?? 0;
  const groups: Group[] = [];
  let used = 0;
  const put = (group: Group): void => {
    if (group.moved) checkMoved(group, used, edges, cx);
    groups.push(group);
    used += group.height;
  };
  if (box.header && (rest === null || box.repeats)) put(headerOf(box, fragmentIndex, edges, cx));
  const header = groups.reduce((n, g) => n + g.rows.length, 0);
  const headerHeight = used;
  let overflow: Overflow | null = null;
  let at = rest?.at ?? 0;
  while (at < box.rows.length) {
    const group = groupAt(box, at, edges, cx);
    if (!fits(used + group.height, space.height)) {
      if (at > (rest?.at ?? 0)) break;
      if (mayMove(space)) return REFUSE;
      overflow = fits(headerHeight, space.height)
        ? { src: group.rows[0]!.row.src, height: group.height, room: space.height - headerHeight }
        : { src: box.src, height: headerHeight, room: space.height };
    }
    put(group);
    at = group.to;
  }
  if (box.rows.length === 0 && !fits(used, space.height)) {
    if (mayMove(space)) return REFUSE;
    overflow = { src: box.src, height: used, room: space.height };
  }
  const last = at >= box.rows.length;
  const fragment = new TableFragment(box, new Rows(edges, groups, header, cx), { height: used, first: rest === null, last, overflow });
  if (last) return done(fragment);
  const next: BreakToken = { at, inner: { at: fragmentIndex + 1, inner: null } };
  return { kind: "more", fragment, rest: next, next: "any" };
};

/** A class for its getter: in a literal, that would give each fragment a hidden class of its own, which keeps its objects alive. */
class TableFragment implements Fragment {
  readonly text = null;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly overflow: Overflow | null;

  constructor(
    readonly box: ShapedTable,
    readonly table: Rows,
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

/** The rows of a fragment, placed when they are first read: a layout that only counts pages never reads them. */
class Rows implements TablePart {
  #placed: readonly PlacedRow[] | null = null;

  constructor(
    readonly edges: ColumnEdges,
    readonly groups: readonly Group[],
    readonly header: number,
    readonly cx: LayoutContext,
  ) {}

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

  /** Its plain form, for dumps. */
  toJSON(): TablePart {
    return { edges: this.edges, rows: this.rows, header: this.header };
  }
}

const HEADERS = new Memory<ColumnEdges, Group>();

/** A header whose text is the same everywhere is measured once. */
function headerOf(box: ShapedTable, fragment: number, edges: ColumnEdges, cx: LayoutContext): Group {
  const headers = cx.run.of(HEADERS);
  const known = headers.get(edges);
  if (known && !readsFacts(box.reads)) return known;
  const made = measureGroup(box.header!(fragment), 0, { edges, rowMin: 0, wholeMin: box.headerMinHeight, cx });
  headers.set(edges, made);
  return made;
}

/** The group that did not fit is the first of the next region. By the columns' edges, which a table has for each width. */
const WAITING = new Memory<ColumnEdges, Group>();
/** Heights, in points, of rows that are a group each, NaN where unknown: pages are counted before they are painted. */
const HEIGHTS = new Memory<ColumnEdges, Float64Array>();

function groupAt(box: ShapedTable, at: number, edges: ColumnEdges, cx: LayoutContext): Group {
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
