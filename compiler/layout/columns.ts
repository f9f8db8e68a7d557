// The same flow in several columns: one break token walks from column to column.
import { done, mayMove, REFUSE, type Fragment, type Layouter, type Placed, type Space } from "./protocol.js";

/** Columns are filled one after the other; a page break leaves them all. */
export const fillColumns: Layouter<"columns"> = (box, space, rest, cx) => {
  const { count, gap, body, rtl } = box;
  const width = (space.width - gap * (count - 1)) / count;
  const placed: Placed[] = [];
  let token = rest?.inner ?? null;
  let height = 0;
  const fragmentOf = (last: boolean): Fragment => ({
    box,
    width: space.width,
    height,
    first: rest === null,
    last,
    children: placed,
    inkHeight: height,
    text: null,
    table: null,
    overflow: placed.find((p) => p.fragment.overflow)?.fragment.overflow ?? null,
  });
  // all of them are as high as the region
  const column: Space = { width, height: space.height, later: mayMove(space) ? space.later : space.height, measure: space.measure };
  for (let k = 0; k < count; k++) {
    const filled = cx.fill(body, column, token);
    if (filled.kind === "refuse") {
      if (k === 0) return REFUSE;
      break;
    }
    placed.push({ x: (rtl ? count - 1 - k : k) * (width + gap), y: 0, fragment: filled.fragment });
    height = Math.max(height, filled.fragment.height);
    if (filled.kind === "done") return done(fragmentOf(true));
    token = filled.rest;
    if (filled.next === "page") return { kind: "more", fragment: fragmentOf(false), rest: { at: 0, inner: token }, next: "page" };
  }
  return { kind: "more", fragment: fragmentOf(false), rest: { at: 0, inner: token }, next: "any" };
};
