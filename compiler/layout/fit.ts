// What is wider or higher than the room it is given, to the error that says so.
import { fail } from "../core/fail.js";
import { must } from "../help/reason.js";
import { fits } from "../core/geom.js";
import { fieldOf, type Src } from "../core/src.js";
import { showMm } from "../core/units.js";
import type { Fragment } from "./protocol.js";

/** In an endless room anything fits. @throws RenderError API-002 naming the box, its width and its room's, points */
export function checkWidth({ box, width }: Fragment, room: number): void {
  if (!fits(width, room)) refuse(box.src, "wide", width, room);
}

/** @throws RenderError API-002 naming what takes so much, and what there is for it, points */
export function refuse(src: Src, how: "wide" | "high", size: number, room: number): never {
  const rule = how === "wide" ? "too-wide-for-room" : "too-high-for-room";
  return fail(
    "API-002",
    rule,
    fieldOf(src, how === "wide" ? "width" : "height") ?? src,
    must(`at most ${showMm(Math.max(0, room))} ${how}, which is the room there is`, showMm(size), {
      advice: how === "wide" ? "make it narrower, or its surroundings wider" : "make it lower, or its surroundings higher",
    }),
  );
}
