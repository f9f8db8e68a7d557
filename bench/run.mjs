// One peer on one document in this process: node run.mjs PEER DOC RENDERS. Prints one JSON line; the first PDF goes to out/.
import fs from "node:fs";
import { vary } from "./vary.mjs";

const [name, doc, renders] = process.argv.slice(2);
const peer = await import(`./peers/${name}.mjs`);
await peer.setup?.();
const bodies = Array.from({ length: Number(renders) + 1 }, (_, k) => peer.prepare(doc, vary(doc, k)));
const times = [];
const phases = {};
let bytes = 0;
for (const body of bodies) {
  const start = performance.now();
  const pdf = await peer.render(doc, body);
  times.push(performance.now() - start);
  if (times.length === 1) {
    bytes = pdf.length;
    fs.mkdirSync(new URL("out/", import.meta.url), { recursive: true });
    fs.writeFileSync(new URL(`out/${name}.${doc}.pdf`, import.meta.url), pdf);
  } else for (const [phase, ms] of Object.entries(peer.phases ?? {})) (phases[phase] ??= []).push(ms);
  peer.tick?.();
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const report = {
  peer: name,
  doc,
  firstMs: times[0],
  medianMs: median(times.slice(1)),
  minMs: Math.min(...times.slice(1)),
  bytes,
  peakMB: Math.round(process.resourceUsage().maxRSS / 1024),
  phases: Object.fromEntries(Object.entries(phases).map(([k, v]) => [k, median(v)])),
};
console.log(JSON.stringify(report));
