// Parts of docs/: `node scripts/generate/docs.mjs [--out DIR]`, after `npm run build`. Tables are from published schemas, pictures from
// examples.
//
//   <!-- fields: TextElement, Span -->  …  <!-- /fields -->     tables of these types
//   <!-- table: codes -->  …  <!-- /table -->                   a table of the compiler or the service
//   <!-- example: NAME, page 2 -->  before a json block         a request; ![…](pictures/NAME.png) shows its page
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import prettier from "prettier";
import sharp from "sharp";
import { renderPng } from "../../dist/backends/png/png.js";
import { allows, FORMAT_NAMES, formatOf } from "../../dist/compiler/barcode/formats.js";
import { collect, compile } from "../../dist/compiler/compile.js";
import { dateText } from "../../dist/compiler/locale/dates.js";
import { Numbers } from "../../dist/compiler/locale/numbers.js";
import { PRESETS } from "../../dist/compiler/request/page-size.js";
import { CODES } from "../../dist/runtime/errors/errors.js";
import { CONTRACT_LIMITS } from "../../dist/compiler/core/limits.js";
import { ROOT } from "../../dist/compiler/core/src.js";
import { drawnRequest } from "../../dist/compiler/einvoice/draw/draw.js";
import { paymentOf } from "../../dist/compiler/einvoice/draw/payment.js";
import { complete } from "../../dist/compiler/einvoice/model/compute.js";
import { decodeModel } from "../../dist/compiler/einvoice/model/decode.js";
import { LAW_ITEMS } from "../../dist/compiler/einvoice/inspect/law.js";
import { readEInvoice } from "../../dist/compiler/einvoice/request/read.js";
import { showRequest } from "../../dist/compiler/einvoice/show/show.js";
import { localeFiles } from "../../dist/runtime/engine/locales.js";
import { picturesOf } from "../../dist/runtime/views/views.js";
import { drawPage } from "../../dist/runtime/pictures/page-pixels.js";
import { Engine } from "../../dist/runtime/engine/engine.js";
import { fontStore } from "../../dist/runtime/fonts/font-files.js";
import shapes from "../../compiler/request/validators/schema.js";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = process.argv.indexOf("--out");
const out = at < 0 ? root : process.argv[at + 1];
const folder = path.join(root, "docs");
const DPI = 108;
const GALLERY_DPI = 48;
const GALLERY = [
  ["invoice", 1, 92],
  ["letter", 1],
  ["price-list", 1],
  ["certificate", 1],
  ["shipping-label", 1],
  ["notice-arabic-english", 1],
  ["notice-japanese", 1],
  ["timetable", 1],
  ["annual-report", 3],
  ["newsletter", 1],
  ["paper-two-column", 1],
  ["contract-clauses", 1],
  ["columns-newspaper", 1],
  ["columns-arabic", 1],
  ["columns-thai", 1],
  ["statement", 2],
  ["invoice-india", 1],
  ["invoice-arabic", 1],
];

const read = (name) => JSON.parse(fs.readFileSync(path.join(root, "schemas", `${name}.schema.json`), "utf8"));
const types = {};
for (const [name, rootName] of Object.entries({
  "document-request": "DocumentRequest",
  "e-invoice-settings": "EInvoiceSettings",
  "token-policy": "TokenPolicy",
  account: "AccountFile",
})) {
  const { $defs = {}, ...own } = read(name);
  for (const [type, schema] of Object.entries({ ...$defs, [rootName]: own })) types[type] = schema;
}

const files = fs
  .readdirSync(folder)
  .filter((f) => f.endsWith(".md"))
  .sort();
const texts = new Map(files.map((f) => [f, fs.readFileSync(path.join(folder, f), "utf8")]));
const FIELDS = /<!-- fields: ([\w, ]+) -->\n[\s\S]*?<!-- \/fields -->/g;
const TABLE = /<!-- table: (\w+) -->\n[\s\S]*?<!-- \/table -->/g;
const EXAMPLE = /<!-- example: ([\w-]+)(?:, page (\d+))?(?:, dpi (\d+))? -->\n+```json\n([\s\S]*?)```/g;

