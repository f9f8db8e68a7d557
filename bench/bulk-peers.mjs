// Milliseconds of processor time for a record of one template, beside Fullbleed (a compiled template with bound fields), Typst 0.15 (`sys.inputs`)
// and pdfmake: node bench/bulk-peers.mjs [--document label|invoice] [--peers a,b] [--records N] [--warm N] [--keep DIR], after npm run build. A label of texts
// and lines, or an invoice with a table of six rows, a PDF for each record, in one process that has rendered `--warm` (500) records before; same fonts,
// embedded. Install `pip install fullbleed==2.5.39 typst==0.15.2` (PYTHON names the interpreter), and `npm install --no-save pdfmake@0.3.11` in bench/.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const { values: o } = parseArgs({
  options: {
    document: { type: "string", default: "label" },
    peers: { type: "string", default: "platen,fullbleed,typst,pdfmake" },
    records: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    warm: { type: "string", default: "500" },
    keep: { type: "string" },
    one: { type: "string" },
  },
});
const here = import.meta.dirname;
const COUNT = Number(o.records);
const WARM = Number(o.warm);
const FONTS = ["Regular", "Bold"].map((face) => path.join(here, "../fonts/files", `NotoSans-${face}.ttf`));
const NAMES = ["Zoë O’Brien", "Anna Müller", "Katarzyna Nowak", "José Luis Ortega", "Ingrid Sørensen", "Mehmet Yılmaz"];
const ARTICLES = [
  "Oak shelf, 80 cm",
  "Linen cushion, “sand”",
  "Brass hook",
  "Wool blanket 130 × 180",
  "Tea towel; pack of 3",
  "Candle, unscented",
  "Stoneware mug",
];
const ROWS = 6;
const dateOf = (i) => `2026-11-${String(1 + (i % 28)).padStart(2, "0")}`;

const addresseeOf = (i) => ({
  name: `${NAMES[i % NAMES.length]} ${i}`,
  street: `Große Bleichen ${1 + (i % 240)}`,
  city: `${20000 + ((i * 31) % 9999)} Hamburg`,
});

/** `texts`: left and top in mm, size in points, weight, text. `lines`: tops of lines from `from` to `to`. */
const LABEL = {
  title: "Label",
  size: "label_4_6_in",
  width: 101.6,
  height: 152.4,
  texts: [
    [6, 6, 17, 700, "Nordpost"],
    [66, 6, 17, 700, "{{service}}"],
    [6, 20, 8.5, 400, "Fjord Outfitters AS"],
    [6, 24, 8.5, 400, "Havnegata 12"],
    [6, 28, 8.5, 400, "7010 Trondheim"],
    [56, 20, 9, 400, "Shipped {{date}}"],
    [56, 25, 9, 400, "Weight {{weight}} kg"],
    [56, 30, 9, 400, "Ref. {{ref}}"],
    [6, 46, 16, 700, "{{name}}"],
    [6, 56, 13, 400, "{{street}}"],
    [6, 63, 13, 400, "{{city}}"],
    [6, 79, 9, 400, "{{phone}}"],
    [6, 108, 8, 400, "Please ring twice. May be left with the neighbours on the ground floor."],
    [6, 120, 20, 700, "{{number}}"],
  ],
  lines: { tops: [16, 41, 85, 105], from: 4, to: 97.6 },
  table: null,
  fields: ["service", "date", "weight", "ref", "name", "street", "city", "phone", "number"],
  recordOf: (i) => ({
    service: ["EXPRESS", "STANDARD", "ECONOMY"][i % 3],
    date: dateOf(i),
    weight: (1 + ((i * 7) % 400) / 10).toFixed(2),
    ref: `PO ${4500000000 + i * 17}`,
    ...addresseeOf(i),
    phone: `+49 40 ${100000 + i * 13}`,
    number: `NP${2026000000 + i}`,
  }),
};

