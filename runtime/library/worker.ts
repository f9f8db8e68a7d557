import { preloadModules } from "../../compiler/lazy-modules.js";
import { RenderError } from "../../compiler/core/fail.js";
import { objectsBeginYoung } from "../engine/between-renders.js";
import { EditSession } from "../engine/edit-session.js";
import { renderOptions } from "../engine/render-options.js";
import { OutOfMemory } from "../pool/failure.js";
import { editCacheBound, MemoryGuard } from "../pool/memory-guard.js";
import { renderFirst, send, serve } from "../pool/process-program.js";
import { pixelsWithin } from "../pictures/page-size.js";
import type { WorkerMessage, WorkerRequest, WorkerSettings } from "../pool/worker-messages.js";
import { renderWarmUp, warmUpDocument } from "../warm-up/warm-up.js";
import { CALLS, type Call, type CallAnswer, type CallResult } from "./calls.js";
import { engineOf, releaseEngines } from "./engines.js";
import { asData, wearOf } from "./failure.js";
import { OwnerResources } from "../owner/owner-resources.js";
import { asking, laterSigning } from "../signatures/signers/later.js";
import { signFor } from "./signers.js";
import { useSession } from "./edit-cache.js";
import { drawPagesWithin, watchPages } from "./library.js";

objectsBeginYoung();

const settings = await new Promise<WorkerSettings>((resolve) => process.once("message", resolve));
const session = new EditSession(editCacheBound(settings.memoryMb), () => rest.begin());
const memory = new MemoryGuard(settings.memoryMb, session);
let edit: boolean | null = null;
useSession(session, () => edit);
watchPages(memory.withinAtPage);
drawPagesWithin(pixelsWithin(settings.memoryMb));
const engine = await engineOf({});

let cpuTold = 0;
function cpuSinceLast(): number {
  const { user, system } = process.cpuUsage();
  const since = user + system - cpuTold;
  cpuTold = user + system;
  return since;
}

/** The process that made the pool has the keys. */
const resources = new OwnerResources((needs) => send({ needs }));
const ask = asking((question) => resources.get({ kind: "signing", name: "", question }));

async function answer(id: number, { name, inputs, options, progress, signers }: Call): Promise<WorkerMessage> {
  memory.begin();
  resources.begin(signers !== undefined);
  signFor(signers ? (of) => laterSigning(signers, { ask, engine: of }) : null);
  const call = CALLS[name].call as (...args: readonly unknown[]) => Promise<unknown>;
  const onProgress = progress ? { onProgress: (told: unknown) => send({ progress: told }) } : {};
  const result: CallResult = await call(...inputs, { ...options, ...onProgress }).then(
    (value) => ({ value }),
    (e: unknown) => ({ failure: asData(e) }),
  );
  const wear = "failure" in result ? memory.wear(wearOf(result.failure)) : memory.wear();
  return { id, ok: true, answer: { result, cpu: cpuSinceLast() } satisfies CallAnswer, ...wear };
}

async function warmUp(document: number): Promise<WorkerMessage> {
  memory.begin();
  const options = renderOptions({ onPage: memory.withinAtPage, onPicture: memory.within });
  await renderWarmUp(engine, warmUpDocument(document), options).catch((e: unknown) => {
    // discarded; calls judge the memory of the process
    if (!(e instanceof OutOfMemory || e instanceof RenderError)) throw e;
  });
  return { warmedUp: true };
}

const answerOf = (request: WorkerRequest): Promise<WorkerMessage> | undefined => {
  if ("given" in request) return void resources.answered(request.given);
  if ("warmUp" in request) return warmUp(request.warmUp);
  if ("call" in request) {
    edit = request.edit;
    return answer(request.id, request.call as Call);
  }
  throw new Error("a pool of the library answers calls alone");
};

const rest = serve(answerOf, releaseEngines);

await preloadModules();
await renderFirst(engine);
memory.isFresh();
// from the event loop, so that a request is read at once
setImmediate(() => send({ ready: true }));
