import { RenderError } from "../../compiler/core/fail.js";
import { preloadModules } from "../../compiler/lazy-modules.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { outputOf } from "../core/disposition.js";
import { renderEInvoice } from "../einvoice/render.js";
import { Engine, type Rendered } from "../engine/engine.js";
import { failureOf, OutOfMemory } from "./failure.js";
import { logged } from "../errors/logged.js";
import { storeOf } from "../fonts/font-files.js";
import { ownBytes } from "./memory.js";
import { assetFolder } from "../pictures/assets.js";
import { AssetFault } from "../../compiler/picture/fault.js";
import { fail } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { OwnerResources, Unreadable } from "../owner/owner-resources.js";
import { renderTemplate, TemplateCache } from "../engine/template-render.js";
import { CallerFonts, FontMemory } from "../owner/caller-fonts.js";
import { addedCounts } from "./added-counts.js";
import { collectBetweenRenders, objectsBeginYoung } from "../engine/between-renders.js";
import { Phases } from "./phases.js";
import { renderOptions, type AllRenderOptions } from "../engine/render-options.js";
import { renderWarmUp, warmUpDocument } from "../warm-up/warm-up.js";
import { judge } from "../einvoice/verdict.js";
import type { InvoiceDelivery } from "../einvoice/delivery.js";
import type {
  CheckRequest,
  RenderBounds,
  RenderFailure,
  RenderRequest,
  RenderResult,
  Wear,
  WorkerRequest,
  WorkerMessage,
  WorkerSettings,
} from "./worker-messages.js";

objectsBeginYoung();

const settings = await new Promise<WorkerSettings>((resolve) => process.once("message", resolve));
const bound = settings.memoryMb * 1024 * 1024;

/** Share of the memory limit at which a render is refused; the service kills processes that reach the limit between checks. */
const REFUSE_AT = 0.85;
/** Shares of the memory between a fresh process and its limit. */
const WORN_AT = 0.5;
const SPENT_AT = 0.7;
/** Share of growth before the next check that collects garbage, which is slow. */
const STEP = 0.05;
/** Renders until replacement: bounds unknown growth. */
const MOST_RENDERS = 100_000;

const send = (message: WorkerMessage): void => void process.send!(message);
let isAtWork = false;
/** Sends a result; garbage is collected afterwards. */
const sendLast = (message: WorkerMessage, began: number): void => {
  const ms = performance.now() - began;
  isAtWork = false;
  process.send!(message, () => {
    if (!isAtWork) collectBetweenRenders(ms);
  });
};
const resources = new OwnerResources((needs) => send({ needs }));
const templates = new TemplateCache();
const folder = assetFolder(settings.assetDir);
/** An owner's asset precedes the installation's of the same key. */
const fonts = storeOf(settings.fonts);
const fontMemory = new FontMemory();
const engine = new Engine(fonts, async (key) => (await assetOf(key)) ?? folder(key));

const assetOf = (key: string): Promise<Uint8Array | null> =>
  resources.get({ kind: "asset", name: key }).catch((e: unknown) => {
    throw e instanceof Unreadable ? new AssetFault() : e;
  });
const templateOf = (id: string): Promise<Uint8Array | null> =>
  resources
    .get({ kind: "template", name: id })
    .catch((e: unknown) =>
      e instanceof Unreadable
        ? fail("API-505", "template-unreadable", at(ROOT, "template_id"), "the template cannot be read at the moment")
        : Promise.reject(e as Error),
    );
const bodyOfJob = (id: string): Promise<string | null> =>
  resources.get({ kind: "job", name: id }).then(
    (hash) => hash && new TextDecoder().decode(hash),
    (e: unknown) =>
      e instanceof Unreadable
        ? fail("API-505", "job-unreadable", at(ROOT, "settings", "e_invoice", "job_id"), "jobs cannot be read at the moment")
        : Promise.reject(e as Error),
  );
const collectGarbage = globalThis.gc ?? ((): void => undefined);
const ownMemory = (): number => ownBytes("self") ?? process.memoryUsage.rss();

/** The exact figure is read only if the resident set, which is faster to read and includes mapped files, exceeds `most`. */
function exceeds(most: number): boolean {
  if (process.memoryUsage.rss() <= most || ownMemory() <= most) return false;
  collectGarbage();
  return ownMemory() > most;
}

const added = addedCounts();

let nextCheck = bound * REFUSE_AT;
function withinMemory(): void {
  if (process.memoryUsage.rss() <= nextCheck) return;
  if (exceeds(bound * REFUSE_AT)) throw new OutOfMemory();
  nextCheck = Math.max(bound * REFUSE_AT, process.memoryUsage.rss() + bound * STEP);
}

