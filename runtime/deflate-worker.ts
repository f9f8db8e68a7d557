import { workerData } from "node:worker_threads";
import { deflatePart, type Part } from "./deflate-parts.js";
import { DONE, READY, type Lent } from "./deflate.js";

/** The thread that deflates: parts come by its port and go back in the same order. */
const { port, state, level } = workerData as Lent;

port.on("message", (part: Part) => {
  const out = new Uint8Array(deflatePart(part, level));
  Atomics.add(state, DONE, part.bytes.length);
  port.postMessage(out, [out.buffer]);
});
Atomics.store(state, READY, 1);
