// After tsc: the command line as one file, dist/cli/platen.cjs, with V8's code for it as the Node that builds has it.
//
// A letter takes less time to render than hundreds of modules take to be found and read. What needs files of its own (native code, wasm, the
// service with its processes) stays outside; what is bundled of other packages is listed beside it, with their licences.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/cli");
const file = path.join(folder, "platen.cjs");
fs.rmSync(folder, { recursive: true, force: true });

/** Packages with files of their own, and those that only the service uses. */
const OUTSIDE = ["libsql", "bwip-js", "harfbuzzjs", "pg", "@resvg/resvg-wasm", "sharp"];

/** Modules of Node that most documents need little or nothing of. */
const LATER = ["child_process", "crypto", "os", "perf_hooks", "readline", "vm", "v8", "zlib"];

/**
 * What runs as modules: the service, whose processes import the same ones, and the writers of SVG and PNG, whose HarfBuzz cannot be loaded otherwise.
 * They take plain data and share no classes with what is bundled.
 */
const modules = {
  name: "modules",
  setup: (build) =>
    build.onResolve({ filter: /\/(http\/serve|backends\/svg\/svg|backends\/png\/png)\.js$/ }, ({ path: to, resolveDir }) => ({
      path: path.relative(folder, path.join(resolveDir, to)).replaceAll("\\", "/"),
      external: true,
    })),
};

/**
 * Modules of Node, each loaded when something of it is first used: commander alone would bring processes and sockets, which take as long to load as a
 * page takes to set. What is asked for at once, such as a class to extend, is loaded at once.
 */
const builtins = {
  name: "builtins",
  setup: (build) => {
    const named = new RegExp(`^(node:)?(${LATER.join("|")})$`);
    build.onResolve({ filter: named }, ({ path: name, namespace }) =>
      namespace === "later" ? { path: name, external: true } : { path: name.replace(/^node:/, ""), namespace: "later" },
    );
    build.onLoad({ filter: /.*/, namespace: "later" }, ({ path: name }) => {
      const getters = Object.keys(require(`node:${name}`)).map(
        (k) => `get ${JSON.stringify(k)}() { return require("node:${name}")[${JSON.stringify(k)}]; }`,
      );
      return { contents: `module.exports = { ${getters.join(",\n")} };`, loader: "js" };
    });
  },
};

const { outputFiles, metafile } = await esbuild.build({
  entryPoints: [path.join(root, "dist/runtime/cli/program.js")],
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  charset: "ascii",
  legalComments: "none",
  external: OUTSIDE,
  plugins: [modules, builtins],
  define: { "import.meta.dirname": "__dirname", "import.meta.url": "__url" },
  // lines that a message can show; names stay as they are, for PLATEN_DEBUG=1
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  banner: { js: `const __url = require("node:url").pathToFileURL(__filename).href;` },
  logLevel: "warning",
});
// a script cannot import: whoever runs it lends that
const code = outputFiles[0].text.replaceAll(/\bimport\(("\.\.\/[^"]+")\)/g, "__import($1)");
const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
fs.mkdirSync(folder, { recursive: true });
// the value of the script is the function that runs it, so that nobody copies it to put one around it
const given = "exports, require, module, __filename, __dirname, __import";
fs.writeFileSync(file, `// ${hash} made by scripts/release/bundle.mjs from dist/runtime/cli/program.js\n(function (${given}) {${code}})\n`);

/** node_modules/name or node_modules/@scope/name, the innermost of a path */
const packageOf = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
const packages = [...new Set(Object.keys(metafile.inputs).flatMap((i) => packageOf(i) ?? []))].sort();
const notices = packages.map((dir) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, dir, "package.json"), "utf8"));
  const text = fs.readdirSync(path.join(root, dir)).find((f) => /^(licen[cs]e|copying)/i.test(f));
  return `${name} ${version} (${license})\n\n${text ? fs.readFileSync(path.join(root, dir, text), "utf8").trim() : `licence: ${license}`}\n`;
});
fs.writeFileSync(
  path.join(folder, "LICENSES.txt"),
  `platen.cjs contains code of these packages:\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`,
);

// a first run leaves V8's code in a folder of the user's; here that is one to be taken from
const home = fs.mkdtempSync(path.join(os.tmpdir(), "platen-build-"));
const request = { pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello, 1 page" }] }] };
const run = spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "render", "-"], {
  input: JSON.stringify(request),
  env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, LOCALAPPDATA: home, XDG_CACHE_HOME: home },
});
if (run.status !== 0) throw new Error(`the bundled program fails: ${run.stderr}`);
const kept = path.join(home, "platen");
// without it the program starts slower the first time, and is the same
if (fs.existsSync(kept))
  for (const f of fs.readdirSync(kept)) {
    fs.copyFileSync(path.join(kept, f), path.join(folder, f));
    fs.chmodSync(path.join(folder, f), 0o644);
  }
fs.rmSync(home, { recursive: true });
