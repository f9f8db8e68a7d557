// The tests on other releases of Node than the one that runs this: node scripts/test-node.mjs [RELEASE ...] [-- ARGUMENTS OF VITEST]
/*
 * npm's package of Node has the program and the headers. What node_modules has compiled for our release is compiled for the other one in
 * .cache/node, and loaded in its place by scripts/native.mjs, in the tests and in every process that they start.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const root = path.resolve(import.meta.dirname, "..");
const args = process.argv.slice(2);
const end = args.includes("--") ? args.indexOf("--") : args.length;
const releases = end > 0 ? args.slice(0, end) : ["22", "24"];

/** Runs a program; one that fails ends this one. */
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
  const native = path.join(folder, "better-sqlite3/build/Release/better_sqlite3.node");
  if (!existsSync(native)) {
    const source = path.join(root, "node_modules/better-sqlite3");
    const copy = path.join(folder, "better-sqlite3");
    cpSync(source, copy, { recursive: true, filter: (file) => path.relative(source, file).split(path.sep)[0] !== "build" });
    // a variable, since the one that npm sets of its own configuration goes over the option; tests need no quick database, but a quick compiler
    const quick = { npm_config_nodedir: dist, CFLAGS: "-O0", CXXFLAGS: "-O0" };
    run("npx", ["--yes", "node-gyp@13.1.0", "rebuild", "--release"], { cwd: copy, env: { ...env, ...quick } });
  }
  const hook = pathToFileURL(path.join(root, "scripts/native.mjs")).href;
  run(node, [path.join(root, "node_modules/vitest/vitest.mjs"), "run", ...args.slice(end + 1)], {
    env: { ...env, PLATEN_TEST_NATIVE: native, NODE_OPTIONS: `--import=${hook}` },
  });
}
