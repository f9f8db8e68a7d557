// After the library for browsers: the playground's static files, dist/playground, which find the library in the folder `platen` beside them;
// scripts and styles of the documentation, dist/site.
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import sharp from "sharp";
import { FOR_BROWSERS } from "./for-browsers.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const from = path.join(root, "web/playground");
const docs = path.join(root, "web/docs");
const out = path.join(root, "dist/playground");
const site = path.join(root, "dist/site");
/** Examples that the page offers, with their titles: those without pictures, and in the library's own fonts. */
const EXAMPLES = {
  letter: "Letter",
  invoice: "Invoice",
  "price-list": "Price list",
  certificate: "Certificate",
  statement: "Account statement",
  timetable: "Timetable",
  newsletter: "Newsletter",
  catalogue: "Catalogue",
  "contract-clauses": "Contract with clauses",
  "paper-two-column": "Paper in two columns",
  "columns-newspaper": "Newspaper in columns",
  "report-accessible": "Accessible report",
  "shipping-label": "Shipping label",
  manual: "Manual",
  "notice-arabic-english": "Notice in Arabic and English",
  "invoice-india": "Indian invoice",
};
const STARTERS = ["certificate", "form", "invoice", "label", "letter", "report"];
const TEMPLATES = { invoice: "Invoice from data", packing_list: "Packing list from data", shipping_label: "Shipping label from data" };
/** Resolution and colours of the pictures of examples: small files. */
const DPI = 20;
const COLOURS = 32;
fs.rmSync(out, { recursive: true, force: true });

const read = (file) => fs.readFileSync(path.join(root, file), "utf8");

const library = {
  name: "library",
  setup: (build) => build.onResolve({ filter: /^platen\/browser$/ }, () => ({ path: "./platen/platen.js", external: true })),
};

const common = { ...FOR_BROWSERS, absWorkingDir: root };
const { metafile } = await esbuild.build({
  ...common,
  entryPoints: { playground: path.join(from, "playground.ts"), front: path.join(docs, "front.ts") },
  outdir: out,
  splitting: true,
  format: "esm",
  chunkNames: "part-[hash]",
  metafile: true,
  plugins: [library],
});
await esbuild.build({ ...common, entryPoints: [path.join(from, "playground.css")], outdir: out });
fs.copyFileSync(path.join(from, "index.html"), path.join(out, "index.html"));
fs.rmSync(site, { recursive: true, force: true });
await esbuild.build({
  ...common,
  entryPoints: ["site.ts", "reference.js"].map((file) => path.join(docs, file)),
  outdir: site,
  format: "esm",
});
await esbuild.build({
  ...common,
  entryPoints: ["theme.ts", "site.css", "reference.css"].map((file) => path.join(docs, file)),
  outdir: site,
  format: "iife",
});
const template = JSON.parse(read("schemas/template.schema.json"));
const { _if, _each } = template.$defs.Page.properties;
const schemas = {
  request: JSON.parse(read("schemas/document-request.schema.json")),
  template: {
    properties: { schema: template.properties.schema },
    $defs: { TemplateSchema: template.$defs.TemplateSchema, TemplateField: template.$defs.TemplateField },
  },
  everywhere: { _if, _each },
};
fs.writeFileSync(path.join(out, "schema.json"), JSON.stringify(schemas));
fs.mkdirSync(path.join(out, "examples"));
const list = [
  ...Object.entries(EXAMPLES).map(([name, title]) => ({ kind: "example", name, title, from: `examples/${name}.json` })),
  ...STARTERS.map((name) => ({ kind: "starter", name: `starter-${name}`, title: `Plain ${name}`, from: `starters/${name}.json` })),
  ...Object.entries(TEMPLATES).map(([name, title]) => ({
    kind: "template",
    title,
    name: `template-${name.replace("_", "-")}`,
    from: `templates/${name}.json`,
    record: `templates/data/${name}.full.json`,
  })),
];
const { bind } = await import("../../dist/runtime/browser/bind.js");
const { localeFiles } = await import("../../dist/runtime/engine/locales.js");
const { CONTRACT_LIMITS } = await import("../../dist/compiler/core/limits.js");
const { png } = await import("../../dist/runtime/index.js");
const index = [];
for (const { kind, name, title, from: source, record } of list) {
  const text = read(source);
  const file = (ending) => path.join(out, "examples", name + ending);
  fs.writeFileSync(file(".json"), text);
  if (record) fs.writeFileSync(file(".data.json"), read(record));
  const request = record
    ? (await bind({ template: text, data: read(record) }, { locales: localeFiles, limits: CONTRACT_LIMITS })).request
    : JSON.parse(text);
  const [picture] = await png(request, { dpi: DPI, pages: "1" });
  fs.writeFileSync(file(".png"), await sharp(picture).png({ palette: true, colours: COLOURS, compressionLevel: 9 }).toBuffer());
  index.push({
    name,
    title,
    kind,
    file: `examples/${name}.json`,
    ...(record && { data: `examples/${name}.data.json` }),
    picture: `examples/${name}.png`,
  });
}
fs.writeFileSync(path.join(out, "examples/index.json"), JSON.stringify(index));

const packages = [
  ...new Set(Object.keys(metafile.inputs).flatMap((i) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(i)?.[1] ?? [])),
].sort();
const notices = packages.map((dir) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, dir, "package.json"), "utf8"));
  const file = fs.readdirSync(path.join(root, dir)).find((f) => /^(licen[cs]e|copying)/i.test(f));
  return `${name} ${version} (${license})\n\n${file ? fs.readFileSync(path.join(root, dir, file), "utf8").trim() : `licence: ${license}`}\n`;
});
fs.writeFileSync(
  path.join(out, "LICENSES.txt"),
  `The scripts of this folder contain code of these packages:\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`,
);
