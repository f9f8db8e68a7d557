// dist/cli/platen.cjs after tsc, with V8's code cache: finding hundreds of modules takes longer than rendering a letter. Packages with
// native code or wasm, and the service with its processes remain outside; bundled packages are listed next to the file, with their licences.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as esbuild from "esbuild";
import { cachingUser } from "./code-cache.mjs";
import { writeLicences } from "./licences.mjs";

const require = createRequire(import.meta.url);
const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/cli");
const file = path.join(folder, "platen.cjs");
fs.rmSync(folder, { recursive: true, force: true });

/** Packages with files of their own, and those of the service only. */
const OUTSIDE = ["platen-server", "harfbuzzjs", "@resvg/resvg-wasm", "@embedpdf/pdfium", "sharp"];

const LATER = ["child_process", "crypto", "os", "perf_hooks", "readline", "vm", "v8", "zlib"];

/**
 * Not bundled: the service's processes import the same modules, and SVG and PNG need ESM for HarfBuzz. They share no classes with the
 * bundle.
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
 * Loads modules of Node on first use: processes and sockets, imported by commander, take as long to load as a page to lay out. Values
 * needed immediately, such as base classes, are loaded immediately.
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
  // lines short enough for error messages; names are unchanged, for PLATEN_DEBUG=1
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  banner: { js: `const __url = require("node:url").pathToFileURL(__filename).href;` },
  logLevel: "warning",
});
// a script cannot import: its loader passes a function
const code = outputFiles[0].text.replaceAll(/\bimport\(("\.\.\/[^"]+")\)/g, "__import($1)");
const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
fs.mkdirSync(folder, { recursive: true });
// a function, so that the source is not copied into a wrapper
const given = "exports, require, module, __filename, __dirname, __import";
fs.writeFileSync(file, `// ${hash} made by scripts/release/bundle.mjs from dist/runtime/cli/program.js\n(function (${given}) {${code}})\n`);

writeLicences(path.join(folder, "LICENSES.txt"), "platen.cjs contains", Object.keys(metafile.inputs));

// the first run caches V8's code
const user = cachingUser();
// a document with most kinds of elements: code that it does not run is compiled from source in each later run
const request = path.join(root, "examples/annual-report.json");
const run = spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "render", request, "-o", "-"], {
  maxBuffer: 1 << 26,
  env: user.env,
});
if (run.status !== 0) throw new Error(`the bundled program fails: ${run.stderr}`);
user.collect(folder);
