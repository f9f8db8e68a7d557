import { memberOf } from "../../base/lookup.js";
import { type Progress } from "../library/options.js";
import { isObject } from "../../base/json.js";
import { asData } from "../errors/carried.js";
import { call } from "./calls.js";
import { BrowserEngine } from "./engine.js";
import type { FirstFiles } from "./first-files.js";
import type { FromWorker, ToWorker } from "./messages.js";

interface WorkerScope {
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
  postMessage(message: FromWorker, transfer?: readonly unknown[]): void;
}
const scope = globalThis as unknown as WorkerScope;

let engine: Promise<BrowserEngine>;
const aborts = new Map<number, AbortController>();
let last: Promise<unknown> = Promise.resolve();

function start(options: Parameters<typeof BrowserEngine.load>[0], first: FirstFiles | null): void {
  engine = BrowserEngine.load(options, first);
  engine.then(
    () => scope.postMessage({ ready: true }),
    (e: unknown) => scope.postMessage({ failed: asData(e) }),
  );
}

async function answer({ id, name, body, options, progress, abortable }: Extract<ToWorker, { readonly name: unknown }>): Promise<void> {
  const { signal } = aborts.get(id)!;
  const hooks = {
    ...(abortable && { signal }),
    ...(progress && { onProgress: (told: Progress) => scope.postMessage({ id, progress: told }) }),
  };
  const answer = await engine
    .then((ready) => call(ready, name, body, { ...options, ...hooks }))
    .then(
      (value): FromWorker => ({ id, value }),
      (e: unknown): FromWorker => ({ id, failure: asData(e) }),
    );
  aborts.delete(id);
  if (signal.aborted) return;
  const value = "value" in answer ? answer.value : null;
  const pdf = memberOf(value, "pdf");
  if (!isObject(value) || !(pdf instanceof Uint8Array)) return scope.postMessage(answer);
  // the buffer is larger than the file
  const file = pdf.slice();
  scope.postMessage({ id, value: { ...value, pdf: file } }, [file.buffer]);
}

/** `waiting`: messages that have come; `first`: files of the first of them, which starts the engine */
export function run(waiting: readonly ToWorker[], first: FirstFiles | null): void {
  const take = (data: ToWorker): void => {
    if ("start" in data) start(data.start, first);
    else if ("abort" in data) aborts.get(data.abort)?.abort();
    else {
      aborts.set(data.id, new AbortController());
      last = last.then(() => answer(data));
    }
  };
  scope.onmessage = ({ data }) => take(data);
  for (const data of waiting) take(data);
}
