// Compares two built trees: `node scripts/release/compare-builds.mjs OLD NEW [--random N] [--seed N] [--only TEXT] [--keep DIR]`. Goldens,
// examples, benchmark documents, and N (2,000) mutated goldens valid by OLD; NEW must refuse what OLD refuses. PDFs byte for byte at a
// fixed time, page counts, refusals; what differs by kind, as `diff` tells it. Differences are in DIR (.cache/compare-builds); exit code 1.
import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import { REQUESTS } from "../../bench/documents.mjs";
import { DOCUMENTS, vary } from "../../bench/vary.mjs";

const root = path.join(import.meta.dirname, "../..");
const KEEP = path.join(root, ".cache/compare-builds");
const { values: o, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    keep: { type: "string", default: KEEP },
  },
});
if (positionals.length !== 2) throw new Error("two folders: OLD NEW");
const [OLD, NEW] = positionals.map((p) => path.resolve(p));

const PATIENCE_MS = 120_000;

/** Process of one tree; its end or a timeout is an outcome, after which it is restarted. */
class Side {
  #child = null;

  constructor(tree) {
    this.tree = tree;
  }

  async #start() {
    const child = fork(path.join(root, "scripts/release/compare-builds-side.mjs"), [this.tree, path.join(root, "golden/assets")], {
      serialization: "advanced",
      env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" },
    });
    const first = await this.#next(child);
    if (first !== "ready") throw new Error(`${this.tree}: ${first.refusal}`);
    this.#child = child;
  }

  #next(child) {
    return new Promise((resolve) => {
      const settle = (outcome, alive) => {
        clearTimeout(timer);
        child.off("message", answered).off("exit", ended);
        if (!alive) {
          child.kill("SIGKILL");
          this.#child = null;
        }
        resolve(outcome);
      };
      const timer = setTimeout(() => settle({ refusal: `no answer within ${PATIENCE_MS / 1000} s` }, false), PATIENCE_MS);
      const answered = (message) => settle(message, true);
      const ended = (code, signal) => settle({ refusal: `the process ended: ${signal ?? code}` }, false);
      child.once("message", answered).once("exit", ended);
    });
  }

  async outcome(body) {
    if (!this.#child) await this.#start();
    const child = this.#child;
    const answer = this.#next(child);
    child.send(body);
    return answer;
  }

  stop() {
    this.#child?.disconnect();
  }
}

const sides = [new Side(OLD), new Side(NEW)];
const differences = [];
const counts = { documents: 0, pages: 0, refusals: 0 };

let compareDocuments;
/** By kind, as the later of the trees tells them. */
async function kindsOf(a, b) {
  compareDocuments ??= (await import(pathToFileURL(path.join(NEW, "dist/runtime/index.js")).href)).diff;
  try {
    const { equal, counts, differences } = await compareDocuments(a, b, { limit: 1 });
    if (equal) return "the same facts";
    const kinds = Object.entries(counts).filter(([, count]) => count > 0);
    return `${kinds.map(([kind, count]) => `${count} ${kind}`).join(", ")}; first: ${differences[0].message}`;
  } catch (e) {
    return `not compared: ${e.message}`;
  }
}

/** null: equal */
async function difference(a, b) {
  if (a.refusal !== undefined || b.refusal !== undefined) {
    if (a.refusal === b.refusal) return null;
    const outcomeText = ({ refusal, pages }) => (refusal === undefined ? `${pages} pages` : refusal.replaceAll("\n", " | "));
    return `refusal: ${outcomeText(a)} → ${outcomeText(b)}`;
  }
  const bytes =
    Buffer.compare(a.pdf, b.pdf) === 0
      ? []
      : [`bytes: ${a.pdf.length} → ${b.pdf.length}, first at ${firstDifference(a.pdf, b.pdf)}`, await kindsOf(a.pdf, b.pdf)];
  const pages = a.pages === b.pages ? [] : [`pages: ${a.pages} → ${b.pages}`];
  return [...pages, ...bytes].join("; ") || null;
}

