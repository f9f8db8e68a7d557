// Mixed requests: `node scripts/siege/soak.mjs [--requests=N] [--clients=N]`. Memory, descriptors, rows and files, ten times; exit code 1
// if they grow in the second half.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ordinary } from "./attacks.mjs";
import { valueOf } from "./phase.mjs";
import { tokenOf, tool } from "./routes.mjs";
import { anonMb, ask, childrenOf, pause, startService } from "./service.mjs";
import { openSqlite } from "../../dist/runtime/store/sqlite.js";

const count = Number(valueOf("requests") ?? 10_000);
const clients = Number(valueOf("clients") ?? 2);
const root = path.join(import.meta.dirname, "../..");
const xml = readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.xml"));
const label = JSON.parse(readFileSync(path.join(root, "templates/data/shipping_label.minimal.json"), "utf8"));

const folder = mkdtempSync(path.join(tmpdir(), "platen-soak-"));
const dataDir = path.join(folder, "data");
const temporary = path.join(folder, "tmp");
mkdirSync(temporary);
const service = await startService({
  ...{ PLATEN_WORKERS: "2", PLATEN_DATA_DIR: dataDir, TMPDIR: temporary, PLATEN_MCP: "1", PLATEN_LOG_LEVEL: "silent" },
  // jobs are forgotten after 47 hours, each of 150 ms
  ...{ PLATEN_RETENTION_HOUR_MS: "150", PLATEN_SWEEP_MS: "500", PLATEN_LIMIT_TEMPLATE_VERSIONS: "5" },
});
const owners = await Promise.all(["a", "b", "c"].map((o) => tokenOf(service, o)));
const template = (i) =>
  JSON.stringify({
    schema: { fields: [] },
    pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: `Letter ${i}` }] }],
  });
const svg = (i) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="${1 + (i % 9)}" height="9"/><!--${i}--></svg>`;

const KINDS = [
  (i, as) => as("POST", "/pdf/render", ordinary(i)),
  (i, as) => as("POST", "/pdf/render", ordinary(i), { prefer: "respond-async" }).then((s) => s === 202),
  (_i, as) => as("POST", "/template-render", JSON.stringify({ template_id: "shipping_label", data: [label] })),
  (i, as) => as("PUT", `/assets/logo-${i % 20}`, svg(i), { "content-type": "image/svg+xml" }),
  (i, as) => as("POST", "/pdf/render", ordinary(i)),
  (i, as) => as("PUT", `/templates/letter-${i % 10}`, template(i)),
  (i, _as, who) => tool(service, who, "render", { request: JSON.parse(ordinary(i)) }).then((r) => r.isPdf),
  (i, as) => as("POST", `/templates/letter-${i % 10}/preview`, JSON.stringify({ source: JSON.parse(template(i)) })),
  (_i, as) => as("POST", "/e-invoice/read", xml, { "content-type": "application/xml" }),
  (_i, as) => as("GET", "/jobs?limit=5"),
  (i, as) => as("DELETE", `/assets/logo-${i % 20}`).then((s) => s === 204 || s === 404),
  (_i, as) => as("POST", "/pdf/render", '{"pages":0}').then((s) => s === 400),
  (i) => ask(service, "PUT", `/admin/accounts/${"abc"[i % 3]}`, { body: '{"subscription":"active"}' }).then((r) => r.status),
  (_i, _as, who) => tool(service, who, "text", { request: { brief: { title: "x", parts: [] } } }).then((r) => r.status === 200),
  (_i, as) => as("POST", "/e-invoice/validate", xml, { "content-type": "application/xml" }),
  (i, as) => as("GET", `/assets/logo-${i % 20}`).then((s) => s === 200 || s === 404),
];

const filesIn = (dir) => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((f) => !f.isDirectory()).length;
async function measured() {
  const db = openSqlite(dataDir);
  const tables = await db.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  let rows = 0;
  for (const { name } of tables) rows += Number((await db.all(`SELECT COUNT(*) AS n FROM ${name}`))[0].n);
  await db.close();
  return {
    service: anonMb(service.child.pid),
    renders: childrenOf(service.child.pid).reduce((sum, pid) => sum + anonMb(pid), 0),
    descriptors: readdirSync(`/proc/${service.child.pid}/fd`).length,
    rows,
    files: filesIn(dataDir),
    temporary: filesIn(temporary),
  };
}

const seen = [];
let failed = 0;
async function request(i) {
  const who = owners[i % 3];
  const as = (method, at, body = null, headers = {}) =>
    ask(service, method, at, { body, headers: { authorization: who.authorization, ...headers } }).then((r) => r.status);
  const result = await KINDS[i % KINDS.length](i, as, who);
  if (result === true || (result >= 200 && result < 300)) return;
  failed++;
  if (failed < 10) console.log(`request ${i}, kind ${i % KINDS.length}: ${result}`);
}
const began = performance.now();
let next = 0;
for (let round = 1; round <= 10; round++) {
  const end = Math.round((count * round) / 10);
  const client = async () => {
    while (next < end) await request(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  await pause(9000);
  const m = await measured();
  seen.push(m);
  console.log(
    `${end}: service ${m.service.toFixed(0)} MB, render processes ${m.renders.toFixed(0)} MB, ${m.descriptors} descriptors, ${m.rows} rows, ${m.files} files, ${m.temporary} temporary, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  );
}
const mean = (part, name) => part.reduce((sum, m) => sum + m[name], 0) / part.length;
const ALLOWED = { service: 1.15, renders: 1.15, descriptors: 1.2, rows: 1.25, files: 1.25, temporary: 1.25 };
const grown = Object.entries(ALLOWED).filter(([name, most]) => mean(seen.slice(7), name) > mean(seen.slice(3, 6), name) * most + 4);
service.child.kill("SIGTERM");
const code = await service.exit;
console.log(
  failed === 0 && grown.length === 0 && code === 0
    ? "no growth"
    : `${failed} failed, grown: ${grown.map(([name]) => name).join(", ")}, exit code ${code}`,
);
process.exit(failed === 0 && grown.length === 0 && code === 0 ? 0 : 1);
