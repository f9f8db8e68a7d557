// A request to a display list: the list of the passes.
import type { IrDocument, Page, StructNode } from "../ir/ir.js";
import type { Protection } from "../ir/protection.js";
import type { Book } from "./box/page.js";
import type { ChartText } from "./chart/text.js";
import { check, firstProblem } from "./check/document.js";
import { BARCODE_CHECK } from "./check/parts.js";
import { checkCapabilities, checkPolicy } from "./check/policy.js";
import { inOrder } from "./check/report.js";
import { problemOf, RenderError, type Problem } from "./core/fail.js";
import { at, inItem, ROOT } from "./core/src.js";
import type { PictureBytes, World } from "./core/world.js";
import { must } from "./help/reason.js";
import { materialize } from "./data/materialize.js";
import { lowerDocument, lowerItems } from "./lower/document.js";
import { CHART_TEXT, SECURITY_LOWERING } from "./lower/parts.js";
import { loadPartsFor } from "./parts.js";
import { NO_PICTURES, type Pictures } from "./picture/pictures.js";
import type { loadPictures as LoadPictures } from "./picture/load.js";
import { pictureUses } from "./picture/sources.js";
import { decode, type Decoded, type DecodeProblem } from "./request/decode.js";
import { namedFamilies } from "./request/named-families.js";
import type { Materialization, Materialized } from "./request/materialized.js";
import type { DocumentRequest } from "./request/types/document.js";
import { documentOf, MAX_PAGES, type Compiled, type CompileOptions } from "./compiled.js";
import { embed } from "./embed.js";
import { runPipeline, type Painted } from "./pipeline.js";
import { TextEngine } from "./text/shape/engine.js";
import { warnOfPage } from "./warn/page.js";
import { warnOfRequest } from "./warn/request.js";
import { warnOfWatermark } from "./warn/watermark.js";
import { Warnings } from "./warn/warnings.js";

export { PASSES, type Compiled, type CompileOptions, type Pass } from "./compiled.js";

/**
 * Request to display list. Pure: the same request and World give the same answer.
 * @throws RenderError with the contract's code and the source path
 */
export async function compile(body: Uint8Array | object, world: World, options: CompileOptions = {}): Promise<Compiled> {
  const { sent, request } = await frontLater(body, world, options);
  return watched(sent, back(request, await picturesOf(sent, world, options), world, options), options);
}

/**
 * Several requests to one display list (decisions §4): each is checked and lowered on its own, and the pages of each follow those of the one
 * before. Paths in messages begin with the request's index, `data[1]: pages[0]…`, and what is wrong with a request's shape is API-002: it is made
 * of a template and a record.
 * @throws RenderError for the first request that is wrong, or where the requests cannot be one document
 */
export async function compileItems(
  bodies: readonly (Uint8Array | object)[],
  world: World,
  options: CompileOptions = {},
): Promise<Compiled> {
  const [{ mergeProblem }, { PictureReads }] = await Promise.all([import("./template/merge.js"), import("./picture/load.js")]);
  const ofItem = <T>(i: number, work: Promise<T>): Promise<T> => work.catch((e: unknown) => thrownBy(i, e));
  const items: Accepted[] = [];
  for (const [i, body] of bodies.entries()) items.push(await ofItem(i, frontLater(body, world, options)));
  const apart = mergeProblem(items.map(({ sent }) => sent));
  if (apart) throw new RenderError(apart);
  const reads = new PictureReads(world, options.onPicture);
  const loaded: Loaded[] = [];
  for (const [i, { sent, request }] of items.entries())
    loaded.push({ request, pictures: await ofItem(i, picturesOf(sent, world, options, { reads })) });
  return backOfItems(loaded, reads.blobs, world, options);
}

