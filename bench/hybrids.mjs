// Pages against data (IN-24 to IN-35): false alarms of genuine hybrid invoices, and changed terms that are found.
// `node bench/hybrids.mjs [--ours N] [--changes N] [--seed N] [FOLDER ...]`: folders have PDFs of others.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { comparePages } from "../dist/compare/invoice/compare.js";
import { monthNames } from "../dist/compare/invoice/dates.js";
import { readPage } from "../dist/compare/invoice/page-text.js";
import { factsOf } from "../dist/compare/facts/document.js";
import { openPdf } from "../dist/pdf-reader/file.js";
import { invoiceInPdf } from "../dist/runtime/einvoice/carried.js";
import { nodeCrypto } from "../dist/runtime/engine/crypto.js";
import { localeFiles } from "../dist/runtime/engine/locales.js";
import { CONTRACT_LIMITS } from "../dist/compiler/core/limits.js";
import { inspectEInvoice, readEInvoice, renderEInvoice, writeEInvoice } from "../dist/runtime/index.js";
import { ibanOf, LANGUAGES, pagesOf, randomModel, randomOf } from "./hybrid-invoices.mjs";

const DRAWN = ["de", "en", "fr", "es", "it", "nl", "pl"];
const arg = (name, otherwise) => {
  const i = process.argv.indexOf(`--${name}`);
  return i < 0 ? otherwise : Number(process.argv.splice(i, 2)[1]);
};
const ours = arg("ours", 1_000);
const changes = arg("changes", 10_000);
const seed = arg("seed", 20261121);
const folders = process.argv.slice(2);

// hybrids

const settings = (invoice, drawing) => ({
  e_invoice: {
    standard: "factur_x",
    profile: "en16931",
    document_type: "invoice",
    invoice,
    profile_loss: "allow",
    validation: { level: "basic" },
    ...(drawing && { drawing }),
  },
});

/** Model with all sums, as its XML has it. */
async function completed(model) {
  const written = await writeEInvoice(model, { syntax: "cii", profile: "en16931", level: "basic", profileLoss: "allow" });
  return (await readEInvoice(written.xml)).invoice;
}

/** Pages of a model, the n-th look, around its data. */
async function hybrid(n, model) {
  const r = randomOf(seed + 7 * n);
  if (r.is(0.35)) {
    const drawing = { language: r.pick(DRAWN), ...(r.is(0.5) && { color: r.pick(["#1e3a8a", "#9a5b2e"]) }) };
    return { kind: `drawing ${drawing.language}`, pdf: (await renderEInvoice({ settings: settings(model, drawing) })).pdf };
  }
  const language = r.pick(LANGUAGES);
  const request = { settings: settings(model), pages: pagesOf(r, language, model) };
  return { kind: `pages ${language}`, pdf: (await renderEInvoice(request)).pdf };
}
const WRITTEN = { syntax: "cii", profile: "en16931", level: "basic", profileLoss: "allow" };

