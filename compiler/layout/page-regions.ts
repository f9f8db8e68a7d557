import type { FilledStream } from "../box/page.js";
import { isNoted } from "../box/note.js";
import { fillWithFloats } from "./floats.js";
import type { LayoutContext, Placed } from "./protocol/protocol.js";
import { regionsOn, type PagePlace, type Region } from "./regions.js";
import { endsPageBefore } from "./sides.js";
import type { FilledPage, StreamState } from "./stream-state.js";

/** `lowest`: lower edge of the room, points */
export function fillPage(stream: FilledStream, state: StreamState, place: PagePlace, lowest: number, cx: LayoutContext): FilledPage {
  const regions = regionsOn(stream.area, place, lowest);
  return stream.floats.length > 0 || isNoted(stream.box)
    ? fillWithFloats(stream, state, place, regions, cx)
    : fillPlain(stream, state, place, regions, cx);
}

function fillPlain({ box }: FilledStream, state: StreamState, place: PagePlace, regions: readonly Region[], cx: LayoutContext): FilledPage {
  const body: Placed[] = [];
  if (place.blank) return { body, floats: [], notes: [], state };
  let { rest } = state;
  let ended = false;
  for (const { rect, later } of regions) {
    const { x, y, width, height } = rect;
    const filled = cx.fill(box, { width, height, later, measure: false, foot: null }, rest);
    if (filled.kind === "refuse") continue;
    body.push({ x, y, fragment: filled.fragment });
    ended = filled.kind === "done";
    if (filled.kind === "more") ({ rest } = filled);
    if (ended || filled.fragment.overflow || (filled.kind === "more" && endsPageBefore(box, filled, body))) break;
  }
  return { body, floats: [], notes: [], state: { ...state, rest, ended } };
}