/** `table`: left, top, size, and of its columns name, head, width in mm, side. */
const INVOICE = {
  title: "Invoice",
  size: "a4",
  width: 210,
  height: 297,
  texts: [
    [20, 20, 20, 700, "Corner & Beam"],
    [20, 34, 10, 400, "12 Market Row, Bristol"],
    [20, 50, 10, 400, "{{name}}"],
    [20, 56, 10, 400, "{{street}}"],
    [20, 62, 10, 400, "{{city}}"],
    [20, 80, 14, 700, "Invoice {{number}}"],
    [20, 90, 10, 400, "{{date}}, payable within thirty days"],
    [140, 164, 10, 700, "Total {{total}} EUR"],
    [20, 180, 10, 400, "Please name the number of the invoice when you pay. Goods remain ours until they are paid."],
  ],
  lines: { tops: [98, 160], from: 20, to: 190 },
  table: {
    left: 20,
    top: 102,
    size: 10,
    columns: [
      ["article", "Article", 80, "left"],
      ["quantity", "Quantity", 25, "right"],
      ["price", "Price", 30, "right"],
      ["amount", "Amount", 35, "right"],
    ],
  },
  fields: ["name", "street", "city", "number", "date", "total"],
  recordOf(i) {
    const rows = Array.from({ length: ROWS }, (_, k) => {
      const [quantity, cents] = [1 + ((i + k) % 9), 395 + ((i * 31 + k * 577) % 9000)];
      return [ARTICLES[(i + k) % ARTICLES.length], quantity, cents, quantity * cents];
    });
    return {
      ...addresseeOf(i),
      number: `2026-${String(i).padStart(6, "0")}`,
      date: dateOf(i),
      total: (rows.reduce((sum, row) => sum + row[3], 0) / 100).toFixed(2),
      rows: rows.map(([article, quantity, cents, amount]) => ({
        article,
        quantity: String(quantity),
        price: (cents / 100).toFixed(2),
        amount: (amount / 100).toFixed(2),
      })),
    };
  },
};
const doc = { label: LABEL, invoice: INVOICE }[o.document];
if (!doc) throw new Error(`--document: label or invoice; found ${o.document}`);
const { texts, lines, table, fields } = doc;
const records = Array.from({ length: WARM + COUNT }, (_, i) => doc.recordOf(i));
/** A record whose cells are fields, as compiled templates bind them. */
const flat = ({ rows = [], ...record }) => ({
  ...record,
  ...Object.fromEntries(rows.flatMap((row, k) => Object.entries(row).map(([name, cell]) => [`${name}${k}`, cell]))),
});

const template = {
  schema: {
    fields: [
      ...fields.map((name) => ({ name, type: "string" })),
      ...(table ? [{ name: "rows", type: "array", items: table.columns.map(([name]) => ({ name, type: "string" })) }] : []),
    ],
  },
  settings: { metadata: { title: doc.title }, defaults: { text: { font_family: "Noto Sans" } } },
  pages: [
    {
      size: doc.size,
      elements: [
        ...texts.map(([left, top, font_size, font_weight, content]) => ({
          type: "text",
          layout: { left, top },
          style: { font_size, font_weight: font_weight === 700 ? "bold" : "normal" },
          content,
        })),
        ...lines.tops.map((y) => ({ type: "line", x1: lines.from, y1: y, x2: lines.to, y2: y, stroke: { width: 0.5 } })),
        ...(table
          ? [
              {
                type: "table",
                layout: { left: table.left, top: table.top },
                width: table.columns.reduce((sum, [, , width]) => sum + width, 0),
                header: { cell: { text: { font_weight: "bold", font_size: table.size } } },
                cell: { padding: { x: 0, y: 1.8 }, text: { font_size: table.size } },
                pagination: { row_min_height: 8, header_min_height: 8 },
                rows: "{{#each rows}}",
                columns: table.columns.map(([key, header, value, text_align]) => ({
                  key,
                  header,
                  width: { mode: "fixed", value },
                  text_align,
                })),
              },
            ]
          : []),
      ],
    },
  ],
};

const cells = (of) =>
  [table.columns.map(([, head]) => head), ...Array.from({ length: ROWS }, (_, k) => table.columns.map(([name]) => `{{${name}${k}}}`))].map(
    of,
  );
