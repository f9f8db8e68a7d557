import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { RenderError } from "../compiler/core/fail.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import { outputOf, type Output } from "./disposition.js";
import { Engine } from "./engine.js";
import { fontStore } from "./font-files.js";
import { assetFolder } from "./pictures.js";

/** What a worker is lent when it starts. */
export interface WorkerSettings {
  readonly fontDir: string | null;
  readonly assetDir: string | null;
  readonly memoryMb: number;
  /** documents to render before it is ready */
  readonly warmUp: number;
  readonly maxPages: number;
  /** shared: where the worker writes when a render begins */
  readonly began: Float64Array;
}

export interface Job {
  readonly id: number;
  readonly body: Uint8Array;
}

export type Answer =
  | { readonly id: number; readonly ok: true; readonly pdf: Uint8Array; readonly pages: number; readonly output: Output }
  | { readonly id: number; readonly ok: false; readonly code: string; readonly message: string }
  | { readonly ready: true };

const settings = workerData as WorkerSettings;
const port = parentPort!;
const engine = new Engine(fontStore(settings.fontDir), assetFolder(settings.assetDir));

/** Heap, byte arrays and wasm memory of this thread, in bytes; the heap limit of a thread sees the first of them only. */
const memoryUsed = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What the thread itself takes, fonts and programs included: no render is charged for it. */
let ownMemory = 0;

/** Garbage that happens to lie around when a render is asked is not the render's: it is collected before a verdict. */
function withinMemory(): boolean {
  const bound = ownMemory + settings.memoryMb * 1024 * 1024;
  if (memoryUsed() <= bound) return true;
  collectGarbage();
  return memoryUsed() <= bound;
}

async function answer(job: Job): Promise<Answer> {
  try {
    let request: DocumentRequest | null = null;
    const { pdf, pages } = await engine.renderLater(job.body, {
      maxPages: settings.maxPages,
      decoded: (said) => {
        request = said;
      },
      onPage: () => {
        if (!withinMemory()) throw new OutOfMemory();
      },
    });
    const output = outputOf((request as DocumentRequest | null)?.settings?.output, new Date());
    return { id: job.id, ok: true, pdf, pages, output };
  } catch (e) {
    if (e instanceof RenderError) return { id: job.id, ok: false, code: e.code, message: e.message };
    if (e instanceof OutOfMemory || e instanceof RangeError)
      return { id: job.id, ok: false, code: "API-501", message: "the document needs more memory than a render may use" };
    console.error(e);
    return { id: job.id, ok: false, code: "API-999", message: "" };
  }
}

class OutOfMemory extends Error {}

await engine.warmUp(settings.warmUp);
collectGarbage();
ownMemory = memoryUsed();
port.on("message", (job: Job) => {
  settings.began[0] = Date.now();
  void answer(job).then((said) => port.postMessage(said, "pdf" in said && said.ok ? [said.pdf.buffer as ArrayBuffer] : []));
});
port.postMessage({ ready: true } satisfies Answer);