/** Also for warm-up documents, so that the compiled functions are those for requests. */
const optionsOf = (bounds: RenderBounds, phases: Phases, decoded: (request: DocumentRequest) => void): AllRenderOptions =>
  renderOptions({
    metadata: bounds.metadata,
    policy: bounds.policy,
    fonts: bounds.ownResources ? new CallerFonts(fonts, fontMemory, (query) => resources.get(query)) : undefined,
    maxPages: Math.min(settings.maxPages, bounds.maxPages ?? Infinity),
    lacking: settings.lacking,
    entering: (phase) => phases.enter(phase),
    decoded,
    onPage: withinMemory,
    onPicture: withinMemory,
  });

async function answer({ id, kind, body, bounds }: RenderRequest): Promise<RenderResult> {
  nextCheck = bound * REFUSE_AT;
  resources.begin(bounds.ownResources);
  const phases = new Phases();
  try {
    let request: DocumentRequest | null = null;
    const options = optionsOf(bounds, phases, (given) => {
      request = given;
    });
    const { pdf, pages, delivery = null } = await rendered(kind, body, options, bounds);
    const output = outputOf((request as DocumentRequest | null)?.settings?.output, new Date());
    return { id, ok: true, pdf, pages, output, delivery, phases: phases.end(), caches: added(), ...wear() };
  } catch (e) {
    const failure = failureOf(e);
    const forLog = e instanceof RenderError ? { logged: logged(e.problem, body) } : {};
    return { id, ok: false, ...failure, ...forLog, ...wear(failure) };
  } finally {
    resources.end();
  }
}

async function warmUp(document: number): Promise<void> {
  nextCheck = bound * REFUSE_AT;
  const options = optionsOf({ ownResources: false }, new Phases(), () => undefined);
  await renderWarmUp(engine, warmUpDocument(document), options).catch((e: unknown) => {
    // the result is discarded, so a refusal costs nothing; the memory of the process is judged by its requests
    if (!(e instanceof OutOfMemory || e instanceof RenderError)) throw e;
  });
}

type MaybeDelivered = Rendered & { readonly delivery?: InvoiceDelivery | null };

function rendered(
  kind: RenderRequest["kind"],
  body: Uint8Array,
  options: AllRenderOptions,
  { newJobId = "" }: RenderRequest["bounds"],
): Promise<MaybeDelivered> {
  switch (kind) {
    case "document":
      return engine.renderLater(body, options);
    case "template":
      return renderTemplate(engine, templates, body, { ...options, find: templateOf });
    case "e_invoice":
      return renderEInvoice(engine, body, { ...options, jobs: { newJobId, bodyOfJob, keptIn: settings.dataResidency } });
  }
}

function checked({ id, body, check: { terms, xml } }: CheckRequest): RenderResult {
  try {
    return { id, ok: true, outcome: judge(terms, xml, body), ...wear() };
  } catch (e) {
    const failure = failureOf(e);
    return { id, ok: false, ...failure, ...wear(failure), worn: true };
  }
}

let renders = 0;
let freshBytes = 0;
let nextWearCheck = Infinity;
const atShare = (share: number): number => freshBytes + (bound - freshBytes) * share;

function wear(failure: Pick<RenderFailure, "exhausted" | "stack"> | null = null): Wear {
  renders++;
  if (failure?.exhausted) return { worn: true, exhausted: true };
  const worn = renders >= MOST_RENDERS || failure?.stack != null;
  if (process.memoryUsage.rss() <= nextWearCheck) return { worn, exhausted: false };
  // repeated even if worn: the process may render for a while
  if (exceeds(atShare(WORN_AT))) return { worn: true, exhausted: ownMemory() > atShare(SPENT_AT) };
  nextWearCheck = process.memoryUsage.rss() + bound * STEP;
  return { worn, exhausted: false };
}

// these signals reach all processes: only the service ends this one
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit(0));
process.on("message", (request: WorkerRequest) => {
  const began = performance.now();
  isAtWork = true;
  if ("given" in request) resources.answered(request.given);
  else if ("check" in request) sendLast(checked(request), began);
  else if ("body" in request) void answer(request).then((result) => sendLast(result, began));
  else void warmUp(request.warmUp).then(() => sendLast({ warmedUp: true }, began));
});

await preloadModules();
/** First renders load fonts, programs, and the reader that explains errors. */
const FIRST = ['{"pages":[{"size":"a4","elements":[{"type":"text","layout":{"left":20,"top":20},"content":"Hello"}]}]}', '{"pages":0}'];
for (const body of FIRST)
  await engine.renderLater(new TextEncoder().encode(body)).catch((e: unknown) => {
    if (!(e instanceof RenderError)) throw e;
  });
collectGarbage();
freshBytes = ownMemory();
nextWearCheck = atShare(WORN_AT);
// requests are read immediately
setImmediate(() => send({ ready: true }));