const html = `<div style="font-family:'Noto Sans'">${[
  ...texts.map(
    ([x, y, size, weight, text]) =>
      `<div style="position:absolute;left:${x}mm;top:${y}mm;font-size:${size}pt;font-weight:${weight};white-space:nowrap">${text.replace("&", "&amp;")}</div>`,
  ),
  ...lines.tops.map(
    (y) =>
      `<div style="position:absolute;left:${lines.from}mm;top:${y}mm;width:${lines.to - lines.from}mm;height:0.5mm;background:#000"></div>`,
  ),
  ...(table
    ? [
        `<table style="position:absolute;left:${table.left}mm;top:${table.top}mm;font-size:${table.size}pt;border-collapse:collapse;table-layout:fixed">${cells(
          (row, k) =>
            `<tr>${row.map((cell, c) => `<td style="width:${table.columns[c][2]}mm;height:8mm;padding:0;text-align:${table.columns[c][3]}${k === 0 ? ";font-weight:bold" : ""}">${cell}</td>`).join("")}</tr>`,
        ).join("")}</table>`,
      ]
    : []),
].join("")}</div>`;
const bound = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => `#sys.inputs.${name}`).replaceAll("+49", "\\+49");
const typ = [
  `#set document(title: "${doc.title}")`,
  `#set page(width: ${doc.width}mm, height: ${doc.height}mm, margin: 0mm)`,
  `#set text(font: "Noto Sans")`,
  ...texts.map(
    ([x, y, size, weight, text]) => `#place(top + left, dx: ${x}mm, dy: ${y}mm, text(size: ${size}pt, weight: ${weight})[${bound(text)}])`,
  ),
  ...lines.tops.map((y) => `#place(top + left, dx: ${lines.from}mm, dy: ${y}mm, line(length: ${lines.to - lines.from}mm, stroke: 0.5mm))`),
  ...(table
    ? [
        `#place(top + left, dx: ${table.left}mm, dy: ${table.top}mm, text(size: ${table.size}pt, table(columns: (${table.columns.map(([, , width]) => `${width}mm`).join(", ")}), align: (${table.columns.map(([, , , side]) => side).join(", ")}), rows: 8mm, stroke: none, inset: 0mm,`,
        table.columns.map(([, head]) => `text(weight: 700)[${head}]`).join(", "),
        `, ..json(bytes(sys.inputs.rows)).map(row => (${table.columns.map(([name]) => `row.${name}`).join(", ")})).flatten())))`,
      ]
    : []),
].join("\n");

/** A PDF of each record. */
const PEERS = {
  async platen() {
    const { renderMany } = await import("../dist/runtime/index.js");
    return async function* () {
      for await (const { pdf, error } of renderMany(template, records)) {
        if (error) throw error;
        yield pdf;
      }
    };
  },
  async pdfmake() {
    const { default: pdfmake } = await import("pdfmake");
    const MM = 72 / 25.4;
    pdfmake.setLocalAccessPolicy?.(() => true);
    pdfmake.setUrlAccessPolicy?.(() => false);
    pdfmake.setFonts({ N: { normal: FONTS[0], bold: FONTS[1] } });
    return async function* () {
      for (const record of records.map(flat)) {
        const filled = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => record[name]);
        const content = [
          ...texts.map(([x, y, fontSize, weight, text]) => ({
            text: filled(text),
            fontSize,
            bold: weight === 700,
            absolutePosition: { x: x * MM, y: y * MM },
          })),
          ...lines.tops.map((y) => ({
            canvas: [{ type: "line", x1: 0, y1: 0, x2: (lines.to - lines.from) * MM, y2: 0, lineWidth: 0.5 * MM }],
            absolutePosition: { x: lines.from * MM, y: y * MM },
          })),
          ...(table
            ? [
                {
                  table: {
                    widths: table.columns.map(([, , width]) => width * MM),
                    heights: 8 * MM,
                    body: cells((row, k) => row.map((cell, c) => ({ text: filled(cell), bold: k === 0, alignment: table.columns[c][3] }))),
                  },
                  layout: {
                    hLineWidth: () => 0,
                    vLineWidth: () => 0,
                    paddingLeft: () => 0,
                    paddingRight: () => 0,
                    paddingTop: () => 0,
                    paddingBottom: () => 0,
                  },
                  fontSize: table.size,
                  absolutePosition: { x: table.left * MM, y: table.top * MM },
                },
              ]
            : []),
        ];
        const pageSize = { width: doc.width * MM, height: doc.height * MM };
        yield await pdfmake
          .createPdf({ content, pageSize, pageMargins: 0, defaultStyle: { font: "N" }, info: { title: doc.title }, compress: true })
          .getBuffer();
      }
    };
  },
};