/** An incremental update in which another XML is the attachment. */
function withXml(pdf, xml) {
  const text = Buffer.from(pdf).toString("latin1");
  const number = /(\d+) 0 obj\s*<<(?:(?!endobj|stream)[^])*\/Type ?\/EmbeddedFile/.exec(text)[1];
  const catalog = /\/Root ?(\d+ 0 R)/.exec(text)[1];
  const size = Math.max(...[...text.matchAll(/(\d+) 0 obj/g)].map((m) => Number(m[1]))) + 1;
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)[1];
  const body = Buffer.from(xml, "utf8");
  const head = Buffer.from(`\n${number} 0 obj\n<</Type/EmbeddedFile/Subtype/text#2Fxml/Length ${body.length}>>\nstream\n`, "latin1");
  const begin = pdf.length + 1;
  const at = pdf.length + head.length + body.length + 18;
  const row = `${String(begin).padStart(10, "0")} 00000 n `;
  const end = `\nendstream\nendobj\nxref\n0 1\n0000000000 65535 f \n${number} 1\n${row}\ntrailer\n<</Size ${size}/Root ${catalog}/Prev ${before}>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([pdf, head, body, Buffer.from(end, "latin1")]));
}

// one changed term

const KINDS = {
  amount: "BT-106 BT-109 BT-110 BT-112 BT-113 BT-115 BT-116 BT-117",
  date: "BT-2 BT-9 BT-72",
  number: "BT-31 BT-48 BT-32 BT-1",
  account: "BT-84",
};
const KIND = new Map(Object.entries(KINDS).flatMap(([kind, terms]) => terms.split(" ").map((t) => [t, kind])));

const otherDigit = (r, text) => {
  const places = [...text.matchAll(/\d/g)].map((m) => m.index);
  const at = r.pick(places);
  return `${text.slice(0, at)}${(Number(text[at]) + r.int(1, 9)) % 10}${text.slice(at + 1)}`;
};

function otherValue(r, kind, value) {
  switch (kind) {
    case "amount": {
      const amount = Number(value);
      const made = r.pick([
        () => Number(otherDigit(r, amount.toFixed(2))),
        () => amount + 0.01,
        () => amount - 0.01,
        () => Math.round(amount),
        () => 10 * amount,
        () => amount + r.int(1, 999),
        () => Number(amount.toFixed(2).replace(/(\d)(\d)/, "$2$1")),
      ])();
      return made === 0 ? "0.07" : made.toFixed(2);
    }
    case "date":
      return new Date(Date.parse(value) + 86_400_000 * r.pick([-1, 1, 7, 30, 31, 365, -10])).toISOString().slice(0, 10);
    case "account":
      return r.is(0.5) ? otherDigit(r, value) : ibanOf(r, r.pick(["DE", "FR", "NL", "LU"]));
    default:
      return otherDigit(r, value);
  }
}

const stepsOf = (text) => text.split(/[.[\]]+/).filter((step) => step !== "");
const valueAt = (model, steps) => steps.reduce((here, step) => here?.[step], model);
function changed(model, steps, value) {
  const out = structuredClone(model);
  const last = steps.at(-1);
  const owner = valueAt(out, steps.slice(0, -1));
  if (typeof owner[last] === "object") owner[last].value = value;
  else owner[last] = value;
  return out;
}
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const isSame = (a, b) => a === b || (NUMBER.test(a) && NUMBER.test(b) && Math.abs(Number(a)) === Math.abs(Number(b)));
const holds = (model, value) =>
  typeof model === "object" && model !== null ? Object.values(model).some((v) => holds(v, value)) : isSame(String(model), value);
/** With all that has the same value: sums of one line are equal. */
const replaced = (model, value, by) => JSON.parse(JSON.stringify(model, (_, v) => (typeof v === "string" && isSame(v, value) ? by : v)));

// figures

const tally = new Map();
const count = (name, is) => {
  const t = tally.get(name) ?? { all: 0, found: 0 };
  t.all++;
  if (is) t.found++;
  tally.set(name, t);
};
const told = new Map();
const tell = (text) => {
  const key = text.split(":")[0];
  told.set(key, (told.get(key) ?? 0) + 1);
  if (told.get(key) <= 12) console.log(`  ${text}`);
};
const isFound = (t) => t !== undefined && (t.result === "differs" || t.result === "missing");
const alarmsOf = (report) => report.findings.filter((f) => f.stage === "page" && f.effect !== "note" && f.severity === "error");

/** Counts whether the term was found, and terms of another value that were the same before. */
function judge(what, { before, after }, { term, path: place, value }) {
  const found = isFound(after.terms.find((t) => t.path === place));
  const same = new Set(before.terms.filter((t) => t.result === "same" && !isSame(t.value, value)).map((t) => t.path));
  const innocent = after.terms.filter((t) => t.path !== place && same.has(t.path) && isFound(t));
  count(`${what}, ${term}`, found);
  count(`${what}, ${KIND.get(term)}`, found);
  count("changed terms that are found", found);
  count("changes that leave the other terms the same", innocent.length === 0);
  return { found, innocent };
}

async function own() {
  for (let n = 0; n < ours; n++) {
    const model = await completed(randomModel(randomOf(seed + n)));
    const { kind, pdf } = await hybrid(n, model);
    const report = await inspectEInvoice(pdf);
    const alarms = alarmsOf(report);
    count("ours without alarm", alarms.length === 0);
    for (const a of alarms) tell(`alarm: ${n} ${kind} ${a.rule} ${a.terms} ${a.expected} ${a.actual}`);
    for (let k = 0; k < changes / ours; k++) await change(n, k, model, pdf, report.comparison);
  }
}

/** One term of an invoice changes, on its pages or in its data. */
async function change(n, k, model, pdf, before) {
  const r = randomOf(seed + 1_000 * n + k);
  const term = r.pick(before.terms.filter((t) => KIND.has(t.term) && t.result === "same"));
  const value = otherValue(r, KIND.get(term.term), term.value);
  // a value that the page has elsewhere is the same (IN-31)
  if (holds(model, value)) return;
  const where = r.is(0.5) ? "page" : "data";
  const data = changed(model, stepsOf(term.path), value);
  const shown = where === "page" ? (await hybrid(n, replaced(model, term.value, value))).pdf : pdf;
  const { xml } = await writeEInvoice(where === "page" ? model : data, WRITTEN);
  const { comparison } = await inspectEInvoice(withXml(shown, xml));
  const { found, innocent } = judge(where, { before, after: comparison }, term);
  const what = `${n} ${where} ${term.term} ${term.value} -> ${value}`;
  if (!found) tell(`missed ${term.term}: ${what}`);
  for (const t of innocent) tell(`other ${t.term}: ${what}: ${t.value} ${t.result} ${t.found.map((f) => f.text)}`);
}

// files of others

const languages = [
  ...new Set(
    localeFiles
      .read("index")
      .locales.split(" ")
      .map((tag) => tag.split("-")[0]),
  ),
];
let names = null;
const months = () => (names ??= monthNames(localeFiles, languages));

async function pagesIn(pdf, change = (facts) => facts) {
  const file = openPdf(pdf, { budgets: { ...CONTRACT_LIMITS, pdf_bytes: 2 ** 26 }, crypto: nodeCrypto });
  const facts = factsOf(file, { sha256: () => "" });
  const pages = [];
  for (let i = 0; i < Math.min(200, file.pageCount); i++) pages.push(readPage(i + 1, change(await facts.page(i), i + 1)));
  return { pages, total: file.pageCount };
}

const overlaps = (a, b) => a[0] < b[2] - 0.2 && a[2] > b[0] + 0.2 && a[1] < b[3] - 0.2 && a[3] > b[1] + 0.2;

async function foreign() {
  const hybrids = [];
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true })
      .filter((f) => /\.pdf$/i.test(f))
      .sort()) {
      const pdf = readFileSync(path.join(folder, name));
      const report = await inspectEInvoice(pdf);
      if (!report.comparison) continue;
      const alarms = alarmsOf(report);
      count("files of others without alarm", alarms.length === 0);
      for (const a of alarms) console.log(`  ${name}: ${a.rule} ${a.terms} data ${a.expected} page ${a.actual}`);
      const isWhole = report.comparison.readable_pages === report.comparison.pages;
      if (alarms.length === 0 && isWhole && report.comparison.terms.some((t) => t.result === "same" && KIND.has(t.term)))
        hybrids.push({ name, pdf });
    }
  const each = hybrids.length === 0 ? 0 : Math.ceil(changes / hybrids.length);
  for (const [i, { name, pdf }] of hybrids.entries()) {
    const { invoice } = await readEInvoice(invoiceInPdf(pdf)).catch(() => ({}));
    if (!invoice) continue;
    const { pages, total } = await pagesIn(pdf);
    const { comparison: before } = comparePages(pages, total, invoice, months);
    const terms = before.terms.filter((t) => KIND.has(t.term) && t.result === "same" && /\d/.test(t.value));
    for (let n = 0; n < each && terms.length > 0; n++) {
      const r = randomOf(seed + 1_000 * i + n);
      const term = r.pick(terms);
      const kind = KIND.get(term.term);
      if (r.is(0.5)) {
        const value = otherValue(r, kind, term.value);
        if (holds(invoice, value)) continue;
        const { comparison } = comparePages(pages, total, changed(invoice, stepsOf(term.path), value), months);
        if (!judge("data of others", { before, after: comparison }, term).found)
          tell(`missed ${term.term}: ${name} data ${term.value} -> ${value}`);
      } else {
        // a digit of each place of the value
        const k = r.int(0, 1_000);
        const change = (facts, page) => {
          const places = term.found.filter((f) => f.page === page);
          const isAt = (w) => places.some((f) => overlaps(f.box, w.rect));
          // a report lists 20 places of a value that more may have
          const texts = new Set(facts.words.filter(isAt).map((w) => w.text));
          const words = facts.words.map((w) =>
            isAt(w) || (term.found.length === 20 && texts.has(w.text)) ? { ...w, text: otherDigits(w.text, k) } : w,
          );
          return { ...facts, words };
        };
        const { pages: shown } = await pagesIn(pdf, change);
        const { comparison } = comparePages(shown, total, invoice, months);
        const found = isFound(comparison.terms.find((t) => t.path === term.path));
        count(`page of others, ${kind}`, found);
        count("changed terms that are found", found);
        if (!found) tell(`missed ${term.term}: ${name} page ${term.value} ${k}`);
      }
    }
  }
}
const otherDigits = (text, k) => text.replace(/\d/g, (d, at) => (at % 2 === k % 2 ? String((Number(d) + 1 + (k % 8)) % 10) : d));

console.log(`seed ${seed}`);
await foreign();
await own();
for (const [name, { all, found }] of tally) console.log(`${name}: ${found} of ${all} (${((100 * found) / all).toFixed(2)} %)`);
