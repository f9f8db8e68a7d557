// Streams are filled region after region, page after page.
import { append } from "../../base/many.js";
import type { Bounds, Box } from "../box/box.js";
import type { PageSide } from "../box/breaks.js";
import type { FilledStream, FootStream, PageSequence, PlacedStream } from "../box/page.js";
import { fail } from "../core/fail.js";
import { fieldOf } from "../core/src.js";
import { showMmApart } from "../core/units.js";
import { must } from "../help/reason.js";
import { adviceLower } from "./advice.js";
import { checkBesides, checkBounds, checkContents, checkSideways, limitsOf } from "./page-bounds.js";
import { fillPage } from "./page-regions.js";
import type { LayoutContext, Placed } from "./protocol/protocol.js";
import { blankPlace, firstPlace, nextPlace, regionsKey, sideOfPage, type PagePlace } from "./regions.js";
import { Memory, type LayoutRun, type RoundResult } from "./protocol/run.js";
import { sideOfRest } from "./sides.js";
import { isDone, START, stateKey, type FilledPage, type StreamState } from "./stream-state.js";

/** A page has its fragments in stream order, in the page's space. */
export interface PageFragment {
  readonly sequence: PageSequence;
  /** index of the sequence in the book */
  readonly sequenceIndex: number;
  readonly place: PagePlace;
  readonly last: boolean;
  readonly body: readonly Placed[];
  /** notes with their rules, after the body */
  readonly notes: readonly Placed[];
  /** above everything else of the page, which then has no footer; null if absent */
  readonly foot: Placed | null;
}

/** Last page before a sequence: an empty page after it has its master (SW-26). */
export type Preceding = Pick<PageFragment, "sequence" | "sequenceIndex" | "place">;

/** The boxes of its sequence are released. */
export const withoutContent = ({ sequence, sequenceIndex, place }: Preceding): Preceding => ({
  sequence: { ...sequence, streams: [] },
  sequenceIndex,
  place,
});

interface Progress {
  readonly stream: FilledStream | PlacedStream;
  /** bounds of a flow's children */
  readonly limits: ReadonlyMap<Box, Bounds>;
  readonly state: StreamState;
  readonly done: boolean;
}

function* importedPages(sequence: PageSequence, sequenceIndex: number, before: PagePlace | null): Generator<PageFragment> {
  const count = sequence.imported!.sheets.length;
  for (let place = firstPlace(sequence.start, before, sequence.numerals, false); place.index < count; place = nextPlace(place, false))
    yield { sequence, sequenceIndex, place, last: place.index === count - 1, body: [], notes: [], foot: null };
}

/** Lazy: the caller limits the number of pages. */
function* layoutSequence(
  sequence: PageSequence,
  sequenceIndex: number,
  before: Preceding | null,
  cx: LayoutContext,
): Generator<PageFragment> {
  const begin = (stream: Progress["stream"]): Progress => ({ stream, limits: limitsOf(stream.box), state: START, done: false });
  let streams: readonly Progress[] = sequence.streams.filter((s) => s.kind !== "foot").map(begin);
  const foot = sequence.streams.find((s) => s.kind === "foot");
  let footed = foot === undefined;
  const isOpposite = (place: PagePlace): boolean => {
    const side = sideOf(streams);
    return side !== null && sideOfPage(sequence.master, place) !== side;
  };
  let latest = before?.place ?? null;
  if (isOpposite(firstPlace(null, latest))) {
    const like = before && !before.sequence.imported ? before : { sequence, sequenceIndex };
    latest = blankPlace(latest, sequence.numerals);
    yield { sequence: like.sequence, sequenceIndex: like.sequenceIndex, place: latest, last: false, body: [], notes: [], foot: null };
  }
  for (let place = firstPlace(sequence.start, latest, sequence.numerals), last = false; !last; place = nextPlace(place)) {
    const blank: PagePlace | null = isOpposite(place) ? { ...place, blank: true } : null;
    let parts = placeStreams(streams, blank ?? place, Infinity, cx);
    const at = footed ? null : footOn(foot!, streams, parts, place, cx);
    if (at) ({ parts } = at);
    footed ||= at !== null;
    streams = parts.streams;
    last = footed && streams.every((s) => s.done);
    const { body, notes } = parts;
    const isEmpty = body.length === 0 && notes.length === 0;
    yield { sequence, sequenceIndex, place: blank && isEmpty ? blank : place, last, body, notes, foot: at?.placed ?? null };
  }
}

/** Parts of a page with the foot; null if it is on a later page. @param whole the page without it */
function footOn(
  foot: FootStream,
  before: readonly Progress[],
  whole: PageParts,
  place: PagePlace,
  cx: LayoutContext,
): { readonly parts: PageParts; readonly placed: Placed } | null {
  if (foot.above === null) return { parts: whole, placed: placeWhole(foot, cx) };
  if (!whole.streams.every((s) => s.done)) return null;
  const parts = placeStreams(before, place, foot.above, cx);
  return parts.streams.every((s) => s.done) ? { parts, placed: placeWhole(foot, cx) } : null;
}

