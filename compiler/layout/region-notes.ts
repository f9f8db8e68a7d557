// Footnotes of a region: the rest of earlier ones first, then those of its text.
import { rectPath } from "../core/outline.js";
import type { Box, Drawing } from "../box/box.js";
import { isNoted, NO_NOTES, noteBox } from "../box/note.js";
import type { FilledStream } from "../box/page.js";
import type { Note } from "../box/text.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import { showMm } from "../core/units.js";
import { must } from "../help/reason.js";
import { firstLine, FootTally, heightsOf, RULE, RULE_ROOM } from "./protocol/foot.js";
import { notesIn } from "./notes-in.js";
import type { BreakToken, Fill, Fragment, LayoutContext, Placed } from "./protocol/protocol.js";

export interface NoteRest {
  readonly note: Note;
  readonly rest: BreakToken | null;
}

/** Text and notes together, points. */
interface RegionRoom {
  readonly width: number;
  readonly height: number;
  readonly later: number;
}

/** Text null if none; notes from top to bottom; points. */
interface FilledRegion {
  readonly body: Exclude<Fill, { readonly kind: "refuse" }> | null;
  readonly notes: readonly Fragment[];
  /** height with the rule; 0 without notes */
  readonly notesHeight: number;
  /** true if the first note continues one of an earlier region */
  readonly continued: boolean;
  /** notes that later regions place */
  readonly pending: readonly NoteRest[];
}

/**
 * `given`: notes from earlier regions, then those of floats in this one, placed before notes of the text. Without room, text gets its
 * first lines, and the notes continue (L25). @param box null if the stream has ended
 */
export function fillRegion(
  box: Box | null,
  rest: BreakToken | null,
  room: RegionRoom,
  given: readonly NoteRest[],
  cx: LayoutContext,
): FilledRegion {
  const { width, height, later } = room;
  if (!box) return withNotes(null, given, room, cx);
  const noted = isNoted(box);
  if (given.length === 0) {
    const foot = noted ? { width, paid: false, closed: false } : null;
    return withNotes(placedOnly(cx.fill(box, { width, height, later, measure: false, foot }, rest)), given, room, cx);
  }
  const used = usedBy(given, width, height, cx);
  if (used < height) {
    const space = { width, height: height - used, later, measure: false, foot: { width, paid: true, closed: false } };
    const filled = placedOnly(cx.fill(box, space, rest));
    if (filled && hasInk(filled)) return withNotes(filled, given, room, cx);
  }
  return withNotes(squeezed(box, rest, room, given[0]!, cx), given, room, cx);
}

const placedOnly = (filled: Fill): FilledRegion["body"] => (filled.kind === "refuse" ? null : filled);
const hasInk = ({ fragment, kind }: NonNullable<FilledRegion["body"]>): boolean => fragment.height > 0 || kind === "done";

const GROWTH = 1.5;
const STEP = 4;

/** The least text above a note that continues, against keeps if they allow none; null if impossible, or if it has marks of further notes. */
function squeezed(box: Box, rest: BreakToken | null, room: RegionRoom, first: NoteRest, cx: LayoutContext): FilledRegion["body"] {
  return leastOf(box, rest, { ...room, later: Infinity }, first, cx) ?? leastOf(box, rest, { ...room, later: 0 }, first, cx);
}

/** @param room its `later` is 0 if keeps yield */
function leastOf(
  box: Box,
  rest: BreakToken | null,
  { width, height, later }: RegionRoom,
  first: NoteRest,
  cx: LayoutContext,
): FilledRegion["body"] {
  const most = height - RULE_ROOM - firstLine(first.note, width, first.rest, cx);
  if (most <= 0) return null;
  const probe = cx.fill(box, { width, height: 0, later: 0, measure: false, foot: null }, rest);
  if (probe.kind === "refuse") return null;
  const foot = { width, paid: true, closed: true };
  for (let tried = Math.max(probe.fragment.height, STEP); ; tried = tried * GROWTH + STEP) {
    const at = Math.min(tried, most);
    const filled = cx.fill(box, { width, height: at, later, measure: false, foot }, rest);
    if (filled.kind !== "refuse" && hasInk(filled) && filled.fragment.overflow === null)
      return notesIn(filled.fragment).length === 0 ? filled : null;
    if (at >= most) return null;
  }
}

/** Points, with the rule; Infinity if more than `most`: the rest of a note is measured up to there. */
function usedBy(notes: readonly NoteRest[], width: number, most: number, cx: LayoutContext): number {
  if (notes.length === 0) return 0;
  let used = RULE_ROOM;
  for (const { note, rest } of notes) {
    if (used > most) return Infinity;
    if (rest === null) used += heightsOf(note, width, cx).whole;
    else {
      const filled = cx.fill(noteBox(note), { width, height: most, later: most, measure: false, foot: null }, rest);
      if (filled.kind !== "done") return Infinity;
      used += filled.fragment.height;
    }
  }
  return used;
}

