// Cost of number formats: the report table with formatted and ready-made amounts: node formats.mjs [--renders N]
import { parseArgs } from "node:util";
import { Numbers } from "../dist/compiler/locale/numbers.js";
import { localeFiles } from "../dist/runtime/engine/locales.js";
import { Engine } from "../dist/runtime/engine/engine.js";
import { warmUp } from "../dist/runtime/warm-up/warm-up.js";
import { AMOUNT_FORMAT, REQUESTS, withAmounts } from "./documents.mjs";
import { DISTURBED, ENOUGH, median, pulse, shown } from "./pulse.mjs";
import { vary } from "./vary.mjs";

const { values: o } = parseArgs({ options: { renders: { type: "string", default: "40" } } });
/** Renders of each that are not counted. */
const WARM = 8;

const numbers = new Numbers(localeFiles, undefined);
const FORMS = {
  "ready-made": (o) => withAmounts(o, (v) => numbers.text(v, AMOUNT_FORMAT), null),
  formatted: REQUESTS["report-table-amounts"],
};

const engine = new Engine();
await warmUp(engine);
for (let i = 0; i < 20; i++) pulse();
const all = Object.fromEntries(Object.keys(FORMS).map((f) => [f, []]));
let fastest = Infinity;
let before = pulse();
for (let k = 0; k < Number(o.renders) + WARM; k++) {
  let turn = 0;
  // every other round the other way round
  for (const form of k % 2 === 0 ? Object.keys(FORMS) : Object.keys(FORMS).toReversed()) {
    // unique texts, since known ones would cost nothing
    const body = new TextEncoder().encode(JSON.stringify(FORMS[form](vary("report-table", 2 * k + turn++))));
    const cpu = process.cpuUsage();
    const start = performance.now();
    await engine.renderLater(body);
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    const after = pulse();
    if (k >= WARM) all[form].push({ ms, cpu: (user + system) / 1000, pulse: Math.max(before, after) });
    fastest = Math.min(fastest, after);
    before = after;
  }
}
/** CPU of both renders of a round, which other processes disturb alike. */
const ratios = all.formatted.map((w, i) => w.cpu / all["ready-made"][i].cpu).sort((a, b) => a - b);
const quiet = Object.fromEntries(Object.keys(FORMS).map((f) => [f, all[f].filter((w) => w.pulse <= DISTURBED * fastest)]));
const typical = (list, of) => (list.length < ENOUGH ? NaN : median(list.map((w) => w[of])));
for (const form of Object.keys(FORMS)) {
  const of = (lists, what) =>
    `${shown(typical(lists[form], what), 1)} ms ${shown(typical(lists[form], what) / typical(lists["ready-made"], what), 3)} x`;
  console.log(
    `${form.padEnd(10)} time quiet ${of(quiet, "ms")}  all ${of(all, "ms")}  CPU quiet ${of(quiet, "cpu")}  all ${of(all, "cpu")}  ${quiet[form].length} of ${all[form].length} quiet`,
  );
}
const part = (of) => shown(ratios[Math.floor(ratios.length * of)], 3);
console.log(
  `formatted/ready-made, CPU of each round: median ${part(0.5)} x, quartiles ${part(0.25)} and ${part(0.75)}, ${ratios.length} rounds`,
);
