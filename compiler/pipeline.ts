// Sequences are lowered, shaped, laid out and painted one by one, as far as what they read allows.
import type { EndTables, Metadata, OpenTables, Page } from "../ir/ir.js";
import { documentOf } from "../ir/document.js";
import { validate } from "../ir/validate.js";
import type { Box } from "./box/box.js";
import type { Book, PageSequence } from "./box/page.js";
import { joinReads, readsFacts, readsOfAll, type Reads } from "./box/reads.js";
import { readsOf, readsOfBody, readsOfFurniture } from "./box/reads-of.js";
import type { Variable } from "./box/text.js";
import { TURN_PAGES, type AllCompileOptions } from "./compile-options.js";
import { fail, RenderError } from "./core/fail.js";
import type { PictureBytes, World } from "./core/world.js";
import { eachPlace, factKey, firstFacts, readFacts, sameFacts, divergentSrc, valueOf, type Facts } from "./layout/facts.js";
import { contextOf, createContext } from "./layout/fill.js";
import { layoutFurniture } from "./layout/page-bounds.js";
import { layoutPages, releaseRounds, withoutContent, type PageFragment, type Preceding } from "./layout/pages.js";
import type { Fragment, LayoutContext } from "./layout/protocol/protocol.js";
import { furnitureOn, labelOf, type PageFurniture } from "./layout/regions.js";
import { RunningTitles, titleOn, type PageTitles } from "./layout/titles.js";
import type { NodeMemo } from "./memo/nodes.js";
import { RenderMemo } from "./memo/render-memo.js";
import { textOf } from "./paint/link-text.js";
import { Painter, type PlacedFurniture } from "./paint/page/paint.js";
import { Coverage, shapedTexts } from "./text/line/coverage.js";
import { textSetter, type CachedTexts } from "./text/line/text-lines.js";
import type { ValueOf } from "./text/line/paragraph-source.js";
import { atOnce } from "./turns.js";
import type { TextEngine } from "./text/shape/engine.js";
import { warnOfFrames } from "./warn/frames.js";
import { warnOfSection } from "./warn/sections.js";
import type { Warnings } from "./warn/warnings.js";

/** Painted on demand, in order, once. */
export interface Painted {
  /** grows with its pages */
  readonly open: OpenTables;
  /** @throws Error before the last page */
  end(): EndTables;
  /** pictures and attachments by hash; fonts are the World's */
  readonly blobs: PictureBytes;
  pages(): Generator<Page>;
  /** null per page laid out meanwhile: the caller may give a turn */
  steps(): Generator<Page | null>;
  /** null before the last sequence is laid out */
  readonly total: () => number | null;
}

type PipelineOptions = Pick<AllCompileOptions, "entering" | "after" | "structure" | "maxPages" | "counted" | "flexibleTables">;

/** The engine lowered the book: its reads cover all text. */
export interface PipelineTools {
  readonly world: World;
  readonly engine: TextEngine;
  /** of the request's nodes; null or absent without work of earlier renders */
  readonly nodes?: NodeMemo | null;
  /** list of the engine's warnings; null or absent: no warnings */
  readonly warnings?: Warnings | null;
}

interface Batch {
  readonly from: number;
  readonly before: Preceding | null;
  readonly sequences: readonly PageSequence[];
  /** later sequences are read or linked to: to the end of the book */
  readonly ahead: boolean;
  readonly reads: Reads;
}

/**
 * One by one while nothing reads what follows; from the first that does, all are laid out before its first page.
 * @throws RenderError for errors before the first page; later ones are thrown by `pages`
 */
export const runPipeline = (book: Book, tools: PipelineTools, blobs: PictureBytes, options: PipelineOptions): Painted =>
  atOnce(pipelineSteps(book, tools, blobs, options));

export const pipelineSteps = (book: Book, tools: PipelineTools, blobs: PictureBytes, options: PipelineOptions): Generator<null, Painted> =>
  new Pipeline(book, tools, options).painted(blobs);

