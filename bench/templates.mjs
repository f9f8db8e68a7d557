// Ten invoices by template and as JSON Render: node bench/templates.mjs (after npm run build).
import fs from "node:fs";
import { Engine } from "../dist/runtime/engine/engine.js";
import { warmUp } from "../dist/runtime/warm-up/warm-up.js";
import { localeFiles } from "../dist/runtime/engine/locales.js";
import { renderTemplate, TemplateCache } from "../dist/runtime/engine/template-render.js";
import { bindBatch, parseTemplate } from "../dist/compiler/template/template.js";

const ROUNDS = 60;
const WARM = 15;
const ITEMS = 30;
const read = (file) => fs.readFileSync(new URL(`../templates/${file}`, import.meta.url));
const source = new Uint8Array(read("invoice.json"));
const full = JSON.parse(read("data/invoice.full.json"));
const record = (k) => ({
  ...full,
  number: `INV-${k}`,
  items: Array.from({ length: ITEMS }, (_, i) => ({
    ...full.items[i % full.items.length],
    description: `Item ${k} ${i}`,
    unit_price: 10 + i + k / 100,
  })),
});

const engine = new Engine();
await warmUp(engine);
const encode = (value) => new TextEncoder().encode(JSON.stringify(value));
const { template } = parseTemplate(source);
const batches = Array.from({ length: 10 }, (_, v) => Array.from({ length: 10 }, (_, k) => record(v * 10 + k)));
const byTemplate = batches.map((data) => encode({ template_id: "invoice", data }));
const asJson = batches.map((data) => bindBatch(template, data, localeFiles).requests.map(encode));
const cache = new TemplateCache();
const times = { template: [], json: [] };
for (let i = 0; i < ROUNDS; i++) {
  const body = byTemplate[i % byTemplate.length];
  let start = performance.now();
  await renderTemplate(engine, cache, body, { find: async () => source });
  const template = performance.now() - start;
  start = performance.now();
  for (const request of asJson[i % asJson.length]) await engine.renderLater(request);
  const json = performance.now() - start;
  if (i >= WARM) {
    times.template.push(template);
    times.json.push(json);
  }
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const [a, b] = [median(times.template), median(times.json)];
console.log(
  `ten invoices of ${ITEMS} items: by template ${a.toFixed(1)} ms, as JSON Render ${b.toFixed(1)} ms, ratio ${(a / b).toFixed(2)}`,
);
