import { errorOf } from "../../base/error.js";
import { pathToFileURL } from "node:url";
import { renderBrief } from "../engine/brief-render.js";
import type { RenderCache } from "../../base/render-cache.js";
import { EditSession } from "../engine/edit-session.js";
import { RenderError } from "../../compiler/core/fail.js";
import { preloadModules } from "../../compiler/lazy-modules.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { outputOf } from "../core/disposition.js";
import { renderEInvoice, type RenderedInvoice } from "../einvoice/render.js";
import { Engine, type Rendered } from "../engine/engine.js";
import { failureOf, OutOfMemory } from "./failure.js";
import { placed } from "../errors/findings.js";
import { logged } from "../errors/logged.js";
import { judgedIn } from "../views/check.js";
import { storeOf } from "../fonts/font-files.js";
import { editCacheBound, MemoryGuard } from "./memory-guard.js";
import { renderFirst, send, serve } from "./process-program.js";
import { assetFolder } from "../pictures/assets.js";
import { AssetFault } from "../../compiler/picture/fault.js";
import { fail } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { OwnerResources, Unreadable } from "../owner/owner-resources.js";
import { renderTemplate, TemplateCache } from "../engine/template-render.js";
import { CallerFonts, FontMemory } from "../owner/caller-fonts.js";
import { renderPreview } from "./preview.js";
import { addedCounts } from "./added-counts.js";
import { objectsBeginYoung } from "../engine/between-renders.js";
import { Phases } from "./phases.js";
import { renderOptions, type AllRenderOptions, type Signing } from "../engine/render-options.js";
import { asking, laterSigning } from "../signatures/signers/later.js";
import { renderWarmUp, warmUpDocument } from "../warm-up/warm-up.js";
import { judge } from "../einvoice/verdict.js";
import { inspectedPicture, inspectFont, inspectTemplate, PICTURE_REQUEST, VALID, type Inspected, type InspectedKind } from "./inspect.js";
import { inspectJson } from "./inspect-json.js";
import type {
  CallRequest,
  CheckRequest,
  CallsModule,
  InspectRequest,
  ModuleRequest,
  RenderBounds,
  RenderRequest,
  RenderResult,
  WorkerRequest,
  WorkerSettings,
} from "./worker-messages.js";

objectsBeginYoung();

const settings = await new Promise<WorkerSettings>((resolve) => process.once("message", resolve));
const session = new EditSession(editCacheBound(settings.memoryMb), () => rest.begin());
const memory = new MemoryGuard(settings.memoryMb, session);

const resources = new OwnerResources((needs) => send({ needs }));
const templates = new TemplateCache();
const folder = assetFolder(settings.assetDir);
/** An owner's asset precedes the installation's of the same key. */
const installed = storeOf(settings.fonts);
const fontMemory = new FontMemory();
/** Picture that is checked; null otherwise. */
let uploaded: Uint8Array | null = null;
const engine = new Engine(installed, async (key) => uploaded ?? (await assetOf(key)) ?? folder(key));

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
        : Promise.reject(errorOf(e)),
    );
const bodyOfJob = (id: string): Promise<string | null> =>
  resources.get({ kind: "job", name: id }).then(
    (hash) => hash && new TextDecoder().decode(hash),
    (e: unknown) =>
      e instanceof Unreadable
        ? fail("API-505", "job-unreadable", at(ROOT, "settings", "e_invoice", "job_id"), "jobs cannot be read at the moment")
        : Promise.reject(errorOf(e)),
  );
const added = addedCounts();

const fontsOf = ({ ownResources }: RenderBounds): CallerFonts | undefined =>
  ownResources ? new CallerFonts(installed, fontMemory, (query) => resources.get(query)) : undefined;

/** The keys stay in the service. */
const ask = asking((question) => resources.get({ kind: "signing", name: "", question }));
const signingOf = ({ signers = [] }: RenderBounds): Signing | undefined =>
  signers.length === 0 ? undefined : laterSigning(signers, { ask, engine });