/** Returns the side of the page on which the rest of the streams begins; null: either. */
function sideOf(streams: readonly Progress[]): PageSide | null {
  let side: PageSide | null = null;
  for (const { stream, state } of streams) if (stream.kind === "filled" && !state.ended) side ??= sideOfRest(stream.box, state.rest);
  return side;
}

/**
 * @param from index of the first in the book @param before the last page of the previous sequence, null if absent @throws RenderError
 * API-002 if content is taller than any page or leaves its bounds
 */
export function* layoutPages(
  sequences: readonly PageSequence[],
  from: number,
  before: Preceding | null,
  cx: LayoutContext,
): Generator<PageFragment> {
  let latest = before;
  for (const [i, sequence] of sequences.entries()) {
    const index = from + i;
    const pages = sequence.imported ? importedPages(sequence, index, latest?.place ?? null) : layoutSequence(sequence, index, latest, cx);
    for (const page of pages) {
      latest = page;
      yield page;
    }
  }
}

interface PageParts {
  readonly body: Placed[];
  readonly notes: Placed[];
  /** progress of each stream after the page */
  readonly streams: readonly Progress[];
}

/** `lowest`: lower edge of the room, points */
function placeStreams(streams: readonly Progress[], place: PagePlace, lowest: number, cx: LayoutContext): PageParts {
  const body: Placed[] = [];
  const notes: Placed[] = [];
  const after = streams.map((progress): Progress => {
    const { stream, limits } = progress;
    if (progress.done) return progress;
    if (stream.kind === "placed") {
      body.push(placeWhole(stream, cx));
      return { stream, limits, state: progress.state, done: true };
    }
    const fill = cx.run.shared.settling ? settlingPage : filledPage;
    const page = fill(stream, progress, place, lowest, cx);
    append(body, page.body);
    append(body, page.floats);
    append(notes, page.notes);
    return { stream, limits, state: page.state, done: isDone(stream, page.state) };
  });
  return { body, notes, streams: after };
}

/** Pages of a stream by their beginning, of the current round and the last. */
class SettlingPages {
  #round = -1;
  #pages = new Map<string, RoundResult<FilledPage>>();
  #before = this.#pages;

  /** A page that would be filled alike, else the result of `fill`. */
  page(key: string, run: LayoutRun, fill: () => FilledPage): FilledPage {
    const { round } = run.text;
    if (this.#round !== round) {
      this.#before = this.#pages;
      this.#pages = new Map();
      this.#round = round;
    }
    const known = this.#pages.get(key) ?? this.#before.get(key);
    const page = known && run.holds(known) ? known : run.reading(fill);
    this.#pages.set(key, page);
    return page.result;
  }

  release(): void {
    this.#pages = new Map();
    this.#before = this.#pages;
  }
}

const PAGES = new Memory<FilledStream, SettlingPages>();

/** Releases the pages of a stream after the last round: they go as they are painted. */
export function releaseRounds(sequences: readonly PageSequence[], cx: LayoutContext): void {
  const memory = cx.run.of(PAGES);
  for (const { streams } of sequences) for (const stream of streams) if (stream.kind === "filled") memory.get(stream)?.release();
}

/** A page of an earlier round that began alike, if layout cannot tell its texts from those of then. */
function settlingPage(stream: FilledStream, progress: Progress, place: PagePlace, lowest: number, cx: LayoutContext): FilledPage {
  const memory = cx.run.of(PAGES);
  let pages = memory.get(stream);
  if (!pages) memory.set(stream, (pages = new SettlingPages()));
  const key = `${regionsKey(place)} ${lowest} ${stateKey(progress.state)}`;
  return pages.page(key, cx.run, () => filledPage(stream, progress, place, lowest, cx));
}

function filledPage(stream: FilledStream, { state, limits }: Progress, place: PagePlace, lowest: number, cx: LayoutContext): FilledPage {
  const page = fillPage(stream, state, place, lowest, cx);
  for (const placed of page.body) checkPlaced(placed, stream, limits);
  for (const { x, y, fragment } of page.floats) if (stream.contents) checkContents(fragment, x, y, stream.contents);
  return page;
}

/** @throws RenderError API-002 if a fragment is higher than its region, or leaves its bounds */
function checkPlaced({ x, y, fragment }: Placed, stream: FilledStream, limits: ReadonlyMap<Box, Bounds>): void {
  const { overflow } = fragment;
  if (overflow) {
    const [most, found] = showMmApart(Math.max(0, overflow.room), overflow.height);
    fail(
      "API-002",
      "taller-than-page",
      fieldOf(overflow.src, "height") ?? overflow.src,
      must(`at most ${most} high, which is the room there is`, found, {
        advice: overflow.advice ?? adviceLower(fragment, overflow.src),
      }),
    );
  }
  if (stream.bounds) checkBesides(fragment, x, y, stream.bounds);
  if (stream.contents) checkContents(fragment, x, y, stream.contents);
  checkSideways(fragment, limits, x, y);
}

function placeWhole({ box, x, y, width, bounds }: Omit<PlacedStream, "kind">, cx: LayoutContext): Placed {
  const fragment = cx.measure(box, width);
  if (bounds) checkBounds(fragment, x, y, bounds);
  return { x, y, fragment };
}