const home = new Map();
for (const [file, text] of texts)
  for (const [, names] of text.matchAll(FIELDS))
    for (const name of names.split(/,\s*/)) {
      if (!types[name]?.properties) throw new Error(`${file}: there is no type ${name}`);
      if (home.has(name)) throw new Error(`${file}: ${name} has a table in ${home.get(name)} already`);
      home.set(name, file);
    }

const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
const code = (value) => `\`${cell(typeof value === "string" ? value : JSON.stringify(value))}\``;
/** With those that another field may replace. */
const requiredOf = (name) => [...(types[name].required ?? []), ...(shapes.$defs[name]?.else?.required ?? [])];
const nameOf = (ref) => ref.slice("#/$defs/".length);

/** `from`: page of the table */
function shown(node, from) {
  if (node.$ref) {
    const name = nameOf(node.$ref);
    if (home.has(name)) return `[${name}](${home.get(name) === from ? "" : home.get(name)}#type-${name.toLowerCase()})`;
    if (name === "Color") return "[colour](units-and-colours.md#colours)";
    if (name === "Element" || name === "BlockElement" || name === "PageElement") return "[element](README.md#elements)";
    if (name === "FlowNode" || name === "SegmentNode") return "[node](flow-documents.md#nodes)";
    if (name === "BlockContainer") return "container";
    if (name === "BarcodePayload") return "[payload](barcodes.md#payment-and-tax-data)";
    if (name === "TableRow")
      return `row of values and [cells](${home.get("TableCell") === from ? "" : home.get("TableCell")}#type-tablecell)`;
    return shown(types[name], from);
  }
  if (node.const !== undefined) return code(JSON.stringify(node.const));
  if (node.enum) return node.enum.map((v) => code(JSON.stringify(v))).join(" or ");
  const branches = node.anyOf ?? node.oneOf;
  if (branches) return branches.map((b) => shown(b, from)).join(" or ");
  if (Array.isArray(node.type)) return node.type.join(" or ");
  if (node.type === "array") return `list of ${shown(node.items, from)}`;
  if (typeof node.additionalProperties === "object") return `object of ${shown(node.additionalProperties, from)} by name`;
  return node.type ?? "anything";
}

function range(node) {
  const target = node.$ref && !node.$ref.endsWith("/Color") ? { ...types[nameOf(node.$ref)], ...node } : node;
  const { minimum: min, exclusiveMinimum: above, maximum: max, exclusiveMaximum: below, multipleOf, pattern } = target;
  const out = [];
  if (min !== undefined && max !== undefined) out.push(`${min} to ${max}`);
  else {
    if (min !== undefined) out.push(below === undefined ? `at least ${min}` : `${min} or more, below ${below}`);
    if (above !== undefined)
      out.push(max !== undefined ? `above ${above}, to ${max}` : below !== undefined ? `between ${above} and ${below}` : `above ${above}`);
    if (max !== undefined && above === undefined) out.push(`at most ${max}`);
  }
  if (multipleOf !== undefined) out.push(`multiples of ${multipleOf}`);
  const count = (least, most, [one, what]) =>
    least !== undefined && most !== undefined
      ? `${least} to ${most} ${what}`
      : most !== undefined
        ? `at most ${most} ${what}`
        : `at least ${least} ${least === 1 ? one : what}`;
  if (target.minItems !== undefined || target.maxItems !== undefined)
    out.push(count(target.minItems, target.maxItems, ["entry", "entries"]));
  if (target.minLength === 1 && target.maxLength === undefined) out.push("not empty");
  else if (target.minLength !== undefined || target.maxLength !== undefined)
    out.push(count(target.minLength, target.maxLength, ["character", "characters"]));
  if (pattern !== undefined && node.type === "string" && pattern.length < 40) out.push(code(pattern));
  return out.join("; ");
}

const ignored = (lines) => ["<!-- prettier-ignore-start -->", "", ...lines, "", "<!-- prettier-ignore-end -->"].join("\n");