/** Also for warm-up, so that the compiled functions are those of requests. */
const optionsOf = (
  bounds: RenderBounds,
  phases: Phases,
  decoded: (request: DocumentRequest) => void,
  fonts = fontsOf(bounds),
  cache: RenderCache | null = null,
): AllRenderOptions =>
  renderOptions({
    metadata: bounds.metadata,
    policy: bounds.policy,
    fonts,
    maxPages: Math.min(settings.maxPages, bounds.maxPages ?? Infinity),
    limits: bounds.limits ?? settings.limits,
    lacking: settings.lacking,
    entering: (phase) => phases.enter(phase),
    decoded,
    onPage: memory.withinAtPage,
    onPicture: memory.within,
    cache,
    signing: signingOf(bounds),
  });

/** Answers without `body`, which an argument of a suspended function would keep. */
async function answer({ id, kind, bounds, edit }: Omit<RenderRequest, "body">, sent: SentBody): Promise<RenderResult> {
  const cache = session.next(kind === "document" || edit === null ? edit : false);
  memory.begin();
  resources.begin(bounds.ownResources);
  const phases = new Phases();
  try {
    let request: DocumentRequest | null = null;
    const fonts = fontsOf(bounds);
    const decoded = (given: DocumentRequest): void => {
      request = given;
    };
    // faces of owners' fonts may be evicted between renders
    const mayKeep = cache !== null && !(await fonts?.hasOwn());
    const options = optionsOf(bounds, phases, decoded, fonts, mayKeep ? cache : null);
    const judged = DOCUMENTS.has(kind) ? judgedIn(engine, sent, options, kind === "brief") : undefined;
    const work = (): Promise<MaybeDelivered> => rendered(kind, sent, options, bounds);
    const { pdf, pages, delivery = null, carried } = await placed(sent, work, judged);
    const output = outputOf((request as DocumentRequest | null)?.settings?.output, new Date());
    const xml = bounds.isJob && carried ? { carried } : {};
    return { id, ok: true, pdf, pages, output, delivery, ...xml, phases: phases.end(), caches: added(), ...memory.wear() };
  } catch (e) {
    const failure = failureOf(e);
    const forLog = e instanceof RenderError ? { logged: logged(e.problem, sent.held as object) } : {};
    return { id, ok: false, ...failure, ...forLog, ...memory.wear(failure) };
  } finally {
    resources.end();
  }
}

/** Bodies that are a document, whose refusals have patches. */
const DOCUMENTS: ReadonlySet<RenderRequest["kind"]> = new Set(["document", "brief", "e_invoice", "png", "svg", "text"]);

/** Bytes of a body that is retained for the lines of a refusal. */
const MOST_FOR_LINES = 1 << 20;

/** A small body, whose bytes are retained while it is rendered. */
class ReadBody extends SentBody {
  readonly #bytes: Uint8Array;

  constructor(body: Uint8Array) {
    super(body);
    this.#bytes = body;
  }

  override get bytes(): Uint8Array {
    return this.#bytes;
  }
}

async function warmUp(document: number): Promise<void> {
  memory.begin();
  const options = optionsOf({ ownResources: false }, new Phases(), () => undefined);
  await renderWarmUp(engine, warmUpDocument(document), options).catch((e: unknown) => {
    // the result is discarded; requests judge the memory of the process
    if (!(e instanceof OutOfMemory || e instanceof RenderError)) throw e;
  });
}

type MaybeDelivered = Rendered & Partial<Pick<RenderedInvoice, "delivery" | "carried">>;

async function rendered(
  kind: RenderRequest["kind"],
  sent: SentBody,
  options: AllRenderOptions,
  { newJobId = "", templateId = "", show, view = {}, isFile = false, trust = [] }: RenderRequest["bounds"],
): Promise<MaybeDelivered> {
  switch (kind) {
    case "document":
      return engine.renderLater(sent, options);
    case "template":
      return renderTemplate(engine, templates, sent, { ...options, find: templateOf });
    case "preview":
      return renderPreview(engine, templates, templateId, sent, { ...options, find: templateOf });
    case "brief":
      return renderBrief(engine, sent, options);
    case "sign":
      return import("../signatures/signers/sign-call.js").then(({ signSent }) => signSent(engine, sent, options, ask));
    case "verify":
      return import("../signatures/verify-call.js").then(({ verifySent }) => verifySent(engine, sent, { isFile, trust }, options));
    case "read_form":
      return import("../pdf/form-call.js").then(({ readSentForm }) => readSentForm(engine, sent, isFile, options));
    case "fill_form":
      return import("../pdf/fill/fill-call.js").then(({ fillSentForm }) => fillSentForm(engine, sent, options));
    case "show":
      return import("../einvoice/show-invoice.js").then(({ showSent }) => showSent(engine, sent, show!, options));
    case "check":
    case "png":
    case "svg":
    case "text": {
      const { viewOf } = await import("../views/answer.js");
      const { bytes, pages } = await viewOf(engine, kind, sent, view, options);
      return { pdf: bytes, pages };
    }
    case "e_invoice":
      return renderEInvoice(engine, sent, {
        ...options,
        jobs: { newJobId, bodyOfJob, storedIn: settings.dataResidency },
        findTemplate: templateOf,
      });
  }
}

