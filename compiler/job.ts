import type { IrDocument, Page } from "../ir/ir.js";
import { validate } from "../ir/validate.js";
import type { Furniture, PageRun } from "./box/box.js";
import type { StyledParagraph } from "./box/text.js";
import type { Compiled, CompileOptions } from "./compiled.js";
import { fail } from "./core/fail.js";
import { at, ROOT, type Src } from "./core/src.js";
import type { World } from "./core/world.js";
import { createContext } from "./layout/fill.js";
import { factKey, NO_FACTS, readFacts, sameFacts, valueOf } from "./layout/facts.js";
import { layoutFurniture, layoutPages, layoutRun, type PageFragment } from "./layout/pages.js";
import type { LazyBook } from "./lower/document.js";
import { Painter, type PlacedFurniture } from "./paint/paint.js";
import { textSetter } from "./text/line/text-lines.js";
import { TextEngine } from "./text/shape/engine.js";
import { BookShaper, type ValueOf } from "./text/shape/shape-book.js";

/** What is left of compiling is its pages. */
export type Painted = Omit<Compiled, "protection">;

type Run = PageRun<StyledParagraph>;

/** Shaping, layout and painting of one book: of the whole at once, or run by run where nothing in it depends on the whole. */
export class Job {
  readonly #shaper: BookShaper;
  readonly #cx;

  constructor(
    readonly book: LazyBook,
    readonly world: World,
    readonly blobs: Compiled["blobs"],
    readonly entering: NonNullable<CompileOptions["entering"]>,
    readonly options: { readonly structure: boolean; readonly maxPages: number },
  ) {
    const engine = new TextEngine(world);
    this.#shaper = new BookShaper(engine);
    this.#cx = createContext(textSetter(engine));
  }