function fieldsOf(name, from) {
  const { description, properties } = types[name];
  const required = requiredOf(name);
  const rows = Object.entries(properties).map(([key, node]) => {
    const [, words, unit = ""] = /^([\s\S]*?)(?: Unit: (.+)\.)?$/.exec(node.description);
    const without = required.includes(key) ? "**required**" : node.default === undefined ? "" : code(JSON.stringify(node.default));
    return `| \`${key}\` | ${shown(node, from)} | ${cell(unit)} | ${without} | ${range(node)} | ${cell(words)} |`;
  });
  return [
    `<a id="type-${name.toLowerCase()}"></a>`,
    "",
    `**${name}.** ${cell(description ?? "")}`,
    "",
    "| field | type | unit | default | range | meaning |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ];
}

const OPTIONS = Object.keys(types.BarcodeOptions.properties);
const numbers = new Numbers(localeFiles, undefined);
const MARCH = { year: 2026, month: 3, day: 14, hour: 0, minute: 0, second: 0 };
/** Numbers, money and a date as a locale writes them. */
const writtenIn = (locale) => [
  numbers.text(-1234567.5, { locale }),
  numbers.text(-1234.5, { locale, currency: "EUR" }),
  numbers.text(0.285, { locale, style: "percent" }),
  numbers.text(1234567, { locale, notation: "compact" }),
  dateText(MARCH, "long", numbers.choiceOf(locale)),
];
function localeRows() {
  const rows = new Map();
  for (const tag of localeFiles.read("index").locales.split(" ")) {
    const row = writtenIn(tag);
    const language = tag.split("-")[0];
    if (tag !== language && String(row) === String(writtenIn(language))) continue;
    const key = JSON.stringify([language, ...row]);
    rows.set(key, [...(rows.get(key) ?? []), `\`${tag}\``]);
  }
  return [...rows].map(([key, tags]) => `| ${tags.join(", ")} | ${JSON.parse(key).slice(1).map(cell).join(" | ")} |`);
}

const TABLES = {
  locales: () => ["| locale | number | euros | percent | compact | date |", "| --- | --- | --- | --- | --- | --- |", ...localeRows()],
  codes: () => [
    "| code | HTTP status | meaning |",
    "| --- | --- | --- |",
    ...Object.entries(CODES).map(([c, { statuses, means }]) => `| \`${c}\` | ${statuses.join(", ")} | ${cell(means)} |`),
  ],
  law: () => [
    "| item | about | terms |",
    "| --- | --- | --- |",
    ...LAW_ITEMS.map(({ item, about, terms }) => `| ${item} | ${about} | ${terms.map((n) => `BT-${n}`).join(", ")} |`),
  ],
  barcodes: () => [
    "| format | drawn as | options |",
    "| --- | --- | --- |",
    ...FORMAT_NAMES.map((name) => {
      const format = formatOf(name);
      const names = OPTIONS.filter((option) => allows(format, option));
      return `| \`${name}\` | ${format.kind} | ${names.map((n) => `\`${n}\``).join(", ")} |`;
    }),
  ],
  elements: () => [
    "| `type` | fields |",
    "| --- | --- |",
    ...(types.Element.oneOf ?? types.Element.anyOf).map(({ $ref }) => {
      const { properties } = types[nameOf($ref)];
      const required = requiredOf(nameOf($ref));
      const optional = Object.keys(properties).filter((f) => !required.includes(f) && f !== "comment" && f !== "link");
      const needed = required.filter((f) => f !== "type" && f !== "layout");
      return `| \`${properties.type.const}\` | ${needed.join(", ")} \\| ${optional.join(", ")} |`;
    }),
  ],
  presets: () => [
    "| preset | mm, portrait |",
    "| --- | --- |",
    ...Object.entries(PRESETS).map(([name, { width, height }]) => `| \`${name}\` | ${width} × ${height} |`),
  ],
};

async function page(file, text) {
  const made = text
    .replaceAll(
      FIELDS,
      (_, names) =>
        `<!-- fields: ${names} -->\n\n${ignored(
          names
            .split(/,\s*/)
            .flatMap((n) => fieldsOf(n, file))
            .slice(0, -1),
        )}\n\n<!-- /fields -->`,
    )
    .replaceAll(TABLE, (_, name) => `<!-- table: ${name} -->\n\n${ignored(TABLES[name]())}\n\n<!-- /table -->`);
  return prettier.format(made, { ...(await prettier.resolveConfig(path.join(folder, file))), parser: "markdown" });
}

