// Machine-independent work as JSON: `node --no-opt --expose-gc scripts/tests/steps.mjs DOCUMENT…`; without documents, that of refused requests.
// Documents of one process change the forms of each other's objects, and by them the bytes.
//
// `steps`: executed blocks of compiler and backends (V8's block coverage). `bytes`: heap allocations. Of a later render of a variant; the
// least of some. Of a refusal: those of the answer, with its place and patch.
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { GCProfiler } from "node:v8";
import { REQUESTS } from "../../bench/documents.mjs";
import { vary } from "../../bench/vary.mjs";
import { Engine } from "../../dist/runtime/engine/engine.js";
import { SentBody } from "../../dist/compiler/request/sent-body.js";
import { placed } from "../../dist/runtime/errors/findings.js";
import { judgedIn } from "../../dist/runtime/views/check.js";
import { OPTIONS, REFUSED } from "./refused.mjs";

const ROOMS = /\/dist\/(?:compiler|backends|base|ir|pdf-reader)\//;
const names = process.argv.slice(2);

const bodyOf = (name, k) =>
  Object.hasOwn(REQUESTS, name)
    ? Buffer.from(JSON.stringify(REQUESTS[name](vary(name, k))))
    : readFileSync(new URL(`../../examples/${name}.json`, import.meta.url));

const session = new Session();
session.connect();
await session.post("Profiler.enable");

async function stepsOf(work) {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  let steps = 0;
  for (const { url, functions } of result)
    if (ROOMS.test(url)) for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  return steps;
}

async function bytesOf(engine, body) {
  globalThis.gc();
  const profiler = new GCProfiler();
  let used = process.memoryUsage().heapUsed;
  profiler.start();
  await engine.renderLater(body, {});
  const { statistics } = profiler.stop();
  let bytes = 0;
  for (const { beforeGC, afterGC } of statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - used;
    used = afterGC.heapStatistics.usedHeapSize;
  }
  return bytes + process.memoryUsage().heapUsed - used;
}

class Body extends SentBody {
  constructor(bytes) {
    super(bytes);
    this.all = bytes;
  }
  get bytes() {
    return this.all;
  }
}

/** As a render process answers. @returns its code */
async function refusalOf(engine, body, options = {}) {
  const sent = new Body(body);
  try {
    await placed(sent, () => engine.renderLater(sent, options), judgedIn(engine, sent, options));
  } catch (e) {
    return e.code;
  }
  throw new Error("it is not refused");
}

const documents = {};
for (const name of names) {
  const engine = new Engine();
  await engine.renderLater(bodyOf(name, 1), {});
  // the heap is counted in pages, so the least of several small documents is nearest
  let bytes = Infinity;
  let all = 0;
  let k = 2;
  for (; k < 16 && all < 60e6; k++) {
    const made = await bytesOf(engine, bodyOf(name, k));
    bytes = Math.min(bytes, made);
    all += made;
  }
  documents[name] = { steps: await stepsOf(() => engine.renderLater(bodyOf(name, 16), {})), bytes };
}

const refused = {};
for (const [name, body] of names.length > 0 ? [] : Object.entries(REFUSED)) {
  const engine = new Engine();
  const code = await refusalOf(engine, body(), OPTIONS[name]);
  refused[name] = { code, steps: await stepsOf(() => refusalOf(engine, body(), OPTIONS[name])) };
}
console.log(JSON.stringify({ documents, refused }));
process.exit();
