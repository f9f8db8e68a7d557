// Platen and its peers alternately on the same documents: node bench.mjs [--rounds N] [--renders N] [--docs a,b] [--peers a,b] [--beside
// DIR]. `old`: Platen from the built tree DIR (dist/, fonts/, node_modules/). Only ratios are meaningful.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { engineFile } from "./built-tree.mjs";
import { DISTURBED, ENOUGH, median, shown } from "./pulse.mjs";
import { DOCUMENTS } from "./vary.mjs";

const { values: o } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    renders: { type: "string", default: "40" },
    docs: { type: "string", default: DOCUMENTS.join(",") },
    peers: { type: "string", default: "platen,typst" },
    beside: { type: "string" },
  },
});
const here = import.meta.dirname;
const TREES = { platen: path.join(here, ".."), ...(o.beside !== undefined && { old: path.resolve(o.beside) }) };
for (const tree of Object.values(TREES)) if (!engineFile(tree)) throw new Error(`build first: npm run build in ${tree}`);
const peers = [...o.peers.split(","), ...(o.beside === undefined ? [] : ["old"])].filter(
  (p) =>
    p in TREES ||
    fs.existsSync(path.join(here, "node_modules")) ||
    (console.log(`${p} is left out: npm install in bench/ fetches it`), false),
);

/** By default settings of a service's render processes. */
const { heapFlags } = await import("../dist/runtime/pool/render-process.js");
const { settingsFrom } = await import("../dist/runtime/core/settings.js");
const HEAP = heapFlags(settingsFrom({}).memoryMb);

const one = (peer, doc) => {
  const args = [...(peer in TREES ? HEAP : []), "run.mjs", peer, doc, o.renders, ...(peer in TREES ? [TREES[peer]] : [])];
  const r = spawnSync(process.execPath, args, { cwd: here, encoding: "utf8", maxBuffer: 1 << 26 });
  if (r.status !== 0) throw new Error(`${peer} on ${doc}: ${r.stderr.slice(-500)}`);
  return JSON.parse(r.stdout.trim().split("\n").pop());
};
const ms = (v) => shown(v, 1).padStart(8);

let fastest = Infinity;

for (const doc of o.docs.split(",")) {
  const rows = Object.fromEntries(peers.map((p) => [p, []]));
  let all = {};
  let quiet = {};
  const rounds = Number(o.rounds);
  // until each peer has enough quiet renders, on a busy machine
  for (let round = 0; round < rounds || (round < 4 * rounds && peers.some((p) => quiet[p].length < ENOUGH)); round++) {
    // alternates the order, against trends in the load
    for (const p of round % 2 === 0 ? peers : peers.toReversed()) rows[p].push(one(p, doc));
    all = Object.fromEntries(peers.map((p) => [p, rows[p].flatMap((r) => r.warm)]));
    for (const p of peers) for (const w of all[p]) fastest = Math.min(fastest, w.pulse);
    quiet = Object.fromEntries(peers.map((p) => [p, all[p].filter((w) => w.pulse <= DISTURBED * fastest)]));
  }
  const typical = (list) => (list.length < ENOUGH ? NaN : median(list.map((w) => w.ms)));
  /** A document that takes a peer tens of seconds has few renders. */
  const some = (list, of) => median(list.map((w) => w[of]));
  const beside = (p, value, of) => (p === "platen" || !all.platen ? "" : ` (${shown(value(of[p]) / value(of.platen), 2)} x Platen's)`);
  const column = (p, name, value, of) => `${name} ${ms(value(of[p]))} ms${beside(p, value, of)}`;
  console.log(`\n${doc}`);
  for (const p of peers) {
    const share = `${quiet[p].length} of ${all[p].length}`;
    console.log(
      `  ${p.padEnd(9)} ${column(p, "quiet", typical, quiet)}   ${column(p, "all", (list) => some(list, "ms"), all)}   ${column(p, "cpu", (list) => some(list, "cpu"), all)}   ${share} quiet   first ${ms(median(rows[p].map((r) => r.firstMs)))} ms   peak ${String(median(rows[p].map((r) => r.peakMB))).padStart(4)} MB   ${rows[p][0].bytes} bytes`,
    );
  }
  if (rows.platen && rows.old) {
    const [undisturbed, every] = [quiet, all].map((of) => shown(typical(of.platen) / typical(of.old), 3));
    console.log(`  beside   Platen's time is ${undisturbed} of old's in quiet renders, ${every} in all`);
  }
  if (rows.platen) {
    const list = quiet.platen.length < ENOUGH ? all.platen : quiet.platen;
    const phases = Object.keys(list[0].phases);
    console.log(`  phases   ${phases.map((k) => `${k} ${median(list.map((w) => w.phases[k])).toFixed(1)}`).join("   ")} ms`);
  }
}
