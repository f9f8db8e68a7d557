// Shards as messages of NATS JetStream, taken by as many workers as there are:
//
//     npm install
//     node queue-nats.mjs --data invoices.jsonl --out invoices [--shards 8] [--workers 2] [--server nats://host:4222]
//
// `node queue-nats.mjs publish …` only fills the queue, and `node queue-nats.mjs work --workers 4`, on any number of machines, empties it.
// A server is found by --server or NATS_URL; otherwise a nats-server of this machine is started for the run.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos } from "@nats-io/transport-node";

const STREAM = "PLATEN";
const SUBJECT = "platen.shards";
const WORKERS = "workers";
/** A shard whose worker has said nothing for this long is given to another. */
const SILENT_MS = 30_000;
const AGAIN_MS = 10_000;

const { values: o, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: "string" },
    out: { type: "string" },
    template: { type: "string", default: path.join(import.meta.dirname, "template.json") },
    name: { type: "string", default: "{number}" },
    date: { type: "string", default: process.env.SOURCE_DATE_EPOCH ?? String(Math.floor(Date.now() / 1000)) },
    shards: { type: "string", default: "8" },
    workers: { type: "string", default: "2" },
    server: { type: "string", default: process.env.NATS_URL },
  },
});
const role = positionals[0] ?? "both";
if (role !== "work" && (o.data === undefined || o.out === undefined)) {
  console.error("--data FILE and --out DIR are required");
  process.exit(2);
}

/** A server for this run alone. */
async function ownServer() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "nats-"));
  const server = spawn("nats-server", ["-js", "-sd", folder, "-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", folder], {
    stdio: "ignore",
  });
  const failed = new Promise((_, reject) => {
    server.once("error", () => reject(new Error("no NATS server: give --server, or install nats-server")));
    server.once("exit", (code) => reject(new Error(`nats-server ended with ${code}`)));
  });
  failed.catch(() => undefined);
  const ports = async () => {
    for (;;) {
      const file = readdirSync(folder).find((name) => name.endsWith(".ports"));
      const text = file ? readFileSync(path.join(folder, file), "utf8") : "";
      if (text.endsWith("}")) return JSON.parse(text).nats[0];
      await pause(50);
    }
  };
  const end = () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await Promise.race([ports(), failed]), end };
  } catch (e) {
    end();
    throw e;
  }
}

// a path of this machine has another meaning in the folder of a worker
const place = (name) => (name.includes("://") ? name : path.resolve(name));

async function publish(connection) {
  const js = jetstream(connection);
  const count = Number(o.shards);
  for (let index = 0; index < count; index++) {
    const shard = {
      template: place(o.template),
      data: place(o.data),
      out: place(o.out),
      name: o.name,
      date: o.date,
      shard: `${index}/${count}`,
    };
    await js.publish(SUBJECT, JSON.stringify(shard));
  }
}

/** The exit code of one shard's run. */
function run({ template, data, out, name, date, shard }) {
  const [program, ...first] = (process.env.PLATEN ?? "platen").split(" ");
  const args = [
    "batch",
    template,
    "--data",
    data,
    "--out",
    out,
    "--name",
    name,
    "--date",
    date,
    "--shard",
    shard,
    "--workers",
    "1",
    "--quiet",
  ];
  const child = spawn(program, [...first, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  return new Promise((resolve) => {
    child.once("error", (e) => {
      console.error(String(e));
      resolve(75);
    });
    child.once("exit", (code) => resolve(code ?? 75));
  });
}

/** Takes shards until the queue is empty. @returns the highest code that ended a shard */
async function work(connection) {
  const consumer = await jetstream(connection).consumers.get(STREAM, WORKERS);
  const manager = await jetstreamManager(connection);
  let worst = 0;
  for (;;) {
    const message = await consumer.next({ expires: 2000 });
    if (!message) {
      // shards of other workers may come back
      const { num_pending, num_ack_pending } = await manager.consumers.info(STREAM, WORKERS);
      if (num_pending + num_ack_pending === 0) return worst;
      continue;
    }
    const alive = setInterval(() => message.working(), SILENT_MS / 3);
    const code = await run(message.json());
    clearInterval(alive);
    if (code === 0 || code === 1) await message.ackAck();
    else if (code === 2 || code === 3) {
      worst = Math.max(worst, code);
      // with a reason, servers before 2.10 would give it to another
      message.term();
    } else message.nak(AGAIN_MS);
  }
}

const own = o.server === undefined ? await ownServer() : null;
const connection = await connect({ servers: own?.url ?? o.server });
try {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: STREAM, subjects: [SUBJECT], retention: "workqueue" });
  await manager.consumers.add(STREAM, { durable_name: WORKERS, ack_policy: "explicit", ack_wait: nanos(SILENT_MS), max_deliver: -1 });
  if (role !== "work") await publish(connection);
  if (role !== "publish") {
    const worst = await Promise.all(Array.from({ length: Number(o.workers) }, () => work(connection)));
    process.exitCode = Math.max(...worst);
  }
} finally {
  await connection.drain();
  own?.end();
}
