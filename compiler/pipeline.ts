// Lowers, shapes, lays out and paints each page sequence before the next one, as far as dependencies allow.
import type { IrHead, Page } from "../ir/ir.js";
import { documentOf } from "../ir/document.js";
import { validate } from "../ir/validate.js";
import type { Book, PageSequence } from "./box/page.js";
import { joinReads, readsFacts } from "./box/reads.js";
import { readsOf, readsOfBody, readsOfFurniture } from "./box/reads-of.js";
import type { StyledParagraph } from "./box/text.js";
import type { AllCompileOptions } from "./compile-options.js";
import { fail, RenderError } from "./core/fail.js";
import type { PictureBytes, World } from "./core/world.js";
import { factKey, NO_FACTS, readFacts, sameFacts, unsettledSrc, valueOf, type Facts } from "./layout/facts.js";
import { createContext } from "./layout/fill.js";
import { layoutFurniture, layoutPages, type PageFragment, type ShapedSequence } from "./layout/pages.js";
import type { Fragment, LayoutContext } from "./layout/protocol.js";
import { furnitureOn, type PageFurniture, type PagePlace } from "./layout/regions.js";
import { Painter, type PaintedBook, type PlacedFurniture } from "./paint/paint.js";
import { textSetter } from "./text/line/text-lines.js";
import { atOnce } from "./turns.js";
import type { TextEngine } from "./text/shape/engine.js";
import { BookShaper, type ValueOf } from "./text/shape/shape-book.js";
import { warnOfFrames } from "./warn/frames.js";
import { warnOfSection } from "./warn/sections.js";
import { Warnings } from "./warn/warnings.js";

/** Pages are painted on demand, in order, once. */
export interface Painted {
  /** its tables are complete after the last page */
  readonly head: IrHead;
  /** pictures and attachments, by their hash in the display list; fonts are in World */
  readonly blobs: PictureBytes;
  pages(): Generator<Page>;
  /** the same with null for each page that was laid out meanwhile, so that a caller may give the event loop a turn */
  steps(): Generator<Page | null>;
  /** number of pages; null before the last sequence is laid out */
  readonly total: () => number | null;
}

type PipelineOptions = Pick<AllCompileOptions, "entering" | "after" | "structure" | "maxPages" | "warn" | "counted">;

/** The engine is the one of lowering, whose state covers all text of the document. */
export interface PipelineTools {
  readonly world: World;
  readonly engine: TextEngine;
}

type Sequence = PageSequence<StyledParagraph>;

/** Sequences laid out together. */
interface Batch {
  /** index of the first in the book */
  readonly from: number;
  /** preceding page */
  readonly before: PagePlace | null;
  readonly sequences: readonly Sequence[];
  /** the first sequence reads or links to later ones: the batch extends to the end of the book */
  readonly ahead: boolean;
  /** body text depends on the layout */
  readonly settles: boolean;
}

/**
 * Sequences are processed one by one until the first that depends on later ones: from there on all are laid out before its first page is
 * painted.
 * @throws RenderError for errors before the first page can be painted; `pages` throws the others
 */
export const runPipeline = (book: Book, tools: PipelineTools, blobs: PictureBytes, options: PipelineOptions): Painted =>
  atOnce(pipelineSteps(book, tools, blobs, options));

/** The same in steps, one per page laid out. */
export const pipelineSteps = (book: Book, tools: PipelineTools, blobs: PictureBytes, options: PipelineOptions): Generator<null, Painted> =>
  new Pipeline(book, tools, options).painted(blobs);

class Pipeline {
  readonly #shaper: BookShaper;
  readonly #cx: LayoutContext;
  readonly #warnings: Warnings | null;
  /** furniture independent of the layout */
  readonly #unread = new WeakMap<PageFurniture["canvas"], Fragment>();
  /** first page of each sequence, once laid out */
  readonly #firstPages: number[] = [];
  #latest: PagePlace | null = null;
  /** known after layout of a batch to the end of the book */
  #totalPages: number | null = null;

  constructor(
    readonly book: Book,
    readonly tools: PipelineTools,
    readonly options: PipelineOptions,
  ) {
    const { engine } = tools;
    this.#shaper = new BookShaper(engine);
    this.#cx = createContext(textSetter(engine));
    this.#warnings = options.warn ? new Warnings(options.warn) : null;
  }

  *painted(blobs: PictureBytes): Generator<null, Painted> {
    const painter = this.#painter();
    const head = painter.head();
    const first = this.#lower(0);
    const laidOut = first.ahead ? yield* this.#layOut(first) : null;
    const all = (): Generator<Page | null> => this.#pages(painter, first, laidOut);
    const steps = this.tools.world.debug ? () => validated(head, all()) : all;
    return { head, blobs, steps, pages: () => paintedOnly(steps()), total: () => this.#totalPages };
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
      throw this.#faultOf(e, batch);
    }
    entering("paint");
  }

