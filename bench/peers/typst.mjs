// Typst: the data as a shadow file, a template for the same page, fonts, sizes and footer.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { annualReportForPeers } from "../annual-report-peers.mjs";
import { bookOf } from "../book.mjs";
import { displayList } from "../charts.mjs";
import { money, paymentCode, totals } from "../documents.mjs";

const require = createRequire(import.meta.url);
const fonts = (name, file) => path.join(path.dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)), file);
export const FILES = [
  fonts("noto-sans", "400Regular/NotoSans_400Regular.ttf"),
  fonts("noto-sans", "700Bold/NotoSans_700Bold.ttf"),
  fonts("noto-sans-sc", "400Regular/NotoSansSC_400Regular.ttf"),
  fonts("noto-sans-sc", "700Bold/NotoSansSC_700Bold.ttf"),
  fonts("noto-sans-arabic", "400Regular/NotoSansArabic_400Regular.ttf"),
  fonts("noto-sans-arabic", "700Bold/NotoSansArabic_700Bold.ttf"),
  fonts("noto-sans-devanagari", "400Regular/NotoSansDevanagari_400Regular.ttf"),
  fonts("noto-sans-devanagari", "700Bold/NotoSansDevanagari_700Bold.ttf"),
];
const folder = new URL("typst/", import.meta.url).pathname;
const workspace = new URL("..", import.meta.url).pathname;

let compiler;
export async function setup() {
  const { NodeCompiler } = await import("@myriaddreamin/typst-ts-node-compiler");
  compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: FILES.filter((f) => fs.existsSync(f)) }] });
}
export const prepare = (doc, data) => Buffer.from(JSON.stringify(doc === "book" ? bookOf(data) : data));

/** Typst lacks barcodes: the same encoder creates SVG, as part of the timed render. */
function withBarcodes(json) {
  const bwip = require("../../node_modules/bwip-js");
  const svg = (l, bcid, more) => bwip.toSVG({ bcid, text: l.tracking, ...more });
  const o = JSON.parse(json);
  for (const l of o.labels) Object.assign(l, { qr: svg(l, "qrcode", { scale: 1 }), bar: svg(l, "code128", { height: 25 }) });
  return Buffer.from(JSON.stringify(o));
}

/** Numbers as text, payment code as SVG. */
function withMoney(json) {
  const bwip = require("../../node_modules/bwip-js");
  const o = JSON.parse(json);
  const t = totals(o);
  o.code = bwip.toSVG({ bcid: "qrcode", text: paymentCode(o), scale: 1 });
  for (const i of o.items) Object.assign(i, { total: money(i.qty * i.price), price: money(i.price) });
  o.t = { net: money(t.net), tax: money(t.tax), gross: money(t.gross) };
  return Buffer.from(JSON.stringify(o));
}

/** Typst lacks charts: drawings are created as part of the timed render. */
function withDrawings(json) {
  const o = JSON.parse(json);
  return Buffer.from(JSON.stringify({ title: o.title, list: displayList(o) }));
}

const withTables = (json) => Buffer.from(JSON.stringify(annualReportForPeers(JSON.parse(json))));

export const READY = { labels: withBarcodes, invoice: withMoney, charts: withDrawings, "annual-report": withTables };
/** Platen tags Flow Documents by default */
export const TAGGED = ["annual-report", "book"];

export function render(doc, given) {
  const json = READY[doc]?.(given) ?? given;
  compiler.mapShadow(path.join(folder, "data.json"), json);
  const result = compiler.compile({ mainFilePath: path.join(folder, `${doc}.typ`), resetRead: true });
  if (!result.result) throw new Error(`typst could not compile ${doc}`);
  return compiler.pdf(result.result, { pdfStandard: "a-2b", pdfTags: TAGGED.includes(doc) });
}
/** Evicts after ten compilations, as Typst's watch mode. */
export const tick = () => compiler.evictCache(10);
