// One peer on one document: node run.mjs PEER DOC RENDERS [TREE]. Prints a JSON line, writes the first PDF to out/. `old`: Platen from
// another built tree.
import fs from "node:fs";
import { pulse } from "./pulse.mjs";
import { vary } from "./vary.mjs";

const [name, doc, renders, tree] = process.argv.slice(2);
const peer = await import(`./peers/${name === "old" ? "platen" : name}.mjs`);

await peer.setup?.(tree);
const bodies = Array.from({ length: Number(renders) + 1 }, (_, k) => peer.prepare(doc, vary(doc, k)));
for (let i = 0; i < 20; i++) pulse();
/** per render after the first: time, CPU time of all threads, slower adjacent pulse, phases */
const warm = [];
let firstMs = 0;
let bytes = 0;
let before = pulse();
for (const [k, body] of bodies.entries()) {
  const used = process.cpuUsage();
  const start = performance.now();
  const pdf = await peer.render(doc, body);
  const ms = peer.elapsed?.() ?? performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const cpu = peer.cpu?.() ?? (user + system) / 1000;
  const after = pulse();
  if (k === 0) {
    firstMs = ms;
    bytes = pdf.length;
    fs.mkdirSync(new URL("out/", import.meta.url), { recursive: true });
    fs.writeFileSync(new URL(`out/${name}.${doc}.pdf`, import.meta.url), pdf);
  } else warm.push({ ms, cpu, pulse: Math.max(before, after), phases: { ...peer.phases } });
  before = after;
  peer.tick?.();
}
const peakMB = peer.peak?.() ?? Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ peer: name, doc, firstMs, bytes, peakMB, warm }));
peer.close?.();