  /** Warns of texts that leave their frames, and of headers and footers that reach into the body. */
  #lookAt(page: PageFragment, warnings: Warnings): void {
    const furniture = this.#furnitureOf(page);
    for (const { fragment } of [...page.body, ...furniture]) warnOfFrames(warnings, fragment);
    const { odd, even } = page.sequence.master.body;
    const body = page.place.number % 2 === 1 ? odd : even;
    for (const { part, fragment } of furniture) if (part === "header" || part === "footer") warnOfSection(warnings, part, fragment, body);
  }

  #lower(from: number): Batch {
    const { entering, after } = this.options;
    entering("lower");
    const first = this.book.sequence(from);
    const body = readsOfBody(first);
    const reads = joinReads(body, readsOfFurniture(first.master));
    // a dump contains the complete result of a pass
    const ahead = after !== undefined || this.options.counted || reads.totalPages || reads.linksTo > from;
    const rest = ahead ? this.#lowered(from + 1) : [];
    const sequences = [first, ...rest];
    if (after) {
      const { metadata, profile, tagged } = this.book;
      after("lower", { metadata, profile, tagged, sequences });
    }
    return { from, before: this.#latest, sequences, ahead, settles: readsFacts(body) || rest.some(settles) };
  }

  #lowered(from: number): readonly Sequence[] {
    return Array.from({ length: this.book.length - from }, (_, i) => this.book.sequence(from + i));
  }

  /** Errors known before the first page are thrown immediately. */
  *#layOut(batch: Batch): Generator<null, Iterable<PageFragment>> {
    const retained = batch.settles || this.options.after !== undefined;
    const pages = retained ? yield* this.#settled(batch) : batch.ahead ? yield* this.#counted(batch) : this.#streamed(batch);
    if (batch.ahead) this.#knowTotal(batch);
    return pages;
  }

  *#streamed(batch: Batch): Generator<PageFragment> {
    yield* this.#arranged(this.#shaped(batch, NO_FACTS), batch);
  }

  /** The first layout yields only the number of pages and the start of each sequence; pages are laid out again for painting. */
  *#counted(batch: Batch): Generator<null, Iterable<PageFragment>> {
    const shaped = this.#shaped(batch, NO_FACTS);
    const pages = this.#arranged(shaped, batch);
    while (!pages.next().done) yield null;
    return this.#arranged(shaped, batch);
  }

  /** Repeats shaping and layout until the facts of the layout in the text equal those of its result. */
  *#settled(batch: Batch): Generator<null, Iterable<PageFragment>> {
    const { after } = this.options;
    let facts = NO_FACTS;
    for (let round = 1; ; round++) {
      const known = facts;
      const shaped = this.#shaped(batch, known);
      if (round === 1) after?.("shape", shaped);
      const pages: PageFragment[] = [];
      for (const page of this.#arranged(shaped, batch)) {
        pages.push(page);
        yield null;
      }
      facts = batch.settles ? readFacts(pages, known) : known;
      if (sameFacts(facts, known)) {
        after?.("layout", pages);
        return inTurn(pages);
      }
      if (round === MAX_ROUNDS) {
        const reason = `its page numbers do not settle after ${MAX_ROUNDS} rounds of layout`;
        fail("API-507", "unsettled", unsettledSrc(pages, known, facts), reason);
      }
    }
  }

  #shaped({ sequences }: Batch, facts: Facts): readonly ShapedSequence[] {
    this.options.entering("shape");
    const value: ValueOf = (box, paragraph, index, variable) => valueOf(facts, factKey(box, paragraph, index), variable);
    return sequences.map((sequence) => this.#shaper.sequence(sequence, value));
  }

  /** Throws at the first page over the limit. */
  *#arranged(shaped: readonly ShapedSequence[], { from, before }: Batch): Generator<PageFragment> {
    const { entering, maxPages } = this.options;
    entering("layout");
    for (const page of layoutPages(shaped, from, before, this.#cx)) {
      const { place, sequence, sequenceIndex } = page;
      if (place.number > maxPages)
        fail("API-004", "too-many-pages", sequence.src, `the document has more than ${maxPages} pages, which is the maximum of a request`);
      if (place.index === 0) this.#firstPages[sequenceIndex] = place.number - 1;
      this.#latest = place;
      yield page;
    }
  }

  /** Places furniture once with the greatest number, so that its errors precede the first painted page. */
  #knowTotal({ sequences }: Batch): void {
    const total = this.#latest!.number;
    this.#totalPages = total;
    for (const { master } of sequences) {
      for (const { part, opacity, variants } of master.furniture)
        for (const { canvas } of variants) this.#placed({ part, opacity, canvas }, total);
    }
  }

  #furnitureOf({ sequence, sequenceIndex, place, last }: PageFragment): readonly PlacedFurniture[] {
    const ends = { lastOfSequence: last, lastOfDocument: last && sequenceIndex === this.book.length - 1 };
    return furnitureOn(sequence.master, place, ends).map((f) => this.#placed(f, place.folio));
  }

  /** Furniture independent of the layout is the same on every page. */
  #placed(furniture: PageFurniture, folio: number): PlacedFurniture {
    const { part, opacity, canvas } = furniture;
    let fragment = this.#unread.get(canvas);
    if (!fragment) {
      fragment = this.#laidOut(furniture, folio);
      if (!readsFacts(readsOf(canvas))) this.#unread.set(canvas, fragment);
    }
    return { part, opacity, fragment };
  }

  #laidOut({ canvas }: PageFurniture, folio: number): Fragment {
    const value: ValueOf = (_box, _paragraph, _index, variable) => {
      const number = variable === "page" ? folio : this.#totalPages;
      if (number === null) throw new Error("the number of pages is read before it is known");
      return { text: String(number), reserve: 0 };
    };
    return layoutFurniture(this.#shaper.canvas(canvas, value), this.#cx);
  }

  #painter(): Painter {
    const { book } = this;
    const { world } = this.tools;
    const { engine } = this.#shaper;
    const about = new BookWithIcu(book, engine, world);
    // the complete list is validated, even if a backend ignores a part
    const structure = this.options.structure || book.tagged || world.debug;
    return new Painter(about, (page) => this.#furnitureOf(page), this.#firstPages, structure, this.#cx.run.text);
  }

  /**
   * In a document that depends on its layout, the error is that of the earliest pass, as if all were laid out before painting, independent
   * of the progress.
   */
  #faultOf(e: unknown, { from, ahead }: Batch): unknown {
    if (!(e instanceof RenderError) || (from === 0 && ahead)) return e;
    const sequences = this.#lowered(0);
    if (sequences.some(readsLayout))
      atOnce(this.#layOut({ from: 0, before: null, sequences, ahead: true, settles: sequences.some(settles) }));
    return e;
  }
}
const MAX_ROUNDS = 12;

