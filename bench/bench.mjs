// Platen and its peers in turn on the same documents, in the same run: node bench.mjs [--rounds N] [--renders N] [--docs a,b] [--peers a,b]
// Ratios are what counts: single numbers depend on what else the machine is doing.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { parseArgs } from "node:util";
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
if (!fs.existsSync(`${here}../dist/runtime/engine.js`)) throw new Error("build first: npm run build");
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
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const ms = (v) => v.toFixed(1).padStart(8);

for (const doc of o.docs.split(",")) {
  const rows = Object.fromEntries(peers.map((p) => [p, []]));
  for (let round = 0; round < Number(o.rounds); round++) for (const p of peers) rows[p].push(one(p, doc));
  const typical = (p) => median(rows[p].map((r) => r.medianMs));
  console.log(`\n${doc}`);
  for (const p of peers) {
    const ratio = p === "platen" ? "" : `   ${(typical(p) / typical("platen")).toFixed(2)} x Platen's time`;
    console.log(
      `  ${p.padEnd(8)} warm ${ms(typical(p))} ms   first ${ms(median(rows[p].map((r) => r.firstMs)))} ms   peak ${String(median(rows[p].map((r) => r.peakMB))).padStart(4)} MB   ${rows[p][0].bytes} bytes${ratio}`,
    );
  }
  if (rows.platen) {
    const phases = Object.keys(rows.platen[0].phases);
    console.log(`  phases   ${phases.map((k) => `${k} ${median(rows.platen.map((r) => r.phases[k])).toFixed(1)}`).join("   ")} ms`);
  }
}
