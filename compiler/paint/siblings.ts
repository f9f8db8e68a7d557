import type { Fragment, Placed } from "../layout/protocol/protocol.js";
import type { PaintContext } from "./context.js";

/** Paints placed boxes from (x, y), by z-index, then in source order. */
export function paintSiblings(placed: readonly Placed[], x: number, y: number, cx: PaintContext): void {
  for (const p of inPaintOrder(placed.some(dissolves) ? siblings(placed) : placed)) cx.paint(p.fragment, x + p.x, y + p.y);
}

/** True for a flow, or columns of one, with an inheriting tag: its children are siblings of its siblings. */
function dissolves({ fragment }: Placed): boolean {
  const { kind, tag, link } = fragment.box;
  return (kind === "flow" || kind === "columns") && tag === "inherit" && link === null;
}

function siblings(placed: readonly Placed[]): readonly Placed[] {
  const out: Placed[] = [];
  const add = (p: Placed, x: number, y: number): void => {
    if (!dissolves(p)) out.push({ x: x + p.x, y: y + p.y, fragment: p.fragment });
    else for (const c of p.fragment.children) add(c, x + p.x, y + p.y);
  };
  for (const p of placed) add(p, 0, 0);
  return out;
}

function inPaintOrder(placed: readonly Placed[]): readonly Placed[] {
  if (isInOrder(placed)) return placed;
  return [...placed].sort((a, b) => zOf(a.fragment) - zOf(b.fragment) || idOf(a.fragment) - idOf(b.fragment));
}

function isInOrder(placed: readonly Placed[]): boolean {
  for (let i = 1; i < placed.length; i++) {
    const [before, after] = [placed[i - 1]!.fragment, placed[i]!.fragment];
    if (zOf(before) > zOf(after) || (zOf(before) === zOf(after) && idOf(before) > idOf(after))) return false;
  }
  return true;
}

const zOf = (fragment: Fragment): number => fragment.box.z;
const idOf = (fragment: Fragment): number => fragment.box.id;
