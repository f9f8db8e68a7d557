// Parts of the build, in this order: node scripts/release/build.mjs types line rest
//
//   types    declarations of the package's entries, of those that tsc has made
//   line     what the command line and the library need
//   rest     what the service, browsers and the playground need in addition
//   install  `line`, if it is missing or older than its sources (npm ci)
//   missing  `line` and `rest`, likewise (npm start)
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const STEPS = {
  types: ["declarations"],
  line: ["modules", "copy-assets", "vendor", "files", "bundle"],
  rest: ["browser", "playground", "processes"],
};
const SOURCES = [
  "base",
  "pdf-reader",
  "ir",
  "compiler",
  "accessibility",
  "backends",
  "compare",
  "runtime",
  "web",
  "fonts",
  "locales",
  "scripts/release",
];
const FILES = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];

const say = (line) => console.error(`platen: ${line}`);
const stampOf = (part) => path.join(root, `dist/.built-${part}`);

function run(program, args) {
  const { status, error } = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw error ?? new Error(`${path.relative(root, program)} failed with status ${status}`);
}

function make(part) {
  const begun = new Date();
  for (const step of STEPS[part]) run(path.join(import.meta.dirname, `${step}.mjs`), []);
  fs.writeFileSync(stampOf(part), "");
  fs.utimesSync(stampOf(part), begun, begun);
}

const timeOf = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function newestSource() {
  let newest = Math.max(...FILES.map((file) => timeOf(path.join(root, file))));
  for (const folder of SOURCES)
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith(".test.ts")) newest = Math.max(newest, timeOf(path.join(entry.parentPath, entry.name)));
  return newest;
}

/** `npx platen` in this folder would install and build the package once more, if there were no program of that name. */
function linkProgram() {
  const folder = path.join(root, "node_modules/.bin");
  const link = path.join(folder, "platen");
  const program = "../../dist/runtime/cli/cli.js";
  fs.mkdirSync(folder, { recursive: true });
  fs.rmSync(link, { force: true });
  if (process.platform === "win32") fs.writeFileSync(`${link}.cmd`, `@node "%~dp0\\${program.replaceAll("/", "\\")}" %*\r\n`);
  else fs.symlinkSync(program, link);
}

/** @returns parts that are missing, or older than a source */
function due(parts) {
  const newest = newestSource();
  return parts.filter((part) => timeOf(stampOf(part)) < newest);
}

function install() {
  linkProgram();
  if (due(["line"]).length === 0) return;
  const start = Date.now();
  make("line");
  say(`built the command line in ${Math.max(1, Math.round((Date.now() - start) / 1000))} s; npm run build makes the rest`);
}

function missing() {
  const parts = due(["line", "rest"]);
  if (parts.length === 0) return;
  say("npm run build: the service, the library for browsers and the playground are missing or older than their sources");
  for (const part of parts) make(part);
}

for (const word of process.argv.slice(2)) {
  if (word === "install") install();
  else if (word === "missing") missing();
  else if (Object.hasOwn(STEPS, word)) make(word);
  else throw new Error(`${word}: not one of types, line, rest, install, missing`);
}
