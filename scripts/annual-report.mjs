// Creates examples/annual-report.json, the request of the benchmark, from bench/data/annual-report.json: `node scripts/annual-report.mjs
// [--out DIR]`.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { annualReport } from "../bench/annual-report.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const at = process.argv.indexOf("--out");
const out = at < 0 ? root : process.argv[at + 1];
const data = JSON.parse(fs.readFileSync(path.join(root, "bench/data/annual-report.json"), "utf8"));
fs.mkdirSync(path.join(out, "examples"), { recursive: true });
const request = { $schema: "../schemas/document-request.schema.json", ...annualReport(data) };
fs.writeFileSync(path.join(out, "examples/annual-report.json"), JSON.stringify(request, null, 1) + "\n");
