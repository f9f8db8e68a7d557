// Tests on other releases of Node: node scripts/tests/node.mjs [RELEASE ...] [-- ARGUMENTS OF VITEST]
/* From npm's `node` package. SQLite is Node's from 22.13, which these runs test. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const args = process.argv.slice(2);
const end = args.includes("--") ? args.indexOf("--") : args.length;
const releases = end > 0 ? args.slice(0, end) : ["22", "24"];

function run(program, options, { cwd = root, env = process.env } = {}) {
  const { status, error } = spawnSync(program, options, { cwd, env, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

for (const release of releases) {
  const folder = path.join(root, ".cache/node", release);
  const dist = path.join(folder, "node_modules", `node-${process.platform}-${process.arch}`);
  const node = path.join(dist, "bin/node");
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
    run("npm", ["install", "--no-audit", "--no-fund", `${path.basename(dist)}@${release}`], { cwd: folder });
  }
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env["PATH"]}` };
  run(node, [path.join(root, "node_modules/vitest/vitest.mjs"), "run", ...args.slice(end + 1)], { env });
}
