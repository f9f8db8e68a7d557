// Platen and its peers in turn on the same documents, in the same run: node bench.mjs [--rounds N] [--renders N] [--docs a,b] [--peers a,b]
// Ratios are what counts: single numbers depend on what else the machine is doing.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { parseArgs } from "node:util";
import { DISTURBED, ENOUGH, median, shown } from "./pulse.mjs";
import { DOCUMENTS } from "./vary.mjs";

const { values: o } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    renders: { type: "string", default: "40" },
    docs: { type: "string", default: DOCUMENTS.join(",") },
    peers: { type: "string", default: "platen,typst" },
  },
});
const here = new URL(".", import.meta.url).pathname;
if (!fs.existsSync(`${here}../dist/runtime/render/engine.js`)) throw new Error("build first: npm run build");
const peers = o.peers
  .split(",")
  .filter(
    (p) =>
      p === "platen" || fs.existsSync(`${here}node_modules`) || (console.log(`${p} is left out: npm install in bench/ fetches it`), false),
  );

const one = (peer, doc) => {
  const r = spawnSync(process.execPath, ["run.mjs", peer, doc, o.renders], { cwd: here, encoding: "utf8", maxBuffer: 1 << 26 });
  if (r.status !== 0) throw new Error(`${peer} on ${doc}: ${r.stderr.slice(-500)}`);
  return JSON.parse(r.stdout.trim().split("\n").pop());
};
const ms = (v) => shown(v, 1).padStart(8);

let fastest = Infinity;

for (const doc of o.docs.split(",")) {
  const rows = Object.fromEntries(peers.map((p) => [p, []]));
  for (let round = 0; round < Number(o.rounds); round++) for (const p of peers) rows[p].push(one(p, doc));
  for (const p of peers) for (const r of rows[p]) for (const w of r.warm) fastest = Math.min(fastest, w.pulse);
  const all = Object.fromEntries(peers.map((p) => [p, rows[p].flatMap((r) => r.warm)]));
  const quiet = Object.fromEntries(peers.map((p) => [p, all[p].filter((w) => w.pulse <= DISTURBED * fastest)]));
  const typical = (list) => (list.length < ENOUGH ? NaN : median(list.map((w) => w.ms)));
  const ratio = (p, of) => (p === "platen" || !of.platen ? "" : ` (${shown(typical(of[p]) / typical(of.platen), 2)} x Platen's time)`);
  console.log(`\n${doc}`);
  for (const p of peers) {
    const share = `${quiet[p].length} of ${all[p].length}`;
    console.log(
      `  ${p.padEnd(8)} quiet ${ms(typical(quiet[p]))} ms${ratio(p, quiet)}   all ${ms(typical(all[p]))} ms${ratio(p, all)}   ${share} quiet   first ${ms(median(rows[p].map((r) => r.firstMs)))} ms   peak ${String(median(rows[p].map((r) => r.peakMB))).padStart(4)} MB   ${rows[p][0].bytes} bytes`,
    );
  }
  if (rows.platen) {
    const list = quiet.platen.length < ENOUGH ? all.platen : quiet.platen;
    const phases = Object.keys(list[0].phases);
    console.log(`  phases   ${phases.map((k) => `${k} ${median(list.map((w) => w.phases[k])).toFixed(1)}`).join("   ")} ms`);
  }
}
