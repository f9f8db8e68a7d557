import { validate } from "../ir/validate.js";
import type { BlobId, IrDocument, IrHead, Page } from "../ir/ir.js";
import type { Book, Furniture } from "./box/box.js";
import type { StyledParagraph } from "./box/text.js";
import { check, firstProblem } from "./check/document.js";
import { inOrder } from "./check/report.js";
import { fail, RenderError, type Problem } from "./core/fail.js";
import { at, ROOT } from "./core/src.js";
import type { World } from "./core/world.js";
import { createContext, lineSource } from "./layout/fill.js";
import { factKey, NO_FACTS, readFacts, sameFacts, valueOf } from "./layout/facts.js";
import { layoutFurniture, layoutPages, type PageFragment } from "./layout/pages.js";
import type { LayoutContext } from "./layout/protocol.js";
import { lowerDocument } from "./lower/document.js";
import { Painter, type PlacedFurniture } from "./paint/paint.js";
import { loadPictures, NO_PICTURES, type Pictures } from "./picture/load.js";
import { pictureUses } from "./picture/sources.js";
import { decode, decodeValue, type Decoded } from "./request/decode.js";
import type { DocumentRequest } from "./request/types/document.js";
import { engineFor, type ShapedParagraph } from "./text/shape.js";
import { BookShaper } from "./text/shape-book.js";

/** The passes, in order; `--after` names one. */
export const PASSES = ["decode", "materialize", "check", "pictures", "lower", "shape", "layout", "paint"] as const;
export type Pass = (typeof PASSES)[number];

/** A compiled document that has not been painted yet: each page is painted when it is asked for, in order, once. */
export interface Compiled {
  /** its tables are complete after the last page */
  readonly head: IrHead;
  readonly pageCount: number;
  /** pictures, by the hash that the display list names them by; fonts are the World's */
  readonly blobs: ReadonlyMap<BlobId, Uint8Array>;
  pages(): Generator<Page>;
}

export interface CompileOptions {
  /** called after each pass with its result: for timings and dumps */
  readonly after?: (pass: Pass, result: unknown) => void;
}

/**
 * Request to display list. Pure: the same request and World give the same answer.
 * @throws RenderError with the contract's code and the source path
 */
export async function compile(body: Uint8Array | object, world: World, options: CompileOptions = {}): Promise<Compiled> {
  const request = front(body, world, options);
  return back(request, await loadPictures(request, world), world, options);
}

/** The same at once, for a request without pictures: those are decoded elsewhere, which takes waiting. */
export function compileNow(body: Uint8Array | object, world: World, options: CompileOptions = {}): Compiled {
  const request = front(body, world, options);
  if (pictureUses(request).length > 0) throw new Error("a request with pictures is compiled by compile, not by compileNow");
  return back(request, NO_PICTURES, world, options);
}

const NOTHING = (): void => undefined;

/** What comes before pictures are looked at, so that their failures never hide an earlier one's. */
function front(body: Uint8Array | object, world: World, options: CompileOptions): DocumentRequest {
  const after = options.after ?? NOTHING;
  const request = accepted(body instanceof Uint8Array ? decode(body) : decodeValue(body));
  after("decode", request);
  const materialized = materialize(request);
  after("materialize", materialized);
  const engine = engineFor(world);
  const problem = firstProblem(materialized, check(materialized, engine.fonts, world));
  if (problem) throw new RenderError(problem);
  after("check", null);
  return materialized;
}

function back(request: DocumentRequest, pictures: Pictures, world: World, options: CompileOptions): Compiled {
  const after = options.after ?? NOTHING;
  const engine = engineFor(world);
  engine.usedDictionary = false;
  after("pictures", [...pictures.blobs.keys()]);
  const book = lowerDocument(request, world, pictures);
  after("lower", book);
  const shaper = new BookShaper(engine);
  const cx = createContext(lineSource(engine));
  const { shaped, pages } = settle(book, shaper, cx, after);
  after("layout", pages);
  return paint(book, shaped, pages, { shaper, cx, world, blobs: pictures.blobs });
}

/** Everything wrong with a request, of the earliest stage that finds anything; in the order of the request. */
export async function problemsOf(body: Uint8Array, world: World): Promise<readonly Problem[]> {
  const decoded = decode(body, MAX_LISTED);
  if ("problems" in decoded) return decoded.problems.map(asProblem);
  const found = check(materialize(decoded.request), engineFor(world).fonts, world);
  if (found.length > 0) return inOrder(decoded.request, found).slice(0, MAX_LISTED);
  try {
    collect(await compile(decoded.request, world));
    return [];
  } catch (e) {
    if (e instanceof RenderError) return [e.problem];
    throw e;
  }
}
const MAX_LISTED = 100;

