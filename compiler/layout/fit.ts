import { fail } from "../core/fail.js";
import { must } from "../help/reason.js";
import { fits } from "../core/geom.js";
import { fieldOf, type Src } from "../core/src.js";
import { showMmApart } from "../core/units.js";
import type { Fragment } from "./protocol/protocol.js";

/** Infinite room fits all. @throws RenderError API-002 with the box, its width and its room's, points */
export function checkWidth({ box, width }: Fragment, room: number): void {
  if (!fits(width, room)) refuse(box.src, "wide", width, room);
}

/** @throws RenderError API-002 with the place, its size and its room, points */
export function refuse(src: Src, how: "wide" | "high", size: number, room: number): never {
  const [most, found] = showMmApart(Math.max(0, room), size);
  const rule = how === "wide" ? "too-wide-for-room" : "too-high-for-room";
  return fail(
    "API-002",
    rule,
    fieldOf(src, how === "wide" ? "width" : "height") ?? src,
    must(`at most ${most} ${how}, which is the room there is`, found, {
      advice: how === "wide" ? "make it narrower, or its surroundings wider" : "make it lower, or its surroundings higher",
    }),
  );
}