// a variable font, for the page on fonts
const engine = new Engine(fontStore(path.join(root, "tests/fonts/variable")));
async function picture(request, number, dpi, colours = 96) {
  const compiled = await compile(new TextEncoder().encode(JSON.stringify(request)), engine.world(), {});
  const doc = collect(compiled);
  if (!doc.pages[number - 1]) throw new Error(`there is no page ${number}`);
  const chosen = { ...doc, pages: [doc.pages[number - 1]] };
  const blobs = engine.blobsOf(compiled);
  const pictures = await picturesOf(engine, { doc: chosen, blobs }, {}, dpi);
  const [png] = await renderPng(chosen, blobs, { dpi, harfbuzz: engine.harfbuzz, pictures }, drawPage);
  const edge = { top: 1, right: 1, bottom: 1, left: 1, background: "#C8CCD2" };
  return sharp(png).extend(edge).png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();
}

fs.mkdirSync(path.join(out, "docs/pictures"), { recursive: true });
const write = (file, bytes) => fs.writeFileSync(path.join(out, "docs", file), bytes);
const seen = new Set();
for (const [file, text] of texts) {
  write(file, await page(file, text));
  for (const [, name, number = "1", dpi = String(DPI), json] of text.matchAll(EXAMPLE)) {
    if (seen.has(name)) throw new Error(`${file}: there are two examples ${name}`);
    seen.add(name);
    if (!text.includes(`pictures/${name}.png`)) continue;
    try {
      write(`pictures/${name}.png`, await picture(JSON.parse(json), Number(number), Number(dpi)));
    } catch (e) {
      throw new Error(`${file}: the example ${name}: ${e.message}`);
    }
  }
}
function llms() {
  const about = (file) => {
    const text = texts.get(file);
    const title = /^# (.+)$/m.exec(text)[1];
    const parts = [...text.matchAll(/^## (.+)$/gm)].map((m) => m[1].replaceAll(/`/g, ""));
    return `- [${title}](/docs/${file})${parts.length > 0 ? `: ${parts.join("; ")}` : ""}`;
  };
  const sections = texts.get("README.md").split(/^## /m).slice(1);
  const lists = sections.map((section) => {
    const files = [...section.matchAll(/\]\(([\w-]+\.md)\)/g)].map((m) => m[1]);
    return `## ${section.slice(0, section.indexOf("\n"))}\n\n${[...new Set(files)].map(about).join("\n")}\n`;
  });
  const more = [
    "- [For agents](/docs/agents.md): one page to write a right first document from",
    "- [All pages in one text](/llms-full.txt)",
    "- [OpenAPI](/openapi.json): the HTTP API",
  ];
  return [
    "# Platen",
    "",
    "> Platen compiles JSON descriptions of documents into PDF: exact pages or content that paginates itself, tables, charts, barcodes, PDF/A, PDF/UA, e-invoices. Errors name the place, what was found and what is allowed.",
    "",
    `## Short\n\n${more.join("\n")}\n`,
    ...lists,
  ].join("\n");
}
write("llms.txt", llms());
// small pictures of pages with few colours: 16 take a quarter less
for (const [name, number, dpi = GALLERY_DPI] of GALLERY) {
  const request = JSON.parse(fs.readFileSync(path.join(root, "examples", `${name}.json`), "utf8"));
  write(`pictures/gallery-${name}.png`, await picture(request, number, dpi, 16));
}
const invoice = JSON.parse(/```json\n([^]*?)```/.exec(texts.get("invoice-as-data.md"))[1]);
const { model } = decodeModel(invoice, ROOT, CONTRACT_LIMITS);
const whole = complete(model);
const drawing = { model: whole, language: "de", payment: paymentOf(whole, "epc"), locales: localeFiles };
write("pictures/invoice-drawn.png", await picture(drawnRequest(drawing), 1, GALLERY_DPI));
const french = fs.readFileSync(path.join(root, "examples/invoices-as-data/facture-ctc.json"));
const { request: facture } = readEInvoice(new Uint8Array(french), {}, { limits: CONTRACT_LIMITS, locales: localeFiles });
write("pictures/invoice-drawn-french.png", await picture(facture, 1, GALLERY_DPI));
write("pictures/invoice-shown.png", await picture(showRequest({ ...drawing, leftOut: [], attaches: false }), 1, GALLERY_DPI));
