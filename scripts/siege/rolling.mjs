// A rolling update from another build (running, G10): `node scripts/siege/rolling.mjs OLD [--database=postgres://…]`, OLD a folder with the
// built release before. Renders, object delivery and asynchronous jobs while two old services become two new ones; exit code 1 if a
// request is refused.
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SMALL } from "./attacks.mjs";
import { valueOf } from "./phase.mjs";
import { ask, pause, startService } from "./service.mjs";

const root = path.join(import.meta.dirname, "../..");
const old = process.argv[2];
const database = valueOf("database");
const env = {
  ...{ PLATEN_DATA_DIR: path.join(mkdtempSync(path.join(tmpdir(), "platen-rolling-")), "data"), PLATEN_WORKERS: "1", PLATEN_WARM_UP: "0" },
  ...(database !== null && { PLATEN_DATABASE_URL: database }),
};
const before = () => startService(env, path.resolve(old));
const invoice = JSON.parse(readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.json"), "utf8"));

const refused = [];
const expected = (what, kept, found) => {
  if (!kept) refused.push(`${what}: ${JSON.stringify(found)}`);
};
let live = [await before(), await before()];
const [oldOne, oldTwo] = live;
let sent = 0;
let isOver = false;
const load = async () => {
  while (!isOver) {
    const r = await ask(live[sent++ % live.length], "POST", "/pdf/render", { body: SMALL });
    expected("a render", r.status === 200, r);
  }
};
const loads = [load(), load()];
const ended = async (service, at) => {
  for (let i = 0; i < 600; i++) {
    const r = await ask(service, "GET", at);
    if (r.body?.status !== "pending") return r.body?.status;
    await pause(100);
  }
  return "pending";
};

const first = await startService(env);
live = [oldOne, oldTwo, first];
console.log("two services of before and a new one on one store");
const asset = { body: readFileSync(path.join(root, "bench/data/logo.png")), headers: { "content-type": "image/png" } };
expected("an asset by the new one", (await ask(first, "PUT", "/assets/logo", asset)).status === 201);
const picture = { type: "image", asset: "logo", layout: { left: 1, top: 1 }, width: 9, height: 9 };
const drawn = await ask(oldOne, "POST", "/pdf/render", { body: JSON.stringify({ pages: [{ size: "a4", elements: [picture] }] }) });
expected("it is drawn by one of before", drawn.status === 200, drawn.body);
const jobs = [];
for (let i = 0; i < 20; i++) {
  const r = await ask(first, "POST", "/pdf/render", { body: SMALL, headers: { prefer: "respond-async" } });
  expected("an asynchronous render", r.status === 202, r.body);
  jobs.push(`/jobs/${r.body.job_id}`);
}
for (const [i, service] of [oldOne, first, oldTwo].entries()) {
  const job_id = `019a0000-0000-7000-8000-00000000000${i}`;
  const e_invoice = { ...invoice.settings.e_invoice, delivery: { mode: "object" }, job_id };
  const body = JSON.stringify({ ...invoice, settings: { ...invoice.settings, e_invoice } });
  const r = await ask(service, "POST", "/e-invoice/render", { body });
  expected("object delivery", r.status === 200, r.body);
  for (const reader of [oldOne, first]) {
    const status = await ended(reader, `/e-invoice/jobs/${job_id}`);
    expected("a job of object delivery", status === "completed", status);
  }
}
for (const at of jobs) {
  const status = await ended(first, at);
  expected("an asynchronous job", status === "completed", status);
}

const leave = async (service, rest) => {
  live = rest;
  await pause(500);
  service.child.kill("SIGTERM");
  const code = await service.exit;
  expected("the end of a service", code === 0, code);
};
await leave(oldOne, [oldTwo, first]);
const second = await startService(env);
await leave(oldTwo, [first, second]);
isOver = true;
await Promise.all(loads);
for (const service of [first, second]) await leave(service, []);
console.log(`${sent} renders, ${jobs.length} asynchronous jobs, 3 of object delivery`);
for (const line of refused.slice(0, 10)) console.log(line);
console.log(refused.length === 0 ? "nothing was refused" : `${refused.length} refused`);
process.exit(refused.length === 0 ? 0 : 1);