/** The whole display list as one value: for `ir`, goldens and other backends. */
export function collect(compiled: Compiled): IrDocument {
  const pages = [...compiled.pages()];
  const { head } = compiled;
  const { version, metadata, profile, structure, destinations, outline, pageLabels, attachments, resources, sources } = head;
  return { version, metadata, profile, pages, structure, destinations, outline, pageLabels, attachments, resources, sources };
}

/** Rounds of shaping and layout until the text that reads the layout says what the layout is (ARCHITECTURE, Facts). */
function settle(
  book: Book<StyledParagraph>,
  shaper: BookShaper,
  cx: LayoutContext,
  after: NonNullable<CompileOptions["after"]>,
): { shaped: Book<ShapedParagraph>; pages: readonly PageFragment[] } {
  let facts = NO_FACTS;
  const reads = shaper.reads(book);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const known = facts;
    const shaped = shaper.body(book, (box, paragraph, index, variable) => valueOf(known, factKey(box, paragraph, index), variable));
    if (round === 0) after("shape", shaped);
    const pages = layoutPages(shaped, cx);
    if (!reads) return { shaped, pages };
    facts = readFacts(pages, facts);
    if (sameFacts(facts, known)) return { shaped, pages };
  }
  return fail("API-507", "unsettled", at(ROOT, "pages"), `the page numbers in the body do not settle after ${MAX_ROUNDS} rounds of layout`);
}
const MAX_ROUNDS = 12;

interface PaintContext {
  readonly shaper: BookShaper;
  readonly cx: LayoutContext;
  readonly world: World;
  readonly blobs: Compiled["blobs"];
}

function paint(
  book: Book<StyledParagraph>,
  shaped: Book<ShapedParagraph>,
  pages: readonly PageFragment[],
  { shaper, cx, world, blobs }: PaintContext,
): Compiled {
  const place = (f: Furniture<StyledParagraph>, number: number): PlacedFurniture => {
    const canvas = shaper.canvas(f.canvas, (_b, _p, _i, variable) => ({
      text: String(variable === "page" ? number : pages.length),
      reserve: 0,
    }));
    return { part: f.part, opacity: f.opacity, fragment: layoutFurniture({ ...f, canvas }, cx) };
  };
  const furnitureOf = (page: PageFragment): readonly PlacedFurniture[] =>
    book.runs[page.runIndex]!.furniture.filter((f) => shows(f, page.number, pages.length)).map((f) => place(f, page.number));
  // once before the first page, so that what is wrong with furniture is said before a page is written
  for (const run of book.runs) for (const f of run.furniture) place(f, pages.length);
  const icu = shaper.engine.usedDictionary ? world.icu : "";
  const painter = new Painter({ ...shaped, metadata: { ...book.metadata, icu } }, pages, furnitureOf);
  const head = painter.head();
  return {
    head,
    pageCount: pages.length,
    blobs,
    *pages() {
      const painted: Page[] = [];
      for (const fragment of pages) {
        const page = painter.page(fragment);
        if (world.debug) painted.push(page);
        yield page;
      }
      if (world.debug) debugCheck({ ...head, pages: painted });
    },
  };
}

const shows = (f: Furniture<unknown>, page: number, total: number): boolean =>
  f.repeat === "all_pages" || (f.repeat === "first_page" ? page === 1 : page === total);

function debugCheck(doc: IrDocument): void {
  const [violation] = validate(doc);
  if (violation) throw new Error(`the display list breaks the promise "${violation.promise}" at ${violation.at}: ${violation.found}`);
}

/** Projections become rows and series here, once they are built; until then there is nothing to do. */
const materialize = (request: DocumentRequest): DocumentRequest => request;

function accepted(decoded: Decoded): DocumentRequest {
  if ("request" in decoded) return decoded.request;
  throw new RenderError(asProblem(decoded.problems[0]!));
}

const asProblem = (p: { readonly rule: string; readonly path: readonly (string | number)[]; readonly reason: string }): Problem => ({
  code: "API-001",
  rule: p.rule,
  src: at(ROOT, ...p.path),
  reason: p.reason,
});
