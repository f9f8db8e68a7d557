import type { TableRow } from "../../box/table.js";
import { readsFacts } from "../../box/reads.js";
import { fits } from "../../core/geom.js";
import {
  done,
  REFUSE,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Overflow,
  type Placed,
  type PlacedRow,
  type Rest,
  type ShapedBox,
  type ShapedTable,
} from "../protocol.js";
import { measureGroup, placeGroup, singleGroup, singleHeight, type Group } from "./rows.js";
import { tracksOf, type Tracks } from "./tracks.js";

/**
 * Tables break between groups of rows; the header stands on each fragment where it is repeated. A table moves whole where its header and its
 * first group do not fit. A resume token is a row number, with the number of fragments before.
 */
export const fillTable: Layouter<"table"> = (box, space, rest, cx) => {
  const tracks = tracksOf(box, () => allRows(box), cx);
  const fragmentIndex = rest?.inner?.at ?? 0;
  const placed: PlacedRow[] = [];
  let used = 0;
  const put = (group: Group): void => {
    if (!cx.counting) for (const row of placeGroup(group, used, tracks)) placed.push(row);
    used += group.height;
  };
  if (box.header && (rest === null || box.repeats)) put(headerOf(box, fragmentIndex, tracks, cx));
  const header = placed.length;
  const headerHeight = used;
  let overflow: Overflow | null = null;
  let at = rest?.at ?? 0;
  while (at < box.rows.length) {
    const group = groupAt(box, at, tracks, cx);
    if (!fits(used + group.height, space.height)) {
      if (at > (rest?.at ?? 0)) break;
      if (!space.fresh) return REFUSE;
      overflow = { src: (group.rows[0]?.row ?? box.rows.at(at)).src, height: group.height, room: space.height - headerHeight };
    }
    put(group);
    at = group.to;
  }
  if (box.rows.length === 0 && !fits(used, space.height)) {
    if (!space.fresh) return REFUSE;
    overflow = { src: box.src, height: used, room: space.height };
  }
  const last = at >= box.rows.length;
  const fragment: Fragment = {
    box,
    width: tracks.edges.at(-1)!,
    height: used,
    reach: used,
    first: rest === null,
    last,
    children: placed.flatMap((row) => row.contents.filter((c): c is Placed => c !== null && "fragment" in c)),
    text: null,
    table: { edges: tracks.edges, rows: placed, header },
    overflow,
  };
  if (last) return done(fragment);
  const next: Rest = { at, inner: { at: fragmentIndex + 1, inner: null } };
  return { kind: "more", fragment, rest: next, next: "any" };
};

const headers = new WeakMap<object, Group>();

/** A header that says the same everywhere is measured once. */
function headerOf(box: ShapedTable, fragment: number, tracks: Tracks, cx: LayoutContext): Group {
  const known = headers.get(tracks);
  if (known && !readsFacts(box.reads)) return known;
  const made = measureGroup(box.header!(fragment), 0, { tracks, rowMin: 0, wholeMin: box.headerMinHeight, cx });
  headers.set(tracks, made);
  return made;
}

/** The group that did not fit is the first of the next region. */
const waiting = new WeakMap<object, Group>();

function groupAt(box: ShapedTable, at: number, tracks: Tracks, cx: LayoutContext): Group {
  const known = waiting.get(tracks);
  if (known?.from === at) return known;
  const { rowMinHeight: rowMin } = box;
  const { single } = box.rows;
  if (single && cx.counting) return { from: at, to: at + 1, rows: [], height: singleHeight(single, at, { tracks, rowMin, cx }) };
  const plain = single && box.tag === "inherit" ? singleGroup(single, at, { tracks, rowMin, cx }) : null;
  const made = plain ?? measureGroup(box.rows, at, { tracks, rowMin, wholeMin: 0, cx });
  waiting.set(tracks, made);
  return made;
}

function* allRows(box: ShapedTable): Generator<TableRow<ShapedBox>> {
  const header = box.header?.(0);
  for (const rows of header ? [header, box.rows] : [box.rows]) for (let i = 0; i < rows.length; i++) yield rows.at(i);
}
