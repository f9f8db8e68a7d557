// dist/processes after tsc: programs of render processes. What each loads before it is ready is one script, with V8's code cache: finding and compiling
// hundreds of modules takes half of a process's start. Modules on demand are files of their own. Rolldown keeps constants and classes, which V8 then
// compiles into the functions that use them; esbuild makes variables of them when it bundles, and documents take longer. It only shortens the files: V8
// keeps the text of a program, two bytes a character if one is beyond Latin-1.
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";
import { cachingUser } from "./code-cache.mjs";
import { writeLicences } from "./licences.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/processes");
fs.rmSync(folder, { recursive: true, force: true });
/** Memory bound of the processes whose code the build caches: V8's flags, which it sets, are part of the cache's key. */
const MEMORY_MB = 1024;
/** Documents of the warm-up, most of them of one kind each, whose functions are cached. */
const RENDERS = 12;
const RAW = /String\.raw`[^`]*[^`\0-\xff]/;

const built = (file) => path.join(root, "dist", file);
const RENDERER = built("runtime/pool/worker.js");

/** Modules that a renderer has loaded when it is ready: `preloadModules` demands all lazy modules but those of SVG files. */
const atStart = new Set();
const ofStart = {
  name: "modules of the start",
  buildEnd() {
    const add = (id) => {
      const module = this.getModuleInfo(id);
      if (!module || module.isExternal || atStart.has(id)) return;
      atStart.add(id);
      for (const to of module.importedIds) add(to);
    };
    // not itself: it waits for its settings
    for (const id of this.getModuleInfo(RENDERER).importedIds) add(id);
    for (const id of [...atStart].filter((file) => file.endsWith("lazy-modules.js")))
      for (const to of this.getModuleInfo(id).dynamicallyImportedIds) if (!to.includes(`${path.sep}svg${path.sep}`)) add(to);
  },
};

const bundle = await rolldown({
  // one build: tools called over MCP share the renderer's modules
  input: { renderer: RENDERER, library: built("runtime/library/worker.js"), calls: built("runtime/mcp/in-process.js") },
  cwd: root,
  platform: "node",
  // packages with files of their own
  external: [/^platen-server/, "@embedpdf/pdfium", "sharp"],
  checks: { ineffectiveDynamicImport: false },
  logLevel: "warn",
  plugins: [ofStart],
});
const { output } = await bundle.write({
  dir: folder,
  format: "esm",
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: { groups: [{ name: "start", test: (id) => atStart.has(id) }] },
});
await bundle.close();

const chunks = output.filter(({ type }) => type === "chunk");
for (const chunk of chunks)
  if (chunk.name !== "start") fs.writeFileSync(path.join(folder, chunk.fileName), await short(chunk.code, chunk.fileName));
await writeStart(chunks.find(({ name }) => name === "start"));
await esbuild.build({
  entryPoints: [built("runtime/pool/start-script.js")],
  absWorkingDir: root,
  outdir: folder,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  minifyWhitespace: true,
});
await cacheCode();
writeLicences(
  path.join(folder, "LICENSES.txt"),
  "These files contain",
  chunks.flatMap(({ modules }) => Object.keys(modules)),
);

/** Names and lines remain, for traces. */
async function short(code, file, options = {}) {
  const made = await esbuild.transform(code, {
    charset: "ascii",
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: "none",
    target: "node20",
    ...options,
  });
  if (RAW.test(made.code)) throw new Error(`${file}: a raw template has characters beyond Latin-1: write them as escapes`);
  // those of regular expressions
  return made.code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The chunk becomes a script, and in its place a module that runs it and exports what it exports. */
async function writeStart(chunk) {
  const inlined = asFunction(chunk.code).replaceAll(/\bimport\(("\.\/([^"]+)")\)/g, (_, specifier, file) => {
    // modules of the script itself; its own names may be others where it imports
    const [, own, from] = /^export \{ (.+) \} from "\.\/([^"]+)";\s*$/.exec(chunks.find(({ fileName }) => fileName === file).code) ?? [];
    if (from !== chunk.fileName) return `__import(${specifier})`;
    const members = pairsOf(own).map(([name, as]) => `${as}: __own.${name}`);
    return `Promise.resolve({ ${members.join(", ")} })`;
  });
  if (/\bimport\(/.test(inlined)) throw new Error("a module of the start imports what is not a chunk");
  const define = { "import.meta.dirname": "__dirname", "import.meta.url": "__url" };
  const begin = `(function (exports, require, module, __filename, __dirname, __import) {"use strict"; const __own = exports, __url = require("node:url").pathToFileURL(__filename).href;`;
  const code = await short(`${begin}\n${inlined}\n})\n`, chunk.fileName, { define });
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  fs.writeFileSync(path.join(folder, "start.cjs"), `// ${hash} made by scripts/release/processes.mjs\n${code}`);
  const numbered = chunk.exports.map((name, i) => [name, `e${i}`]);
  const facade = `import path from "node:path";
import { startScript } from "./start-script.js";
const { ${numbered.map(([name, own]) => `${JSON.stringify(name)}: ${own}`).join(", ")} } = startScript(path.join(import.meta.dirname, "start.cjs"));
export { ${numbered.map(([name, own]) => `${own} as ${name}`).join(", ")} };
`;
  fs.writeFileSync(path.join(folder, chunk.fileName), facade);
}

/** Pairs of `a as b, c`: `[["a", "b"], ["c", "c"]]`. */
function pairsOf(list) {
  return list.split(",").map((pair) => {
    const [name, as = name] = pair.trim().split(" as ");
    return [name, as];
  });
}

/** A chunk's code, in which `require` and assignments to `exports` replace import and export. */
function asFunction(code) {
  const body = code
    .replaceAll(/^import (?:(\w+)|\{ (.+) \}) from "([^"]+)";$/gm, (_, all, some, from) => {
      const pattern =
        all ??
        `{ ${pairsOf(some)
          .map(([name, as]) => `${name}: ${as}`)
          .join(", ")} }`;
      const part = chunks.find(({ fileName }) => `./${fileName}` === from);
      return `const ${pattern} = ${part ? inlinedPart(part) : `require("${from}")`};`;
    })
    .replace(/^export \{ (.+) \};\s*$/m, (_, list) => {
      const members = pairsOf(list).map(([name, as]) => `${as}: ${name}`);
      return `Object.assign(exports, { ${members.join(", ")} });`;
    });
  if (/^(?:import|export)\b/m.test(body)) throw new Error("a chunk has an import or export of another form");
  return body;
}

/** Rolldown's helpers, which have no state. */
function inlinedPart({ name, code }) {
  if (name !== "rolldown-runtime") throw new Error(`modules of the start import ${name}, which is not one`);
  return `((exports) => { ${asFunction(code)}\nreturn exports; })({})`;
}

/** The process renders documents of the warm-up, and caches V8's code as it ends. */
async function cacheCode() {
  const { CONTRACT_LIMITS } = await import("../../dist/compiler/core/limits.js");
  const { heapFlags } = await import("../../dist/runtime/pool/render-process.js");
  const user = cachingUser();
  const child = fork(path.join(folder, "renderer.js"), [], { serialization: "advanced", execArgv: heapFlags(MEMORY_MB), env: user.env });
  let rendered = 0;
  child.on("message", () => (rendered < RENDERS ? child.send({ warmUp: rendered++ }) : child.disconnect()));
  child.send({ fonts: [], assetDir: null, memoryMb: MEMORY_MB, maxPages: 1000, limits: CONTRACT_LIMITS, lacking: [], dataResidency: null });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error(`the renderer ends with status ${status}`);
  user.collect(folder);
}