class Pipeline {
  readonly #coverage = new Coverage();
  /** of the batch: weak tables would keep values until old */
  #cx: LayoutContext;
  readonly #warnings: Warnings | null;
  /** texts of the batch */
  #texts: CachedTexts;
  readonly #memo: RenderMemo;
  /** first page of each sequence that is laid out */
  readonly #firstPages: number[] = [];
  /** laid out last */
  #latest: Preceding | null = null;
  /** null before the end of the book is laid out */
  #totalPages: number | null = null;
  /** labels of pages on which places begin */
  readonly #places = new Map<string, string>();
  readonly #titles = new RunningTitles(textOf);
  #isPainted = false;

  constructor(
    readonly book: Book,
    readonly tools: PipelineTools,
    readonly options: PipelineOptions,
  ) {
    const { world, engine, nodes = null, warnings = null } = tools;
    this.#memo = new RenderMemo(engine, world.cache ?? null, nodes);
    this.#texts = this.#memo.texts();
    this.#cx = this.#context();
    this.#warnings = warnings;
  }

  #context(): LayoutContext {
    const cx = createContext(textSetter(this.tools.engine, this.#texts, this.#memo.paragraphs));
    cx.run.shared.flexibleTables = this.options.flexibleTables;
    return cx;
  }

  *painted(blobs: PictureBytes): Generator<null, Painted> {
    const painter = this.#painter();
    const open = painter.open();
    const end = (): EndTables => painter.end(this.#metadata());
    const first = this.#lower(0);
    const laidOut = first.ahead ? yield* this.#layOut(first) : null;
    const all = (): Generator<Page | null> => this.#pages(painter, first, laidOut);
    const steps = this.tools.world.debug ? () => validated({ open, end }, all()) : all;
    return { open, end, blobs, steps, pages: () => paintedOnly(steps()), total: () => this.#totalPages };
  }

  /** With the dictionary that lines were broken by, which all lines decide. */
  #metadata(): Metadata {
    if (!this.#isPainted) throw new Error("the tables of a document's end are read before its last page");
    const { world, engine } = this.tools;
    return { ...this.book.metadata, icu: engine.reads.dictionary ? world.icu : "" };
  }

  *#pages(painter: Painter, first: Batch, laidOut: Iterable<PageFragment> | null): Generator<Page | null> {
    const { entering } = this.options;
    let batch = first;
    try {
      for (let pages = laidOut ?? (yield* this.#layOut(first)); ; pages = yield* this.#layOut(batch)) {
        entering("layout");
        for (const page of pages) {
          entering("paint");
          if (this.#warnings) this.#lookAt(page, this.#warnings);
          yield painter.page(page);
          entering("layout");
        }
        const next = batch.from + batch.sequences.length;
        if (next >= this.book.length) break;
        batch = this.#lower(next);
      }
    } catch (e) {
      const fault = this.#faultOf(e, batch);
      this.#memo.release();
      throw fault;
    }
    this.#memo.end();
    this.#isPainted = true;
    entering("paint");
  }

  /** Texts that leave frames, and headers and footers that reach into the body. */
  #lookAt(page: PageFragment, warnings: Warnings): void {
    const furniture = this.#furnitureOf(page);
    for (const { fragment } of [...page.body, ...page.notes, ...furniture, ...(page.foot ? [page.foot] : [])])
      warnOfFrames(warnings, fragment);
    const { odd, even } = page.sequence.master.body;
    const body = page.place.number % 2 === 1 ? odd : even;
    for (const { part, fragment } of furniture) if (part === "header" || part === "footer") warnOfSection(warnings, part, fragment, body);
  }

  #lower(from: number): Batch {
    const { entering, after } = this.options;
    entering("lower");
    if (from > 0) {
      this.#texts = this.#memo.texts();
      this.#cx = this.#context();
    }
    this.#latest &&= withoutContent(this.#latest);
    const first = this.book.sequence(from);
    const body = readsOfBody(first);
    const reads = joinReads(body, readsOfFurniture(first.master));
    // a dump has whole results
    const ahead = after !== undefined || this.options.counted || reads.totalPages || reads.places || reads.linksTo > from;
    const rest = ahead ? this.#lowered(from + 1) : [];
    const sequences = [first, ...rest];
    if (after) {
      const { metadata, profile, tagged } = this.book;
      after("lower", { metadata, profile, tagged, sequences });
    }
    return { from, before: this.#latest, sequences, ahead, reads: joinReads(body, readsOfAll(rest, readsOfBody)) };
  }

  #lowered(from: number): readonly PageSequence[] {
    return Array.from({ length: this.book.length - from }, (_, i) => this.book.sequence(from + i));
  }

  /** Errors before the first page are thrown immediately. */
  *#layOut(batch: Batch): Generator<null, Iterable<PageFragment>> {
    const retained = readsFacts(batch.reads) || this.options.after !== undefined;
    const pages = retained ? yield* this.#repeated(batch) : batch.ahead ? yield* this.#counted(batch) : this.#streamed(batch);
    if (batch.ahead) this.#knowTotal(batch);
    return pages;
  }

  /** No page is laid out again: lines of earlier pages are released. */
  *#streamed(batch: Batch): Generator<PageFragment> {
    this.#cover(batch, this.#cx);
    for (const page of this.#arranged(batch, this.#cx)) {
      yield page;
      if (page.place.index % TURN_PAGES === TURN_PAGES - 1) this.#texts.age();
    }
  }

