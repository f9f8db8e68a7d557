// Figures of docs/sizing.md: node bench/sizing.mjs [--seconds N], after npm run build. The built service with one and two warm render
// processes, on the same documents. CPU time, as other work of the machine changes it less. Linux only (/proc).
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values: o } = parseArgs({ options: { seconds: { type: "string", default: "2" } } });
const root = path.join(import.meta.dirname, "..");
const MS = Number(o.seconds) * 1000;
const TOKEN = "sizing";
const read = (name) => {
  const { $schema: _, ...request } = JSON.parse(fs.readFileSync(path.join(root, name), "utf8"));
  return JSON.stringify(request);
};
const DOCUMENTS = [
  ["letter, 1 page", read("starters/letter.json")],
  ["invoice, 1 page", read("examples/invoice.json")],
  ["price list, 2 pages", read("examples/price-list.json")],
  ["report, 30 pages", read("examples/annual-report.json")],
];

async function service(workers) {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "platen-sizing-"));
  const child = spawn(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "serve"], {
    env: {
      ...process.env,
      PLATEN_PORT: "0",
      PLATEN_WORKERS: String(workers),
      PLATEN_DATA_DIR: data,
      PLATEN_BOOTSTRAP_TOKEN: TOKEN,
      PLATEN_LOG_LEVEL: "silent",
    },
  });
  let output = "";
  child.stderr.on("data", (part) => (output += part));
  for (;;) {
    const url = /listens on (\S+)/.exec(output)?.[1];
    if (url) return { url, pid: child.pid, end: () => (child.kill("SIGKILL"), fs.rmSync(data, { recursive: true, force: true })) };
    if (child.exitCode !== null) throw new Error(output);
    await pause(50);
  }
}

async function render(url, body) {
  const begun = performance.now();
  const r = await fetch(`${url}/api/v1/pdf/render`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
  });
  const bytes = (await r.arrayBuffer()).byteLength;
  if (r.status !== 200) throw new Error(`status ${r.status}`);
  return { ms: performance.now() - begun, bytes };
}

function cpu(pid) {
  const secondsOf = (id) => {
    const fields = fs
      .readFileSync(`/proc/${id}/stat`, "latin1")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean);
  return [pid, ...children].reduce((sum, id) => sum + secondsOf(id), 0);
}

/** Each caller sends the next request when the last is answered. */
async function load(url, pid, body, callers, ms) {
  const times = [];
  const before = cpu(pid);
  const until = performance.now() + ms;
  const begun = performance.now();
  const call = async () => {
    while (performance.now() < until) times.push((await render(url, body)).ms);
  };
  await Promise.all(Array.from({ length: callers }, call));
  times.sort((a, b) => a - b);
  const cpuMs = (1000 * (cpu(pid) - before)) / times.length;
  return { cpuMs, perSecond: times.length / ((performance.now() - begun) / 1000), median: times[times.length >> 1] };
}

const memory = async (url) => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)[1]) / 2 ** 20;
  return { service: of("process_resident_memory_bytes"), workers: of("platen_worker_resident_memory_bytes") };
};

console.log(`${os.cpus()[0].model}, ${os.cpus().length} cores, Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)}\n`);
for (const workers of [1, 2]) {
  const { url, pid, end } = await service(workers);
  try {
    console.log(`${workers} render process${workers === 1 ? "" : "es"}\n`);
    console.log(
      "| document | CPU time of a render | renders a second and core | bytes | here: renders a second, median |\n| --- | --- | --- | --- | --- |",
    );
    for (const [name, body] of DOCUMENTS) {
      for (let i = 0; i < 3 * workers; i++) await Promise.all(Array.from({ length: workers }, () => render(url, body)));
      const { bytes } = await render(url, body);
      const { cpuMs, perSecond, median } = await load(url, pid, body, 2 * workers, MS);
      const passed = `${perSecond.toFixed(0)}, ${median.toFixed(0)} ms`;
      console.log(
        `| ${name} | ${cpuMs.toFixed(cpuMs < 10 ? 1 : 0)} ms | ${(1000 / cpuMs).toFixed(0)} | ${bytes.toLocaleString("en")} | ${passed} |`,
      );
    }
    const used = await memory(url);
    console.log(`\nmemory: service ${used.service.toFixed(0)} MB, a render process ${(used.workers / workers).toFixed(0)} MB\n`);
  } finally {
    end();
  }
}
