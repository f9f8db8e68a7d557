// Parts of streams to deflated parts, in a thread.
import { workerData } from "node:worker_threads";
import { claim, READY, type DeflateReply, type DeflateWorkerData, type DeflateRequest } from "./deflate.js";
import { deflatePart } from "./deflate-parts.js";

/** The thread that deflates: parts come by its port, and go back unless the other thread was sooner. */
const { port, state, level } = workerData as DeflateWorkerData;

port.on("message", ({ id, part }: DeflateRequest) => {
  if (!claim(state, id)) return;
  const deflated = new Uint8Array(deflatePart(part, level));
  port.postMessage({ id, deflated } satisfies DeflateReply, [deflated.buffer]);
});
Atomics.store(state, READY, 1);
