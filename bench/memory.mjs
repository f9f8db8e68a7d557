// Use of the memory of a service and its render processes: node bench/memory.mjs [--documents N] [--workers N] [--rest SECONDS], after npm run
// build. Varied documents over HTTP, a rest, then one table. Linux only (/proc).
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values: o } = parseArgs({
  options: {
    documents: { type: "string", default: "10000" },
    workers: { type: "string", default: "1" },
    rest: { type: "string", default: "25" },
  },
});
const root = path.join(import.meta.dirname, "..");
const TOKEN = "memory";
const LARGE = 60_000;

const examples = fs
  .readdirSync(path.join(root, "examples"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => {
    const { $schema: _, ...request } = JSON.parse(fs.readFileSync(path.join(root, "examples", name), "utf8"));
    return { request, isLarge: JSON.stringify(request).length > LARGE || /annual|thesis|manual|book/.test(name) };
  });
const small = examples.filter(({ isLarge }) => !isLarge);
const large = examples.filter(({ isLarge }) => isLarge);

const TEXTS = new Set(["text", "content", "description", "title", "note"]);
const isPlain = (text) => text.length > 12 && /^[^{}<>#*|[\]_`\n]+$/.test(text) && text.includes(" ");
function rotated(text, k) {
  const words = text.split(" ");
  const by = k % words.length;
  return [...words.slice(by), `${k % 997}`, ...words.slice(0, by)].join(" ");
}
/** Texts in another order, with a number that is another in each. */
function varied(value, k, key = "") {
  if (typeof value === "string") return TEXTS.has(key) && isPlain(value) ? rotated(value, k) : value;
  if (Array.isArray(value)) return value.map((item, i) => varied(item, k + i, key));
  if (value === null || typeof value !== "object") return value;
  if (value.type === "barcode") return value;
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, varied(v, k, name)]));
}
/** One of twenty is a long document. */
const bodyOf = (k) => {
  const from = k % 20 === 19 ? large : small;
  return JSON.stringify(varied(from[Math.floor(k / (k % 20 === 19 ? 20 : 1)) % from.length].request, k));
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "platen-memory-"));
if (process.env.PLATEN_MEMORY_SNAPSHOT) console.log(folder);
const child = spawn(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "serve"], {
  env: {
    ...process.env,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=${path.join(import.meta.dirname, "memory-probe.mjs")}`,
    PLATEN_MEMORY_PROBE: folder,
    PLATEN_PORT: "0",
    PLATEN_WORKERS: o.workers,
    PLATEN_DATA_DIR: path.join(folder, "data"),
    PLATEN_BOOTSTRAP_TOKEN: TOKEN,
    PLATEN_LOG_LEVEL: "silent",
    // documents of its own would begin its rest again
    PLATEN_WARM_UP: "0",
  },
});
process.on("exit", () => {
  child.kill("SIGKILL");
  if (!process.env.PLATEN_MEMORY_SNAPSHOT) fs.rmSync(folder, { recursive: true, force: true });
});
let output = "";
child.stderr.on("data", (part) => (output += part));
let url;
while (!(url = /listens on (\S+)/.exec(output)?.[1])) {
  if (child.exitCode !== null) throw new Error(output);
  await pause(50);
}

const MB = 2 ** 20;
const mb = (bytes) => (bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0);
const pids = () => [
  child.pid,
  ...fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "latin1").trim().split(" ").filter(Boolean).map(Number),
];

const CPU = (pid) => {
  const fields = fs
    .readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const pss = (pid) => Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))[1]) * 1024;
const rss = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "latin1"))[1]) * 1024;

/** Resident bytes of mappings of files, of malloc's first arena and of the anonymous ones. */
function mappings(pid) {
  const sums = { files: 0, "malloc's heap": 0, anonymous: 0 };
  let kind = "anonymous";
  for (const line of fs.readFileSync(`/proc/${pid}/smaps`, "latin1").split("\n")) {
    const head = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line);
    if (head) kind = head[1].startsWith("/") ? "files" : head[1] === "[heap]" ? "malloc's heap" : "anonymous";
    const size = /^Rss:\s+(\d+)/.exec(line);
    if (size) sums[kind] += Number(size[1]) * 1024;
  }
  return sums;
}

async function probed(pid) {
  const file = path.join(folder, `${pid}.json`);
  fs.rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!fs.existsSync(file) || fs.statSync(file).size === 0) await pause(50);
  await pause(50);
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

async function table() {
  const columns = [];
  for (const [i, pid] of pids().entries()) {
    const resident = rss(pid);
    const maps = mappings(pid);
    const { spaces, wasm, usage } = await probed(pid);
    const heap = Object.entries(spaces).flatMap(([name, [used, physical]]) => [
      [`V8: ${name}`, physical],
      [`V8: ${name}, used`, used],
    ]);
    const known = Object.values(spaces).reduce((sum, [, physical]) => sum + physical, 0) + usage.arrayBuffers;
    const wasmBytes = Object.values(wasm).reduce((sum, bytes) => sum + bytes, 0);
    columns.push({
      name: i === 0 ? "service" : `render process ${i}`,
      rows: new Map([
        ["resident", resident],
        ["files (program of Node)", maps.files],
        ...heap.filter(([, bytes]) => bytes > 0),
        ["V8: used", usage.heapUsed],
        ["arrays of bytes", usage.arrayBuffers],
        ...Object.entries(wasm).map(([name, bytes]) => [`wasm: ${name}`, bytes]),
        ["malloc's heap", maps["malloc's heap"]],
        ["rest", resident - maps.files - known - wasmBytes],
      ]),
    });
  }
  const names = [...new Set(columns.flatMap(({ rows }) => [...rows.keys()]))];
  console.log(`| MB | ${columns.map(({ name }) => name).join(" | ")} |\n| --- |${columns.map(() => " --- |").join("")}`);
  for (const name of names)
    console.log(`| ${name} | ${columns.map(({ rows }) => (rows.has(name) ? mb(rows.get(name)) : "")).join(" | ")} |`);
  const all = (of) => mb(pids().reduce((sum, pid) => sum + of(pid), 0));
  console.log(`\nin all ${all(rss)} MB; ${all(pss)} MB with pages that processes share counted once`);
}

await pause(3000);
console.log("after the start\n");
await table();
const refusals = new Map();
let next = 0;
const call = async () => {
  while (next < Number(o.documents)) {
    const k = next++;
    const r = await fetch(`${url}/api/v1/pdf/render`, {
      method: "POST",
      body: bodyOf(k),
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    });
    const bytes = await r.arrayBuffer();
    if (r.status !== 200) {
      const code = JSON.parse(Buffer.from(bytes).toString());
      const words = JSON.stringify(code).slice(0, 200);
      refusals.set(words, (refusals.get(words) ?? 0) + 1);
    }
  }
};
await Promise.all(Array.from({ length: Number(o.workers) + 1 }, call));
console.log(
  `\nafter ${o.documents} documents, ${[...refusals.values()].reduce((a, b) => a + b, 0)} of them refused; ${pids()
    .map((pid) => `${CPU(pid).toFixed(1)} s, ${mb(rss(pid))} MB`)
    .join("; ")}\n`,
);
if (process.env.SHOW_REFUSALS) console.log(refusals);
await pause(Number(o.rest) * 1000);
if (process.env.PLATEN_MEMORY_SNAPSHOT) fs.writeFileSync(path.join(folder, "snapshot"), "");
console.log(`after ${o.rest} s of rest\n`);
await table();
process.exit();
