// Floats in source order, each where it fits, never before the node that it follows (L30).
import { append } from "../../base/many.js";
import type { Rect } from "../../ir/ir.js";
import type { FilledStream, Float } from "../box/page.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import { fieldOf } from "../core/src.js";
import { showMm, showMmApart } from "../core/units.js";
import { must } from "../help/reason.js";
import { adviceLower } from "./advice.js";
import { notesIn } from "./notes-in.js";
import type { BreakKind } from "../box/box.js";
import type { Fragment, LayoutContext, Placed } from "./protocol/protocol.js";
import { fillRegion, notesFit, placeNotes, type NoteRest } from "./region-notes.js";
import type { PagePlace, Region } from "./regions.js";
import { endsPageBefore } from "./sides.js";
import type { FilledPage, StreamState } from "./stream-state.js";

/** Fills pages with floats over all columns: one by one, each with the whole page. */
export const fillWithFloats = (
  stream: FilledStream,
  state: StreamState,
  place: PagePlace,
  regions: readonly Region[],
  cx: LayoutContext,
): FilledPage => new PageFill(stream, state, place, regions, cx).page();

interface Accepted {
  readonly tops: readonly Float[];
  readonly bottoms: readonly Float[];
}
const NONE: Accepted = { tops: [], bottoms: [] };

const accept = ({ tops, bottoms }: Accepted, float: Float): Accepted =>
  float.position === "bottom" ? { tops, bottoms: [...bottoms, float] } : { tops: [...tops, float], bottoms };

/** A filled column in the page's space. */
interface FilledColumn extends FilledPage {
  readonly next: "any" | BreakKind;
  /** lower edge, points below the region's top */
  readonly used: number;
  readonly notesHeight: number;
}

/** With room below the text for floats over all columns. */
interface FilledColumns extends FilledPage {
  readonly used: number;
  readonly notesHeight: number;
}

interface ColumnPlace {
  readonly first: boolean;
  /** a float at the foot follows: no others in columns */
  readonly closed: boolean;
  /** floats over all columns with notes here */
  readonly own: readonly Float[];
  /** for notes below the text, points */
  readonly reserve: number;
  /** of floats above the notes, points */
  readonly drop: number;
}

class PageFill {
  readonly #fragments = new Map<Float, Fragment>();

  constructor(
    readonly stream: FilledStream,
    readonly start: StreamState,
    readonly place: PagePlace,
    readonly regions: readonly Region[],
    readonly cx: LayoutContext,
  ) {}

  page(): FilledPage {
    const { floats } = this.stream;
    let accepted = NONE;
    let filled = this.#columns(accepted, 0)!;
    for (;;) {
      const { nextFloat } = filled.state;
      const float = floats[nextFloat];
      if (float?.span !== "body") break;
      const [first] = this.regions;
      this.#check(float, first!, bodyOf(this.regions).width);
      if (!this.#isReached(float, filled.state)) break;
      // floats of columns are below one at the top and above one at the bottom
      const above = this.start.nextFloat + accepted.tops.length;
      if (float.position !== "bottom" && (nextFloat !== above || accepted.bottoms.length > 0)) break;
      const more = accept(accepted, float);
      const tried = this.#columns(more, 0) ?? null;
      if (!tried || tried.state.nextFloat <= nextFloat || !isPassed(float, tried.state)) break;
      accepted = more;
      filled = tried;
    }
    return filled;
  }

  #isReached(float: Float, now: StreamState): boolean {
    return isPassed(float, float.position === "next_page" ? this.start : now);
  }