function checked({ id, body, check: { terms, ...stored } }: CheckRequest): RenderResult {
  try {
    return { id, ok: true, outcome: judge(terms, stored, body), ...memory.wear() };
  } catch (e) {
    const failure = failureOf(e);
    return { id, ok: false, ...failure, ...memory.wear(failure), worn: true };
  }
}

async function inspected({ id, inspect, body }: InspectRequest): Promise<RenderResult> {
  memory.begin();
  try {
    return { id, ok: true, inspected: await inspectionOf(inspect, body), ...memory.wear() };
  } catch (e) {
    const failure = failureOf(e);
    return { id, ok: false, ...failure, ...memory.wear(failure) };
  } finally {
    uploaded = null;
  }
}

async function inspectionOf(kind: InspectedKind, body: Uint8Array): Promise<Inspected> {
  if (kind === "json") return { ...VALID, json: inspectJson(body) };
  if (kind === "font") return inspectFont(body);
  const options = optionsOf({ ownResources: false }, new Phases(), () => undefined);
  if (kind === "template") return inspectTemplate(engine, body, options);
  uploaded = body;
  const problems = await engine.problems(PICTURE_REQUEST, options);
  return inspectedPicture(problems[0]?.reason);
}

/** Calls a module with the caller's resources and bounds. */
async function moduleCalled({ id, moduleCall, bounds }: ModuleRequest): Promise<RenderResult> {
  memory.begin();
  resources.begin(bounds.ownResources);
  const phases = new Phases();
  try {
    const { answer } = (await import(pathToFileURL(settings.callsModule!).href)) as CallsModule;
    const options = optionsOf(bounds, phases, () => undefined);
    const ofModule = await answer(engine, moduleCall, { ...options, find: templateOf });
    return { id, ok: true, ofModule, phases: phases.end(), caches: added(), ...memory.wear() };
  } catch (e) {
    const failure = failureOf(e);
    return { id, ok: false, ...failure, ...memory.wear(failure) };
  } finally {
    resources.end();
  }
}

async function called({ id, call }: CallRequest): Promise<RenderResult> {
  memory.begin();
  try {
    const { answerInvoiceCall, isInvoiceCall } = await import("../einvoice/calls.js");
    if (!isInvoiceCall(call)) throw new Error("the renderer answers calls of e-invoices alone");
    return { id, ok: true, answer: await answerInvoiceCall(call, settings.limits), ...memory.wear() };
  } catch (e) {
    const failure = failureOf(e);
    return { id, ok: false, ...failure, ...memory.wear(failure) };
  }
}

const answerOf = (request: WorkerRequest): ReturnType<Parameters<typeof serve>[0]> => {
  if ("given" in request) return void resources.answered(request.given);
  if ("check" in request) return checked(request);
  if ("inspect" in request) return inspected(request);
  if ("moduleCall" in request) return moduleCalled(request);
  if ("body" in request) {
    const { id, kind, bounds, body, edit } = request;
    return answer({ id, kind, bounds, edit }, body.length <= MOST_FOR_LINES ? new ReadBody(body) : new SentBody(body));
  }
  if ("call" in request) return called(request);
  return warmUp(request.warmUp).then(() => ({ warmedUp: true }) as const);
};

const rest = serve(answerOf, () => engine.release());

await preloadModules();
await renderFirst(engine);
memory.isFresh();
setImmediate(() => send({ ready: true }));
