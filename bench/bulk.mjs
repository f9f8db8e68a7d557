// Figures of docs/sizing.md: node bench/bulk.mjs [--records N] [--workers N] [--template shipping_label], after npm run build. One
// `platen batch` of records that differ: time, processor time, bytes, and the peak memory of each process. Linux only (/proc).
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values: o } = parseArgs({
  options: {
    records: { type: "string", default: "10000" },
    workers: { type: "string", default: "2" },
    template: { type: "string", default: "shipping_label" },
  },
});
const root = path.join(import.meta.dirname, "..");
const COUNT = Number(o.records);
const WORKERS = Number(o.workers);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-bulk-"));
process.on("exit", () => fs.rmSync(dir, { recursive: true, force: true }));

const label = JSON.parse(fs.readFileSync(path.join(root, "templates/data/shipping_label.full.json"), "utf8"));
const invoices = fs.readFileSync(path.join(root, "examples/bulk/invoices.jsonl"), "utf8").trim().split("\n");
const lineOf = (i) => {
  if (o.template !== "shipping_label") return JSON.stringify({ ...JSON.parse(invoices[i % invoices.length]), number: `N-${i}` });
  const number = String(100_000_000_000 + i * 7919);
  return JSON.stringify({
    ...label,
    shipment: { ...label.shipment, number },
    recipient: { ...label.recipient, name: `Recipient ${i}`, address: `${1 + (i % 240)} Harbour Lane\nTown ${i % 9973}` },
  });
};
const data = path.join(dir, "records.jsonl");
const fd = fs.openSync(data, "w");
for (let i = 0; i < COUNT; i += 1000)
  fs.writeSync(fd, Array.from({ length: Math.min(1000, COUNT - i) }, (_, k) => `${lineOf(i + k)}\n`).join(""));
fs.closeSync(fd);

const peaks = new Map();
/** Peak memory in MB, as the system counts it. */
function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
const childrenOf = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

const args = ["--json", "batch", o.template, "--data", data, "--out", path.join(dir, "out"), "--workers", o.workers, "--quiet"];
const child = spawn(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), ...args, "--name", "{n:8}"], {
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
child.stdout.on("data", (part) => (output += part));
const ended = new Promise((resolve) => child.once("close", resolve));
let isOver = false;
let together = 0;
void ended.then(() => (isOver = true));
while (!isOver) {
  // processes are replaced now and then: those that live at once count together
  const alive = [child.pid, ...childrenOf(child.pid)];
  for (const pid of alive) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peakOf(pid)));
  together = Math.max(
    together,
    alive.reduce((sum, pid) => sum + peaks.get(pid), 0),
  );
  await Promise.race([ended, pause(500)]);
}
if ((await ended) !== 0) throw new Error(output);
const { records, pages, bytes, seconds, cpu_seconds } = JSON.parse(output);
const [own, ...workers] = [...peaks.values()].map((mb) => Math.round(mb));
const count = (n) => Math.round(n).toLocaleString("en");
console.log(`${os.cpus()[0].model}, ${os.cpus().length} cores, Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)}
${o.template}, ${WORKERS} processes: ${count(records)} records, ${count(pages)} pages, ${count(bytes)} bytes, ${count(seconds)} s, ${count(cpu_seconds)} CPU s
a record: ${((1000 * cpu_seconds) / records).toFixed(2)} ms of CPU, ${count(bytes / records)} bytes; a million: ${((cpu_seconds / records) * (1e6 / 3600)).toFixed(1)} CPU hours
peak memory: ${own} MB, render processes ${workers.join(", ")} MB; allowed ${300 + 250 * WORKERS} MB, used ${count(together)} MB`);