  /** The whole book at once. Only where its text reads the layout, or someone wants to see it, does the layout stand in memory whole. */
  whole(after: CompileOptions["after"]): Painted {
    this.entering("lower");
    const runs = [...this.book.runs()];
    after?.("lower", { ...this.book, runs });
    if (after || this.#shaper.reads(runs)) {
      const pages = this.#settle(runs, after);
      after?.("layout", pages);
      return this.#painted(runs, firstPagesOf(pages), pages.length, inTurn(pages));
    }
    // only furniture asks how many pages there are: they are counted, and laid out again as they are painted
    this.entering("shape");
    const shaped = runs.map((run) => this.#shaper.run(run, valueIn(NO_FACTS)));
    this.entering("layout");
    const firstPages: number[] = [];
    let total = 0;
    for (const page of this.#bounded(layoutPages(shaped, this.#cx))) {
      firstPages[page.runIndex] ??= total;
      total++;
    }
    return this.#painted(runs, firstPages, total, layoutPages(shaped, this.#cx));
  }

  #painted(runs: readonly Run[], firstPages: readonly number[], total: number, pages: Iterable<PageFragment>): Painted {
    const furniture = runs.map((run) => run.furniture);
    // once before the first page, so that what is wrong with furniture is said before a page is written
    for (const list of furniture) for (const f of list) this.#place(f, total, total);
    const painter = this.#painter((page) => this.#furnitureOf(furniture[page.runIndex]!, page, total), firstPages);
    const { entering } = this;
    return this.#compiled(painter, function* () {
      entering("layout");
      for (const page of pages) {
        entering("paint");
        yield painter.page(page);
        entering("layout");
      }
      entering("paint");
    });
  }

  streamed(): Painted {
    let current: Run["furniture"] = [];
    // whatever asks for the number of pages is not streamed
    const painter = this.#painter((page) => this.#furnitureOf(current, page, page.number), []);
    const { book, entering } = this;
    const layOut = (run: Run, index: number, before: number): Generator<PageFragment> => {
      entering("shape");
      const shaped = this.#shaper.run(run, valueIn(NO_FACTS));
      entering("layout");
      return this.#bounded(layoutRun(shaped, index, before, this.#cx));
    };
    return this.#compiled(painter, function* () {
      let index = 0;
      let number = 0;
      entering("lower");
      for (const run of book.runs()) {
        current = run.furniture;
        for (const page of layOut(run, index++, number)) {
          number = page.number;
          entering("paint");
          yield painter.page(page);
          entering("layout");
        }
        entering("lower");
      }
      entering("paint");
    });
  }

  /** Says that there are too many pages when one too many comes, not when all of them are laid out. */
  *#bounded(pages: Iterable<PageFragment>): Generator<PageFragment> {
    const most = this.options.maxPages;
    for (const page of pages) {
      if (page.number > most) tooManyPages(page.run.src, most);
      yield page;
    }
  }

  #painter(furnitureOf: (page: PageFragment) => readonly PlacedFurniture[], firstPages: readonly number[]): Painter {
    const { book, world } = this;
    const { engine } = this.#shaper;
    const about = {
      profile: book.profile,
      tagged: book.tagged,
      get metadata() {
        return { ...book.metadata, icu: engine.usedDictionary ? world.icu : "" };
      },
    };
    // what is checked is the whole list, also where a backend would do without some of it
    return new Painter(about, furnitureOf, firstPages, this.options.structure || book.tagged || world.debug, this.#cx.run.text);
  }

  #compiled(painter: Painter, pages: () => Generator<Page>): Painted {
    const head = painter.head();
    const { blobs } = this;
    if (!this.world.debug) return { head, blobs, pages };
    return {
      head,
      blobs,
      *pages() {
        const painted: Page[] = [];
        for (const page of pages()) {
          painted.push(page);
          yield page;
        }
        debugCheck({ ...head, pages: painted });
      },
    };
  }

  #furnitureOf(furniture: Run["furniture"], { number }: PageFragment, total: number): readonly PlacedFurniture[] {
    return furniture.filter((f) => shows(f, number, total)).map((f) => this.#place(f, number, total));
  }

  #place(f: Furniture<StyledParagraph>, number: number, total: number): PlacedFurniture {
    const says: ValueOf = (_box, _paragraph, _index, variable) => ({ text: String(variable === "page" ? number : total), reserve: 0 });
    const canvas = this.#shaper.canvas(f.canvas, says);
    return { part: f.part, opacity: f.opacity, fragment: layoutFurniture({ ...f, canvas }, this.#cx) };
  }

  /** Rounds of shaping and layout until the text that reads the layout says what the layout is (ARCHITECTURE, Facts). */
  #settle(runs: readonly Run[], after: CompileOptions["after"]): readonly PageFragment[] {
    let facts = NO_FACTS;
    const reads = this.#shaper.reads(runs);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const known = facts;
      this.entering("shape");
      const shaped = runs.map((run) => this.#shaper.run(run, valueIn(known)));
      if (round === 0) after?.("shape", shaped);
      this.entering("layout");
      const pages = [...this.#bounded(layoutPages(shaped, this.#cx))];
      if (!reads) return pages;
      facts = readFacts(pages, facts);
      if (sameFacts(facts, known)) return pages;
    }
    return fail(
      "API-507",
      "unsettled",
      at(ROOT, "pages"),
      `the page numbers in the body do not settle after ${MAX_ROUNDS} rounds of layout`,
    );
  }
}
const MAX_ROUNDS = 12;

const tooManyPages = (src: Src, most: number): never =>
  fail("API-004", "too-many-pages", src, `the document has more than ${most} pages, which is the most a request may have`);

/** Pages one after another; each goes when the next is asked for. */
function* inTurn(pages: readonly PageFragment[]): Generator<PageFragment> {
  const waiting = [...pages].reverse();
  for (let page = waiting.pop(); page; page = waiting.pop()) yield page;
}

function firstPagesOf(pages: readonly PageFragment[]): readonly number[] {
  const out: number[] = [];
  pages.forEach((page, i) => (out[page.runIndex] ??= i));
  return out;
}

const valueIn =
  (facts: typeof NO_FACTS): ValueOf =>
  (box, paragraph, index, variable) =>
    valueOf(facts, factKey(box, paragraph, index), variable);

const shows = (f: Furniture<unknown>, page: number, total: number): boolean =>
  f.repeat === "all_pages" || (f.repeat === "first_page" ? page === 1 : page === total);

function debugCheck(doc: IrDocument): void {
  const [violation] = validate(doc);
  if (violation) throw new Error(`the display list breaks the promise "${violation.promise}" at ${violation.at}: ${violation.found}`);
}
