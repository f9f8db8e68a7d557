// A table and a region to the rows that stand in it, its header first.
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
  type Rest,
  type ShapedTable,
  type TablePart,
} from "../protocol.js";
import { Memory } from "../run.js";
import { checkMoved, measureGroup, placeGroup, type Group } from "./rows.js";
import { columnEdges, type ColumnEdges } from "./tracks.js";

/**
 * Tables break between groups of rows; the header stands on each fragment where it is repeated. A table moves whole where its header and its
 * first group do not fit. A break token is a row number, with the number of fragments before.
 */
export const fillTable: Layouter<"table"> = (box, space, rest, cx) => {
  const edges = columnEdges(box, cx);
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
      overflow = { src: group.rows[0]!.row.src, height: group.height, room: space.height - headerHeight };
    }
    put(group);
    at = group.to;
  }
  if (box.rows.length === 0 && !fits(used, space.height)) {
    if (mayMove(space)) return REFUSE;
    overflow = { src: box.src, height: used, room: space.height };
  }
  const last = at >= box.rows.length;
  const table = new Rows(edges, groups, header);
  const fragment: Fragment = {
    box,
    width: edges.at(-1)!,
    height: used,
    inkHeight: used,
    first: rest === null,
    last,
    get children() {
      return table.contents;
    },
    text: null,
    table,
    overflow,
  };
  if (last) return done(fragment);
  const next: Rest = { at, inner: { at: fragmentIndex + 1, inner: null } };
  return { kind: "more", fragment, rest: next, next: "any" };
};

/** The rows of a fragment, put in their places when they are asked for: a layout that only counts pages never does. */
class Rows implements TablePart {
  #placed: readonly PlacedRow[] | null = null;

  constructor(
    readonly edges: ColumnEdges,
    readonly groups: readonly Group[],
    readonly header: number,
  ) {}

  get rows(): readonly PlacedRow[] {
    if (!this.#placed) {
      const placed: PlacedRow[] = [];
      let top = 0;
      for (const group of this.groups) {
        for (const row of placeGroup(group, top, this.edges)) placed.push(row);
        top += group.height;
      }
      this.#placed = placed;
    }
    return this.#placed;
  }

  get contents(): readonly Placed[] {
    return this.rows.flatMap((row) => row.contents.filter((c) => c !== null));
  }

  /** For dumps. */
  toJSON(): TablePart {
    return { edges: this.edges, rows: this.rows, header: this.header };
  }
}

const HEADERS = new Memory<ShapedTable, Group>();

/** A header whose text is the same everywhere is measured once. */
function headerOf(box: ShapedTable, fragment: number, edges: ColumnEdges, cx: LayoutContext): Group {
  const headers = cx.run.of(HEADERS);
  const known = headers.get(box);
  if (known && !box.reads) return known;
  const made = measureGroup(box.header!(fragment), 0, { edges, rowMin: 0, wholeMin: box.headerMinHeight, cx });
  headers.set(box, made);
  return made;
}

/** The group that did not fit is the first of the next region. */
const WAITING = new Memory<ShapedTable, Group>();

function groupAt(box: ShapedTable, at: number, edges: ColumnEdges, cx: LayoutContext): Group {
  const waiting = cx.run.of(WAITING);
  const known = waiting.get(box);
  if (known?.from === at) return known;
  const made = measureGroup(box.rows, at, { edges, rowMin: box.rowMinHeight, wholeMin: 0, cx });
  waiting.set(box, made);
  return made;
}
