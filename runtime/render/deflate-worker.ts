import { workerData } from "node:worker_threads";
import { claim, READY, type Answer, type Lent, type Order } from "./deflate.js";
import { deflatePart } from "./deflate-parts.js";

/** The thread that deflates: parts come by its port, and go back unless the other thread was sooner. */
const { port, state, level } = workerData as Lent;

port.on("message", ({ id, part }: Order) => {
  if (!claim(state, id)) return;
  const deflated = new Uint8Array(deflatePart(part, level));
  port.postMessage({ id, deflated } satisfies Answer, [deflated.buffer]);
});
Atomics.store(state, READY, 1);
