// What a profile and tags cost: the same documents plain, as PDF/A-2b and as PDF/UA-1 in turn, in one process: node profiles.mjs [--renders N] [--docs a,b]
import { parseArgs } from "node:util";
import { Engine } from "../dist/runtime/engine.js";
import { REQUESTS } from "./documents.mjs";
import { DOCUMENTS, vary } from "./vary.mjs";

const { values: o } = parseArgs({
  options: { renders: { type: "string", default: "20" }, docs: { type: "string", default: DOCUMENTS.join(",") } },
});
const PROFILES = ["", "pdfa-2b", "pdfa-ua1"];

/** A description for every picture and barcode, as PDF/UA wants. */
function described(value) {
  if (Array.isArray(value)) return value.map(described);
  if (typeof value !== "object" || value === null) return value;
  const figure = value.type === "image" || value.type === "barcode";
  return { ...(figure && { alt: "What it shows" }), ...Object.fromEntries(Object.entries(value).map(([k, v]) => [k, described(v)])) };
}
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const engine = new Engine();
await engine.warmUp();
for (const doc of o.docs.split(",")) {
  const times = Object.fromEntries(PROFILES.map((p) => [p, []]));
  const bytes = {};
  for (let k = 0; k < Number(o.renders) + 2; k++) {
    const request = described(REQUESTS[doc](vary(doc, k)));
    for (const profile of PROFILES) {
      const body = new TextEncoder().encode(JSON.stringify({ ...request, settings: { ...request.settings, profile } }));
      const start = performance.now();
      const { pdf } = await engine.renderLater(body);
      // the first two are for warming up
      if (k > 1) times[profile].push(performance.now() - start);
      bytes[profile] = pdf.length;
    }
  }
  const plain = median(times[""]);
  console.log(`\n${doc}`);
  for (const p of PROFILES) {
    const t = median(times[p]);
    console.log(
      `  ${(p || "plain").padEnd(9)} ${t.toFixed(1).padStart(7)} ms   ${bytes[p]} bytes   ${(t / plain).toFixed(2)} x time   ${(bytes[p] / bytes[""]).toFixed(2)} x size`,
    );
  }
}
