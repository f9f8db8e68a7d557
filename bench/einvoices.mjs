// Time of e-invoice validation, compared with Mustang and the official rules in saxon-js: `node bench/einvoices.mjs [ROUNDS]`. Requires the
// .cache of `.ci/run`.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { validateInvoice } from "../dist/compiler/einvoice/judge/validate.js";
import { cii } from "./einvoices/cii.mjs";
import { sums } from "./einvoices/sums.mjs";

const rounds = Number(process.argv[2] ?? 10);
const here = path.dirname(fileURLToPath(import.meta.url));
const cache = path.join(here, "../.cache");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-einvoices-"));

const base = JSON.parse(fs.readFileSync(path.join(here, "../scripts/generate/e-invoices/invoices.json"), "utf8"))[1];
const withLines = (n) => {
  const invoice = { ...base, lines: Array.from({ length: n }, (_, i) => base.lines[i % base.lines.length]) };
  return cii(invoice, sums(invoice));
};
const files = [5, 500].map((n) => {
  const file = path.join(dir, `${n}.xml`);
  fs.writeFileSync(file, withLines(n));
  return { lines: n, file, kB: Math.round(fs.statSync(file).size / 1024) };
});
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const timed = (work) => {
  const times = [];
  for (let i = 0; i < 2 * rounds; i++) {
    const start = performance.now();
    work();
    if (i >= rounds) times.push(performance.now() - start);
  }
  return median(times);
};

const platen = files.map(({ file }) => {
  const xml = fs.readFileSync(file);
  return timed(() => {
    const { findings } = validateInvoice(xml, { standard: "factur_x", profile: "en16931", level: "strict" });
    if (findings.some((f) => f.severity === "error")) throw new Error(`${file}: ${JSON.stringify(findings[0])}`);
  });
});

function mustang() {
  const lib = `${cache}/mustang/lib/*`;
  execFileSync("javac", ["-cp", lib, "-d", dir, path.join(here, "einvoices/Time.java")]);
  const out = execFileSync("java", ["-cp", `${lib}:${dir}`, "Time", String(rounds), ...files.map((f) => f.file)], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines = out.split("\n").filter((l) => l.startsWith("TIME\t"));
  return lines.map((l) => (l.endsWith("true") ? Number(l.split("\t")[1]) : NaN));
}

/** Official rules of EN 16931, precompiled; without schemas and Factur-X. */
async function saxon() {
  const { default: SaxonJS } = await import("saxon-js");
  const jar = fs.readdirSync(`${cache}/einvoice/lib`).find((f) => f.startsWith("phive-rules-en16931"));
  const rules = "external/schematron/1.3.16/cii/EN16931-CII-validation.xslt";
  execFileSync("unzip", ["-q", "-o", `${cache}/einvoice/lib/${jar}`, rules, "-d", dir]);
  const sef = path.join(dir, "rules.sef.json");
  const xslt3 = path.join(here, "node_modules/xslt3/xslt3.js");
  execFileSync(process.execPath, [xslt3, `-xsl:${path.join(dir, rules)}`, `-export:${sef}`, "-nogo", "-relocate:on", "-ns:##html5"], {
    stdio: "ignore",
  });
  const stylesheetInternal = JSON.parse(fs.readFileSync(sef, "utf8"));
  return files.map(({ file }) => {
    const sourceText = fs.readFileSync(file, "utf8");
    return timed(() => SaxonJS.transform({ stylesheetInternal, sourceText, destination: "serialized" }, "sync"));
  });
}

const rows = [
  ["platen", platen],
  ["mustang", mustang()],
  ["saxon-js", await saxon()],
];
const cell = (text) => String(text).padStart(18);
console.log(
  cell("ms a verdict") + files.map((f) => cell(`${f.lines} lines`)).join("") + "\n" + cell("kB") + files.map((f) => cell(f.kB)).join(""),
);
for (const [name, times] of rows)
  console.log(cell(name) + times.map((t, i) => cell(`${t.toFixed(1)} (${(t / platen[i]).toFixed(1)}×)`)).join(""));
fs.rmSync(dir, { recursive: true });