function withNotes(body: FilledRegion["body"], given: readonly NoteRest[], room: RegionRoom, cx: LayoutContext): FilledRegion {
  const all = inOrder(given, body ? notesIn(body.fragment) : NO_NOTES, room.height - (body?.fragment.height ?? 0), room.width, cx);
  if (all.length === 0) return { body, notes: [], notesHeight: 0, continued: false, pending: [] };
  const { width } = room;
  const spare = room.height - (body?.fragment.height ?? 0) - RULE_ROOM;
  const notes: Fragment[] = [];
  let used = 0;
  let at = 0;
  let rest: NoteRest | null = null;
  for (; at < all.length && rest === null; at++) {
    const one = all[at]!;
    const left = spare - used;
    if (!fits(firstLine(one.note, width, one.rest, cx), left)) break;
    const filled = cx.fill(noteBox(one.note), { width, height: left, later: left, measure: false, foot: null }, one.rest);
    if (filled.kind === "refuse") break;
    notes.push(filled.fragment);
    used += filled.fragment.height;
    if (filled.kind === "more") rest = { note: one.note, rest: filled.rest };
  }
  const pending = rest ? [rest, ...all.slice(at)] : all.slice(at);
  if (!body && notes.length === 0 && !(room.later > room.height + EPSILON)) tooHigh(all[0]!, room, cx);
  return {
    body,
    notes,
    notesHeight: notes.length > 0 ? used + RULE_ROOM : 0,
    continued: notes.length > 0 && all[0]!.rest !== null,
    pending,
  };
}

/** Rests first, then notes by number. A cut one is the last of the text's. */
function inOrder(given: readonly NoteRest[], own: readonly Note[], height: number, width: number, cx: LayoutContext): readonly NoteRest[] {
  const all: NoteRest[] = [...given, ...own.map((note) => ({ note, rest: null }))];
  const fresh = given.filter((one) => one.rest === null).length;
  if (fresh === 0 || own.length === 0) return all;
  const cut = usedBy(all, width, height, cx) > height ? all.pop() : undefined;
  all.sort((a, b) => (a.rest === null ? 1 : 0) - (b.rest === null ? 1 : 0) || a.note.index - b.note.index);
  if (cut) all.push(cut);
  return all;
}

/** @throws RenderError API-002: a line of the note is higher than a region */
function tooHigh({ note, rest }: NoteRest, { width, height }: RegionRoom, cx: LayoutContext): never {
  const needed = firstLine(note, width, rest, cx) + RULE_ROOM;
  return fail(
    "API-002",
    "taller-than-page",
    note.src,
    must(`at most ${showMm(height)} high, which is the room there is`, `a line of ${showMm(needed)} with the rule above it`, {
      advice: "set a smaller font",
    }),
  );
}

/** Places notes at the foot of a region, from its upper left corner; points. */
export function placeNotes(
  { notes, notesHeight, continued }: FilledRegion,
  { width, height }: Pick<RegionRoom, "width" | "height">,
  start: FilledStream["start"],
): readonly Placed[] {
  if (notes.length === 0) return [];
  const out: Placed[] = [];
  let y = height - notesHeight + RULE.above;
  const rule = ruleOf(notes[0]!, continued ? width : width / 3);
  const { text } = notes[0]!;
  const side = start ?? (text?.paragraph.shaped[0]?.base === 1 ? "right" : "left");
  out.push({ x: side === "right" ? width - rule.width : 0, y, fragment: rule });
  y += RULE.width + RULE.below;
  for (const fragment of notes) {
    out.push({ x: 0, y, fragment });
    y += fragment.height;
  }
  return out;
}

function ruleOf({ box: note }: Fragment, width: number): Fragment {
  const { width: height } = RULE;
  const look = note.kind === "text" ? note.paragraphs[0]!.look : null;
  const box: Drawing = {
    kind: "drawing",
    id: note.id,
    src: note.src,
    z: 0,
    tag: { artifact: "decoration" },
    link: null,
    width,
    height,
    ops: [
      {
        op: "path",
        path: rectPath(0, 0, width, height),
        fill: { color: look?.color ?? "#000000", opacity: look?.opacity ?? 1 },
        stroke: null,
      },
    ],
  };
  return { box, width, height, first: true, last: true, children: [], inkHeight: height, text: null, table: null, overflow: null };
}

/** True if the notes fit with the rest of earlier ones, the last cut to one line. */
export function notesFit(
  pending: readonly NoteRest[],
  notes: readonly Note[],
  { width, height }: Pick<RegionRoom, "width" | "height">,
  cx: LayoutContext,
): boolean {
  if (notes.length === 0) return true;
  const used = usedBy(pending, width, height, cx);
  return fits(used + new FootTally({ width, paid: used > 0, closed: false }, cx).leastWith(notes), height);
}
