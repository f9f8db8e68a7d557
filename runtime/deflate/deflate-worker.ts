import { workerData } from "node:worker_threads";
import type { DeflateWorkerData } from "./deflate.js";
import { deflatePart } from "./deflate-parts.js";
import { SharedParts } from "./deflate-shared.js";

const { memory, level } = workerData as DeflateWorkerData;
const shared = new SharedParts(memory);

/** Deflates in order, except parts that the other thread has taken. */
function deflateFrom(count: number): void {
  const offered = shared.waitForOffers(count);
  for (let n = count; n !== offered; n = (n + 1) | 0) {
    const slot = n & (SharedParts.SLOTS - 1);
    // a reused slot has a later, equally valid part
    if (shared.claim(slot)) shared.done(slot, deflatePart(shared.part(slot), level));
  }
  // lets zlib's pending callbacks run
  setImmediate(deflateFrom, offered);
}

shared.listen();
deflateFrom(0);
