// Requests that render processes warm up with, of the examples, starters, templates and goldens, to one file: `node scripts/generate/warm-up.mjs [--out DIR]`.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = process.argv.indexOf("--out");
const folder = path.join(at < 0 ? root : process.argv[at + 1], "runtime/warm-up");

/**
 * Not warmed up with: `annual-report`, since the bench would render what its process has seen; drawings whose number costs more than their kinds gain;
 * a language that takes memory; Chinese, Japanese and Korean, whose fonts take 60 MB of a process.
 */
const LEFT_OUT = [
  "annual-report",
  "charts/large",
  "charts/kinds",
  "columns-newspaper-turkish",
  "charts/labels",
  "columns-japanese",
  "notice-japanese",
];
/** Goldens for what the examples lack: scripts of the package's fonts, formats of barcodes. */
const GOLDENS = ["hindi", "bengali", "hebrew", "greek", "russian"].map((script) => `specimen/${script}`).concat("barcode/all-formats");

const read = (file) => JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
const namesIn = (dir) =>
  fs
    .readdirSync(path.join(root, dir))
    .filter((file) => file.endsWith(".json"))
    .map((file) => `${dir}/${file.replace(/\.json$/, "")}`)
    .filter((name) => !LEFT_OUT.includes(name.replace(/^examples\//, "")));

function request(name, kind = "document") {
  const { $schema: _schema, ...body } = read(`${name}.json`);
  return { name, kind, body };
}
const documents = [
  ...["starters", "examples", "examples/charts"].flatMap(namesIn).map((name) => request(name)),
  ...namesIn("examples/e-invoice").map((name) => request(name, "e_invoice")),
  ...GOLDENS.map((name) => ({ name: `golden/cases/${name}`, kind: "document", body: read(`golden/cases/${name}/request.json`) })),
  ...namesIn("templates").map((name) => {
    const id = path.basename(name);
    const data = ["full", "minimal"].map((all) => read(`templates/data/${id}.${all}.json`));
    return { name, kind: "template", body: { template_id: id, data }, source: read(`${name}.json`) };
  }),
];
// small first: a request may have to wait
const sized = documents.map((d) => ({ d, line: JSON.stringify(d) })).sort((a, b) => a.line.length - b.line.length);
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(path.join(folder, "documents.json"), `[\n${sized.map(({ line }) => line).join(",\n")}\n]\n`);