  /** `reserve`: of notes below them. @returns null if they do not fit */
  #columns({ tops, bottoms }: Accepted, reserve: number): FilledColumns | null {
    const { regions, stream } = this;
    const { floats } = stream;
    const area = bodyOf(regions);
    const above = this.#stack(tops, area.width);
    const below = this.#stack(bottoms, area.width);
    const room = area.height - above.height - below.height;
    if (room < -EPSILON) return null;
    const body: Placed[] = [];
    const placed: Placed[] = above.at(area.x, area.y, "below");
    const notes: Placed[] = [];
    let state: StreamState = { ...this.start, nextFloat: this.start.nextFloat + tops.length };
    let used = 0;
    let notesHeight = 0;
    for (let k = 0; k < regions.length; k++) {
      const { rect, later } = regions[k]!;
      const region: Region = { rect: { ...rect, y: rect.y + above.height, height: room }, later };
      // notes of floats over all columns are in the first
      const own = k === 0 ? [...tops, ...bottoms] : [];
      const column = this.#column(state, region, {
        first: k === 0,
        closed: floats[state.nextFloat] === bottoms[0],
        own,
        reserve,
        drop: below.height,
      });
      if (!column) return null;
      append(body, column.body);
      append(placed, column.floats);
      append(notes, column.notes);
      used = Math.max(used, column.used);
      notesHeight = Math.max(notesHeight, column.notesHeight);
      ({ state } = column);
      if (column.body.some((p) => p.fragment.overflow)) break;
      if (!state.ended && endsPageBefore(stream.box, { next: column.next, rest: state.rest }, body)) break;
    }
    if (bottoms.length > 0) {
      if (floats[state.nextFloat] !== bottoms[0]) return null;
      // above all notes
      if (!fits(used + notesHeight, room)) return reserve > 0 ? null : this.#columns({ tops, bottoms }, notesHeight);
      state = { ...state, nextFloat: state.nextFloat + bottoms.length };
      append(placed, below.at(area.x, area.y + area.height - notesHeight - below.height, "above"));
    }
    return { body, floats: placed, notes, state, used, notesHeight };
  }

  #column(state: StreamState, region: Region, how: ColumnPlace): FilledColumn | null {
    const { floats } = this.stream;
    let accepted = NONE;
    let filled = this.#filled(state, region, accepted, how);
    if (!filled || how.closed) return filled;
    for (;;) {
      const float = floats[filled.state.nextFloat];
      if (float?.span !== "column") return filled;
      this.#check(float, region, region.rect.width);
      if (!this.#isReached(float, filled.state) || (float.position === "next_page" && !how.first)) return filled;
      if (float.position !== "bottom" && accepted.bottoms.length > 0) return filled;
      const more = accept(accepted, float);
      const tried = this.#filled(state, region, more, how);
      if (!tried || !isPassed(float, tried.state)) return filled;
      accepted = more;
      filled = tried;
    }
  }

  #filled(
    state: StreamState,
    { rect, later }: Region,
    { tops, bottoms }: Accepted,
    { own, reserve, drop }: ColumnPlace,
  ): FilledColumn | null {
    const { stream, place, cx } = this;
    const { x, y, width, height } = rect;
    const above = this.#stack(tops, width);
    const below = this.#stack(bottoms, width);
    const room = { width, height: height - above.height - below.height, later };
    if (room.height < -EPSILON) return null;
    const noted = [...own, ...tops, ...bottoms].flatMap((f) => notesIn(this.#fragment(f)));
    if (!notesFit(state.pending, noted, room, cx)) return null;
    const given: readonly NoteRest[] = [...state.pending, ...noted.map((note): NoteRest => ({ note, rest: null }))];
    let filled = fillRegion(state.ended || place.blank ? null : stream.box, state.rest, room, given, cx);
    const most = room.height - reserve;
    for (let trial = 0; reserve > 0 && filled.body && filled.body.fragment.height > most + EPSILON && trial < TRIALS; trial++)
      filled = fillRegion(stream.box, state.rest, { ...room, height: most + Math.min(reserve, filled.notesHeight) }, given, cx);
    const { body, pending, notesHeight } = filled;
    const text = body?.fragment.height ?? 0;
    const end = below.height === 0 ? above.height + text : height - notesHeight - below.height;
    return {
      body: body ? [{ x, y: y + above.height, fragment: body.fragment }] : [],
      floats: [...above.at(x, y, "below"), ...below.at(x, y + end, "above")],
      notes: placeNotes(filled, rect, stream.start).map((n) => ({ x: x + n.x, y: y + drop + n.y, fragment: n.fragment })),
      state: {
        rest: body?.kind === "more" ? body.rest : state.rest,
        ended: state.ended || body?.kind === "done",
        pending,
        nextFloat: state.nextFloat + tops.length + bottoms.length,
      },
      next: body?.kind === "more" ? body.next : "any",
      used: end + below.height,
      notesHeight,
    };
  }

  #fragment(float: Float): Fragment {
    const known = this.#fragments.get(float);
    if (known) return known;
    const width = float.span === "body" ? bodyOf(this.regions).width : this.regions[0]!.rect.width;
    const fragment = this.cx.measure(float.box, width);
    this.#fragments.set(float, fragment);
    return fragment;
  }

  /** Stacks floats with the larger of the distances between neighbours. */
  #stack(floats: readonly Float[], width: number): FloatStack {
    return new FloatStack(
      floats.map((float) => ({ float, fragment: this.#fragment(float) })),
      width,
      this.stream.start === "right",
    );
  }

  /** @throws RenderError API-002 if too wide, or higher than any region */
  #check(float: Float, { rect, later }: Region, width: number): void {
    const fragment = this.#fragment(float);
    const { src } = fragment.box;
    if (!fits(fragment.width, width)) {
      const wider = float.span === "column" && this.regions.length > 1;
      tooLarge(fragment, "wide", fragment.width, width, wider ? "make it narrower, or give it span body" : "make it narrower");
    }
    const notes = notesIn(fragment);
    const most = Math.max(rect.height, later);
    if (!fits(fragment.height, most)) tooLarge(fragment, "high", fragment.height, most, adviceLower(fragment, src));
    if (!notesFit([], notes, { width, height: most - fragment.height }, this.cx))
      fail("API-002", "float-notes", src, `it is ${showMm(fragment.height)} high, which leaves no room for its footnotes: make it lower`);
  }
}
const TRIALS = 4;

const isPassed = ({ after }: Float, { rest, ended }: StreamState): boolean => ended || (rest?.at ?? 0) >= after;

function tooLarge(fragment: Fragment, how: "wide" | "high", size: number, room: number, advice: string): never {
  const { src } = fragment.box;
  const [most, found] = showMmApart(room, size);
  return fail(
    "API-002",
    how === "wide" ? "too-wide-for-room" : "taller-than-page",
    fieldOf(src, how === "wide" ? "width" : "height") ?? src,
    must(`at most ${most} ${how}, which is the room there is`, found, { advice }),
  );
}

function bodyOf(regions: readonly Region[]): Rect {
  const { y, height } = regions[0]!.rect;
  const x = regions.reduce((least, { rect }) => Math.min(least, rect.x), Infinity);
  const right = regions.reduce((most, { rect }) => Math.max(most, rect.x + rect.width), -Infinity);
  return { x, y, width: right - x, height };
}

class FloatStack {
  /** with the distance from the text, points */
  readonly height: number;

  constructor(
    readonly floats: readonly { readonly float: Float; readonly fragment: Fragment }[],
    readonly width: number,
    readonly fromRight: boolean,
  ) {
    let height = 0;
    floats.forEach(({ fragment }, i) => (height += fragment.height + this.#gapAfter(i)));
    this.height = height;
  }

  /** Returns the gap after a float, without that of the text. */
  #gapAfter(i: number): number {
    const { floats } = this;
    return i < floats.length - 1 ? Math.max(floats[i]!.float.spaceAfter, floats[i + 1]!.float.spaceBefore) : this.#fromText();
  }

  /** Top floats: text below the last; bottom floats: text above the first. */
  #fromText(): number {
    const first = this.floats[0]!.float;
    return first.position === "bottom" ? first.spaceBefore : this.floats.at(-1)!.float.spaceAfter;
  }

  at(x: number, y: number, text: "below" | "above"): Placed[] {
    const out: Placed[] = [];
    let top = text === "above" && this.floats.length > 0 ? y + this.#fromText() : y;
    this.floats.forEach(({ fragment }, i) => {
      out.push({ x: this.fromRight ? x + this.width - fragment.width : x, y: top, fragment });
      top += fragment.height + (i < this.floats.length - 1 ? this.#gapAfter(i) : 0);
    });
    return out;
  }
}