  /** The first layout yields the number of pages and starts of sequences; painting lays out again. */
  *#counted(batch: Batch): Generator<null, Iterable<PageFragment>> {
    this.#cover(batch, this.#cx);
    const pages = this.#arranged(batch, this.#cx);
    const { shared } = this.#cx.run;
    shared.repeats = true;
    const held: PageFragment[] | null = this.#memo.holdsPages ? [] : null;
    for (const page of pages) {
      held?.push(page);
      yield null;
    }
    shared.repeats = false;
    return held ? inTurn(held) : this.#arranged(batch, this.#cx);
  }

  /** Until the layout facts in the text equal the result's. */
  *#repeated(batch: Batch): Generator<null, Iterable<PageFragment>> {
    const { after } = this.options;
    let facts = firstFacts(batch.sequences, batch.before?.place ?? null);
    const { shared } = this.#cx.run;
    shared.repeats = shared.settling = true;
    const valueIn =
      (facts: Facts): ValueOf =>
      (box, paragraph, index, variable) =>
        valueOf(facts, factKey(box, paragraph, index), variable);
    const cx = this.#withValues(valueIn(facts));
    for (let round = 1; ; round++) {
      const known = facts;
      if (round > 1) cx.run.text.next(valueIn(known));
      this.#cover(batch, cx);
      if (round === 1) after?.("shape", shapedTexts(boxesOf(batch), cx.run.text));
      const pages: PageFragment[] = [];
      for (const page of this.#arranged(batch, cx)) {
        pages.push(page);
        yield null;
      }
      facts = readsFacts(batch.reads) ? readFacts(pages, known, this.#places, batch.reads) : known;
      if (sameFacts(facts, known)) {
        shared.repeats = shared.settling = false;
        releaseRounds(batch.sequences, cx);
        after?.("layout", pages);
        return inTurn(pages);
      }
      if (round === MAX_ROUNDS) {
        const reason = `its page numbers do not settle after ${MAX_ROUNDS} rounds of layout`;
        fail("API-507", "unsettled", divergentSrc(pages, known, facts), reason);
      }
    }
  }

  readonly #withValues = (valueOf: ValueOf): LayoutContext => contextOf(this.#cx.run.withValues(valueOf));

  #cover(batch: Batch, { run }: LayoutContext): void {
    this.options.entering("shape");
    for (const box of boxesOf(batch)) this.#coverage.cover(box, run.text);
  }

  /** One page too many throws. */
  *#arranged({ sequences, from, before }: Batch, cx: LayoutContext): Generator<PageFragment> {
    const { entering, maxPages } = this.options;
    entering("layout");
    for (const page of layoutPages(sequences, from, before, cx)) {
      const { place, sequence, sequenceIndex } = page;
      if (place.number > maxPages)
        fail("API-004", "too-many-pages", sequence.src, `the document has more than ${maxPages} pages, which is the maximum of a request`);
      if (place.index === 0) this.#firstPages[sequenceIndex] = place.number - 1;
      eachPlace(page, (key) => this.#places.set(key, labelOf(place)));
      this.#latest = page;
      yield page;
    }
  }

  /** Placed with the greatest number, so that errors precede painting. */
  #knowTotal({ sequences }: Batch): void {
    const total = this.#latest!.place.number;
    this.#totalPages = total;
    for (const { master } of sequences) {
      for (const { part, opacity, variants } of master.furniture)
        for (const { canvas } of variants) this.#placed({ part, opacity, canvas }, String(total), null);
    }
  }

  #furnitureOf(page: PageFragment): readonly PlacedFurniture[] {
    const { sequence, sequenceIndex, place, last } = page;
    const ends = { lastOfSequence: last, lastOfDocument: last && sequenceIndex === this.book.lastDrawn };
    const titles = this.#titles.on(page);
    const furniture = furnitureOn(sequence.master, place, ends).filter(({ part }) => part !== "footer" || !page.foot);
    return furniture.map((f) => this.#placed(f, labelOf(place), titles));
  }

  /** `titles`: null before pages are known */
  #placed({ part, opacity, canvas }: PageFurniture, label: string, titles: PageTitles | null): PlacedFurniture {
    const textOf = (variable: Variable): string => {
      if (variable === "page") return label;
      if (variable === "total_pages") return String(known(this.#totalPages));
      if ("heading" in variable) return titles ? titleOn(titles, variable) : "";
      return known(this.#places.get(variable.pageOf) ?? null);
    };
    const layOut = (valueOf: ValueOf): Fragment => {
      const cx = readsFacts(readsOf(canvas)) ? this.#withValues(valueOf) : this.#cx;
      this.#coverage.cover(canvas, cx.run.text);
      return layoutFurniture(canvas, cx);
    };
    return { part, opacity, fragment: this.#memo.furniture.of(canvas, textOf, layOut) };
  }

  #painter(): Painter {
    const { book } = this;
    const { world } = this.tools;
    // checked as a whole, even if a backend needs less
    const structure = this.options.structure || book.tagged || world.debug;
    const painting = this.#memo.painting(world.limits);
    return new Painter(book, (page) => this.#furnitureOf(page), this.#firstPages, structure, painting);
  }

  /** The fault to throw. A document that reads its layout reports the earliest pass's fault, however far the pages had come. */
  #faultOf(e: unknown, { from, ahead }: Batch): unknown {
    if (!(e instanceof RenderError) || (from === 0 && ahead)) return e;
    const sequences = this.#lowered(0);
    if (sequences.some(readsLayout))
      atOnce(this.#layOut({ from: 0, before: null, sequences, ahead: true, reads: readsOfAll(sequences, readsOfBody) }));
    return e;
  }
}
const MAX_ROUNDS = 12;

function known<T>(value: T | null): T {
  if (value === null) throw new Error("a fact of the layout is read before it is known");
  return value;
}

/** With loops: `flatMap` defines each element by the engine's runtime. */
function boxesOf({ sequences }: Batch): readonly Box[] {
  const boxes: Box[] = [];
  for (const { streams } of sequences)
    for (const stream of streams) {
      boxes.push(stream.box);
      if (stream.kind === "filled") for (const { box } of stream.floats) boxes.push(box);
    }
  return boxes;
}

function readsLayout(sequence: PageSequence): boolean {
  const reads = joinReads(readsOfBody(sequence), readsOfFurniture(sequence.master));
  const last = sequence.master.furniture.some((f) => f.variants.some(({ on }) => on.of === "document" && on.position === "last"));
  return readsFacts(reads) || reads.linksTo >= 0 || last;
}

/** Each is freed at the next. */
function* inTurn(pages: readonly PageFragment[]): Generator<PageFragment> {
  const waiting = [...pages].reverse();
  for (let page = waiting.pop(); page; page = waiting.pop()) yield page;
}

/** Validates the whole list at the end. */
function* paintedOnly(steps: Iterable<Page | null>): Generator<Page> {
  for (const page of steps) if (page) yield page;
}

function* validated({ open, end }: Pick<Painted, "open" | "end">, pages: Iterable<Page | null>): Generator<Page | null> {
  const painted: Page[] = [];
  for (const page of pages) {
    if (page) painted.push(page);
    yield page;
  }
  const doc = documentOf(open, end(), painted);
  const [violation] = validate(doc);
  if (violation) throw new Error(`the display list breaks the promise "${violation.promise}" at ${violation.at}: ${violation.found}`);
}
