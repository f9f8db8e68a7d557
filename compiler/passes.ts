// Hooks of the caller, for compile, compileItems and problemsOf.
import type { Protection } from "../ir/protection.js";
import type { Book } from "./box/page.js";
import { BARCODE_CHECK } from "./check/elements/lazy-modules.js";
import { checkRequest } from "./check/request.js";
import { RenderError, type Problem } from "./core/fail.js";
import type { Limits } from "./core/limits.js";
import type { World } from "./core/world.js";
import type { AllCompileOptions } from "./compile-options.js";
import { materialize } from "./data/materialize.js";
import { loadModulesFor, PICTURE_LOADING } from "./lazy-modules.js";
import { lowerDocument, type LowerTools } from "./lower/document/document.js";
import { CHART_TEXT, SECURITY_LOWERING } from "./lower/lazy-modules.js";
import { embedFiles, embeddingOf } from "./lower/document/embed.js";
import { NO_PICTURES, type Pictures } from "./picture/pictures.js";
import { pictureUses } from "./picture/sources.js";
import type { PictureReads } from "./picture/load/load.js";
import { circumstancesOf, LastRequests, type RememberedRequest } from "./memo/requests.js";
import type { NodeMemo } from "./memo/nodes.js";
import { pipelineSteps, type Painted, type PipelineTools } from "./pipeline.js";
import { decode, decodeProblem, type DecodeProblems } from "./request/decode.js";
import type { Materialization, Materialized } from "./request/materialized.js";
import { namedFamilies } from "./request/named-families.js";
import type { OrderedSignature } from "./request/signatures.js";
import type { DocumentRequest } from "./request/types/document.js";
import { lineWidthOf } from "./text/line/shaped-text.js";
import { TextEngine } from "./text/shape/engine.js";
import { atOnce } from "./turns.js";
import { withWarnings } from "./warn/document.js";
import { warnOfFeatures } from "./warn/features.js";
import { warnOfMoving } from "./warn/moving.js";
import { notesTo, Warnings } from "./warn/warnings.js";

/** @throws RenderError API-001 */
export function decodePass(
  body: Uint8Array | object,
  { entering, decoded, after }: AllCompileOptions,
  limits: Limits,
  last: LastRequests | null = null,
): Sent {
  entering("decode");
  const found = decodeListed(body, limits, 1, last);
  if ("problems" in found) throw new RenderError(decodeProblem(found.problems[0]!));
  decoded(found.request);
  after?.("decode", found.request);
  return found;
}

/** A request that has the shape of one; `nodes` are absent without work of earlier renders. */
export type Sent = RememberedRequest;

/** Decodes as `decode`, with up to `most` problems. */
export const decodeListed = (body: Uint8Array | object, limits: Limits, most: number, last: LastRequests | null): Sent | DecodeProblems =>
  last ? last.decode(body, limits, most) : decode(body, limits, most);

/** Returns the last requests; null without a cache. */
export const lastRequests = (world: World, { metadata, warn }: AllCompileOptions): LastRequests | null =>
  world.cache ? new LastRequests(world.cache, circumstancesOf(world, metadata, warn === undefined)) : null;

/** Makes a request ready for lowering. Only this and `picturesPass` are asynchronous. */
export async function prepare({ request: sent, nodes, changed }: Sent, { fonts }: Pick<World, "fonts">): Promise<void> {
  // an earlier render has loaded those of other nodes
  await loadModulesFor(nodes?.isUsed ? (changed ?? sent) : sent);
  if (!fonts.prepare) return;
  const names = namedFamilies(sent);
  if (names.size > 0) await fonts.prepare(names);
}

export function materializePass({ request: sent }: Sent, world: World, { metadata, after }: AllCompileOptions): Materialization {
  const materialized = materialize(sent, metadata, world);
  after?.("materialize", materialized.request);
  return materialized;
}

/** @throws RenderError for the first problem in request order */
export function checkPass(given: Materialization, world: World, options: AllCompileOptions, nodes?: NodeMemo): void {
  options.entering("check");
  const [problem] = problemsIn(given, world, options, nodes);
  if (problem) throw new RenderError(problem);
  options.after?.("check", null);
}

export function problemsIn(given: Materialization, world: World, options: AllCompileOptions, nodes?: NodeMemo): readonly Problem[] {
  const problems = checkRequest(given, new TextEngine(world).fonts, world, options, nodes);
  if (problems.length === 0) nodes?.accept(given.sent);
  return problems;
}

