// Cost of number formats: the report table with formatted and ready-made amounts: node formats.mjs [--renders N]
import { parseArgs } from "node:util";
import { Numbers } from "../dist/compiler/locale/numbers.js";
import { localeFiles } from "../dist/runtime/engine/locales.js";
import { Engine } from "../dist/runtime/engine/engine.js";
import { warmUp } from "../dist/runtime/warm-up/warm-up.js";
import { REQUESTS } from "./documents.mjs";
import { DISTURBED, ENOUGH, median, pulse, shown } from "./pulse.mjs";
import { vary } from "./vary.mjs";

const { values: o } = parseArgs({ options: { renders: { type: "string", default: "40" } } });
/** Renders of each that are not counted. */
const WARM = 8;
const FORMAT = { locale: "de", currency: "EUR" };
const KEY = "amount";

const numbers = new Numbers(localeFiles, undefined);
/** Amounts by `write`, in a column with the format, if any. */
function withAmounts(request, write, format) {
  const [title, table] = request.pages[0].elements;
  const columns = table.columns.map((c) => (c.key === KEY && format ? { ...c, format } : c));
  const rows = table.rows.map((row) => ({ ...row, [KEY]: write(Number(row[KEY])) }));
  return { ...request, pages: [{ ...request.pages[0], elements: [title, { ...table, columns, rows }] }] };
}
const FORMS = {
  "ready-made": (request) => withAmounts(request, (v) => numbers.text(v, FORMAT), null),
  formatted: (request) => withAmounts(request, (v) => v, FORMAT),
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
    const request = REQUESTS["report-table"](vary("report-table", 2 * k + turn++));
    const body = new TextEncoder().encode(JSON.stringify(FORMS[form](request)));
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
const quiet = Object.fromEntries(Object.keys(FORMS).map((f) => [f, all[f].filter((w) => w.pulse <= DISTURBED * fastest)]));
const typical = (list, of) => (list.length < ENOUGH ? NaN : median(list.map((w) => w[of])));
for (const form of Object.keys(FORMS)) {
  const of = (lists, what) =>
    `${shown(typical(lists[form], what), 1)} ms ${shown(typical(lists[form], what) / typical(lists["ready-made"], what), 3)} x`;
  console.log(
    `${form.padEnd(10)} time quiet ${of(quiet, "ms")}  all ${of(all, "ms")}  CPU quiet ${of(quiet, "cpu")}  all ${of(all, "cpu")}  ${quiet[form].length} of ${all[form].length} quiet`,
  );
}