function firstDifference(a, b) {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

async function compare(name, body) {
  const [a, b] = await Promise.all(sides.map((side) => side.outcome(body)));
  if (a.refusal === undefined) {
    counts.documents++;
    counts.pages += a.pages;
  } else counts.refusals++;
  const what = await difference(a, b);
  if (what === null) return a;
  differences.push([name, what]);
  const file = path.join(o.keep, name.replaceAll("/", "."));
  fs.mkdirSync(o.keep, { recursive: true });
  fs.writeFileSync(`${file}.json`, body);
  if (a.pdf) fs.writeFileSync(`${file}.old.pdf`, a.pdf);
  if (b.pdf) fs.writeFileSync(`${file}.new.pdf`, b.pdf);
  return a;
}

const encoded = (request) => new TextEncoder().encode(JSON.stringify(request));
const folder = (...parts) => fs.readdirSync(path.join(root, ...parts)).sort();
const bytesOf = (...parts) => new Uint8Array(fs.readFileSync(path.join(root, ...parts)));

function* kept() {
  for (const area of folder("golden/cases"))
    for (const name of folder("golden/cases", area))
      for (const file of folder("golden/cases", area, name))
        if (/^(request|a|b)\.json$/.test(file)) yield [`golden/${area}/${name}/${file}`, bytesOf("golden/cases", area, name, file)];
  for (const part of [[], ["charts"]])
    for (const file of folder("examples", ...part))
      if (file.endsWith(".json")) yield [["examples", ...part, file].join("/"), bytesOf("examples", ...part, file)];
  for (const doc of DOCUMENTS) for (const k of [0, 1]) yield [`bench/${doc}/${k}`, encoded(REQUESTS[doc](vary(doc, k)))];
}

const goldens = () =>
  folder("golden/cases").flatMap((area) =>
    folder("golden/cases", area)
      .filter((name) => fs.existsSync(path.join(root, "golden/cases", area, name, "ir.txt")))
      .map((name) => JSON.parse(fs.readFileSync(path.join(root, "golden/cases", area, name, "request.json"), "utf8"))),
  );

async function randomOnes(count, seed) {
  const source = fs.readFileSync(path.join(root, "golden/random-request.ts"), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext } });
  const { randomRequests } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  const grown = goldens();
  let valid = 0;
  for (let n = 0; n < count; n++) {
    let attempt = 0;
    for (const { request } of randomRequests(grown, seed, n)) {
      const outcome = await compare(`random/${seed}/${n}/${attempt++}`, encoded(request));
      if (outcome.refusal !== undefined) continue;
      valid++;
      break;
    }
    if ((n + 1) % 500 === 0) console.log(`  ${n + 1} of ${count} random documents, ${differences.length} differences so far`);
  }
  return valid;
}

if (o.keep === KEEP) fs.rmSync(KEEP, { recursive: true, force: true });
const start = performance.now();
const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
let files = 0;
for (const [name, body] of kept()) {
  if (!name.includes(o.only)) continue;
  await compare(name, body);
  files++;
}
console.log(`${files} requests of goldens, examples and bench after ${seconds()}, ${differences.length} differences`);
const valid = "random".includes(o.only) ? await randomOnes(Number(o.random), Number(o.seed)) : 0;
for (const side of sides) side.stop();
console.log(`${valid} random valid requests of seed ${o.seed}`);
console.log(`${counts.documents} documents of ${counts.pages} pages and ${counts.refusals} refusals compared in ${seconds()}`);
for (const [name, what] of differences) console.log(`${name.padEnd(48)} ${what}`);
console.log(differences.length === 0 ? "no differences" : `${differences.length} differences, kept in ${o.keep}`);
process.exitCode = differences.length === 0 ? 0 : 1;
