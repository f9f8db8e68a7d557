import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { heapFlags } from "../../runtime/pool/render-process.js";
import { root } from "../support/tools.js";

/* Modules of a short document, caches of the next start; no times. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-start-"));
const at = (name: string): string => path.join(dir, name);
const text = { type: "text", layout: { left: 20, top: 20 }, content: "Dear Ms Ås, 1 page" };
const LETTER = { pages: [{ size: "a4", elements: [text] }] };
writeFileSync(at("letter.json"), JSON.stringify(LETTER));

const NEEDLESS =
  /runtime\/(http|store|accounts|assets|templates|client)\/(?!database)|compiler\/(einvoice|template|chart)\/|compiler\/check\/chart\/|barcode|compiler\/picture\/(load|png|jpeg|svg)|backends\/(svg|png|text)|runtime\/fonts\/font-(files|check)|warm-up|glyphs\.js|node_modules\/(@csstools|bwip-js|d3-|fastify|pg|sharp|libsql|prom-client|saxes|yaml|pako|@marcbachmann|@resvg|@mongodb-js)/;

/** The handle of a lazy module is loaded without the module. */
const isNeedless = (module: string): boolean => NEEDLESS.test(module) && !module.endsWith("/lazy-modules.js");

function outputOf(program: string, ...args: readonly string[]): string[] {
  writeFileSync(at("program.mjs"), program);
  const run = spawnSync(process.execPath, [at("program.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: "" },
  });
  expect([run.status, run.stderr]).toEqual([0, ""]);
  return run.stdout.trim().split("\n");
}

const BUNDLED = `
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
const file = ${JSON.stringify(path.join(root, "dist/cli/platen.cjs"))};
const source = readFileSync(file, "utf8");
const loaded = [];
let code = source;
code = code.replace(/(var __esm ?= ?\\((\\w+),.*?=> ?function(?: \\w+)?\\(\\) ?\\{)/s, "$1 if ($2) __recorded.push(Object.keys($2)[0]);");
code = code.replace(/(var __commonJS ?= ?\\((\\w+), ?(\\w+).*?=> ?function(?: \\w+)?\\(\\) ?\\{)/s, "$1 if (!$3) __recorded.push(Object.keys($2)[0]);");
const module = { exports: {} };
globalThis.__recorded = loaded;
(0, eval)(code)(
  module.exports, createRequire(file), module, file, path.dirname(file), (s) => { loaded.push(s); return import(new URL(s, "file://" + file)); });
const exit = await module.exports.main(process.argv.slice(2));
const builtins = process.moduleLoadList.filter((m) => m.startsWith("NativeModule ")).map((m) => "node:" + m.slice(13));
process.stdout.write([...loaded, ...builtins].join("\\n"));
process.exit(exit);
`;

describe("a letter loads what it needs", () => {
  const needed = ["dist/compiler/compile.js", "dist/compiler/layout/text.js", "dist/backends/pdf/document/write.js"];
  test("on the command line, from the bundle", () => {
    const loaded = outputOf(BUNDLED, "render", "-q", at("letter.json"), "-o", at("letter.pdf"));
    expect(loaded).toEqual(expect.arrayContaining(["dist/runtime/cli/commands/render.js", ...needed]));
    expect(loaded.filter(isNeedless)).toEqual([]);
    expect(loaded.filter((m) => /^node:(https?|http2|tls|net|dns|dgram|child_process|worker_threads|readline)$/.test(m))).toEqual([]);
    const commands = loaded.filter((m) => m.includes("runtime/cli/commands/"));
    expect(commands).toEqual(["dist/runtime/cli/commands/render.js"]);
  });
  test("and more where there is more", () => {
    const barcode = { type: "barcode", layout: { left: 20, top: 20 }, width: 30, height: 30, format: "qr", content: "x" };
    writeFileSync(at("barcode.json"), JSON.stringify({ pages: [{ size: "a4", elements: [barcode] }] }));
    const loaded = outputOf(BUNDLED, "render", "-q", at("barcode.json"), "-o", at("barcode.pdf"));
    expect(loaded).toEqual(expect.arrayContaining(["dist/compiler/check/elements/barcode.js", "dist/compiler/lower/barcode.js"]));
    expect(loaded.filter((m) => m.includes("compiler/chart"))).toEqual([]);
  });
  test("help loads every command, and of what they do nothing but e-invoices' names", () => {
    for (const args of [["--help"], ["templates", "--help"], ["completion", "bash"]]) {
      const loaded = outputOf(BUNDLED, ...args);
      expect(loaded).toContain("dist/runtime/cli/commands/templates.js");
      expect(loaded.filter((m) => /@marcbachmann|fastify|sharp|libsql/.test(m))).toEqual([]);
    }
  });
  test("in the library", () => {
    writeFileSync(
      at("hooks.mjs"),
      `import { writeSync } from "node:fs";
       export async function load(url, context, next) { writeSync(1, url + "\\n"); return next(url, context); }`,
    );
    const program = `
      import { register } from "node:module";
      register(${JSON.stringify(pathToFileURL(at("hooks.mjs")).href)});
      const { render } = await import(${JSON.stringify(path.join(root, "dist/runtime/index.js"))});
      await render(${JSON.stringify(LETTER)});`;
    const loaded = outputOf(program).map((url) => url.replace(`file://${root}/`, ""));
    expect(loaded).toEqual(expect.arrayContaining(["dist/runtime/index.js", ...needed]));
    expect(loaded.filter(isNeedless)).toEqual([]);
  });
});

test("render processes load their bundle alone, in which each module is once", () => {
  const folder = path.join(root, "dist/processes");
  const files = readdirSync(folder).filter((f) => /\.c?js$/.test(f));
  expect(files).toEqual(expect.arrayContaining(["renderer.js", "library.js", "calls.js", "start.cjs"]));
  const texts = files.map((f) => readFileSync(path.join(folder, f), "utf8"));
  const imported = texts.flatMap((code) => [...code.matchAll(/(?:\bfrom ?|\bimport[ (]?)"(\.[^"]+)"/g)].map((m) => m[1]!));
  expect(imported.length).toBeGreaterThan(files.length);
  expect(imported.filter((to) => !files.includes(to.replace("./", "")))).toEqual([]);
  for (const shared of ["RenderError", "Engine", "OutOfMemory"])
    expect(texts.filter((code) => new RegExp(`\\bclass ${shared} |\\b${shared} ?= ?class\\b`).test(code)).length, shared).toBe(1);
});

describe("V8's code for the program", () => {
  const cli = path.join(root, "dist/runtime/cli/cli.js");
  const copy = at("package");
  for (const folder of ["dist/cli", "dist/runtime/cli/shared", "dist/runtime/core", "fonts"])
    mkdirSync(path.join(copy, folder), { recursive: true });
  const own = ["cli/cli.js", "cli/bundle.js", "cli/shared/optimisation.js", "core/code-cache.js", "core/folder.js"];
  const modules = own.map((file) => `dist/runtime/${file}`);
  for (const file of ["package.json", "dist/cli/platen.cjs", ...modules, "fonts/catalog.json"])
    copyFileSync(path.join(root, file), path.join(copy, file));
  linkInto(copy, "node_modules", "fonts/files", "dist/vendor", "dist/browser");
  const copied = path.join(copy, "dist/runtime/cli/cli.js");
  /** The build writes the code of the Node that builds; another one caches its own. */
  const hasShipped = readdirSync(path.join(root, "dist/cli")).some((file) => file.includes(`-${process.version}-`));
  const caches = (home: string): readonly string[] => (existsSync(path.join(home, "platen")) ? readdirSync(path.join(home, "platen")) : []);
  const started = (
    program: string,
    home: string,
    env: Record<string, string> = {},
  ): { readonly status: number | null; readonly stdout: string } => {
    const run = spawnSync(process.execPath, [program, "render", "-q", at("letter.json"), "-o", "-"], {
      encoding: "latin1",
      env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600", XDG_CACHE_HOME: home, LOCALAPPDATA: home, ...env },
    });
    expect(run.stderr).toBe("");
    return run;
  };
  test("is kept in a folder of the user's own, once, and changes nothing", () => {
    expect(started(cli, at("none")).status).toBe(0);
    expect(caches(at("none"))).toHaveLength(hasShipped ? 0 : 1);
    const expected = started(cli, at("none")).stdout;
    const home = at("home");
    expect(started(copied, home).stdout).toBe(expected);
    const [cache, ...more] = caches(home);
    expect([cache, more]).toEqual([expect.stringMatching(/^platen-[0-9a-f]{16}-v[\d.]+-\w+-\d+\.cache$/), []]);
    const file = path.join(home, "platen", cache!);
    const { mtimeMs, mode } = statSync(file);
    if (process.platform !== "win32") expect(mode & 0o077).toBe(0);
    expect(started(copied, home).stdout).toBe(expected);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    for (const bad of [Buffer.alloc(0), Buffer.from("nonsense"), readFileSync(file).subarray(0, 5000)]) {
      writeFileSync(file, bad);
      expect(started(copied, home).stdout).toBe(expected);
      expect(statSync(file).size).toBeGreaterThan(100_000);
    }
  });
  test("is not kept where that is not wanted, or nowhere safe", () => {
    const home = at("unwanted");
    expect(started(copied, home, { NODE_DISABLE_COMPILE_CACHE: "1" }).status).toBe(0);
    expect(caches(home)).toEqual([]);
    writeFileSync(at("a-file"), "");
    expect(started(copied, at("a-file")).status).toBe(0);
    expect(started(copied, "relative").status).toBe(0);
    expect(existsSync("relative")).toBe(false);
    if (process.platform === "win32") return;
    mkdirSync(at("everyone"));
    chmodSync(at("everyone"), 0o777);
    expect(started(copied, at("everyone")).status).toBe(0);
    expect(caches(at("everyone"))).toEqual([]);
  });
});

const SETTINGS = { fonts: [], assetDir: null, maxPages: 100, limits: CONTRACT_LIMITS, lacking: [], dataResidency: null };

describe("V8's code for a render process", () => {
  const program = path.join(root, "dist/processes/renderer.js");
  const hasShipped = readdirSync(path.dirname(program)).some((file) => file.includes(`-${process.version}-`));
  /** Files that a process has kept when it ends. */
  const kept = async (home: string, memoryMb: number, env: Record<string, string> = {}): Promise<readonly string[]> => {
    const folder = path.join(at(home), "platen");
    const child = fork(program, [], {
      serialization: "advanced",
      execArgv: heapFlags(memoryMb),
      env: { ...process.env, XDG_CACHE_HOME: at(home), LOCALAPPDATA: at(home), ...env },
    });
    child.send({ ...SETTINGS, memoryMb });
    const [ready] = (await once(child, "message")) as unknown[];
    expect(ready).toEqual({ ready: true });
    const ended = once(child, "exit");
    child.disconnect();
    expect((await ended)[0]).toBe(0);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  test("is that of the build with the usual bound, and kept once with another", async () => {
    expect(await kept("usual", 1024)).toHaveLength(hasShipped ? 0 : 1);
    const files = await kept("other", 512);
    expect(files).toEqual([expect.stringMatching(/^start-[0-9a-f]{16}-v[\d.]+-\w+-\d+\.cache$/)]);
    const { mtimeMs } = statSync(path.join(at("other"), "platen", files[0]!));
    expect(await kept("other", 512)).toEqual(files);
    expect(statSync(path.join(at("other"), "platen", files[0]!)).mtimeMs).toBe(mtimeMs);
  });
  test("is not kept where the environment says so", async () => {
    expect(await kept("not", 512, { NODE_DISABLE_COMPILE_CACHE: "1" })).toEqual([]);
  });
});

function linkInto(folder: string, ...names: readonly string[]): void {
  for (const name of names) if (!existsSync(path.join(folder, name))) symlinkSync(path.join(root, name), path.join(folder, name));
}
