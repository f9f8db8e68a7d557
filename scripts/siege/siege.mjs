// Harmful requests: `node scripts/siege/siege.mjs [--short] [--PHASE …] [--soak] [--only=TEXT] [--patience=FACTOR]`. Default: all phases
// but the soak. Exit code 1 on a broken promise.
import { mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ATTACKS, ordinary, SHORT } from "./attacks.mjs";
import { broken, flag, patience, promise, report, settings, short, smallOne, stop, valueOf, WORKERS } from "./phase.mjs";
import { callbacks, invoices, management, owners, tools } from "./routes.mjs";
import { ask, memoryMb, pause, post, startService, watch } from "./service.mjs";

const only = valueOf("only");

async function attacks() {
  const service = await startService({ ...settings, ...(short && { PLATEN_WARM_UP: "40" }) });
  console.log(`listening after ${service.startMs.toFixed(0)} ms`);
  await smallOne(service, "at first");
  const watching = watch(service);
  for (const [name, make] of Object.entries(ATTACKS)) {
    if (only === null ? short && !SHORT.includes(name) : !name.includes(only)) continue;
    const body = make();
    const attack = post(service, body);
    await pause(50);
    const beside = await smallOne(service, `beside “${name}”`);
    const r = await attack;
    const told = r.status === 200 ? r.pdf : r.status >= 400 && r.code !== null && r.code !== "API-999" && r.code !== "no JSON";
    const after = await smallOne(service, `after “${name}”`);
    console.log(
      `${name} (${(body.length / 1024).toFixed(0)} KB): ${r.status} ${r.code ?? `${(r.bytes / 1024).toFixed(0)} KB`} after ${(r.ms / 1000).toFixed(1)} s${promise(told, `${name}: ${r.status} ${r.code}`)}; beside ${beside}; after ${after} ${r.message.slice(0, 160)}`,
    );
  }
  report(await watching.stop());
  await stop(service);
}

async function clients() {
  const service = await startService({ ...settings, PLATEN_REQUEST_TIMEOUT_MS: "2000" });
  await smallOne(service, "at first");
  const watching = watch(service);
  const { hostname, port } = new URL(service.url);
  const dripping = Array.from({ length: short ? 50 : 300 }, (_, i) => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    const token = i % 2 ? "plt_siege" : "wrong";
    socket.write(
      `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n`,
    );
    const timer = setInterval(() => socket.write(" "), 200);
    return new Promise((resolve) => socket.once("close", () => (clearInterval(timer), resolve())));
  });
  const heavy = ATTACKS["table: 100,000 rows"]();
  const vanished = Array.from({ length: 20 }, (_, i) => post(service, heavy, { abandonMs: 100 + 50 * i }));
  await Promise.all(vanished);
  console.log(`vanished clients: small document ${await smallOne(service, "after 20 vanished clients")}`);
  await Promise.all(dripping);
  console.log(`dripping clients: all closed; small document ${await smallOne(service, "after dripping clients")}`);
  report(await watching.stop());
  await stop(service);
}

/** Delay before a client tries again (core contract, Client behaviour). */
const BACKOFF_MS = 500;

async function throughput(service, documents, clientCount, seconds) {
  const until = performance.now() + seconds * 1000;
  let whole = 0;
  let refused = 0;
  let other = 0;
  await Promise.all(
    Array.from({ length: clientCount }, async (_, c) => {
      for (let i = c; performance.now() < until; i += clientCount) {
        const r = await post(service, documents[i % documents.length]);
        if (r.status === 200 && r.pdf) whole++;
        else if (r.status === 503) refused++;
        else other++;
        if (r.status === 503) await pause(BACKOFF_MS);
      }
    }),
  );
  return { rate: whole / seconds, refused, other };
}

async function overload() {
  const seconds = short ? 3 : 60;
  // their rate is compared where nothing else runs
  const beside = patience > 1 ? 0.5 : short ? 3 : 20;
  const service = await startService({ ...settings, PLATEN_QUEUE: "8" });
  const documents = Array.from({ length: 400 }, (_, i) => ordinary(i));
  await throughput(service, documents, WORKERS, beside);
  const before = await throughput(service, documents, WORKERS * 2, beside);
  const watching = watch(service);
  const during = await throughput(service, documents, 4 * WORKERS * 9, seconds);
  const after = await throughput(service, documents, WORKERS * 2, beside);
  const usual = (before.rate + after.rate) / 2;
  const kept = during.rate > usual * 0.9 && during.other === 0;
  console.log(
    `overload: ${before.rate.toFixed(0)} documents a second before, ${after.rate.toFixed(0)} after, ${during.rate.toFixed(0)} with four times the clients (${during.refused} refused with 503, ${during.other} otherwise)${promise(kept || (patience > 1 && during.other === 0), "overload costs throughput")}`,
  );
  report(await watching.stop());
  await stop(service);
}