/**
 * A book whose metadata names the ICU dictionary if its text uses it, known after the last line. A class for its getter: see `LiveHead`.
 */
class BookWithIcu implements PaintedBook {
  readonly profile: Book["profile"];
  readonly tagged: boolean;
  readonly attachments: Book["attachments"];
  readonly #book: Book;
  readonly #engine: TextEngine;
  readonly #world: World;

  constructor(book: Book, engine: TextEngine, world: World) {
    this.profile = book.profile;
    this.tagged = book.tagged;
    this.attachments = book.attachments;
    this.#book = book;
    this.#engine = engine;
    this.#world = world;
  }

  get metadata(): Book["metadata"] {
    return { ...this.#book.metadata, icu: this.#engine.usedDictionary ? this.#world.icu : "" };
  }
}

const settles = (sequence: Sequence): boolean => readsFacts(readsOfBody(sequence));

/** True if a sequence depends on the position of its pages. */
function readsLayout(sequence: Sequence): boolean {
  const reads = joinReads(readsOfBody(sequence), readsOfFurniture(sequence.master));
  const last = sequence.master.furniture.some((f) => f.variants.some(({ on }) => on.of === "document" && on.position === "last"));
  return readsFacts(reads) || reads.linksTo >= 0 || last;
}

/** Releases each page when the next is requested. */
function* inTurn(pages: readonly PageFragment[]): Generator<PageFragment> {
  const waiting = [...pages].reverse();
  for (let page = waiting.pop(); page; page = waiting.pop()) yield page;
}

function* paintedOnly(steps: Iterable<Page | null>): Generator<Page> {
  for (const page of steps) if (page) yield page;
}

/** Validates the complete list after the last page. */
function* validated(head: IrHead, pages: Iterable<Page | null>): Generator<Page | null> {
  const painted: Page[] = [];
  for (const page of pages) {
    if (page) painted.push(page);
    yield page;
  }
  const doc = documentOf(head, painted);
  const [violation] = validate(doc);
  if (violation) throw new Error(`the display list breaks the promise "${violation.promise}" at ${violation.at}: ${violation.found}`);
}