/** The same at once, where all parts of the compiler are loaded, for a request without pictures: those are decoded elsewhere, which takes waiting. */
export function compileLoaded(body: Uint8Array | object, world: World, options: CompileOptions = {}): Compiled {
  const { sent, request } = front(read(body, options), world, options);
  if (pictureUses(sent).length > 0) throw new Error("a request with pictures is compiled by compile, not at once");
  return watched(sent, back(request, NO_PICTURES, world, options), options);
}

/** The same document; what looks wrong in the request and on the pages is noted where somebody asks for it. */
function watched(sent: DocumentRequest, compiled: Compiled, { warn }: CompileOptions): Compiled {
  if (!warn) return compiled;
  const warnings = new Warnings(warn);
  warnOfRequest(warnings, sent, BARCODE_CHECK.loaded ? BARCODE_CHECK.get().doubtOfBarcode : null);
  function* pages(): Generator<Page> {
    for (const page of compiled.pages()) {
      warnOfPage(warnings, page, compiled.head.sources, sent);
      warnOfWatermark(warnings, page, compiled.head.sources, sent);
      yield page;
    }
  }
  return { ...compiled, pages };
}

/** An accepted request. */
interface Accepted {
  /** as it was sent: its parts are in the caller's order */
  readonly sent: DocumentRequest;
  readonly request: Materialized;
}

function read(body: Uint8Array | object, { decoded, entering, after }: CompileOptions): DocumentRequest {
  entering?.("decode");
  const sent = accepted(decode(body));
  decoded?.(sent);
  after?.("decode", sent);
  return sent;
}

/** `front` of a body, whose parts of the compiler are loaded when it is read, and the fonts that it names where those have to be waited for. */
async function frontLater(body: Uint8Array | object, world: World, options: CompileOptions): Promise<Accepted> {
  const sent = read(body, options);
  await loadPartsFor(sent);
  await prepareFonts(sent, world);
  return front(sent, world, options);
}

/** Where fonts may have to be waited for, those that a request names are: the passes that set text do not wait. */
async function prepareFonts(sent: DocumentRequest, { fonts }: World): Promise<void> {
  if (!fonts.prepare) return;
  const names = namedFamilies(sent);
  if (names.size > 0) await fonts.prepare(names);
}

/** What comes before pictures are looked at, so that their failures never hide an earlier one's. */
function front(sent: DocumentRequest, world: World, options: CompileOptions): Accepted {
  const { entering, after, metadata } = options;
  const materialized = materialize(sent, metadata);
  const { request } = materialized;
  after?.("materialize", request);
  entering?.("check");
  const problem = firstProblem(sent, checked(materialized, world, options));
  if (problem) throw new RenderError(problem);
  after?.("check", null);
  entering?.("pictures");
  return { sent, request };
}

/** The pictures of a request; what reads them is loaded when a document first has one. */
async function picturesOf(
  sent: DocumentRequest,
  world: World,
  { onPicture: watch, policy }: CompileOptions,
  how: Loading = {},
): Promise<Pictures> {
  if (pictureUses(sent).length === 0) return NO_PICTURES;
  const { loadPictures } = await import("./picture/load.js");
  return loadPictures(sent, world, { ...how, watch, maxBytes: policy?.maxImageBytes });
}
type Loading = Pick<NonNullable<Parameters<typeof LoadPictures>[2]>, "reads" | "note">;

function checked(
  materialized: Materialization,
  world: World,
  { maxPages = MAX_PAGES, policy = {}, lacking = [] }: CompileOptions,
): readonly Problem[] {
  const found = [
    ...check(materialized, new TextEngine(world).fonts, world),
    ...checkPolicy(materialized.sent, policy),
    ...checkCapabilities(materialized.sent, lacking),
  ];
  const given = materialized.request.pages?.length ?? 0;
  if (given <= maxPages) return found;
  return [...found, problemOf("API-004", "too-many-pages", at(ROOT, "pages"), must(`at most ${maxPages} pages`, String(given)))];
}

interface Loaded {
  readonly request: Materialized;
  readonly pictures: Pictures;
}

