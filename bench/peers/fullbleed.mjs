// Fullbleed (PyPI `fullbleed`): HTML with CSS, laid out anew for each render. The HTML is made before, symbols in it as SVG. Without tags; it has one
// binding of a compiled template, which `bulk-peers.mjs` measures.
import fs from "node:fs";
import { inPython } from "./in-python.mjs";
import { FILES, READY } from "./typst.mjs";

const LOGO = `data:image/png;base64,${fs.readFileSync(new URL("../data/logo.png", import.meta.url)).toString("base64")}`;
const FOOTED = { margin: "15mm", footer: "Page {page} of {pages}" };
const PAGES = {
  invoice: { width: "210mm", height: "297mm", ...FOOTED },
  "report-table": { width: "210mm", height: "297mm", ...FOOTED },
  labels: { width: "101.6mm", height: "152.4mm", margin: "6mm", footer: null },
};

const text = (value) => String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const lines = (values) => values.map((value) => `<div>${text(value)}</div>`).join("");
const svg = (source) =>
  `data:image/svg+xml;base64,${Buffer.from(source.replace("<svg ", '<svg preserveAspectRatio="none" ')).toString("base64")}`;
const rowOf = (tag, values) => `<tr>${values.map((value) => `<${tag}>${text(value)}</${tag}>`).join("")}</tr>`;
const table = (heads, widths, rows) =>
  `<table><colgroup>${widths.map((width) => `<col style="width:${width}mm">`).join("")}</colgroup><thead>${rowOf("th", heads)}</thead><tbody>${rows.map((row) => rowOf("td", row)).join("")}</tbody></table>`;
const HEADS = "th{background:#1f2937;color:#fff;font-weight:bold;text-align:left}";

/** mm; those of Forme */
const INVOICE_WIDTHS = [9, 24, 75, 12, 14, 22, 24];

const HTML = {
  "report-table": (o) => ({
    css: `body{font:8pt "Noto Sans"}h1{font-size:14pt;margin:0 0 4mm}table{border-collapse:collapse;table-layout:fixed;width:180mm}td,th{padding:0.9mm 1.4mm}${HEADS}tbody tr:nth-child(even){background:#f1f5f9}td:nth-child(5),th:nth-child(5){text-align:right}`,
    html: `<h1>${text(o.title)}</h1>${table(
      o.columns.map((c) => c.header),
      o.columns.map((c) => c.width),
      o.rows,
    )}`,
  }),
  labels: (o) => ({
    css: `body{font:10pt "Noto Sans"}.big{font-size:14pt;font-weight:bold}.label{break-after:page}.qr{width:30mm;height:30mm;display:block;margin-top:3mm}.bar{width:85mm;height:25mm;display:block;margin-top:4mm}.number{font-size:9pt;text-align:center;width:85mm}`,
    html: o.labels
      .map(
        (l, i) =>
          `<div${i + 1 < o.labels.length ? ' class="label"' : ""}><div class="big">${text(l.service)}</div><div class="big">${text(l.name)}</div>${lines([l.street, l.city, l.weight, l.ref])}<img class="qr" src="${svg(l.qr)}"><img class="bar" src="${svg(l.bar)}"><div class="number">${text(l.tracking)}</div></div>`,
      )
      .join(""),
  }),
  invoice: (o) => ({
    css: `body{font:10pt "Noto Sans"}.strong{font-weight:bold}h1{font-size:20pt;margin:0 0 4mm}.logo{width:60mm;height:20mm;display:block;margin-bottom:4mm}.row{display:flex;margin-bottom:4mm}.seller{width:120mm}.buyer{width:60mm}.note{width:150mm;font-size:8.5pt}.code{width:30mm;height:30mm}table{border-collapse:collapse;table-layout:fixed;width:180mm;font-size:9pt;margin:4mm 0}td,th{padding:1.1mm 1.4mm;border-bottom:0.18mm solid #ccc}${HEADS}${[4, 6, 7].map((i) => `td:nth-child(${i}),th:nth-child(${i}){text-align:right}`).join("")}.sums{text-align:right;margin-bottom:4mm}`,
    html: `<img class="logo" src="${LOGO}"><h1>Invoice ${text(o.number)}</h1><div class="row"><div class="seller"><div class="strong">${text(o.seller.name)}</div>${lines(o.seller.lines)}</div><div class="buyer"><div class="strong">${text(o.buyer.name)}</div>${lines(o.buyer.lines)}</div></div><div>Date ${o.date} · Due ${o.due}</div>${table(
      ["#", "SKU", "Description", "Qty", "Unit", "Price", "Total"],
      INVOICE_WIDTHS,
      o.items.map((i) => [i.pos, i.sku, i.description, i.qty, i.unit, i.price, i.total]),
    )}<div class="sums"><div>Net ${o.t.net}</div><div>Tax ${o.t.tax}</div><div class="strong">Total ${o.currency} ${o.t.gross}</div></div><div class="row"><div class="note">${text(o.note)}</div><img class="code" src="${svg(o.code)}"></div><div>IBAN ${o.iban}</div>`,
  }),
};

export const { prepare, render, elapsed, cpu, peak, close } = inPython(
  "html_to_pdf.py",
  (doc) => ({ fonts: FILES.slice(0, 2), ...PAGES[doc] }),
  (doc, data) => {
    const plain = Buffer.from(JSON.stringify(data));
    return JSON.stringify(HTML[doc](JSON.parse(READY[doc]?.(plain) ?? plain)));
  },
);
