// The chart with each file of tests/packaging/values: `node scripts/generate/chart.mjs`, Helm 3 on the PATH.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const chart = path.join(root, "packaging/helm");
const tests = path.join(root, "tests/packaging");

export function hashOf(values) {
  const hash = createHash("sha256");
  const files = fs.readdirSync(chart, { recursive: true }).filter((f) => fs.statSync(path.join(chart, f)).isFile());
  for (const file of files.sort()) hash.update(`${file.replaceAll("\\", "/")}\0`).update(fs.readFileSync(path.join(chart, file)));
  return hash.update(fs.readFileSync(values)).digest("hex");
}

/** Values on top of `batch-alone.yaml` that the chart refuses, with its message. */
const REFUSED = [
  ...["batch.date=", "batch.completions=null", "batch.template=", "batch.data=null"],
  ...["batch.one=", "batch.out=/work/out", "batch.parts=/work/parts"],
  ...["batch.env.AWS_SECRET_ACCESS_KEY=x", "batch.env.JOB_COMPLETIONS=2"],
];

function refusalOf(values, set) {
  const { status, stderr } = spawnSync("helm", ["template", "pdf", chart, "-f", values, "--set", set], { encoding: "utf8" });
  const message = /execution error at \([^)]*\): (.*)/.exec(stderr)?.[1];
  if (status === 0 || message === undefined) throw new Error(`${set}: the chart does not refuse it: ${stderr}`);
  return message;
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith("generate/chart.mjs")) {
  fs.mkdirSync(path.join(tests, "rendered"), { recursive: true });
  for (const name of fs.readdirSync(path.join(tests, "values"))) {
    const values = path.join(tests, "values", name);
    execFileSync("helm", ["lint", "--strict", chart, "-f", values], { stdio: "inherit" });
    const made = execFileSync("helm", ["template", "pdf", chart, "--namespace", "docs", "-f", values], { encoding: "utf8" });
    fs.writeFileSync(path.join(tests, "rendered", name), `# ${hashOf(values)} made by scripts/generate/chart.mjs\n${made}`);
  }
  const values = path.join(tests, "values/batch-alone.yaml");
  const refusals = REFUSED.map((set) => `${JSON.stringify(set)}: ${JSON.stringify(refusalOf(values, set))}\n`);
  fs.writeFileSync(path.join(tests, "refusals.yaml"), `# ${hashOf(values)} made by scripts/generate/chart.mjs\n${refusals.join("")}`);
}