async function measured(peer) {
  const pdfs = await PEERS[peer]();
  let n = 0;
  let begun = 0;
  let bytes = 0;
  let last;
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  for await (const pdf of pdfs()) {
    if (n++ === WARM) begun = cpu();
    if (n > WARM) bytes += pdf.length;
    last = pdf;
  }
  const ms = (cpu() - begun) / (COUNT - 1);
  return { ms, bytes: Math.round(bytes / COUNT), pdf: Buffer.from(last).toString("base64") };
}

/** One PDF of all records by `platen batch --one`: beyond the start and the first `WARM`, which a run of these alone takes. */
function onePdf() {
  fs.writeFileSync(path.join(dir, "template.json"), JSON.stringify(template));
  const [few, all] = [WARM, WARM + COUNT].map((count) => {
    const [data, out] = [path.join(dir, `${count}.jsonl`), path.join(dir, `${count}.pdf`)];
    fs.writeFileSync(
      data,
      records
        .slice(0, count)
        .map((record) => `${JSON.stringify(record)}\n`)
        .join(""),
    );
    const args = [
      "--json",
      "batch",
      path.join(dir, "template.json"),
      "--data",
      data,
      "--one",
      out,
      "--replace",
      "--workers",
      "1",
      "--quiet",
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(here, "../dist/runtime/cli/cli.js"), ...args], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`platen batch --one: ${stderr.slice(-600)}`);
    return { ms: 1000 * JSON.parse(stdout).cpu_seconds, bytes: fs.statSync(out).size };
  });
  return { ms: (all.ms - few.ms) / COUNT, bytes: Math.round((all.bytes - few.bytes) / COUNT) };
}

if (o.one !== undefined) {
  console.log(JSON.stringify(await measured(o.one)));
  process.exit(0);
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-bulk-peers-"));
process.on("exit", () => fs.rmSync(dir, { recursive: true, force: true }));
const spec = path.join(dir, "spec.json");
fs.writeFileSync(path.join(dir, "document.typ"), typ);
const size = { width: `${doc.width}mm`, height: `${doc.height}mm` };
const about = { html, typ: path.join(dir, "document.typ"), fonts: FONTS, ...size, title: doc.title, warm: WARM };
const sent = { fullbleed: flat, typst: ({ rows, ...record }) => ({ ...record, ...(rows && { rows: JSON.stringify(rows) }) }) };

function run(peer) {
  if (!(peer in PEERS)) fs.writeFileSync(spec, JSON.stringify({ ...about, records: records.map(sent[peer]) }));
  const [program, args] =
    peer in PEERS
      ? [process.execPath, [import.meta.filename, "--one", peer, "--document", o.document, "--records", o.records, "--warm", o.warm]]
      : [process.env.PYTHON ?? "python3", [path.join(here, "peers/bulk.py"), peer, spec]];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${peer}: ${stderr.slice(-600)}`);
  const own = JSON.parse(stdout.trim().split("\n").pop());
  return peer === "platen" ? { ...own, onePdf: onePdf() } : own;
}
const peers = o.peers.split(",");
const found = Object.fromEntries(peers.map((peer) => [peer, []]));
for (let round = 0; round < Number(o.rounds); round++)
  for (const peer of round % 2 === 0 ? peers : peers.toReversed()) found[peer].push(run(peer));
const least = (peer) => Math.min(...found[peer].map(({ ms }) => ms));
console.log(
  `${os.cpus()[0].model}, Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)}; the least of ${o.rounds} runs of ${COUNT} records (${o.document})`,
);
for (const peer of peers) {
  const { bytes, pdf } = found[peer][0];
  if (o.keep !== undefined) fs.writeFileSync(path.join(o.keep, `${peer}.pdf`), Buffer.from(pdf, "base64"));
  const ratio = peers.includes("platen") ? ` (${(least(peer) / least("platen")).toFixed(2)} x Platen's)` : "";
  const joined = found[peer].flatMap(({ onePdf }) => onePdf ?? []).sort((a, b) => a.ms - b.ms)[0];
  const one = joined ? `; all records in one PDF ${joined.ms.toFixed(2)} ms a record, ${joined.bytes} bytes a record` : "";
  console.log(`  ${peer.padEnd(10)} ${least(peer).toFixed(2)} ms of CPU a record${ratio}, ${bytes} bytes${one}`);
}
