// Parts of streams to deflated parts, in a thread.
import { workerData } from "node:worker_threads";
import type { DeflateWorkerData } from "./deflate.js";
import { deflatePart } from "./deflate-parts.js";
import { SharedParts } from "./deflate-shared.js";

const { memory, level } = workerData as DeflateWorkerData;
const shared = new SharedParts(memory);

/** Deflates what is on offer, in the order in which it was offered, unless the other thread was sooner. */
function deflateFrom(count: number): void {
  const offered = shared.waitForOffers(count);
  for (let n = count; n !== offered; n = (n + 1) | 0) {
    const slot = n & (SharedParts.SLOTS - 1);
    // a slot that was used again meanwhile has a later part, which is as good
    if (shared.claim(slot)) shared.done(slot, deflatePart(shared.part(slot), level));
  }
  // what zlib leaves for after a call has its turn
  setImmediate(deflateFrom, offered);
}

shared.listen();
deflateFrom(0);
