// Cost of profiles and tags: plain, PDF/A-2b, PDF/UA-1, alternately: node profiles.mjs [--renders N] [--docs a,b]
import { parseArgs } from "node:util";
import { Engine } from "../dist/runtime/engine/engine.js";
import { warmUp } from "../dist/runtime/warm-up/warm-up.js";
import { REQUESTS } from "./documents.mjs";
import { DISTURBED, ENOUGH, median, pulse, shown } from "./pulse.mjs";
import { DOCUMENTS, vary } from "./vary.mjs";

const { values: o } = parseArgs({
  options: { renders: { type: "string", default: "30" }, docs: { type: "string", default: DOCUMENTS.join(",") } },
});
/** Uncounted warm-up renders of each. */
const WARM = 8;
const PROFILES = ["", "pdfa-2b", "pdfa-ua1"];

/** Elements that require a description in PDF/UA. */
const FIGURES = ["image", "barcode", "chart"];

function described(value) {
  if (Array.isArray(value)) return value.map(described);
  if (typeof value !== "object" || value === null) return value;
  return {
    ...(FIGURES.includes(value.type) && { alt: "What it shows" }),
    ...Object.fromEntries(Object.entries(value).map(([k, v]) => [k, described(v)])),
  };
}

const engine = new Engine();
await warmUp(engine);
for (let i = 0; i < 20; i++) pulse();
let fastest = Infinity;
for (const doc of o.docs.split(",")) {
  const all = Object.fromEntries(PROFILES.map((p) => [p, []]));
  const bytes = {};
  let before = pulse();
  for (let k = 0; k < Number(o.renders) + WARM; k++) {
    const request = described(REQUESTS[doc](vary(doc, k)));
    for (const profile of PROFILES) {
      const body = new TextEncoder().encode(JSON.stringify({ ...request, settings: { ...request.settings, profile } }));
      const start = performance.now();
      const { pdf } = await engine.renderLater(body);
      const ms = performance.now() - start;
      const after = pulse();
      if (k >= WARM) all[profile].push({ ms, pulse: Math.max(before, after) });
      fastest = Math.min(fastest, after);
      before = after;
      bytes[profile] = pdf.length;
    }
  }
  const quiet = Object.fromEntries(PROFILES.map((p) => [p, all[p].filter((w) => w.pulse <= DISTURBED * fastest)]));
  const typical = (list) => (list.length < ENOUGH ? NaN : median(list.map((w) => w.ms)));
  console.log(`\n${doc}`);
  for (const p of PROFILES) {
    const of = (lists) => `${shown(typical(lists[p]), 1).padStart(7)} ms ${shown(typical(lists[p]) / typical(lists[""]), 2)} x time`;
    console.log(
      `  ${(p || "plain").padEnd(9)} quiet ${of(quiet)}   all ${of(all)}   ${quiet[p].length} of ${all[p].length} quiet   ${bytes[p]} bytes   ${(bytes[p] / bytes[""]).toFixed(2)} x size`,
    );
  }
}
