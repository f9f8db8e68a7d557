// Milliseconds of processor time for a record of one template, beside Fullbleed (a compiled template with bound fields), Typst 0.15 (`sys.inputs`)
// and pdfmake: node bench/bulk-peers.mjs [--peers a,b] [--records N] [--warm N] [--keep DIR], after npm run build. A label of texts and lines, a PDF for each
// record, in one process that has rendered `--warm` (500) records before; same fonts, embedded. Install `pip install fullbleed==2.5.39 typst==0.15.0` (PYTHON
// names the interpreter), and `npm install --no-save pdfmake@0.3.11` in bench/.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const { values: o } = parseArgs({
  options: {
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
const WIDTH = 101.6;
const HEIGHT = 152.4;
const FONTS = ["Regular", "Bold"].map((face) => path.join(here, "../fonts/files", `NotoSans-${face}.ttf`));

/** Left and top in mm, size in points, weight, text. */
const TEXTS = [
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
];
const LINES = [16, 41, 85, 105];
const FIELDS = ["service", "date", "weight", "ref", "name", "street", "city", "phone", "number"];
const NAMES = ["Zoë O’Brien", "Anna Müller", "Katarzyna Nowak", "José Luis Ortega", "Ingrid Sørensen", "Mehmet Yılmaz"];
const recordOf = (i) => ({
  service: ["EXPRESS", "STANDARD", "ECONOMY"][i % 3],
  date: `2026-11-${String(1 + (i % 28)).padStart(2, "0")}`,
  weight: (1 + ((i * 7) % 400) / 10).toFixed(2),
  ref: `PO ${4500000000 + i * 17}`,
  name: `${NAMES[i % NAMES.length]} ${i}`,
  street: `Große Bleichen ${1 + (i % 240)}`,
  city: `${20000 + ((i * 31) % 9999)} Hamburg`,
  phone: `+49 40 ${100000 + i * 13}`,
  number: `NP${2026000000 + i}`,
});
const records = Array.from({ length: WARM + COUNT }, (_, i) => recordOf(i));

const template = {
  schema: { fields: FIELDS.map((name) => ({ name, type: "string" })) },
  settings: { metadata: { title: "Label" }, defaults: { text: { font_family: "Noto Sans" } } },
  pages: [
    {
      size: "label_4_6_in",
      elements: [
        ...TEXTS.map(([left, top, font_size, font_weight, content]) => ({
          type: "text",
          layout: { left, top },
          style: { font_size, font_weight: font_weight === 700 ? "bold" : "normal" },
          content,
        })),
        ...LINES.map((y) => ({ type: "line", x1: 4, y1: y, x2: 97.6, y2: y, stroke: { width: 0.5 } })),
      ],
    },
  ],
};
const html = `<div style="font-family:'Noto Sans'">${[
  ...TEXTS.map(
    ([x, y, size, weight, text]) =>
      `<div style="position:absolute;left:${x}mm;top:${y}mm;font-size:${size}pt;font-weight:${weight};white-space:nowrap">${text}</div>`,
  ),
  ...LINES.map((y) => `<div style="position:absolute;left:4mm;top:${y}mm;width:93.6mm;height:0.5mm;background:#000"></div>`),
].join("")}</div>`;
const bound = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => `#sys.inputs.${name}`).replaceAll("+49", "\\+49");
const typ = [
  `#set document(title: "Label")`,
  `#set page(width: ${WIDTH}mm, height: ${HEIGHT}mm, margin: 0mm)`,
  `#set text(font: "Noto Sans")`,
  ...TEXTS.map(
    ([x, y, size, weight, text]) => `#place(top + left, dx: ${x}mm, dy: ${y}mm, text(size: ${size}pt, weight: ${weight})[${bound(text)}])`,
  ),
  ...LINES.map((y) => `#place(top + left, dx: 4mm, dy: ${y}mm, line(length: 93.6mm, stroke: 0.5mm))`),
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
      for (const record of records) {
        const filled = (text) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => record[name]);
        const content = [
          ...TEXTS.map(([x, y, fontSize, weight, text]) => ({
            text: filled(text),
            fontSize,
            bold: weight === 700,
            absolutePosition: { x: x * MM, y: y * MM },
          })),
          ...LINES.map((y) => ({
            canvas: [{ type: "line", x1: 0, y1: 0, x2: 93.6 * MM, y2: 0, lineWidth: 0.5 * MM }],
            absolutePosition: { x: 4 * MM, y: y * MM },
          })),
        ];
        const pageSize = { width: WIDTH * MM, height: HEIGHT * MM };
        yield await pdfmake
          .createPdf({ content, pageSize, pageMargins: 0, defaultStyle: { font: "N" }, info: { title: "Label" }, compress: true })
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

if (o.one !== undefined) {
  console.log(JSON.stringify(await measured(o.one)));
  process.exit(0);
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-bulk-peers-"));
process.on("exit", () => fs.rmSync(dir, { recursive: true, force: true }));
const spec = path.join(dir, "spec.json");
fs.writeFileSync(path.join(dir, "label.typ"), typ);
const about = { html, typ: path.join(dir, "label.typ"), fonts: FONTS, width: `${WIDTH}mm`, height: `${HEIGHT}mm`, records, warm: WARM };
fs.writeFileSync(spec, JSON.stringify(about));

function run(peer) {
  const [program, args] =
    peer in PEERS
      ? [process.execPath, [import.meta.filename, "--one", peer, "--records", o.records, "--warm", o.warm]]
      : [process.env.PYTHON ?? "python3", [path.join(here, "peers/bulk.py"), peer, spec]];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${peer}: ${stderr.slice(-600)}`);
  return JSON.parse(stdout.trim().split("\n").pop());
}
const peers = o.peers.split(",");
const found = Object.fromEntries(peers.map((peer) => [peer, []]));
for (let round = 0; round < Number(o.rounds); round++)
  for (const peer of round % 2 === 0 ? peers : peers.toReversed()) found[peer].push(run(peer));
const least = (peer) => Math.min(...found[peer].map(({ ms }) => ms));
console.log(
  `${os.cpus()[0].model}, Node ${process.versions.node}, load ${os.loadavg()[0].toFixed(1)}; the least of ${o.rounds} runs of ${COUNT} records`,
);
for (const peer of peers) {
  const { bytes, pdf, onePdf } = found[peer][0];
  if (o.keep !== undefined) fs.writeFileSync(path.join(o.keep, `${peer}.pdf`), Buffer.from(pdf, "base64"));
  const ratio = peers.includes("platen") ? ` (${(least(peer) / least("platen")).toFixed(2)} x Platen's)` : "";
  const one = onePdf ? `; all records in one PDF ${onePdf.ms.toFixed(3)} ms a record, ${onePdf.bytes} bytes a record` : "";
  console.log(`  ${peer.padEnd(10)} ${least(peer).toFixed(2)} ms of CPU a record${ratio}, ${bytes} bytes${one}`);
}