async function soak() {
  const count = Number(valueOf("documents") ?? 20_000);
  const service = await startService({ ...settings, PLATEN_WORKERS: "1" });
  const samples = [];
  let failed = 0;
  const began = performance.now();
  for (let i = 0; i < count; i++) {
    const r = await post(service, ordinary(i));
    if (r.status !== 200 || !r.pdf) failed++;
    if (i % Math.ceil(count / 200) === 0) samples.push(memoryMb(service));
    if (i % Math.ceil(count / 10) === 0)
      console.log(`${i}: ${memoryMb(service).toFixed(0)} MB, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  const mean = (part) => part.reduce((a, b) => a + b, 0) / part.length;
  const half = samples.length / 2;
  const [third, last] = [mean(samples.slice(half, half * 1.5)), mean(samples.slice(half * 1.5))];
  const kept = failed === 0 && Math.abs(last / third - 1) < 0.05;
  console.log(
    `soak: ${count} documents, ${failed} failed; third quarter ${third.toFixed(0)} MB, last ${last.toFixed(0)} MB${promise(kept, "memory was not flat in the second half")}`,
  );
  await stop(service);
}

/** Two owners beyond their bound, killed: accepted jobs complete once, neither waits for the other. */
async function jobs() {
  const count = short ? 30 : 300;
  const env = { ...settings, PLATEN_LIMIT_OWNER_JOBS: String(count), PLATEN_JOB_LEASE_MS: "1000" };
  const dataDir = mkdtempSync(path.join(tmpdir(), "platen-siege-jobs-"));
  let service = await startService({ ...env, PLATEN_DATA_DIR: dataDir });
  const made = await ask(service, "POST", "/admin/tokens", { body: JSON.stringify({ owner: "other" }) });
  const other = { authorization: `Bearer ${made.body.token}` };
  const submit = (i, headers = {}) =>
    ask(service, "POST", "/pdf/render", { body: ordinary(i), headers: { prefer: "respond-async", ...headers } });
  const answers = await Promise.all(Array.from({ length: count + 20 }, (_, i) => submit(i)));
  const accepted = answers.filter((a) => a.status === 202).map((a) => a.body.job_id);
  const refused = answers.filter((a) => a.status === 503).length;
  const one = await submit(0, other);
  const read = async (id, headers = {}) => (await ask(service, "GET", `/jobs/${id}`, { headers })).body;
  while ((await read(one.body.job_id, other)).status === "pending") await pause(20);
  const waiting = (await Promise.all(accepted.map((id) => read(id)))).filter((j) => j.status === "pending").length;
  service.child.kill("SIGKILL");
  await service.exit;
  service = await startService({ ...env, PLATEN_DATA_DIR: dataDir });
  const began = performance.now();
  const ended = [];
  for (const id of accepted) {
    let job = await read(id);
    while (job.status === "pending" && performance.now() - began < 120_000) {
      await pause(50);
      job = await read(id);
    }
    ended.push(job);
  }
  const completed = ended.filter((j) => j.status === "completed").length;
  const kept = accepted.length + refused === answers.length && completed === accepted.length && one.status === 202;
  console.log(
    `jobs: ${accepted.length} accepted, ${refused} refused; another owner's was done while ${waiting} waited; after SIGKILL ${completed} completed${promise(kept, "jobs were lost")}`,
  );
  await stop(service);
}

const PHASES = { attacks, clients, overload, jobs, management, owners, callbacks, tools, invoices };
const chosen = Object.keys(PHASES).filter(flag);
for (const [name, phase] of Object.entries(PHASES)) if (chosen.includes(name) || (chosen.length === 0 && !flag("soak"))) await phase();
if (flag("soak")) await soak();
if (broken.length > 0) console.log(`\nbroken:\n${broken.map((b) => `- ${b}`).join("\n")}`);
else console.log("\neverything promised was kept");
process.exit(broken.length > 0 ? 1 : 0);