/** Loads pictures after acceptance, so that failures never hide an earlier problem. @throws RenderError */
export async function picturesPass(
  sent: DocumentRequest,
  world: World,
  { entering, onPicture: watch, policy, after, maxPages, warn: warnings, pdfWarn: warn, whole, signers }: AllCompileOptions,
  how: PictureHow = {},
): Promise<Pictures> {
  entering("pictures");
  const none = pictureUses(sent).length === 0 && !sent.settings?.attachments && !sent.settings?.signatures;
  const pictures = none
    ? NO_PICTURES
    : await PICTURE_LOADING.get().loadPictures(sent, world, {
        ...how,
        watch,
        maxBytes: policy.maxImageBytes,
        maxPages,
        warn,
        whole,
        signers,
      });
  if (warnings && pictures.moving.length > 0) warnOfMoving(new Warnings(warnings), pictures.moving);
  after?.("pictures", pictures.blobs.keys());
  return pictures;
}

interface PictureHow {
  /** shared by the requests of one document */
  readonly reads?: PictureReads;
  /** receives the problem of each picture, which is thrown otherwise */
  readonly note?: (problem: Problem) => void;
}

/** Tools of the passes from lowering on. `nodes`: absent without work of earlier renders */
export function renderTools(world: World, { warn }: Pick<AllCompileOptions, "warn">, nodes?: NodeMemo): RenderTools {
  const warnings = warn ? new Warnings(warn) : null;
  const featured = warnings && ((item: Parameters<typeof warnOfFeatures>[1]) => warnOfFeatures(warnings, item));
  return { world, engine: new TextEngine(world, { featured }), nodes: nodes ?? null, warnings, warn };
}

interface RenderTools extends PipelineTools {
  readonly warn?: AllCompileOptions["warn"];
}

/** Page sequences are lowered on demand. */
export const lowerPass = (request: Materialized, pictures: Pictures, tools: RenderTools): Book =>
  lowerDocument(request, { pictures, ...lowerTools(tools) });

export const lowerTools = ({ world, engine, nodes = null, warn }: RenderTools): Omit<LowerTools, "pictures"> => ({
  world,
  memo: nodes,
  note: warn && notesTo(warn),
  chartText: (language, note) => CHART_TEXT.get().chartTextOf(engine, world.limits)(language, note),
  lineWidth: lineWidthOf(engine),
});

/** Paints the book with embedded files, and with warnings on request. */
export const paintPass = (book: Book, accepted: Accepted, tools: PipelineTools, options: AllCompileOptions): Compiled =>
  atOnce(paintSteps(book, accepted, tools, options));

export function* paintSteps(
  book: Book,
  { sent, request, pictures }: Accepted,
  tools: PipelineTools,
  options: AllCompileOptions,
): Generator<null, Compiled> {
  const carrying = embedFiles(embeddingOf(pictures.attachments, options.embed), tools.world, { book, blobs: pictures.blobs });
  const painted = yield* pipelineSteps(carrying.book, tools, carrying.blobs, options);
  const doubtOf = BARCODE_CHECK.loaded ? BARCODE_CHECK.get().doubtOfBarcode : null;
  const watched = options.warn ? withWarnings(painted, sent, options.warn, tools.engine.fonts, doubtOf) : painted;
  const { open, end, blobs, total } = painted;
  return {
    open,
    end,
    blobs,
    pages: watched.pages,
    steps: watched.steps,
    total,
    protection: protectionOf(request),
    signatures: pictures.signatures,
  };
}

interface Accepted {
  /** request with its fields in the caller's order */
  readonly sent: DocumentRequest;
  readonly request: Materialized;
  readonly pictures: Pictures;
}

/** Pages are painted on demand, in order, once; sequences independent of later ones are lowered and laid out then, and throw then. */
export interface Compiled extends Painted {
  /** passwords, permissions; not in the display list, which contains no secrets */
  readonly protection: Protection | null;
  /** not in the display list, which names no signer (SG-29) */
  readonly signatures: readonly OrderedSignature[];
}

export const protectionOf = (request: Materialized): Protection | null =>
  request.settings?.security ? SECURITY_LOWERING.get().lowerSecurity(request) : null;