function back(request: Materialized, pictures: Pictures, world: World, options: CompileOptions): Compiled {
  const embedded = embed(options.embed, world, pictures.blobs);
  const lower = (engine: TextEngine): Book => embedded.in(lowerDocument(request, { world, pictures, chartText: chartTextWith(engine) }));
  return { ...paint(lower, embedded.blobs, world, options), protection: protectionOf(request) };
}

function backOfItems(items: readonly Loaded[], blobs: PictureBytes, world: World, options: CompileOptions): Compiled {
  const lower = (engine: TextEngine): Book => lowerItems(items, { world, chartText: chartTextWith(engine) });
  return { ...paint(lower, blobs, world, options), protection: protectionOf(items[0]!.request) };
}

function paint(lower: (engine: TextEngine) => Book, blobs: PictureBytes, world: World, options: CompileOptions): Painted {
  const { after, structure = true, maxPages = MAX_PAGES, warn } = options;
  after?.("pictures", blobs.keys());
  const entering = options.entering ?? ((): void => undefined);
  const engine = new TextEngine(world);
  return runPipeline(lower(engine), { world, engine }, blobs, { entering, after, structure, maxPages, warn });
}

/** What a request's own paths say is said of the request. */
function thrownBy(item: number, e: unknown): never {
  if (!(e instanceof RenderError)) throw e;
  const { code, src } = e.problem;
  throw new RenderError({ ...e.problem, code: code === "API-001" ? "API-002" : code, src: inItem(src, item) });
}

const chartTextWith =
  (engine: TextEngine) =>
  (language: string): ChartText =>
    CHART_TEXT.get().chartTextOf(engine)(language);

const protectionOf = (request: Materialized): Protection | null =>
  request.settings?.security ? SECURITY_LOWERING.get().lowerSecurity(request) : null;

/**
 * Everything wrong with a request, of the earliest stage that finds anything; in the order of the request.
 * @param use what is done with the compiled document, which may find something too
 */
export async function problemsOf(
  body: Uint8Array | object,
  world: World,
  options: CompileOptions = {},
  use: (compiled: Compiled) => unknown = collect,
): Promise<readonly Problem[]> {
  const decoded = decode(body, MAX_LISTED);
  if ("problems" in decoded) return decoded.problems.map(asProblem);
  const sent = decoded.request;
  await loadPartsFor(sent);
  await prepareFonts(sent, world);
  const materialized = materialize(sent, options.metadata);
  const { request } = materialized;
  const listed = (found: readonly Problem[]): readonly Problem[] => inOrder(sent, found).slice(0, MAX_LISTED);
  const found = checked(materialized, world, options);
  if (found.length > 0) return listed(found);
  const unreadable: Problem[] = [];
  const pictures = await picturesOf(sent, world, options, { note: (p) => unreadable.push(p) });
  if (unreadable.length > 0) return listed(unreadable);
  try {
    await use(watched(sent, back(request, pictures, world, options), options));
    return [];
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const { missingGlyphs } = await import("./glyphs.js");
    const glyphs = missingGlyphs((engine) => lowerDocument(request, { world, pictures, chartText: chartTextWith(engine) }), world);
    return glyphs.length > 0 ? listed(glyphs) : [e.problem];
  }
}
const MAX_LISTED = 1000;

/** The whole display list as one value, plain data: for `ir`, goldens and other backends. */
export function collect(compiled: Compiled): IrDocument {
  const pages = [...compiled.pages()];
  const doc = documentOf(compiled.head, pages);
  return { ...doc, structure: plain(doc.structure) };
}

const plain = (node: StructNode): StructNode => ({
  ...node,
  role: node.role,
  kids: node.kids.map((k) => (typeof k === "number" ? k : plain(k))),
});

function accepted(decoded: Decoded): DocumentRequest {
  if ("request" in decoded) return decoded.request;
  throw new RenderError(asProblem(decoded.problems[0]!));
}

const asProblem = ({ path, ...problem }: DecodeProblem): Problem => ({ code: "API-001", src: at(ROOT, ...path), ...problem });
